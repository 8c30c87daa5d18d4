import { tripStates } from '@lading/contract/tms/shipPlanBill.ts'
import { arriveTasks, collectTask, failTasks, takeDeliveryTask } from '@lading/contract/tms/takeDeliveryTask.ts'
import { useState } from 'react'
import type { Row } from '../../kernel/records.ts'
import { type RowAction, runMany, useVerbs } from '../../kernel/verbs.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { Collect } from './Collect.tsx'

/** Tasks are those of trips that were sent: a draft fetches nothing yet, and one that was called off nothing any more. */
const sent = Object.keys(tripStates).filter((state) => state !== 'DRAFT' && state !== 'CANCELLED')
const isOpen = (row: Row): boolean => row.state === 'OPEN' && sent.includes(String(row.tripState))
/** Told by the number of its way bill. */
const called = (rows: readonly Row[]): readonly Row[] => rows.map((r) => ({ ...r, billId: r.refs.wayBillId?.code }))

const arrive = (rows: readonly Row[]) =>
  runMany(takeDeliveryTask, arriveTasks, called(rows), undefined, ['已到达', 'Arrived'])
const fail = (rows: readonly Row[]) =>
  runMany(takeDeliveryTask, failTasks, called(rows), {
    title: failTasks.title,
    detail: ['运单回到待排线，由其他车次再提。', 'The waybill waits for planning again: another trip fetches it.'],
    reason: true,
    danger: true,
  })
const giveUp = (rows: readonly Row[]) =>
  runMany(
    takeDeliveryTask,
    failTasks,
    called(rows),
    {
      title: ['不再提货', 'Never to be fetched'],
      detail: ['运单记为拒收，不再排线。', 'The waybill counts as rejected and is not planned again.'],
      reason: true,
      danger: true,
    },
    ['已记为不再提货', 'Not to be fetched any more'],
    { input: { isOver: true } },
  )

/** 提货任务: what trips fetch, told from here as from a driver's phone. */
export function TakeTasks() {
  const { can, refused } = useVerbs(takeDeliveryTask)
  const [taken, setTaken] = useState<Row>()
  const may = {
    run: can(takeDeliveryTask, 'run'),
    finish: can(takeDeliveryTask, 'finish'),
    cancel: can(takeDeliveryTask, 'cancel'),
  }
  const actionsOf = (row: Row): readonly RowAction[] =>
    !isOpen(row)
      ? []
      : [
          ...(may.run && row.actArriveAt === null
            ? [{ key: 'arrive', title: arriveTasks.title, refused, run: () => void arrive([row]) }]
            : []),
          ...(may.finish ? [{ key: 'collect', title: collectTask.title, refused, run: () => setTaken(row) }] : []),
          ...(may.cancel
            ? [
                { key: 'fail', title: failTasks.title, refused, danger: true, run: () => void fail([row]) },
                {
                  key: 'giveUp',
                  title: ['不再提货', 'Give up'] as const,
                  refused,
                  danger: true,
                  run: () => void giveUp([row]),
                },
              ]
            : []),
        ]
  return (
    <>
      <SheetList
        of={takeDeliveryTask}
        where={{ tripState: sent }}
        rowActions={actionsOf}
        bulkActions={() =>
          refused
            ? []
            : [
                ...(may.run ? [{ key: 'arrive', title: arriveTasks.title, run: arrive }] : []),
                ...(may.cancel ? [{ key: 'fail', title: failTasks.title, danger: true, run: fail }] : []),
              ]
        }
      />
      {taken && <Collect task={taken} onClose={() => setTaken(undefined)} />}
    </>
  )
}
