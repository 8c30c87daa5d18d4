import { type Qty, wholeQty } from '@lading/contract/kernel/qty.ts'
import type { BinContent, PickFace, PutAwayBin, PutAwayGoods, PutAwayMethod, PutAwayRule } from '../putAwaySnapshot.ts'

/** `A-03-07-1`: zone, aisle, bay, level; the code is the id as well. */
function placeOf(code: string) {
  const [zoneId = '', aisle, bay, level] = code.split('-')
  return { zoneId, aisle: Number(aisle), bay: Number(bay), level: Number(level) }
}

export const openArea: PutAwayBin['area'] = {
  stockTypes: [],
  ownerIds: [],
  binTypeIds: [],
  fill: null,
  temperature: 'AMBIENT',
  hazards: [],
  searchOrder: 0,
}

/** An empty one-pallet storage bin without limits but its one position, which mixes nothing. */
export function binOf(code: string, changes: Partial<PutAwayBin> = {}): PutAwayBin {
  return {
    ...placeOf(code),
    id: code,
    code,
    usage: 'STORAGE',
    storageAreaId: '1',
    binTypeId: '1',
    pickSeq: 0,
    abc: null,
    enabled: true,
    lockIn: null,
    ownerId: null,
    productId: null,
    mixOwner: false,
    mixProduct: false,
    mixLot: false,
    dateTolDays: null,
    isLane: false,
    isLifo: false,
    dockDistance: 0,
    area: openArea,
    type: { heightMm: null, maxWeightGram: null, maxVolumeMl: null, maxPallets: wholeQty(1), sizeOrder: 0 },
    capacities: [],
    contents: [],
    claims: [],
    ...changes,
  }
}

/** A bin of which a rule says so many cases. */
export const holding = (maxCases: number): Pick<PutAwayBin, 'capacities'> => {
  const nobody = { binId: null, binTypeId: null, productId: null, categoryId: null }
  const rule = { id: '1', ...nobody, storageAreaId: '1', maxCases, maxPallets: null, minCases: null, topCases: null }
  return { capacities: [rule] }
}

/** A pallet of 1200 of product 1, lot C, owner 1, in cases of 24. */
export function goodsOf(changes: Partial<PutAwayGoods> = {}): PutAwayGoods {
  return {
    productId: '1',
    categoryId: null,
    lotId: 'C',
    ownerId: '1',
    stockType: 'GOOD',
    productionDate: null,
    expireDate: '2027-11-10',
    qty: wholeQty(1200),
    pallets: wholeQty(1),
    qpc: wholeQty(24),
    unitWeightGram: wholeQty(560),
    unitVolumeMl: wholeQty(700),
    heightMm: 1500,
    temperatures: ['AMBIENT'],
    hazard: null,
    abc: null,
    pickFaces: [],
    splitAllowed: false,
    ...changes,
  }
}

/** 240 of product 1, lot C of owner 1, on a fifth of a pallet. */
export function contentOf(changes: Partial<BinContent> = {}): BinContent {
  return {
    productId: '1',
    lotId: 'C',
    ownerId: '1',
    stockType: 'GOOD',
    productionDate: null,
    expireDate: '2027-11-10',
    qty: wholeQty(240),
    pallets: 200n,
    weightGram: wholeQty(134_400),
    volumeMl: wholeQty(168_000),
    ...changes,
  }
}

export function faceOf(code: string, maxQty: Qty | null = null): PickFace {
  return { ...placeOf(code), binId: code, maxQty }
}

/** Rules in the order given, over all places. */
export function rulesOf(...methods: PutAwayMethod[]): PutAwayRule[] {
  return methods.map((method, at) => ({
    seq: at + 1,
    method,
    storageAreaIds: [],
    binTypeIds: [],
    usages: [],
    capacity: 'CHECK',
    mixLot: true,
    splitAllowed: true,
    fefoGuard: true,
  }))
}
