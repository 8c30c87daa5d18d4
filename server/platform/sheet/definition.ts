import type { exportInput } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import {
  type ExportColumn,
  type ExportFormat,
  type exportDefinition,
  formsOf,
} from '@lading/contract/sys/exportDefinition.ts'
import { fileNameOf } from '@lading/contract/sys/exportFileName.ts'
import type { TemplateColumn } from '@lading/contract/sys/importTemplate.ts'
import { sheetFaults, sheetLimits } from '@lading/contract/sys/sheetFaults.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { isSortable } from '../../kernel/listQuery.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { readDictionaries } from '../dictionary.ts'
import { exportColumns, fileColumns, importColumns, type SheetColumn } from './columns.ts'
import { showInstant } from './showCell.ts'

export interface FileShape {
  readonly columns: readonly SheetColumn[]
  /** What the file is called. */
  readonly name: string
  readonly maxRows: number
  /** Where a list is in no order of its reader's. */
  readonly sort: string | undefined
}
type Stored = RowOf<typeof exportDefinition, 'fileName' | 'maxRows' | 'onlyShown' | 'formats' | 'sort'> & {
  readonly columns: readonly ExportColumn[] | null
}

const headed = (c: SheetColumn, { zh, en }: Pick<ExportColumn, 'zh' | 'en'>): SheetColumn => {
  const title: Text = [zh ?? c.title[0], en ?? c.title[1]]
  return { ...c, title }
}
const shaped = (c: SheetColumn, { form, width }: ExportColumn): SheetColumn => ({
  ...c,
  ...(form && formsOf(c.field.kind).includes(form) && { form }),
  ...(width && { width }),
})

/** Of dictionaries the words of their entries: what a file says of them, or may say beside their keys. */
async function inWords(ctx: Ctx, columns: readonly SheetColumn[]): Promise<SheetColumn[]> {
  const wanted = [...new Set(columns.flatMap(({ field }) => field.dict ?? []))]
  if (wanted.length === 0) return [...columns]
  const entries = Map.groupBy(await readDictionaries(ctx, wanted), (entry) => entry.typeCode)
  return columns.map((c) => {
    if (c.field.dict === undefined) return c
    const choices = Object.fromEntries((entries.get(c.field.dict) ?? []).map((entry) => [entry.queryKey, entry.text]))
    return { ...c, field: { ...c.field, choices } }
  })
}

/** What counts where the caller works: what his organisation has said, else the enterprise. */
const definitionOf = (ctx: Ctx, e: Pick<AnyEntity, 'key'>): Promise<Stored | undefined> =>
  ctx.tx.maybe<Stored>(sql`
    select columns, file_name, max_rows, only_shown, formats, sort from sys_export_definition
    where tenant_id = ${ctx.tenantId} and subject = ${e.key} and org_id = any(${['0', ctx.org.id]}::bigint[]) and columns is not null
    order by org_id desc limit 1`)

/** In which formats, and how many rows at most, the caller gets something. */
export async function exportRules(
  ctx: Ctx,
  e: Pick<AnyEntity, 'key'>,
): Promise<{ formats: ExportFormat | null; maxRows: number }> {
  const row = await definitionOf(ctx, e)
  return { formats: row?.formats ?? null, maxRows: row?.maxRows ?? sheetLimits.exportRows }
}

/**
 * What a file of a list holds: what the enterprise has said, else the columns in sight. It names columns that the entity
 * exports and no others; who may export, and which rows, is not its to say.
 */
export async function fileShape(
  ctx: Ctx,
  e: AnyEntity,
  { columns: asked, format }: Pick<z.output<typeof exportInput>, 'columns' | 'format'>,
): Promise<FileShape> {
  const usual = exportColumns(e, asked)
  const row = await definitionOf(ctx, e)
  if (row?.formats && row.formats.toLowerCase() !== format)
    refuse(sheetFaults.formatOfDefinition, { format: row.formats })
  const known = new Map(fileColumns(e).map((c) => [c.name, c]))
  const own = (row?.columns ?? []).flatMap((given) => {
    const column = known.get(given.name)
    return column ? [shaped(headed(column, given), given)] : []
  })
  const seen = row?.onlyShown && asked ? own.filter((c) => asked.includes(c.name)) : own
  const columns = seen.length > 0 ? seen : own.length > 0 ? own : usual
  return {
    columns: await inWords(ctx, columns),
    name: `${fileNameOf(row?.fileName ?? say(e.title, ctx.language), {
      title: say(e.title, ctx.language),
      org: ctx.org.code,
      user: ctx.username,
      at: showInstant(ctx, ctx.now()),
    })}.${format}`,
    maxRows: row?.maxRows ?? sheetLimits.exportRows,
    // A field that is gone since keeps nobody from his file.
    sort: row?.sort && isSortable(e, row.sort.replace(/^-/, '')) ? row.sort : undefined,
  }
}

/** Templates that were published before there were examples and defaults have none. */
const wordsOf = ({ note, sample, initial }: Partial<TemplateColumn>): Partial<SheetColumn> => ({
  ...(note && { note }),
  ...(sample && { sample }),
  ...(initial && { initial }),
})

export interface TemplateShape {
  /** Those of the file that is handed out, in their order. */
  readonly columns: readonly SheetColumn[]
  /** Those that are taken: all of the entity, by their usual headings and by those of the template. */
  readonly taken: SheetColumn[]
}

/** What files look like in which an entity is brought in: what the enterprise has published, else all that the entity has. */
export async function templateShape(ctx: Ctx, e: AnyEntity): Promise<TemplateShape> {
  const row = await ctx.tx.maybe<{ columns: readonly TemplateColumn[] | null }>(sql`
    select columns from sys_import_template where tenant_id = ${ctx.tenantId} and subject = ${e.key}`)
  return shapeBy(ctx, e, row?.columns ?? [])
}

/** What files would look like by a template, published or not. */
export async function shapeBy(ctx: Ctx, e: AnyEntity, own: readonly TemplateColumn[]): Promise<TemplateShape> {
  const all = await inWords(ctx, importColumns(e))
  const given = new Map(own.map((c) => [c.name, c]))
  const known = new Map<string, SheetColumn>()
  for (const c of all) {
    const own = given.get(c.name)
    if (!own) continue
    const { title } = headed(c, own)
    const called = [...title, `${title[0]} / ${title[1]}`]
    known.set(c.name, { ...c, called, isAsked: own.required, ...wordsOf(own) })
  }
  const taken = all.map((c) => known.get(c.name) ?? c)
  const columns = [...given.keys()].flatMap((name) => {
    const [c, own] = [known.get(name), given.get(name)]
    return c && own ? [headed(c, own)] : []
  })
  return { columns: columns.length > 0 ? columns : all, taken }
}
