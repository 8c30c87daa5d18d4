import { type Micro, parseMicro, rounded } from '@lading/contract/tms/feeMoney.ts'
import type { Basis, Party, weightRules } from '@lading/contract/tms/feeTerms.ts'
import { tripBases } from '@lading/contract/tms/feeTerms.ts'
import { type StoreBasis, storeBases } from '@lading/contract/tms/warehouse.ts'
import type { PriceRule } from './price.ts'

/** Goods as far as they are charged for: what a client took, or what a carrier drove. */
export interface Item {
  readonly wayBillId: string
  readonly stopId: string | null
  readonly kind: string
  readonly tempZone: string
  readonly regionId: string | null
  readonly weight: string
  readonly volume: string
  readonly pieces: string
  readonly containers: number
  readonly pallets: number
  readonly value: string
  /** Of a day of a warehouse: what was done there for goods of this temperature. */
  readonly done?: Readonly<Record<StoreBasis, string>>
}
export interface Stop {
  readonly id: string
  readonly name: string
  /** Since when somebody stood there, and when he was served. */
  readonly waitFrom: Date | null
  readonly waitTo: Date | null
}
/** What is rated by itself: a trip, a way bill with what is known of its trip, or a day of a warehouse for an owner of goods. */
export interface Unit {
  readonly id: string
  readonly no: string
  /** What else of a day comes together with it. */
  readonly dayKey: string
  readonly day: string
  /** 1 is Monday. */
  readonly weekday: string
  readonly truckId: string | null
  readonly truckTypeId: string | null
  readonly route: string | null
  readonly kmAct: Micro
  readonly kmPlan: Micro
  readonly hours: Micro
  readonly role: string | null
  readonly items: readonly Item[]
  readonly stops: readonly Stop[]
  /** Of a day of a warehouse. */
  readonly depot?: { readonly id: string; readonly name: string }
}

export interface Rule extends PriceRule {
  readonly id: string
  readonly seq: number
  readonly feeType: string
  readonly weightRule: keyof typeof weightRules
  readonly kgPerM3: string | null
  readonly merge: 'PER_TRIP' | 'PER_STOP' | 'PER_DAY'
  readonly share: 'NONE' | 'WEIGHT' | 'VOLUME' | 'PIECE' | 'STOPS'
  readonly truckTypeId: string | null
  readonly route: string | null
  readonly days: readonly string[]
  readonly kmOver: string | null
  readonly kmUpTo: string | null
  readonly role: string | null
  readonly wayKind: string | null
  readonly tempZone: string | null
  readonly regionId: string | null
  readonly depotId: string | null
}
/** What a rule is applied to: goods and stops of one unit, or of a day's. */
export interface Pick {
  readonly rule: Rule
  readonly units: readonly Unit[]
  readonly items: readonly Item[]
  readonly stops: readonly Stop[]
}

/** Whether a rule is for such trips at all. */
function fitsUnit(r: Rule, u: Unit): boolean {
  const km = u.kmAct
  return (
    (r.truckTypeId === null || r.truckTypeId === u.truckTypeId) &&
    (r.route === null || r.route === u.route) &&
    (r.days.length === 0 || r.days.includes(u.weekday)) &&
    (r.kmOver === null || km > parseMicro(r.kmOver)) &&
    (r.kmUpTo === null || km <= parseMicro(r.kmUpTo)) &&
    (r.role === null || r.role === u.role) &&
    (r.depotId === null || r.depotId === u.depot?.id)
  )
}
const namesGoods = (r: Rule): boolean => r.wayKind !== null || r.tempZone !== null || r.regionId !== null
const fitsItem = (r: Rule, i: Item): boolean =>
  (r.wayKind === null || r.wayKind === i.kind) &&
  (r.tempZone === null || r.tempZone === i.tempZone) &&
  (r.regionId === null || r.regionId === i.regionId)

/**
 * Which of the rules of one charge is for what of a unit: the first that fits, in their order. A rule that names goods
 * takes these and leaves the rest to the next; what a trip has as a whole is charged by one rule only.
 */
