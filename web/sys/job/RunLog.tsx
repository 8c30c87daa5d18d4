import { jobCalls } from '@lading/contract/sys/job.ts'
import { useEffect, useState } from 'react'
import { call } from '../../client/client.ts'
import { asRefused } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { Row } from '../../kernel/records.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'

/** How often a run that is under way is asked for its next lines. */
const tailMs = 2_000

/** What a run says, to its end, while it says it. */
export function RunLog({ run, onClose }: { run: Row; onClose: () => void }) {
  const t = useText()
  const { text, isDone, problem } = useTail(run.id)
  return (
    <ActDrawer title={`${t(['执行日志', 'Log'])} ${shownTime(String(run.planned))}`} onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
      <pre className="run-log" role="log" tabIndex={0} aria-label={t(['执行日志', 'Log'])}>
        {text || t(['没有日志', 'No lines yet'])}
      </pre>
      {problem && <p className="problem">{problem}</p>}
      {!isDone && <p className="muted">{t(['执行中，日志会继续更新', 'Running: further lines will appear'])}</p>}
    </ActDrawer>
  )
}

function useTail(id: string) {
  const [tail, setTail] = useState({ text: '', offset: '0', isDone: false, problem: '' })
  useEffect(() => {
    if (tail.isDone) return
    let isCurrent = true
    const ask = () =>
      call(jobCalls.log, { id, offset: tail.offset }).then(
        ({ text, nextOffset, done }) =>
          isCurrent && setTail((t) => ({ text: t.text + text, offset: nextOffset, isDone: done, problem: '' })),
        (error: unknown) => isCurrent && setTail((t) => ({ ...t, problem: asRefused(error).message, isDone: true })),
      )
    const timer = setTimeout(() => void ask(), tail.text === '' ? 0 : tailMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [id, tail])
  return tail
}
