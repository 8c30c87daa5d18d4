import { containerTask, dpsTask } from '@lading/contract/dps/task.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { useText } from '../../client/text.ts'
import { useAsked } from '../../kernel/list/asked.tsx'
import type { Column } from '../../kernel/list/columns.tsx'
import { daysOf } from '../../kernel/list/dayWords.ts'
import type { ListModel } from '../../kernel/list/useList.ts'
import { StateChips } from '../../platform/bill/StateChips.tsx'
import { StateTag } from '../../platform/bill/StateTag.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { useScanner } from '../../platform/station/useScanner.ts'

const { BOUND, PICKING, SUSPENDED, PICKED, DONE } = dpsTask.flow.states as Readonly<Record<string, Text>>
const flow = { ...dpsTask.flow, states: { BOUND, PICKING, SUSPENDED, PICKED, DONE } as Readonly<Record<string, Text>> }
const flowing = { header: containerTask, flow }
const cells: Record<string, Column['render']> = { state: (row) => <StateTag flow={dpsTask.flow} state={row.state} /> }

/** So far back, unless somebody says a container or when. */
const recent = 'last30'
const narrower = ['containerCode', 'boundAt', 'finishedAt', 'billNo']

/** 周转箱查询: where a container is; its code is scanned, or typed into the filter. */
export function Containers() {
  const { query } = useAsked()
  const isRecent = !narrower.some((name) => query[name])
  return (
    <SheetList
      of={containerTask}
      {...(isRecent && { where: { boundAt: { ...daysOf(recent) } } })}
      cells={cells}
      omit={['state']}
      above={(list) => <Above list={list} isRecent={isRecent} />}
      none={[
        ['没有周转箱在作业', 'No container is on a line'],
        ['在作业点扫描周转箱后在这里出现。', 'They appear once a container is scanned at a job point.'],
      ]}
    />
  )
}

function Above({ list, isRecent }: { list: ListModel; isRecent: boolean }) {
  const t = useText()
  useScanner((code) => list.setState({ filter: { containerCode: code } }))
  return (
    <>
      <p className="hint">
        {t(['扫描周转箱即可查询', 'Scan a container to find it'])}
        {isRecent &&
          t([
            '；以下为近30天绑箱的周转箱，更早的请按周转箱、单号或绑箱时间查询',
            '. Below: bound in the last 30 days; for earlier ones say a container, a number or a time',
          ])}
      </p>
      <StateChips of={flowing} list={list} />
    </>
  )
}
