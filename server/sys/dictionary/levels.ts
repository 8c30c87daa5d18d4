import { refuse } from '@lading/contract/kernel/fault.ts'
import { dicFaults } from '@lading/contract/sys/dicCalls.ts'
import { dicInfo, dicOrgInfo } from '@lading/contract/sys/dictionary.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { type Entry, enterprise, readDictionaries } from '../../platform/dictionary.ts'
import { demandReach } from '../rights.ts'
import { lockType, raiseType } from './types.ts'

export interface EntryRow {
  readonly typeCode: string
  readonly queryKey: string
  readonly infoValue: string
  readonly infoValueEn: string
  readonly sort: number
  readonly color: string | null
  readonly disabled: boolean
}

/** What an organisation has by those above it alone. */
export async function entriesAbove(
  ctx: Ctx,
  orgId: string,
  typeCodes: readonly string[] | undefined,
): Promise<Entry[]> {
  const row = await ctx.tx.maybe<{ upperOrgId: string | null }>(sql`
    select upper_org_id from sys_org where tenant_id = ${ctx.tenantId} and id = ${orgId}`)
  return readDictionaries(ctx, typeCodes, row?.upperOrgId ?? enterprise)
}

/** An organisation has entries of its own in dictionaries that may differ, and within the caller's reach. */
export async function demandOwnLevel(ctx: Ctx, type: { readonly isOrgLevel: boolean }, orgId: string): Promise<void> {
  if (!type.isOrgLevel) refuse(dicFaults.tenantOnly)
  await demandReach(ctx, [orgId])
}

/** Of a whole list only what those above do not say already. */
export function differing(rows: readonly EntryRow[], above: readonly Entry[]): EntryRow[] {
  const known = new Map(above.map((e) => [e.queryKey, e]))
  return rows.filter((row) => {
    const e = known.get(row.queryKey)
    const said = e && [...e.text, e.sort, e.color, e.disabled]
    return JSON.stringify(said) !== JSON.stringify([row.infoValue, row.infoValueEn, row.sort, row.color, row.disabled])
  })
}

export async function writeTenant(ctx: Ctx, typeCode: string, rows: readonly EntryRow[]): Promise<void> {
  await ctx.tx.run(sql`delete from sys_dic_info where tenant_id = ${ctx.tenantId} and type_code = ${typeCode}`)
  await insert(ctx, dicInfo, rows)
}

export async function writeOrg(ctx: Ctx, typeCode: string, orgId: string, rows: readonly EntryRow[]): Promise<void> {
  await ctx.tx.run(sql`
    delete from sys_dic_org_info where tenant_id = ${ctx.tenantId} and org_id = ${orgId} and type_code = ${typeCode}`)
  await insert(
    ctx,
    dicOrgInfo,
    rows.map((row) => ({ orgId, ...row })),
  )
}

/** What an organisation has otherwise than those above it, of dictionaries that may differ. */
export const ownEntries = (ctx: Ctx, orgId: string): Promise<EntryRow[]> =>
  ctx.tx.query<EntryRow>(sql`
    select d.type_code, d.query_key, d.info_value, d.info_value_en, d.sort, d.color, d.disabled from sys_dic_org_info d
    join sys_dic_type k on k.tenant_id = d.tenant_id and k.code = d.type_code and k.is_org_level
    where d.tenant_id = ${ctx.tenantId} and d.org_id = ${orgId} order by d.type_code, d.sort, d.query_key`)

/** Gives a new organisation the entries of another. @returns how many */
export async function giveEntries(ctx: Ctx, orgId: string, given: readonly EntryRow[]): Promise<number> {
  const byType = Map.groupBy(given, (row) => row.typeCode)
  for (const typeCode of [...byType.keys()].sort()) {
    const rows = byType.get(typeCode) ?? []
    const type = await lockType(ctx, typeCode)
    await writeOrg(ctx, typeCode, orgId, rows)
    await raiseType(ctx, typeCode)
    ctx.audit({
      subject: dicInfo.key,
      subjectId: type.id,
      subjectNo: typeCode,
      action: 'updateInfoByType',
      before: { keys: '', entries: [] },
      after: { keys: rows.map((row) => row.queryKey).join(' '), entries: rows, orgId },
    })
  }
  return given.length
}
