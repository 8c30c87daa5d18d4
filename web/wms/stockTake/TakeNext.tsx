import type { Text } from '@lading/contract/kernel/text.ts'
import { stockTakeBill } from '@lading/contract/wms/stockTakeBill.ts'
import { previewTake } from '@lading/contract/wms/stockTakeCalls.ts'
import { hashOf, place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { detailOf } from '../../kernel/registry.ts'
import { useCall } from '../../kernel/useCall.ts'
import { NextHint } from '../../platform/bill/NextHint.tsx'

/** What is to be done with a count now. */
export function TakeNext({ bill }: { bill: Row }) {
  const t = useText()
  const says = (text: Text, args?: Record<string, unknown>) => <NextHint>{t(text, args)}</NextHint>
  switch (String(bill.state)) {
    case 'SAVED':
    case 'APPROVED':
      return <Preview bill={bill} />
    case 'INPROGRESS':
      return (
        <NextHint>
          {t(['{n}个货位待盘：', 'Bins still to count: {n}.'], { n: Number(bill.openBins ?? 0) })}{' '}
          <a href={hashOf(place('wms', 'taskStockTakeList', { billNo: String(bill.billNo) }))}>
            {t(['盘点任务', 'Count tasks'])}
          </a>
        </NextHint>
      )
    case 'AUDITING':
      return says(
        [
          '{n}个货位有差异：核对“差异”页，审核差异后库存随之调整，有疑问的货位可重盘',
          'Bins that differ: {n}. Look at Differences: approve them to adjust stock, or have doubtful bins counted again.',
        ],
        { n: Number(bill.diffBins ?? 0) },
      )
    default:
      return null
  }
}

/** What starting it would do now. */
function Preview({ bill }: { bill: Row }) {
  const t = useText()
  const { data } = useCall(previewTake, { id: bill.id })
  if (!data) return null
  const [first] = data.taken
  const to = first && detailOf(stockTakeBill.header.key, first.take.id)
  return (
    <NextHint>
      {data.bins === 0
        ? t(['没有符合条件的货位，请修改范围', 'No bins match: change what is to be counted.'])
        : t(
            [
              '将盘点{bins}个货位（空货位{empty}个），{tasks}个任务：{first}',
              'Bins to count: {bins} (empty: {empty}), tasks: {tasks}. {first}',
            ],
            { ...data, first: data.first.join('、') + (data.bins > data.first.length ? ' …' : '') },
          )}
      {data.people.length > 0 &&
        t(['；{people}', ' {people}.'], {
          people: data.people.map((p) => `${p.name} ${p.bins}`).join(t(['、', ', '])),
        })}
      {first && (
        <>
          {' '}
          {t(['其中{n}个已在其他盘点单中，如', 'In other stock counts: {n}, such as'], { n: data.taken.length })}{' '}
          {first.bin} {to ? <a href={hashOf(to)}>{first.take.code}</a> : first.take.code}
        </>
      )}
    </NextHint>
  )
}
