import { type StockType, stockTypes } from '@lading/contract/wms/place.ts'
import { useText } from '../../client/text.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'

/** Goods that are not sold as they are bear it beside their name: gifts, damaged, to be inspected. */
export function NotGood({ of: type }: { of: StockType | null }) {
  const t = useText()
  return type && type !== 'GOOD' ? <StatusTag tone="warn">{t(stockTypes[type])}</StatusTag> : null
}