export function picked(rules: readonly Rule[], u: Unit): Pick[] {
  const picks: Pick[] = []
  let left = u.items
  for (const rule of rules) {
    if (!fitsUnit(rule, u)) continue
    const isOfGoods = namesGoods(rule)
    const items = isOfGoods ? left.filter((i) => fitsItem(rule, i)) : left
    if (isOfGoods && items.length === 0) continue
    const at = new Set(items.map((i) => i.stopId))
    // Stops without goods of their own go with a rule that is for all.
    const stops = isOfGoods || picks.length > 0 ? u.stops.filter((s) => at.has(s.id)) : u.stops
    picks.push({ rule, units: [u], items, stops })
    left = left.filter((i) => !items.includes(i))
    if (!isOfGoods || tripBases.includes(rule.basis) || left.length === 0) break
  }
  return picks
}

/** By stop, or as they are. */
export function parted(p: Pick): Pick[] {
  if (p.rule.merge !== 'PER_STOP') return [p]
  return p.stops.map((stop) => ({ ...p, stops: [stop], items: p.items.filter((i) => i.stopId === stop.id) }))
}

const sum = (values: readonly Micro[]): Micro => values.reduce((a, b) => a + b, 0n)
const whole = (n: number): Micro => BigInt(Math.round(n)) * 1_000_000n
const minuteMs = 60_000
export const waitedMin = ({ waitFrom, waitTo }: Stop): number =>
  waitFrom && waitTo ? Math.max(0, Math.floor((waitTo.getTime() - waitFrom.getTime()) / minuteMs)) : 0

/** What counts as the weight of goods: their own, what their room stands for, or the greater of both. */
function weightOf(r: Rule, items: readonly Item[]): Micro {
  const actual = sum(items.map((i) => parseMicro(i.weight)))
  if (r.weightRule === 'ACTUAL') return actual
  const room = sum(items.map((i) => parseMicro(i.volume)))
  const volumetric = rounded(room * parseMicro(r.kgPerM3), 1_000_000_000n) / 1_000_000n
  return r.weightRule === 'VOLUMETRIC' || volumetric > actual ? volumetric : actual
}

const stored = Object.fromEntries(
  (Object.keys(storeBases) as StoreBasis[]).map((basis) => [
    basis,
    (p: Pick) => sum(p.items.map((i) => parseMicro(i.done?.[basis] ?? '0'))),
  ]),
) as Readonly<Record<StoreBasis, (p: Pick) => Micro>>
const quantities: Readonly<Record<Basis, (p: Pick) => Micro>> = {
  ...stored,
  TRIP: (p) => whole(p.units.length),
  STOP: (p) => whole(p.stops.length),
  WAYBILL: (p) => whole(p.items.length),
  WEIGHT_KG: (p) => weightOf(p.rule, p.items),
  WEIGHT_T: (p) => rounded(weightOf(p.rule, p.items), 1_000n) / 1_000n,
  VOLUME_M3: (p) => sum(p.items.map((i) => parseMicro(i.volume))),
  PIECE: (p) => sum(p.items.map((i) => parseMicro(i.pieces))),
  CONTAINER: (p) => whole(p.items.reduce((n, i) => n + i.containers, 0)),
  PALLET: (p) => whole(p.items.reduce((n, i) => n + i.pallets, 0)),
  KM_ACT: (p) => sum(p.units.map((u) => u.kmAct)),
  KM_PLAN: (p) => sum(p.units.map((u) => u.kmPlan)),
  HOUR: (p) => sum(p.units.map((u) => u.hours)),
  WAIT_MIN: (p) => whole(p.stops.reduce((n, s) => n + waitedMin(s), 0)),
  VALUE_PCT: (p) => sum(p.items.map((i) => parseMicro(i.value))),
}
export const quantityOf = (p: Pick): Micro => quantities[p.rule.basis](p)

/** Bases that a party's charges cannot have: what a client sent has no kilometres of its own, and only clients have goods stored. */
export const misfits: Readonly<Record<Party, readonly string[]>> = {
  CLIENT: ['KM_ACT', 'KM_PLAN', 'HOUR'],
  CARRIER: Object.keys(storeBases),
  EMPLOYEE: ['VALUE_PCT', ...Object.keys(storeBases)],
}

/** By what an amount is divided among the goods that it is for. */
export function weightsOf({ rule, items }: Pick): readonly Micro[] {
  const by = rule.share
  if (by === 'WEIGHT') return items.map((i) => parseMicro(i.weight))
  if (by === 'VOLUME') return items.map((i) => parseMicro(i.volume))
  if (by === 'PIECE') return items.map((i) => parseMicro(i.pieces))
  // Each stop gets as much, and of that each of its way bills.
  const at = Map.groupBy(items, (i) => i.stopId)
  return items.map((i) => 1_000_000_000n / BigInt(at.get(i.stopId)?.length ?? 1))
}
