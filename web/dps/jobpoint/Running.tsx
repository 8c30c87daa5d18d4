import * as calls from '@lading/contract/dps/calls.ts'
import { exportSlotsAsked, importSlots } from '@lading/contract/dps/jobpointFiles.ts'
import { jobpoint, line, runStates } from '@lading/contract/dps/line.ts'
import type { Call } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Button } from 'antd'
import { downloadOrTold } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import type { Column } from '../../kernel/list/columns.tsx'
import type { BulkAnswer, BulkInput } from '../../kernel/records.ts'
import { type BulkAction, runMany, useVerbs } from '../../kernel/verbs.tsx'
import { ImportButton } from '../../platform/sheet/files.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { once } from '../../ui/once.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'

type Run = keyof typeof runStates
const tones = { OPEN: 'good', PAUSED: 'warn', CLOSED: 'idle' } as const
function RunTag({ state }: { state: Run }) {
  const t = useText()
  return <StatusTag tone={tones[state]}>{t(runStates[state])}</StatusTag>
}
const cells: Record<string, Column['render']> = { state: (row) => <RunTag state={row.state as Run} /> }

type Verb = Call<BulkInput, BulkAnswer>
/** Where work is lit from now on, and where not; what is lit stays so. */
function useRunning(of: AnyEntity, starts: readonly Verb[], stops: readonly Verb[]): readonly BulkAction[] {
  const { can, refused } = useVerbs(of)
  if (refused !== undefined) return []
  const all = [...(can(of, 'start') ? starts : []), ...(can(of, 'stop') ? stops : [])]
  return all.map((verb) => ({ key: verb.path, title: verb.title, run: (rows) => runMany(of, verb, rows) }))
}

/** 基础信息: the lines, and how containers go along them. */
export function Lines() {
  const running = useRunning(line, [calls.openLines], [calls.pauseLines])
  return <SheetList of={line} cells={cells} bulkActions={(standard) => [...running, ...standard]} />
}

const slotImport = {
  call: importSlots,
  hint: [
    '按“导出配置”的文件填写：每行一个标签与货位，文件没有的保持不变',
    'Fill in the file that "Export the slots" gives: a line for each tag and bin. What it leaves out stays.',
  ],
} as const

/** 作业点: who works where, and what waits there. */
export function Jobpoints() {
  const t = useText()
  const { can, refused } = useVerbs(jobpoint)
  const running = useRunning(jobpoint, [calls.openPoints], [calls.pausePoints, calls.closePoints])
  const slots = () =>
    once(exportSlotsAsked.path, () => downloadOrTold(exportSlotsAsked, { format: 'xlsx' }).then(() => {}, report))
  return (
    <SheetList
      of={jobpoint}
      cells={cells}
      tools={() => (
        <>
          {can(jobpoint, 'import') && <ImportButton of={jobpoint} refused={refused} by={slotImport} />}
          {can(jobpoint, 'export') && (
            <Button onClick={() => void slots()}>{t(['导出配置', 'Export the slots'])}</Button>
          )}
        </>
      )}
      bulkActions={(standard) => [...running, ...standard]}
    />
  )
}
