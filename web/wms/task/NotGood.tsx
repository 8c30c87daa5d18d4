import { type StockType, stockTypes } from '@lading/contract/wms/place.ts'
import { ChoiceText, useIsMarked } from '../../kernel/ChoiceText.tsx'

const good = { GOOD: stockTypes.GOOD }
/** Goods that are not sold as they are bear it beside their name: gifts, damaged, to be inspected; good ones where they are marked. */
export function NotGood({ of: type }: { of: StockType | null }) {
  const isGoodMarked = useIsMarked(good)
  return type && (type !== 'GOOD' || isGoodMarked) ? <ChoiceText of={stockTypes[type]} /> : null
}
