import { dpsFaults } from '@lading/contract/dps/faults.ts'
import { lightOrder, ordersToHandhelds, ordersToLights } from '@lading/contract/dps/operateBill.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { runMany, useVerbs } from '../../kernel/verbs.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'

const toLights = (rows: readonly Row[]) =>
  runMany(lightOrder, ordersToLights, rows, undefined, ['已生成电子标签任务', 'Light tasks made'])
const toHandhelds = (rows: readonly Row[]) =>
  runMany(lightOrder, ordersToHandhelds, rows, {
    title: ordersToHandhelds.title,
    detail: ['尚未开始的任务由手持拣货。', 'What nobody has begun is picked by handheld.'],
    danger: true,
  })

/** 配单: outbound orders as far as they are picked by light. */
export function OrderList() {
  const t = useText()
  const { can, refused } = useVerbs(lightOrder)
  const may = { start: can(lightOrder, 'start'), cancel: can(lightOrder, 'cancel') }
  const begun = (row: Row) => (row.freeTasks === 0 ? t(dpsFaults.picksBegun.text) : undefined)
  return (
    <SheetList
      of={lightOrder}
      rowActions={(row, standard) => [
        ...(may.start && Number(row.byHand) > 0
          ? [{ key: 'toLights', title: ordersToLights.title, refused, run: () => void toLights([row]) }]
          : []),
        ...(may.cancel && Number(row.openTasks) > 0
          ? [
              {
                key: 'toHandhelds',
                title: ordersToHandhelds.title,
                refused: refused ?? begun(row),
                danger: true,
                run: () => void toHandhelds([row]),
              },
            ]
          : []),
        ...standard,
      ]}
      bulkActions={(standard) => [
        ...(may.start && !refused ? [{ key: 'toLights', title: ordersToLights.title, run: toLights }] : []),
        ...(may.cancel && !refused
          ? [{ key: 'toHandhelds', title: ordersToHandhelds.title, danger: true, run: toHandhelds }]
          : []),
        ...standard,
      ]}
    />
  )
}
