import { assert } from '@lading/contract/kernel/fault.ts'
import { byId } from './byId.ts'

/** 货位容量: limits for goods in places. Exactly one of the places is set; goods may be a product, a category or any. */
export type CapacityRule = {
  readonly id: string
  readonly binId: string | null
  readonly binTypeId: string | null
  readonly storageAreaId: string | null
  readonly productId: string | null
  readonly categoryId: string | null
  /** In whole cases of the goods; null when nobody limits them. */
  readonly maxCases: number | null
  readonly maxPallets: number | null
  /** Below so many cases a pick face is replenished, up to so many. */
  readonly minCases: number | null
  readonly topCases: number | null
}

export type CapacityRequest = {
  readonly binId: string
  readonly binTypeId: string
  readonly storageAreaId: string
  readonly productId: string
  readonly categoryId: string | null
}

/**
 * The most specific rule for goods in a bin: bin and product, bin and category, bin, then the same for its type, then
 * for its storage area. Source: wms.md 11.4 (binCapacityList). Undefined when nothing is limited.
 */
export function capacityOf(rules: readonly CapacityRule[], request: CapacityRequest): CapacityRule | undefined {
  return rules
    .filter((rule) => applies(rule, request))
    .sort((a, b) => specificity(b) - specificity(a) || byId(a.id, b.id))[0]
}

function applies(rule: CapacityRule, request: CapacityRequest): boolean {
  const places = [rule.binId, rule.binTypeId, rule.storageAreaId].filter((place) => place !== null)
  assert(places.length === 1, 'a capacity rule names one place')
  const keys = ['binId', 'binTypeId', 'storageAreaId', 'productId', 'categoryId'] as const
  return keys.every((key) => rule[key] === null || rule[key] === request[key])
}

function specificity(rule: CapacityRule): number {
  const place = rule.binId !== null ? 20 : rule.binTypeId !== null ? 10 : 0
  const goods = rule.productId !== null ? 2 : rule.categoryId !== null ? 1 : 0
  return place + goods
}
