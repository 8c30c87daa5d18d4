// engine: locks master data, makes it, and refuses what would contradict goods of anybody

import { createHash } from 'node:crypto'
import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { type arrangeOrder, pickOrder, type Walk, type WalkedBin, walkMost } from '@lading/contract/wms/pickOrder.ts'
import { pickArea } from '@lading/contract/wms/place.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { demandAt, fromHere, visible } from '../../kernel/scope.ts'
import { renumber } from './renumber.ts'

type Bin = WalkedBin & { readonly seen: boolean }

/** @throws Fault notFound, also of another organisation's */
export const areaOf = async (ctx: Ctx, id: string): Promise<RowOf<typeof pickArea, 'id' | 'code' | 'name'>> =>
  found(
    await ctx.tx.maybe<RowOf<typeof pickArea, 'id' | 'code' | 'name'>>(sql`
      select a.id, a.code, a.name from ${fromHere(ctx, pickArea, 'a')} where a.id = ${id}`),
    pickArea.title,
  )

/** All bins of an area in walking order, whoever they are kept for: everybody walks by them. @throws Fault tooMany */
async function binsOf(ctx: Ctx, areaId: string, lock: Sql): Promise<Bin[]> {
  const bins = await ctx.tx.query<Bin>(sql`
    select b.id, b.code, b.aisle, b.bay, b.level, b.pos, b.pick_seq, ${visible(pickOrder, ctx, 'b')} as seen from wms_bin b
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.pick_area_id = ${areaId}
    order by b.id limit ${walkMost + 1} ${lock}`)
  if (bins.length > walkMost) refuse(faults.tooMany, { max: walkMost, count: bins.length })
  return bins.sort((a, b) => a.pickSeq - b.pickSeq || (a.code < b.code ? -1 : 1))
}

const seenOf = (bins: readonly Bin[]): string =>
  createHash('sha256')
    .update(bins.map((b) => `${b.id}:${b.pickSeq}`).join('\n'))
    .digest('hex')

/** The order of an area as its arranger sees it. */
export async function walkOf(ctx: Ctx, input: { pickAreaId: string }): Promise<Walk> {
  demandDc(ctx)
  const { id, code, name } = await areaOf(ctx, input.pickAreaId)
  const bins = (await binsOf(ctx, id, sql``)).filter((b) => b.seen)
  return { code, name, seen: seenOf(bins), bins: bins.map(({ seen: _, ...b }) => b) }
}

/** Bins that the arranger does not see stay behind the one that they stand behind now. */
function withUnseen(bins: readonly Bin[], ids: readonly string[]): Bin[] {
  const behind = new Map<string, Bin[]>()
  let last = ''
  for (const b of bins)
    if (b.seen) last = b.id
    else behind.set(last, [...(behind.get(last) ?? []), b])
  const byId = new Map(bins.map((b) => [b.id, b]))
  const group = (id: string): Bin[] => [byId.get(id), ...(behind.get(id) ?? [])].filter((b) => b !== undefined)
  return ['', ...ids].flatMap(group)
}

const first = 10
const step = 10
const numberMost = 2_000_000_000
/**
 * The numbers of an area stay its own, each given out once: other areas are walked before and after it. Where two bins
 * share one, or one has none, they are counted anew from the least.
 */
function numbersOf(bins: readonly Bin[]): number[] {
  const used = bins.map((b) => b.pickSeq)
  if (used.every((n, i) => n > (used[i - 1] ?? 0))) return used
  const least = used.find((n) => n > 0) ?? first
  const from = least + bins.length * step > numberMost ? first : least
  return bins.map((_, i) => from + i * step)
}

/**
 * Puts the bins of a pick area into an order, in one go: nobody ever sees half of it, and each number is one bin's. Asked
 * again for the order that is there already it changes nothing.
 * @throws Fault stale when it is not any more the order that was seen
 */
export async function arrange(
  ctx: Ctx,
  { pickAreaId, seen, binIds }: z.output<typeof arrangeOrder.input>,
): Promise<z.output<typeof arrangeOrder.output>> {
  demandDc(ctx)
  demandAt(pickOrder, ctx)
  if (new Set(binIds).size < binIds.length)
    throw new Fault(faults.invalid, {}, [{ field: 'binIds', rule: 'unique', message: '' }])
  const area = await areaOf(ctx, pickAreaId)
  const bins = await binsOf(ctx, area.id, sql`for no key update`)
  const shown = bins.filter((b) => b.seen)
  const named = new Set(binIds)
  if (shown.length !== named.size || shown.some((b) => !named.has(b.id))) refuse(faults.stale)
  const numbers = numbersOf(bins)
  const moved = withUnseen(bins, binIds)
    .map((b, i) => ({ id: b.id, before: b.pickSeq, after: numbers[i] ?? 0 }))
    .filter((b) => b.after !== b.before)
  if (moved.length > 0 && seenOf(shown) !== seen) refuse(faults.stale)
  if (moved.length > 0) await renumber(ctx, area, moved, { action: 'arrange' })
  return { count: bins.length, changed: moved.length }
}
