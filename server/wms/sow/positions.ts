// engine: divides what was picked for many orders among them, and gives their stores positions of a wall

import { refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { sowFaults } from '@lading/contract/wms/sowFaults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { named } from '../../kernel/scope.ts'

export interface Position {
  readonly binId: string
  readonly code: string
  readonly checkDigit: string | null
  /** Whose it always is. */
  readonly fixedId: string | null
  /** For whom it is in use by now. */
  readonly userId: string | null
}

/**
 * The positions of a wall, in their order, with the stores that use them: goods are on their way there, or a container
 * stands there that is being filled. The scheme is locked, so that two tasks never give one position to two stores.
 */
export async function readPositions(ctx: Ctx, schemeId: string): Promise<Position[]> {
  const here = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
  await ctx.tx.query(sql`select id from wms_sowing_scheme where ${here} and id = ${schemeId} for no key update`)
  return ctx.tx.query<Position>(sql`
    select b.id as bin_id, b.code, b.check_digit, p.store_id as fixed_id, coalesce((
        select l.store_id from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.id = l.task_id and k.task_type = 'SOW'
        where l.tenant_id = p.tenant_id and l.org_id = p.org_id and l.to_bin_id = b.id and l.state = 'OPEN' limit 1), (
        select c.store_id from wms_container c where c.tenant_id = p.tenant_id and c.org_id = p.org_id and c.bin_id = b.id and c.state = 'PICKING'
          and c.store_id is not null limit 1)) as user_id
    from wms_sow_position p join wms_bin b on b.tenant_id = p.tenant_id and b.id = p.bin_id and not b.disabled and not b.lock_in
    where p.tenant_id = ${ctx.tenantId} and p.org_id = ${ctx.org.id} and p.scheme_id = ${schemeId} order by p.seq, p.id`)
}

/**
 * Gives each store a position: its own, the one where it is being served, or the next that is free. Who finds none is
 * served as soon as one is.
 * @returns the position's bin by store
 */
export function giveOut(positions: readonly Position[], storeIds: readonly string[]): ReadonlyMap<string, string> {
  const given = new Map<string, string>()
  const taken = new Set(positions.flatMap((p) => (p.userId === null ? [] : [p.binId])))
  for (const storeId of storeIds) {
    if (given.has(storeId)) continue
    const at =
      positions.find((p) => p.fixedId === storeId) ??
      positions.find((p) => p.userId === storeId) ??
      positions.find((p) => p.fixedId === null && !taken.has(p.binId))
    if (!at) continue
    given.set(storeId, at.binId)
    taken.add(at.binId)
  }
  return given
}

/**
 * Positions for all of these stores, or nothing while they have to wait until others are through. Nobody waits for a wall
 * that stands empty: then as many as there are, and the others are served where one becomes free.
 */
export function fits(
  positions: readonly Position[],
  storeIds: readonly string[],
): ReadonlyMap<string, string> | undefined {
  const given = giveOut(positions, storeIds)
  const isIdle = positions.every((p) => p.userId === null || storeIds.includes(p.userId))
  return given.size === new Set(storeIds).size || isIdle ? given : undefined
}

/** The wall as it is once these stores are served there. */
export const takenFor = (positions: readonly Position[], given: ReadonlyMap<string, string>): Position[] => {
  const userOf = new Map([...given].map(([storeId, binId]) => [binId, storeId]))
  return positions.map((p) => ({ ...p, userId: userOf.get(p.binId) ?? p.userId }))
}

/**
 * The position that a worker chose for a store that has none yet.
 * @throws Fault noPosition, notAPosition, notFree
 */
export async function chosenPosition(
  ctx: Ctx,
  schemeId: string,
  storeId: string,
  scan: string | undefined,
): Promise<string> {
  const positions = await readPositions(ctx, schemeId)
  const free = giveOut(positions, [storeId]).get(storeId)
  if (!scan) return free ?? refuse(sowFaults.noPosition)
  const at = positions.find((p) => p.code === scan) ?? positions.find((p) => p.checkDigit === scan)
  if (!at) return refuse(sowFaults.notAPosition, { bin: scan })
  const otherId = [at.userId, at.fixedId].find((id) => id !== null && id !== storeId)
  if (otherId) {
    const other = await ctx.tx.one<{ code: string }>(
      sql`select s.code from ${named(ctx, store, 's')} where s.id = ${otherId}`,
    )
    refuse(sowFaults.notFree, { bin: rowName(bin, at.binId, at.code), store: rowName(store, otherId, other.code) })
  }
  return at.binId
}
