import { ceilTo, floorTo, minQty, type Qty, qtySum } from '@lading/contract/kernel/qty.ts'
import {
  type AllocateLine,
  allocate,
  type FaceKinds,
  inStorage,
  isPlace,
  type LineTake,
  type Shortage,
  shortageOf,
} from './allocate.ts'
import { byId } from './byId.ts'
import { rowRefusal } from './eligible.ts'
import { type Demand, type RationMethod, ration } from './ration.ts'
import { type ReplenishMethod, replenish } from './replenish.ts'
import { availableOf, type StockRow } from './stockRow.ts'
import { type Turnover, turnover } from './turnover.ts'

/** One order line of a wave. Lower priority numbers and earlier deadlines come first. */
export type WaveLine = AllocateLine & Pick<Demand, 'priority' | 'deadline' | 'share'>

/** A pick face of one product: where cases or pieces of it are picked, and what is under way to it. */
export type WaveFace = {
  /** The most that the bin holds of the product; null without a limit. */
  readonly capacity: Qty | null
  readonly binId: string
  /** Where what is brought is put down first, and what the face is called; a face without gets its goods at once. */
  readonly via?: { readonly binId: string; readonly face: string }
  readonly productId: string
  readonly pickType: 'CASE' | 'SPLIT' | 'BOTH'
  readonly method: ReplenishMethod
  readonly min: Qty | null
  readonly max: Qty | null
  readonly onHand: Qty
  readonly reserved: Qty
  readonly incoming: Qty
  /** What orders of earlier waves wait for here. */
  readonly waiting: Qty
  readonly qpc: Qty
}

/** So much of a line waits at a face, for goods of this pack. */
export type Wait = {
  readonly lineId: string
  readonly binId: string
  readonly qpcId: string
  readonly qty: Qty
}
/** So much of a row of stock is to be brought to a face. */
export type Supply = { readonly stockId: string; readonly binId: string; readonly qty: Qty }

export type WavePlan = {
  readonly takes: readonly LineTake[]
  readonly waits: readonly Wait[]
  readonly supplies: readonly Supply[]
  readonly shortages: readonly Shortage[]
}

/**
 * Allocates the lines of a wave. Source: wms.md 7.4 steps 2 to 5. Per owner and product what there is is divided among
 * the lines; each line gets its pallets from storage and its cases and pieces from the pick faces; what these lack waits
 * there, and is brought from storage in whole cases, or as the face's area says. Goods without a pick face come from
 * storage directly, and so does a line that wants one lot.
 *
 * @param rows stock of the lines' goods in storage and on pick faces
 * @param coming what is under way to a face: rows that name the face as their bin
 */
export function planWave(
  method: RationMethod,
  lines: readonly WaveLine[],
  rows: readonly StockRow[],
  faces: readonly WaveFace[],
  coming: readonly StockRow[],
): WavePlan {
  const taken = new Map<string, Qty>()
  for (const face of faces) promiseComing(face, coming, taken)
  const shares = rationed(method, lines, rows, coming, taken)
  const kinds = kindsOf(faces)
  const waitsFor = (l: WaveLine): FaceKinds | undefined => (l.oneLot ? undefined : kinds.get(l.productId))
  const inTurn = [...shares.lines].sort((a, b) => a.priority - b.priority || byDeadline(a, b) || byId(a.id, b.id))
  const first = allocate(
    inTurn.map((l) => {
      const only = waitsFor(l)
      return only ? { ...l, only } : l
    }),
    rows,
  )
  for (const t of first.takes) taken.set(t.stockId, (taken.get(t.stockId) ?? 0n) + t.qty)
  const plan: Draft = { takes: [...first.takes], waits: [], drawn: new Map(), taken }
  const short = new Map(shares.short)
  const refusals = new Map(first.shortages.map((s) => [s.lineId, s.refused]))
  const given = Map.groupBy(first.takes, (t) => t.lineId)
  for (const line of inTurn) {
    const rest = line.want - qtySum((given.get(line.id) ?? []).map((t) => t.qty))
    const only = waitsFor(line)
    const left = rest > 0n && only ? serveRest(plan, line, only, rest, rows, faces, coming) : rest
    if (left > 0n) short.set(line.id, (short.get(line.id) ?? 0n) + left)
  }
  const candidates = Map.groupBy(rows, goodsOf)
  const shortages = lines.flatMap((line) => {
    const qty = short.get(line.id) ?? 0n
    if (qty <= 0n) return []
    const own = candidates.get(goodsOf(line)) ?? []
    const refused = refusals.get(line.id) ?? turnover(own, { ...line, want: 0n, step: line.unit }, taken).refused
    return [shortageOf(line, { short: qty, refused }, own.length)]
  })
  return { takes: plan.takes, waits: plan.waits, supplies: supplied(plan, rows, faces), shortages }
}

