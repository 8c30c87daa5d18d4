import { hashOf, place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { NextHint } from '../../platform/bill/NextHint.tsx'
import { NextLine, useOpenTasks } from '../task/NextLine.tsx'

/** What is to be done with an outbound order now. */
export function OperateNext({ bill }: { bill: Row }) {
  const picks = useOpenTasks('PICK', bill)
  const state = String(bill.state)
  if (state === 'SAVED') return <NextLine bill={bill} text={['核对明细后审核', 'Check the lines, then approve.']} />
  if (state === 'APPROVED')
    return (
      <NextLine
        bill={bill}
        text={['分配库存，生成拣货任务', 'Allocate: that claims stock and makes the pick tasks.']}
      />
    )
  if (state !== 'INPROGRESS' || picks === undefined) return null
  if (picks > 0)
    return (
      <NextLine
        bill={bill}
        n={picks}
        tasks={{ type: 'PICK', entry: 'pickTaskList' }}
        text={['{n}个拣货任务待完成', 'Open pick tasks: {n}.']}
      />
    )
  return <NextStaged bill={bill} />
}

function NextStaged({ bill }: { bill: Row }) {
  const t = useText()
  return (
    <NextHint>
      {t(['拣货已完成：为该门店装车发运', 'All is picked: load it on a shipment to its store.'])}{' '}
      <a href={hashOf(place('wms', 'shipBillList', { storeId: String(bill.storeId) }))}>{t(['装车单', 'Shipments'])}</a>
    </NextHint>
  )
}
