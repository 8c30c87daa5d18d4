import type { Row } from '../../kernel/records.ts'
import { NextLine, useOpenTasks } from '../task/NextLine.tsx'
import { toCome } from './orderVain.ts'

/** What is to be done with an inbound order now. */
export function OrderNext({ bill }: { bill: Row }) {
  const receives = useOpenTasks('RECEIVE', bill)
  const puts = useOpenTasks('PUTAWAY', bill)
  const state = String(bill.state)
  if (state === 'SAVED') return <NextLine bill={bill} text={['核对明细后审核', 'Check the lines, then approve.']} />
  if (state !== 'APPROVED' && state !== 'INPROGRESS') return null
  if (receives && toCome(bill) > 0n)
    return (
      <NextLine
        bill={bill}
        n={receives}
        tasks={{ type: 'RECEIVE', entry: 'receiveTaskList' }}
        text={[
          '{n}个收货任务待完成；多人同时收货时可再生成一个',
          'Open receiving tasks: {n}. Create another only for a second receiver.',
        ]}
      />
    )
  if (receives === 0 && toCome(bill) > 0n)
    return <NextLine bill={bill} text={['货到后生成收货任务', 'When the goods arrive, create the receiving task.']} />
  if (receives)
    return (
      <NextLine
        bill={bill}
        n={receives}
        tasks={{ type: 'RECEIVE', entry: 'receiveTaskList' }}
        text={['已全部收货：结束剩余的{n}个收货任务', 'Everything is received. Receiving tasks left to finish: {n}.']}
      />
    )
  if (puts)
    return (
      <NextLine
        bill={bill}
        n={puts}
        tasks={{ type: 'PUTAWAY', entry: 'putAwayTaskList' }}
        text={['{n}个上架任务待完成', 'Open put-away tasks: {n}.']}
      />
    )
  return null
}