/** What lines wait for at a face, and what is brought there. Goods of any other type are taken where they stand. */
export const waitedFor = 'GOOD'

interface Draft {
  readonly takes: LineTake[]
  readonly waits: Wait[]
  /** What waits take of each row, by face and row. */
  readonly drawn: Map<string, { readonly binId: string; readonly stockId: string; qty: Qty }>
  readonly taken: Map<string, Qty>
}

const goodsOf = ({ ownerId, productId }: { ownerId: string; productId: string }): string => `${ownerId}/${productId}`

function byDeadline(a: WaveLine, b: WaveLine): number {
  if (a.deadline === b.deadline) return 0
  if (a.deadline === null) return 1
  if (b.deadline === null) return -1
  return a.deadline < b.deadline ? -1 : 1
}

/** What earlier waves wait for at a face is theirs when it comes, the first to expire first. */
function promiseComing(face: WaveFace, coming: readonly StockRow[], taken: Map<string, Qty>): void {
  let left = face.waiting
  const own = coming.filter((r) => r.bin.id === face.binId && r.productId === face.productId)
  for (const row of [...own].sort((a, b) => byDate(a.lot.expireDate, b.lot.expireDate) || byId(a.id, b.id))) {
    const part = minQty(left, availableOf(row, taken))
    if (part <= 0n) continue
    taken.set(row.id, (taken.get(row.id) ?? 0n) + part)
    left -= part
  }
}
function byDate(a: string | null, b: string | null): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -1 : 1
}

/** Divides what is too little. @returns the lines with what each may take, and what that leaves out */
function rationed(
  method: RationMethod,
  lines: readonly WaveLine[],
  rows: readonly StockRow[],
  coming: readonly StockRow[],
  taken: ReadonlyMap<string, Qty>,
): { lines: WaveLine[]; short: Map<string, Qty> } {
  const stock = Map.groupBy([...rows, ...coming], goodsOf)
  const short = new Map<string, Qty>()
  const shared = [...Map.groupBy(lines, goodsOf)].flatMap(([goods, of]) => {
    // What suits nobody is not there; what suits only some is divided by what each can really have afterwards.
    const usable = (stock.get(goods) ?? []).filter((row) => of.some((l) => !rowRefusal(row, l, taken)))
    const available = qtySum(usable.map((row) => availableOf(row, taken)))
    const unit = of.reduce((most, l) => (l.unit > most ? l.unit : most), 1n)
    const parts = ration(method, of.map(demandOf), available, unit)
    return of.map((line, i): WaveLine => {
      const part = parts[i]
      if (part && part.short > 0n) short.set(line.id, part.short)
      return { ...line, want: part?.given ?? 0n }
    })
  })
  return { lines: shared, short }
}
const demandOf = ({ id, want, priority, deadline, share }: WaveLine): Demand => ({
  id,
  want,
  priority,
  deadline,
  ...(share !== undefined && { share }),
})

/** Where cases and pieces of each product are picked: goods with one face have both there. */
function kindsOf(faces: readonly WaveFace[]): ReadonlyMap<string, FaceKinds> {
  const of = (list: readonly WaveFace[]): FaceKinds => {
    const has = (kind: 'CASE' | 'SPLIT') => list.some((f) => f.pickType === kind || f.pickType === 'BOTH')
    const [cases, pieces] = [has('CASE'), has('SPLIT')]
    return { CASE: cases ? 'CASE' : 'SPLIT', PIECE: pieces ? 'SPLIT' : 'CASE' }
  }
  return new Map([...Map.groupBy(faces, (f) => f.productId)].map(([id, list]) => [id, of(list)]))
}

