import { dutySteps, worker } from '@lading/contract/wms/worker.ts'
import { useText } from '../../client/text.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import type { Column } from '../../kernel/list/columns.tsx'
import type { Row } from '../../kernel/records.ts'
import { type RowAction, runMany, useVerbs } from '../../kernel/verbs.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Performance } from './Performance.tsx'

const cells: Record<string, Column['render']> = {
  onDuty: (row, t) =>
    row.onDuty === true ? (
      <StatusTag tone="good">{t(['在岗', 'On duty'])}</StatusTag>
    ) : (
      <StatusTag tone="idle">{t(['离岗', 'Off duty'])}</StatusTag>
    ),
}

/** Coming and leaving, by the user's rights; who may not work cannot come. */
function useDuty() {
  const { can, refused } = useVerbs(worker)
  return (row: Row): readonly RowAction[] => {
    const call = row.onDuty === true ? dutySteps.checkOut : dutySteps.checkIn
    if (!can(worker, row.onDuty === true ? 'stop' : 'start') || (row.disabled && row.onDuty !== true)) return []
    return [{ key: 'duty', title: call.title, refused, run: () => void runMany(worker, call, [row]) }]
  }
}

/** The people of the centre: who is here, what each can, has in hand and has done today. */
export function WorkerList() {
  const duty = useDuty()
  return <SheetList of={worker} cells={cells} rowActions={(row, standard) => [...duty(row), ...standard]} />
}

export function WorkerDetail() {
  const t = useText()
  const duty = useDuty()
  return (
    <EntityDetail
      of={worker}
      actions={(row, standard) => [...duty(row), ...standard]}
      tabs={(row) => [{ key: 'performance', title: t(['绩效', 'Performance']), content: <Performance id={row.id} /> }]}
    />
  )
}
