import { containerTask, dpsTask } from '@lading/contract/dps/task.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { useText } from '../../client/text.ts'
import type { Column } from '../../kernel/list/columns.tsx'
import type { ListModel } from '../../kernel/list/useList.ts'
import { StateChips } from '../../platform/bill/StateChips.tsx'
import { StateTag } from '../../platform/bill/StateTag.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { useScanner } from '../../platform/station/useScanner.ts'

const { BOUND, PICKING, SUSPENDED, PICKED, DONE } = dpsTask.flow.states as Readonly<Record<string, Text>>
const flow = { ...dpsTask.flow, states: { BOUND, PICKING, SUSPENDED, PICKED, DONE } as Readonly<Record<string, Text>> }
const flowing = { header: containerTask, flow }
const cells: Record<string, Column['render']> = { state: (row) => <StateTag flow={dpsTask.flow} state={row.state} /> }

/** 周转箱查询: where a container is; its code is scanned, or typed into the filter. */
export const Containers = () => (
  <SheetList
    of={containerTask}
    cells={cells}
    omit={['state']}
    above={(list) => <Above list={list} />}
    none={[
      ['没有周转箱在作业', 'No container is on a line'],
      ['在作业点扫描周转箱后在这里出现。', 'They appear once a container is scanned at a job point.'],
    ]}
  />
)

function Above({ list }: { list: ListModel }) {
  const t = useText()
  useScanner((code) => list.setState({ filter: { containerCode: code } }))
  return (
    <>
      <p className="hint">{t(['扫描周转箱即可查询', 'Scan a container to find it'])}</p>
      <StateChips of={flowing} list={list} />
    </>
  )
}
