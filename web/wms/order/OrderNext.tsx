import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { TaskType } from '@lading/contract/wms/task.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../kernel/client.ts'
import { hashOf, place } from '../../kernel/location.ts'
import { useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { useText } from '../../kernel/text.ts'
import { NextHint } from '../../platform/bill/NextHint.tsx'
import { viewOf } from '../task/views.ts'
import { toCome } from './orderVain.ts'

/** How many tasks of a type a bill has that are not done. */
function useOpenTasks(type: TaskType, bill: Row): number | undefined {
  const of = viewOf(type)
  const { data } = useQuery({
    queryKey: [of.key, 'openOf', bill.id, bill.version],
    queryFn: ({ signal }) =>
      call<object, { total: number }>(
        crudCalls(of).query as never,
        { filter: { billId: [bill.id], state: open }, pageSize: 1 },
        { signal },
      ),
    enabled: useMay()(of, 'view'),
  })
  return data?.total
}
const open = ['NEW', 'WAIT', 'READY', 'ASSIGNED', 'RUNNING', 'SUSPENDED']

interface Props {
  readonly text: Text
  readonly n?: number
  /** Whose tasks are to be done. */
  readonly tasks?: { readonly type: TaskType; readonly entry: string }
  readonly bill: Row
}
function Line({ text, n, tasks, bill }: Props) {
  const t = useText()
  return (
    <NextHint>
      {t(text, { n: n ?? 0 })}{' '}
      {tasks && (
        <a href={hashOf(place('wms', tasks.entry, { billNo: String(bill.billNo) }))}>{t(viewOf(tasks.type).title)}</a>
      )}
    </NextHint>
  )
}

/** What is to be done with an inbound order now. */
export function OrderNext({ bill }: { bill: Row }) {
  const receives = useOpenTasks('RECEIVE', bill)
  const puts = useOpenTasks('PUTAWAY', bill)
  const state = String(bill.state)
  if (state === 'SAVED') return <Line bill={bill} text={['核对明细后审核', 'Check the lines, then approve.']} />
  if (state !== 'APPROVED' && state !== 'INPROGRESS') return null
  if (receives && toCome(bill) > 0n)
    return (
      <Line
        bill={bill}
        n={receives}
        tasks={{ type: 'RECEIVE', entry: 'receiveTaskList' }}
        text={[
          '{n}个收货任务待完成；多人同时收货时可再生成一个',
          'Open receive tasks: {n}. Make another only for a second receiver.',
        ]}
      />
    )
  if (receives === 0 && toCome(bill) > 0n)
    return <Line bill={bill} text={['货到后生成收货任务', 'When the goods are here, create the receive task.']} />
  if (receives)
    return (
      <Line
        bill={bill}
        n={receives}
        tasks={{ type: 'RECEIVE', entry: 'receiveTaskList' }}
        text={['已全部收货：结束剩余的{n}个收货任务', 'All has come. Receive tasks left to finish: {n}.']}
      />
    )
  if (puts)
    return (
      <Line
        bill={bill}
        n={puts}
        tasks={{ type: 'PUTAWAY', entry: 'putAwayTaskList' }}
        text={['{n}个上架任务待完成', 'Open put-away tasks: {n}.']}
      />
    )
  return null
}

/** What is to be done with an outbound order now. */
export function OperateNext({ bill }: { bill: Row }) {
  const picks = useOpenTasks('PICK', bill)
  const state = String(bill.state)
  if (state === 'SAVED') return <Line bill={bill} text={['核对明细后审核', 'Check the lines, then approve.']} />
  if (state === 'APPROVED')
    return (
      <Line bill={bill} text={['分配库存，生成拣货任务', 'Allocate: that claims stock and makes the pick tasks.']} />
    )
  if (state !== 'INPROGRESS' || picks === undefined) return null
  if (picks > 0)
    return (
      <Line
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
