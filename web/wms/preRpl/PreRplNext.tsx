import { hashOf, place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { NextHint } from '../../platform/bill/NextHint.tsx'

/** What is to be done with a pre-replenishment now. */
export function PreRplNext({ bill }: { bill: Row }) {
  const t = useText()
  const open = Number(bill.openTasks ?? 0)
  if (bill.state === 'SAVED')
    return (
      <NextHint>
        {Number(bill.lineCount ?? 0) === 0
          ? t(['点“计算”，按补货依据生成明细', 'Press Compute to work out which pick faces lack goods.'])
          : t(['核对计划数量，然后审核', 'Check the planned quantities, then approve.'])}
      </NextHint>
    )
  if (bill.state !== 'INPROGRESS') return null
  return (
    <NextHint>
      {t(['{n}个补货任务未完成：', 'Replenishments open: {n}.'], { n: open })}{' '}
      <a href={hashOf(place('wms', 'replenishTaskList', { billNo: String(bill.billNo) }))}>
        {t(['补货任务', 'Replenishment tasks'])}
      </a>{' '}
      <a href={hashOf(place('wms', 'replenishUpperTaskList', { billNo: String(bill.billNo) }))}>
        {t(['补货上架任务', 'Put-away tasks'])}
      </a>
    </NextHint>
  )
}
