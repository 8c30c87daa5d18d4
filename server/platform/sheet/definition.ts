import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import type { ExportColumn, exportDefinition } from '@lading/contract/sys/exportDefinition.ts'
import { sheetLimits } from '@lading/contract/sys/sheetFaults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { exportColumns, fileColumns, type SheetColumn } from './columns.ts'

export interface FileShape {
  readonly columns: readonly SheetColumn[]
  /** What the file is called, before the moment of its making. */
  readonly title: string
  readonly maxRows: number
}
type Stored = RowOf<typeof exportDefinition, 'fileName' | 'maxRows' | 'onlyShown'> & {
  readonly columns: readonly ExportColumn[] | null
}

const headed = (c: SheetColumn, { zh, en }: ExportColumn): SheetColumn => {
  const title: Text = [zh ?? c.title[0], en ?? c.title[1]]
  return { ...c, title }
}

/**
 * What a file of a list holds: what the enterprise has said, else the columns in sight. It names columns that the entity
 * exports and no others; who may export, and which rows, is not its to say.
 */
export async function fileShape(ctx: Ctx, e: AnyEntity, asked: readonly string[] | undefined): Promise<FileShape> {
  const usual = exportColumns(e, asked)
  const row = await ctx.tx.maybe<Stored>(sql`
    select columns, file_name, max_rows, only_shown from sys_export_definition
    where tenant_id = ${ctx.tenantId} and subject = ${e.key}`)
  const known = new Map(fileColumns(e).map((c) => [c.name, c]))
  const own = (row?.columns ?? []).flatMap((given) => {
    const column = known.get(given.name)
    return column ? [headed(column, given)] : []
  })
  const seen = row?.onlyShown && asked ? own.filter((c) => asked.includes(c.name)) : own
  return {
    columns: seen.length > 0 ? seen : own.length > 0 ? own : usual,
    title: row?.fileName ?? say(e.title, ctx.language),
    maxRows: row?.maxRows ?? sheetLimits.exportRows,
  }
}
