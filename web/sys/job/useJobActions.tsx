import type { Text } from '@lading/contract/kernel/text.ts'
import { job, jobCalls, jobFaults } from '@lading/contract/sys/job.ts'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { changed, type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { TriggerDialog } from './TriggerDialog.tsx'

const words: Readonly<Record<string, Text>> = { enable: ['恢复', 'Resume'], disable: ['暂停', 'Pause'] }

/** Ends a run that waits, or that is under way. */
export function useStop() {
  const t = useText()
  return async (runId: string, no: string): Promise<void> => {
    const title: Text = ['终止任务[{no}]的这次执行？', 'Stop this run of [{no}]?']
    const detail: Text = [
      '正在做的一步会撤销，已完成的步骤保留。',
      'The step under way is undone; finished steps stay.',
    ]
    if ((await ask({ title, detail, args: { no }, ok: ['终止', 'Stop'], danger: true })) === undefined) return
    try {
      await call(jobCalls.stop, { runId })
      notify('good', t(['已要求终止', 'The run will stop']))
    } catch (error) {
      report(error)
    }
    await changed(job)
  }
}

/** What may be done with a job, and the dialog in which it is started. */
export function useJobActions() {
  const t = useText()
  const { can } = useVerbs(job)
  const [started, setStarted] = useState<Row>()
  const actionsOf = (row: Row, standard: readonly RowAction[]): readonly RowAction[] => {
    const busy = row.lastStatus === 'RUNNING' ? t(jobFaults.busy.text) : undefined
    const builtIn = row.isSystem === true ? t(jobFaults.builtIn.text) : undefined
    return [
      ...(can(job, 'trigger')
        ? [{ key: 'trigger', title: ['立即执行', 'Run now'] as Text, run: () => setStarted(row), refused: busy }]
        : []),
      ...standard.map((a) => ({
        ...a,
        title: words[a.key] ?? a.title,
        refused: a.refused ?? (a.key === 'remove' ? builtIn : undefined),
      })),
    ]
  }
  const dialog = started && <TriggerDialog row={started} onClose={() => setStarted(undefined)} />
  return { actionsOf, dialog }
}