/** The rest of a line waits at its faces. @returns what nothing can give */
function serveRest(
  plan: Draft,
  line: WaveLine,
  only: FaceKinds,
  rest: Qty,
  rows: readonly StockRow[],
  faces: readonly WaveFace[],
  coming: readonly StockRow[],
): Qty {
  const { taken } = plan
  const waits: Wait[] = []
  const own = rows.filter((r) => r.productId === line.productId)
  const take = (from: readonly StockRow[], want: Qty) =>
    turnover(from, { ...line, want, step: line.unit, oneLot: false }, taken)
  const cases = only.CASE === only.PIECE ? 0n : floorTo(rest, line.pack.qpc)
  let left = 0n
  for (const [kind, want] of [
    [only.CASE, cases],
    [only.PIECE, rest - cases],
  ] as const) {
    const face = faces.find((f) => f.productId === line.productId && (f.pickType === kind || f.pickType === 'BOTH'))
    if (want <= 0n || !face) continue
    const sources = [
      ...coming.filter((r) => r.bin.id === face.binId),
      ...own.filter((r) => r.stockType === waitedFor && inStorage(r) && r.bin.id !== face.binId),
    ]
    const rowOf = new Map(sources.map((r) => [r.id, r]))
    const choice = take(sources, want)
    for (const { stockId, qty } of choice.takes) {
      taken.set(stockId, (taken.get(stockId) ?? 0n) + qty)
      const row = rowOf.get(stockId)
      if (!row) continue
      addWait(waits, { lineId: line.id, binId: face.binId, qpcId: row.qpcId, qty })
      if (!coming.includes(row)) draw(plan, face.binId, stockId, qty)
    }
    left += choice.short
  }
  plan.waits.push(...waits)
  if (left <= 0n) return 0n
  // From another face of it, rather than not at all; nobody brings goods of another type to a face: they are fetched.
  const isFetched = (r: StockRow) => r.stockType !== waitedFor && inStorage(r)
  const last = take(
    own.filter((r) => isPlace(r) || isFetched(r)),
    left,
  )
  for (const { stockId, qty } of last.takes) {
    taken.set(stockId, (taken.get(stockId) ?? 0n) + qty)
    plan.takes.push({ lineId: line.id, stockId, qty, unit: 'PIECE' })
  }
  return last.short
}

/** Of one line. */
function addWait(waits: Wait[], wait: Wait): void {
  const at = waits.findIndex((w) => w.binId === wait.binId && w.qpcId === wait.qpcId)
  const before = waits[at]
  if (before) waits[at] = { ...before, qty: before.qty + wait.qty }
  else waits.push(wait)
}

function draw(plan: Draft, binId: string, stockId: string, qty: Qty): void {
  const key = `${binId}/${stockId}`
  const before = plan.drawn.get(key)
  if (before) before.qty += qty
  else plan.drawn.set(key, { binId, stockId, qty })
}

/** What is brought to each face: at least what waits there, in whole cases as far as its rows have them. */
function supplied(plan: Draft, rows: readonly StockRow[], faces: readonly WaveFace[]): Supply[] {
  const { taken } = plan
  const rowOf = new Map(rows.map((r) => [r.id, r]))
  const supplies: Supply[] = []
  for (const face of faces) {
    const own = [...plan.drawn.values()].filter(
      (d) => d.binId === face.binId && rowOf.get(d.stockId)?.productId === face.productId,
    )
    const brought = own.flatMap(({ stockId, qty }) => {
      const row = rowOf.get(stockId)
      if (!row) return []
      const wished = face.method === 'WHOLE' ? row.qty : ceilTo(qty, face.qpc)
      const more = minQty(wished - qty, availableOf(row, taken))
      taken.set(stockId, (taken.get(stockId) ?? 0n) + more)
      return [{ stockId, binId: face.binId, qty: qty + more }]
    })
    supplies.push(...brought, ...toppedUp(face, own, brought, rows, taken))
  }
  return supplies
}

/** What goes up beyond the need, where the face's area fills up to a maximum. */
function toppedUp(
  face: WaveFace,
  drawn: readonly { readonly qty: Qty }[],
  brought: readonly Supply[],
  rows: readonly StockRow[],
  taken: Map<string, Qty>,
): Supply[] {
  if (face.method !== 'HIGHLOW' && face.method !== 'FULL') return []
  const need = qtySum(drawn.map((d) => d.qty))
  const level = { ...face, need, reserved: face.reserved + face.waiting }
  return topUp(face, replenish(face.method, level).qty - qtySum(brought.map((b) => b.qty)), rows, taken)
}

const plain: readonly Turnover[] = ['FEFO', 'CLEAN']
/** So much more for a face, from what storage has free, in whole cases. Source: wms.md 7.7. */
export function topUp(
  { binId, productId, qpc }: Pick<WaveFace, 'binId' | 'productId' | 'qpc'>,
  want: Qty,
  rows: readonly StockRow[],
  taken: Map<string, Qty>,
): Supply[] {
  const supplies: Supply[] = []
  let left = want
  const sources = rows.filter((r) => r.productId === productId && inStorage(r) && r.bin.id !== binId)
  for (const [ownerId, own] of Map.groupBy(sources, (r) => r.ownerId)) {
    if (left <= 0n) break
    const anyGood = {
      ownerId,
      productId,
      qpcId: null,
      stockTypes: [waitedFor],
      shipDate: '0001-01-01',
      minRemainDays: 0,
    }
    const request = { ...anyGood, lotLimit: {}, excludeBinIds: [], turnover: plain, zoneIds: [], oneLot: false }
    for (const { stockId, qty } of turnover(own, { ...request, want: left, step: qpc }, taken).takes) {
      taken.set(stockId, (taken.get(stockId) ?? 0n) + qty)
      supplies.push({ stockId, binId, qty })
      left -= qty
    }
  }
  return supplies
}
