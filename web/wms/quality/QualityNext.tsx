import { qualityBill } from '@lading/contract/wms/qualityBill.ts'
import { useText } from '../../client/text.ts'
import { rowsOf } from '../../kernel/detail/rowsOf.ts'
import { cell } from '../../kernel/field/cells.tsx'
import type { Row } from '../../kernel/records.ts'
import { NextHint } from '../../platform/bill/NextHint.tsx'
import { checkedOf, lackOf } from './missing.ts'

const { item } = qualityBill.result.fields

/** What an inspection that is under way still lacks before its verdict. */
export function QualityNext({ bill }: { bill: Row }) {
  const t = useText()
  if (bill.state !== 'INPROGRESS') return null
  const undecided = rowsOf(bill, 'lines').filter((line) => !line.verdict)
  const lacking = rowsOf(bill, 'results').flatMap((row) => {
    const lack = lackOf(checkedOf(row, Number(row.photos ?? 0)))
    return lack ? [{ row, lack }] : []
  })
  if (lacking.length === 0 && undecided.length === 0)
    return <NextHint>{t(['检验项已齐，可以判定', 'All checks are made: decide'])}</NextHint>
  return (
    <NextHint>
      {t(['点“编辑”填写检验结果，还缺：', 'Edit to fill in what was found. Still missing: '])}
      {lacking.slice(0, shownMost).map(({ row, lack }, i) => (
        <span key={row.id}>
          {i > 0 && t(['、', ', '])}
          {t(['第{n}行', 'line {n} '], { n: String(row.lineNo) })}
          {cell(item, row.item, undefined, t)}
          {t(['（{lack}）', ' ({lack})'], { lack: t(lack) })}
        </span>
      ))}
      {lacking.length > shownMost && t([' 等{n}项', ', {n} in total'], { n: lacking.length })}
      {undecided.length > 0 &&
        t(
          lacking.length > 0
            ? ['；{n}行未判定', '; {n} {n|line|lines} without a verdict']
            : ['{n}行未判定', '{n} {n|line|lines} without a verdict'],
          {
            n: undecided.length,
          },
        )}
    </NextHint>
  )
}
/** Of many the first ones are named. */
const shownMost = 8
