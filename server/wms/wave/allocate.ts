import { addDays } from '@lading/contract/kernel/day.ts'
import type { Qty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import type { waveBill } from '@lading/contract/wms/waveBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { BillRow } from '../../platform/document/steps.ts'
import { bookLines, piecesOf, withCuts } from '../operate/allocate.ts'
import { type Candidate, freeStock, readCandidates } from '../operate/candidates.ts'
import { type NewReservation, reserve, waitFor } from '../stock/reservations.ts'
import { lockIds } from '../stock/rows.ts'
import { faceTopic } from '../stock/topics.ts'
import { readTypeRules, soldTypes } from '../stockType/types.ts'
import type { Shortage } from '../strategy/allocate.ts'
import type { RationMethod } from '../strategy/ration.ts'
import { planWave, type WaveFace, type WaveLine, type WavePlan, waitedFor } from '../strategy/wave.ts'
import { type Faces, readFaces } from './faces.ts'
import {
  type Goods,
  type MemberLine,
  nextGoods,
  readMembers,
  stillUntried,
  untried,
  type Wanted,
  wantsOf,
} from './lines.ts'
import { supply } from './supply.ts'

/** Goods, and about how many lines, that one transaction takes: others pick while a wave is started. */
const goodsMost = 100
const linesMost = 500

export interface PlannedWave extends WavePlan {
  readonly lines: readonly WaveLine[]
  readonly shortages: readonly Shortage[]
  readonly rows: readonly Candidate[]
  readonly faces: readonly WaveFace[]
  readonly products: Wanted['products']
}

/** What the lines of a wave would get of this stock. Pure but for what it reads. */
export async function planMembers(
  ctx: Ctx,
  method: RationMethod,
  members: readonly MemberLine[],
  rows: readonly Candidate[],
  { faces, coming }: Faces,
): Promise<PlannedWave> {
  const { lines, products, cuts } = await wantsOf(ctx, members)
  const plan = planWave(method, lines, rows, faces, coming)
  return { ...plan, shortages: withCuts(plan.shortages, cuts), lines, rows, faces, products }
}

/** Free stock of the goods of these lines, whoever owns it. */
export async function stockFor(ctx: Ctx, members: readonly MemberLine[]): Promise<Candidate[]> {
  const byOwner = Map.groupBy(members, (l) => l.ownerId)
  const typesOf = await readTypeRules(ctx)
  const found = await Promise.all(
    [...byOwner].map(([ownerId, of]) =>
      readCandidates(ctx, ownerId, [...new Set(of.map((l) => l.productId))], soldTypes(typesOf(ownerId)), freeStock),
    ),
  )
  return found.flat()
}

/** The rows as they are while they are held. */
async function held(ctx: Ctx, rows: readonly Candidate[]): Promise<Candidate[]> {
  const locked = await lockIds(
    ctx,
    rows.map((r) => r.id),
  )
  return rows.flatMap((r) => {
    const now = locked.get(r.id)
    return now ? [{ ...r, qty: now.qty, reserved: now.reserved }] : []
  })
}

/**
 * Gives the next goods of a wave to its orders.
 * @param ahead goods that are known to come next: filled when it is empty, so that not every part counts the whole wave
 * @returns whether there were any
 */
export async function allocateNext(ctx: Ctx, wave: BillRow<typeof waveBill>, ahead: Goods[] = []): Promise<boolean> {
  if (ahead.length === 0) ahead.push(...(await nextGoods(ctx, wave.id)))
  if (ahead.length === 0) return false
  const chosen = ahead.splice(0, upTo(linesMost, ahead)).map((g) => g.productId)
  const found = await readMembers(
    ctx,
    wave.id,
    sql`b.state = 'INPROGRESS' and ${untried} and l.product_id = any(${chosen}::bigint[])`,
  )
  if (found.length === 0) return true
  const [rows, faces] = await Promise.all([stockFor(ctx, found).then((all) => held(ctx, all)), readFaces(ctx, chosen)])
  const members = await stillUntried(ctx, found)
  if (members.length === 0) return true
  const plan = await planMembers(ctx, wave.ration, members, rows, faces)
  await promise(ctx, plan, new Map(members.map((m) => [m.id, m])))
  await supply(ctx, { bill: { key: 'wms.waveBill', id: wave.id, no: wave.billNo }, dueAt: dueOf(wave) }, plan)
  lookAgain(ctx, plan)
  return true
}
/** What was under way to a face when it was read may have come before anybody waited for it there. */
function lookAgain(ctx: Ctx, { waits, faces }: PlannedWave): void {
  const awaited = new Set(waits.map((w) => w.binId))
  for (const binId of new Set(faces.filter((f) => f.incoming > 0n).map((f) => f.binId)))
    if (awaited.has(binId)) ctx.emit({ topic: faceTopic, key: binId })
}
/** How many of the first goods have together so many lines; one at least. */
function upTo(most: number, goods: readonly Goods[]): number {
  let lines = 0
  const beyond = goods.slice(0, goodsMost).findIndex((g) => {
    lines += g.lines
    return lines > most
  })
  return beyond < 0 ? Math.min(goods.length, goodsMost) : Math.max(1, beyond)
}
const dueOf = (wave: BillRow<typeof waveBill>): Date | null => wave.dueAt

/** Promises each line what it takes, and what it waits for; its pick is made when all goods are given. */
async function promise(ctx: Ctx, plan: PlannedWave, members: ReadonlyMap<string, MemberLine>): Promise<void> {
  const sums = new Map<string, Qty>()
  const count = (lineId: string, qty: Qty) => sums.set(lineId, (sums.get(lineId) ?? 0n) + qty)
  const takes = new Map<string, { lineId: string; stockId: string; qty: Qty }>()
  for (const { lineId, stockId, qty } of plan.takes) {
    const before = takes.get(`${lineId}/${stockId}`)
    takes.set(`${lineId}/${stockId}`, { lineId, stockId, qty: qty + (before?.qty ?? 0n) })
    count(lineId, qty)
  }
  const demand = (lineId: string) => ({
    kind: 'ALLOC' as const,
    demandType: operateBill.header.key,
    demandLineId: lineId,
  })
  const ids = [...takes.values()].map(() => ctx.newId())
  await reserve(
    ctx,
    [...takes.values()].map((t, i) => ({
      ...demand(t.lineId),
      stockId: t.stockId,
      qty: t.qty,
      pieces: piecesOf(members.get(t.lineId), t.qty),
      taskLineId: ids[i] ?? '',
      idemKey: `wv:${t.lineId}:${ids[i]}`,
    })),
  )
  const lineOf = new Map(plan.lines.map((l) => [l.id, l]))
  const waits = plan.waits.flatMap((w): NewReservation[] => {
    const line = lineOf.get(w.lineId)
    if (!line) return []
    count(w.lineId, w.qty)
    const taskLineId = ctx.newId()
    return [
      {
        ...demand(w.lineId),
        stockId: null,
        qty: w.qty,
        taskLineId,
        ownerId: line.ownerId,
        productId: line.productId,
        qpcId: w.qpcId,
        binId: w.binId,
        stockType: waitedFor,
        minExpire: minExpireOf(line),
        idemKey: `wv:${w.lineId}:${taskLineId}`,
      },
    ]
  })
  await waitFor(ctx, waits)
  await bookLines(ctx, sums, plan.shortages)
}

/** The later of what the order names and what its store asks on the day of delivery. */
function minExpireOf(line: WaveLine): string | null {
  const fresh = line.minRemainDays > 0 ? addDays(line.shipDate, line.minRemainDays) : null
  const named = line.lotLimit.minExpireDate ?? null
  if (fresh === null || named === null) return fresh ?? named
  return fresh > named ? fresh : named
}
