import type { importInput } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import type { TemplateRules } from '@lading/contract/sys/importTemplate.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import { importModes } from '@lading/contract/sys/sheetRecord.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { keyOf } from './importDrafts.ts'
import type { Mode } from './importMatch.ts'

const allModes = Object.keys(importModes) as Mode[]
/** Rows that a file cannot tell apart by a key are only ever added. */
export const modesOf = (e: AnyEntity): Mode[] => (keyOf(e).length > 0 ? allModes : ['INSERT'])

/** What the enterprise says of the files in which an entity is brought in; nothing: null. */
export async function templateRules(ctx: Ctx, e: AnyEntity): Promise<TemplateRules> {
  const row = await ctx.tx.maybe<TemplateRules>(sql`
    select mode, only_mode, rows, max_rows from sys_import_template
    where tenant_id = ${ctx.tenantId} and subject = ${e.key} and columns is not null`)
  return row ?? { mode: null, onlyMode: false, rows: null, maxRows: null }
}

/** No more rows than a template allows. @param n rows of the file, the heading not counted */
export function demandFew(n: number, max: number | null | undefined): void {
  if (max && n > max) refuse(sheetFaults.tooManyForIt, { n, max })
}

type Asked = Pick<z.output<typeof importInput>, 'mode' | 'rows'>
export type Chosen = Required<{ readonly [K in keyof Asked]: NonNullable<Asked[K]> }>

/**
 * How a file is brought in: as its sender says, as far as its template lets him, else as the template says. Whoever is no
 * person, as a collection, has said all himself.
 */
export async function chosenFor(ctx: Ctx, e: AnyEntity, asked: Asked, count: number): Promise<Chosen> {
  const isPerson = ctx.sessionId !== null
  const { mode, onlyMode, rows, maxRows } = await templateRules(ctx, e)
  if (isPerson) {
    demandFew(count, maxRows)
    if (onlyMode && mode && asked.mode && asked.mode !== mode)
      refuse(sheetFaults.modeOfTemplate, { mode: importModes[mode] })
  }
  return { mode: asked.mode ?? mode ?? 'INSERT', rows: asked.rows ?? rows ?? 'ALL' }
}
