import { formatQty, maxQty, mulRatio, type Qty, qtyScale, wholeQty } from '@lading/contract/kernel/qty.ts'
import { capacityOf } from './binCapacity.ts'
import { type PutAwayBin, type PutAwayGoods, type PutAwayRule, presentIn } from './putAwaySnapshot.ts'
import { type Reason, reason } from './reason.ts'

export type RoomCode = 'WEIGHT' | 'VOLUME' | 'PALLETS' | 'CAPACITY' | 'PICK_MAX'

/** How much of the goods a bin still takes, and which limit says so; `by` is absent when nothing limits. */
export type Room = { readonly qty: Qty; readonly by?: RoomCode }

/**
 * How much of `goods` still fits the bin, at most the goods themselves, counting what is there and what is claimed.
 * Source: wms.md 7.2 point 2.
 */
export function roomOf(bin: PutAwayBin, goods: PutAwayGoods, rule: PutAwayRule): Room {
  const limits = rule.capacity === 'IGNORE' ? [] : physicalLimits(bin, goods)
  if (rule.method === 'FIXED_PICK') limits.push(['PICK_MAX', pickRoom(bin, goods)])
  let room: Room = { qty: goods.qty }
  for (const [by, free] of limits) if (free !== null && free < room.qty) room = { qty: maxQty(0n, free), by }
  return room
}

/** The sentence for a bin that takes less than it should. */
export function roomRefusal(bin: PutAwayBin, { qty, by = 'CAPACITY' }: Room): Reason<RoomCode> {
  return reason(by, texts.room, { bin: bin.code, qty: formatQty(qty), limit: texts[by] })
}

type Limit = [by: RoomCode, free: Qty | null]

function physicalLimits(bin: PutAwayBin, goods: PutAwayGoods): Limit[] {
  const present = presentIn(bin)
  const used = (of: 'weightGram' | 'volumeMl' | 'pallets') => present.reduce((sum, content) => sum + content[of], 0n)
  const { maxWeightGram, maxVolumeMl, maxPallets } = bin.type
  return [
    ['PALLETS', maxPallets && palletRoom(maxPallets - used('pallets'), goods)],
    ['WEIGHT', maxWeightGram && unitsIn(maxWeightGram - used('weightGram'), goods.unitWeightGram)],
    ['VOLUME', maxVolumeMl && unitsIn(maxVolumeMl - used('volumeMl'), goods.unitVolumeMl)],
    ...capacityLimits(bin, goods),
  ]
}

/** Of these goods here: so many cases, so many pallets. */
function capacityLimits(bin: PutAwayBin, goods: PutAwayGoods): Limit[] {
  const { id: binId, binTypeId, storageAreaId } = bin
  const { productId, categoryId } = goods
  const rule = capacityOf(bin.capacities, { binId, binTypeId, storageAreaId, productId, categoryId })
  if (!rule) return []
  const { maxCases, maxPallets } = rule
  const own = presentIn(bin).filter((content) => content.productId === productId)
  const pallets = own.reduce((sum, content) => sum + content.pallets, 0n)
  return [
    ['CAPACITY', maxCases === null ? null : goods.qpc * BigInt(maxCases) - productQty(bin, goods)],
    ['PALLETS', maxPallets === null ? null : palletRoom(wholeQty(maxPallets) - pallets, goods)],
  ]
}

/** A share of the goods as large as the share of the positions they need. */
function palletRoom(free: Qty, goods: PutAwayGoods): Qty | null {
  if (goods.pallets === 0n) return null
  return mulRatio(goods.qty, maxQty(0n, free), goods.pallets, 'DOWN')
}

function unitsIn(free: Qty, unit: Qty): Qty | null {
  return unit === 0n ? null : mulRatio(maxQty(0n, free), qtyScale, unit, 'DOWN')
}

function pickRoom(bin: PutAwayBin, goods: PutAwayGoods): Qty | null {
  const face = goods.pickFaces.find(({ binId }) => binId === bin.id)
  return face?.maxQty == null ? null : face.maxQty - productQty(bin, goods)
}

function productQty(bin: PutAwayBin, goods: PutAwayGoods): Qty {
  return presentIn(bin).reduce((sum, { productId, qty }) => (productId === goods.productId ? sum + qty : sum), 0n)
}

const texts = {
  room: ['货位[{bin}]只能再放{qty}（受{limit}限制）', 'Bin [{bin}] takes only {qty} more (limited by {limit})'],
  WEIGHT: ['承重', 'weight'],
  VOLUME: ['体积', 'volume'],
  PALLETS: ['托盘位', 'pallet positions'],
  CAPACITY: ['容量', 'capacity'],
  PICK_MAX: ['拣货位最高库存', 'the maximum of the pick face'],
} as const
