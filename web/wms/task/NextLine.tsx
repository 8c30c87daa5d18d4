import type { Text } from '@lading/contract/kernel/text.ts'
import { taskFlow } from '@lading/contract/wms/task.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { useQuery } from '@tanstack/react-query'
import { hashOf, place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { useMay } from '../../kernel/permission.ts'
import { queryRows, type Row } from '../../kernel/records.ts'
import { NextHint } from '../../platform/bill/NextHint.tsx'

/** How many tasks of a type a bill has that are not done. */
export function useOpenTasks(type: TaskType, bill: Row): number | undefined {
  const of = viewOf(type)
  const { data } = useQuery({
    queryKey: [of.key, 'openOf', bill.id],
    queryFn: ({ signal }) => queryRows(of, { filter: { billId: [bill.id], state: open }, pageSize: 1 }, signal),
    enabled: useMay()(of, 'view'),
  })
  return data?.total ?? undefined
}
const open = Object.keys(taskFlow.states).filter((state) => !taskFlow.final.some((last) => last === state))

interface Props {
  readonly text: Text
  readonly n?: number
  /** Whose tasks are to be done. */
  readonly tasks?: { readonly type: TaskType; readonly entry: string }
  readonly bill: Row
}
export function NextLine({ text, n, tasks, bill }: Props) {
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
