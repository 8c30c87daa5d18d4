import { qualityBill } from '@lading/contract/wms/qualityBill.ts'
import { useText } from '../../client/text.ts'
import { rowsOf } from '../../kernel/detail/rowsOf.ts'
import { cell } from '../../kernel/field/cells.tsx'
import type { Row } from '../../kernel/records.ts'

/** Of which check of which line a photo of an inspection is. */
export function CheckName({ partId, bill }: { partId: string; bill: Row }) {
  const t = useText()
  const check = rowsOf(bill, 'results').find((r) => r.id === partId)
  if (!check) return null
  return (
    <small>
      {t(['第{n}行 ', 'Line {n} '], { n: String(check.lineNo) })}
      {cell(qualityBill.result.fields.item, check.item, undefined, t)}
    </small>
  )
}
