import { daysBetween } from '@lading/contract/kernel/day.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { temperatureZones } from '@lading/contract/mdm/product.ts'
import { stockTypes } from '@lading/contract/wms/place.ts'
import {
  type BinContent,
  isSameLot,
  type PutAwayBin,
  type PutAwayGoods,
  type PutAwayRule,
  presentIn,
} from './putAwaySnapshot.ts'
import { type Reason, reason } from './reason.ts'

export type BinRefusalCode =
  | 'DISABLED'
  | 'LOCKED'
  | 'STOCK_TYPE'
  | 'BIN_TYPE'
  | 'TEMPERATURE'
  | 'HAZARD'
  | 'OWNER'
  | 'PRODUCT'
  | 'HEIGHT'
  | 'MIX_OWNER'
  | 'MIX_PRODUCT'
  | 'MIX_LOT'
  | 'RULE_MIX_LOT'
  | 'DATE_TOLERANCE'
  | 'FEFO_GUARD'

/** Why goods may not enter a bin, room aside, or undefined when they may. Source: wms.md 7.2 point 2. */
export function binRefusal(
  bin: PutAwayBin,
  goods: PutAwayGoods,
  rule: PutAwayRule,
): Reason<BinRefusalCode> | undefined {
  return placeRefusal(bin, goods) ?? mixRefusal(bin, goods, rule)
}

/** A word of a closed list; the snapshot carries plain text. */
const named = (words: Readonly<Record<string, Text>>, key: string): Text => words[key] ?? [key, key]

function placeRefusal(bin: PutAwayBin, goods: PutAwayGoods): Reason<BinRefusalCode> | undefined {
  const { area, type, code } = bin
  if (!bin.enabled) return reason('DISABLED', texts.disabled, { bin: code })
  if (bin.lockIn !== null) return reason('LOCKED', texts.locked, { bin: code, reason: bin.lockIn })
  if (!allows(area.stockTypes, goods.stockType)) {
    return reason('STOCK_TYPE', texts.stockType, { bin: code, type: named(stockTypes, goods.stockType) })
  }
  if (!allows(area.binTypeIds, bin.binTypeId)) return reason('BIN_TYPE', texts.binType, { bin: code })
  if (area.temperature !== null && !allows(goods.temperatures, area.temperature)) {
    return reason('TEMPERATURE', texts.temperature, { bin: code, zone: named(temperatureZones, area.temperature) })
  }
  if (goods.hazard !== null && !area.hazards.includes(goods.hazard)) {
    return reason('HAZARD', texts.hazard, { bin: code, hazard: goods.hazard })
  }
  if ((bin.ownerId !== null && bin.ownerId !== goods.ownerId) || !allows(area.ownerIds, goods.ownerId)) {
    return reason('OWNER', texts.owner, { bin: code })
  }
  if (bin.productId !== null && bin.productId !== goods.productId)
    return reason('PRODUCT', texts.product, { bin: code })
  if (type.heightMm !== null && goods.heightMm !== null && goods.heightMm > type.heightMm) {
    return reason('HEIGHT', texts.height, { bin: code, height: goods.heightMm, max: type.heightMm })
  }
  return undefined
}

/** What lies in a bin, or is on its way there, and what the bin itself allows beside it. The posting asks the same. */
function mixRefusal(bin: PutAwayBin, goods: PutAwayGoods, rule: PutAwayRule): Reason<BinRefusalCode> | undefined {
  const others = presentIn(bin).filter((content) => !isSameLot(content, goods))
  const args = { bin: bin.code }
  if (!bin.mixOwner && others.some(({ ownerId }) => ownerId !== goods.ownerId)) {
    return reason('MIX_OWNER', texts.mixOwner, args)
  }
  const lots = others.filter(({ productId }) => productId === goods.productId)
  if (rule.fefoGuard && bin.isLifo && lots.some((lot) => isOlder(lot, goods))) {
    return reason('FEFO_GUARD', texts.fefoGuard, args)
  }
  if (!bin.mixProduct && lots.length < others.length) return reason('MIX_PRODUCT', texts.mixProduct, args)
  if (!bin.mixLot && lots.length > 0) return reason('MIX_LOT', texts.mixLot, args)
  if (!rule.mixLot && lots.length > 0) return reason('RULE_MIX_LOT', texts.ruleMixLot, { ...args, rule: rule.seq })
  const { dateTolDays: days } = bin
  if (days !== null && lots.some((lot) => differsBy(lot, goods) > days)) {
    return reason('DATE_TOLERANCE', texts.dateTolerance, { ...args, days })
  }
  return undefined
}

function allows(list: readonly string[], value: string): boolean {
  return list.length === 0 || list.includes(value)
}

function isOlder(lot: BinContent, goods: PutAwayGoods): boolean {
  if (lot.expireDate !== null && goods.expireDate !== null) return lot.expireDate < goods.expireDate
  return lot.productionDate !== null && goods.productionDate !== null && lot.productionDate < goods.productionDate
}

function differsBy(lot: BinContent, goods: PutAwayGoods): number {
  if (lot.expireDate === null || goods.expireDate === null) return 0
  return Math.abs(daysBetween(lot.expireDate, goods.expireDate))
}

const texts = {
  disabled: ['货位[{bin}]已停用', 'Bin [{bin}] is disabled'],
  locked: ['货位[{bin}]已锁定：{reason}', 'Bin [{bin}] is locked: {reason}'],
  stockType: ['货位[{bin}]不允许存放库存类型[{type}]', 'Bin [{bin}] does not accept stock type [{type}]'],
  binType: ['货位[{bin}]的类型不属于该存储区', 'The type of bin [{bin}] is not allowed in the storage area'],
  temperature: [
    '货位[{bin}]的温区[{zone}]不符合商品要求',
    'Temperature zone [{zone}] of bin [{bin}] does not suit the product',
  ],
  hazard: ['货位[{bin}]不允许存放危险品[{hazard}]', 'Bin [{bin}] does not accept hazard class [{hazard}]'],
  owner: ['货位[{bin}]为其他货主专用', 'Bin [{bin}] is reserved for another owner'],
  product: ['货位[{bin}]已指定给其他商品', 'Bin [{bin}] is reserved for another product'],
  height: [
    '货位[{bin}]限高{max}毫米，货物高{height}毫米',
    'The height limit of bin [{bin}] is {max} mm; the goods are {height} mm high',
  ],
  mixOwner: ['货位[{bin}]不允许混放货主', 'Bin [{bin}] does not allow mixed owners'],
  mixProduct: ['货位[{bin}]不允许混放商品', 'Bin [{bin}] does not allow mixed products'],
  mixLot: ['货位[{bin}]不允许混放批次', 'Bin [{bin}] does not allow mixed lots'],
  ruleMixLot: ['上架规则{rule}不允许混放批次', 'Put-away rule {rule} does not allow mixed lots'],
  dateTolerance: [
    '货位[{bin}]批次效期相差超过{days}天',
    'Lot dates in bin [{bin}] differ by more than {days} {days|day|days}',
  ],
  fefoGuard: ['货位[{bin}]内有更早批次，会被压在里面', 'Bin [{bin}] holds an older lot that would be buried'],
} as const
