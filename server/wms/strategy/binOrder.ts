import type { Qty } from '@lading/contract/kernel/qty.ts'
import { byId } from './byId.ts'
import {
  type BinPlace,
  isSameLot,
  type PutAwayBin,
  type PutAwayGoods,
  type PutAwayMethod,
  type PutAwayRule,
  presentIn,
} from './putAwaySnapshot.ts'

/** Bins a rule would try, best first. Whether they may and can take the goods is asked afterwards. */
export function binsOf(rule: PutAwayRule, bins: readonly PutAwayBin[], goods: PutAwayGoods): readonly PutAwayBin[] {
  const inScope = bins.filter(
    (bin) =>
      allows(rule.storageAreaIds, bin.storageAreaId) &&
      allows(rule.binTypeIds, bin.binTypeId) &&
      allows(rule.usages, bin.usage),
  )
  return choices[rule.method](inScope, goods, rule)
}

type Choice = (bins: readonly PutAwayBin[], goods: PutAwayGoods, rule: PutAwayRule) => readonly PutAwayBin[]

const choices: Readonly<Record<PutAwayMethod, Choice>> = {
  FIXED_PICK: (bins, { pickFaces }) => {
    const found = pickFaces.map(({ binId }) => bins.find(({ id }) => id === binId))
    return found.filter((bin) => bin !== undefined)
  },
  SAME_LOT: (bins, goods) => fullestFirst(bins.filter((bin) => holdsLot(bin, goods))),
  SAME_PRODUCT: (bins, goods) => fullestFirst(bins.filter((bin) => holdsOtherLot(bin, goods))),
  NEAR_PICK: (bins, { pickFaces: [face] }) => (face ? nearestFirst(bins.filter(isBare), face) : []),
  EMPTY: (bins, goods, rule) => searchOrder(bins.filter(isBare), goods, rule),
  BULK: (bins, goods, rule) => {
    const lanes = bins.filter(({ isLane }) => isLane)
    const started = fullestFirst(lanes.filter((bin) => holdsLot(bin, goods)))
    return [...started, ...searchOrder(lanes.filter(isBare), goods, rule)]
  },
  OVERFLOW: searchOrder,
}

/** Nothing stands there; perhaps something is on its way. */
function isBare(bin: PutAwayBin): boolean {
  return bin.contents.length === 0
}

function holdsLot(bin: PutAwayBin, goods: PutAwayGoods): boolean {
  return presentIn(bin).some((content) => isSameLot(content, goods))
}

function holdsOtherLot(bin: PutAwayBin, goods: PutAwayGoods): boolean {
  const present = presentIn(bin)
  return present.some((content) => content.productId === goods.productId && !isSameLot(content, goods))
}

function fullestFirst(bins: readonly PutAwayBin[]): readonly PutAwayBin[] {
  const load = new Map(bins.map((bin) => [bin, presentIn(bin).reduce((sum, { qty }) => sum + qty, 0n)]))
  const loadOf = (bin: PutAwayBin): Qty => load.get(bin) ?? 0n
  return [...bins].sort((a, b) => Number(loadOf(a) < loadOf(b)) - Number(loadOf(a) > loadOf(b)) || bySequence(a, b))
}

/** Same stack from the bottom up, same aisle outwards, neighbouring aisles, then other zones, whose aisles are no neighbours. */
function nearestFirst(bins: readonly PutAwayBin[], face: BinPlace): readonly PutAwayBin[] {
  return [...bins].sort((a, b) => byKeys(distanceKeys(a, face), distanceKeys(b, face)) || bySequence(a, b))
}

const distanceKeys = (bin: PutAwayBin, face: BinPlace): readonly number[] =>
  bin.zoneId === face.zoneId
    ? [0, Math.abs(bin.aisle - face.aisle), Math.abs(bin.bay - face.bay), bin.level]
    : [1, 0, 0, bin.level]

/** Storage areas in the order of the rule, each filled as it says; smallest bin type, ABC class, pick order. */
function searchOrder(bins: readonly PutAwayBin[], goods: PutAwayGoods, rule: PutAwayRule): readonly PutAwayBin[] {
  const keysOf = (bin: PutAwayBin) => [
    rule.storageAreaIds.indexOf(bin.storageAreaId),
    bin.area.searchOrder,
    ...fillKeys(bin, goods),
    bin.type.sizeOrder,
    abcDistance(bin.abc, goods.abc),
  ]
  return [...bins].sort((a, b) => byKeys(keysOf(a), keysOf(b)) || bySequence(a, b))
}

const asGiven = [0, 0, 0, 0]
function fillKeys(bin: PutAwayBin, { pickFaces: [face] }: PutAwayGoods): readonly number[] {
  switch (bin.area.fill) {
    case 'LOW':
      return [bin.level, 0, 0, 0]
    case 'NEAR_PICK':
      return face ? distanceKeys(bin, face) : asGiven
    case 'NEAR_DOCK':
      return [bin.dockDistance, 0, 0, 0]
    case null:
      return asGiven
  }
}

function abcDistance(bin: string | null, goods: string | null): number {
  return bin === null || goods === null ? 0 : Math.abs(bin.charCodeAt(0) - goods.charCodeAt(0))
}

function byKeys(a: readonly number[], b: readonly number[]): number {
  for (const [at, key] of a.entries()) {
    const order = key - (b[at] ?? 0)
    if (order !== 0) return order
  }
  return 0
}

function bySequence(a: PutAwayBin, b: PutAwayBin): number {
  return a.pickSeq - b.pickSeq || byId(a.id, b.id)
}

function allows(list: readonly string[], value: string): boolean {
  return list.length === 0 || list.includes(value)
}
