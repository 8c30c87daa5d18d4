// engine: reads the lines of papers about containers, and changes the containers that they name

import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { type ContainerState, container } from '@lading/contract/wms/container.ts'
import { rtiFaults } from '@lading/contract/wms/rtiFaults.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { changeContainers, lockContainers } from '../stock/containers.ts'
import { readTypes } from './accounts.ts'

const codesMost = 2_000
export interface Typed {
  readonly typeId: string
  readonly qty: number
  readonly codes?: string | null
}
const codesOf = (text: string | null | undefined): readonly string[] => [
  ...new Set((text ?? '').split(/[\s,，;；]+/).filter((one) => one !== '')),
]

/** Lines are about containers that come back, and name as many codes as containers where they name any. */
export async function demandLines(ctx: Ctx, lines: readonly Typed[], least = 1): Promise<void> {
  if (lines.length === 0) refuse(faults.emptyLines)
  const types = await readTypes(
    ctx,
    lines.map((l) => l.typeId),
  )
  for (const [i, { typeId, qty, codes }] of lines.entries()) {
    const type = types.get(typeId)
    if (type && !type.returnable) refuse(rtiFaults.notReturnable, { type: type.name })
    if (qty < least) refuse(rtiFaults.nothing)
    const n = codesOf(codes).length
    if (n > 0 && (n !== qty || n > codesMost)) refuse(rtiFaults.otherCodes, { n: i + 1 })
  }
}

/** Lines of a paper, as they were typed. */
export const readLines = <L extends Typed>(ctx: Ctx, table: string, billId: string): Promise<(L & object)[]> =>
  ctx.tx.query<L & object>(sql`
    select l.* from ${raw(table)} l where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.bill_id = ${billId} order by l.id`)

export interface Box {
  readonly id: string
  readonly code: string
  readonly typeId: string
  readonly state: ContainerState
  readonly storeId: string | null
}
/**
 * Containers that lines name, locked: of their type, in one of these states, and empty.
 * @throws Fault unknownCode, filled
 */
export async function lockNamed(
  ctx: Ctx,
  lines: readonly Typed[],
  states: readonly ContainerState[],
): Promise<readonly Box[]> {
  const named = lines.flatMap(({ typeId, codes }) => codesOf(codes).map((code) => ({ typeId, code })))
  if (named.length === 0) return []
  const rows = await ctx.tx.query<Box & object>(sql`
    select c.id, c.code, c.type_id, c.state, c.store_id from wms_container c
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.code = any(${named.map((n) => n.code)}::text[]) order by c.id`)
  const locked = await lockContainers(
    ctx,
    rows.map((r) => r.id),
  )
  const boxes = named.map(({ typeId, code }) => {
    const row = rows.find((r) => r.code === code && r.typeId === typeId)
    const now = row && locked.get(row.id)
    if (!row || !now || !states.includes(now.state)) return refuse(rtiFaults.unknownCode, { code })
    return { ...row, state: now.state, storeId: now.storeId }
  })
  const full = await ctx.tx.maybe<{ id: string; code: string }>(sql`
    select c.id, c.code from wms_container c where c.tenant_id = ${ctx.tenantId} and c.id = any(${boxes.map((b) => b.id)}::bigint[])
      and (exists (select 1 from wms_stock s where s.tenant_id = c.tenant_id and s.container_id = c.id and s.qty > 0)
        or exists (select 1 from wms_container i where i.tenant_id = c.tenant_id and i.parent_id = c.id)) order by c.id limit 1`)
  if (full) refuse(rtiFaults.filled, { code: rowName(container, full.id, full.code) })
  return boxes
}

/** They stand somewhere else now, empty: here, at a store, or nowhere. */
export const putNamed = (
  ctx: Ctx,
  boxes: readonly Box[],
  state: ContainerState,
  storeId: string | null,
): Promise<void> =>
  changeContainers(
    ctx,
    boxes.map(({ id }) => ({ id, state, storeId, binId: null, billId: null })),
  )
