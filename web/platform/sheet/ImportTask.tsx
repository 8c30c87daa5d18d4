import { importRecord, importStates, openImportStates, sheetRecordCalls } from '@lading/contract/sys/sheetRecord.ts'
import { Button } from 'antd'
import { useEffect } from 'react'
import type { z } from 'zod'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { hashOf, place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { SheetProgress } from '../../kernel/SheetProgress.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { changed } from '../../kernel/verbs.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

export type ImportState = z.output<typeof sheetRecordCalls.importTask.output>

/** How an import goes that is worked off in the background. It goes on when nobody looks. */
export function ImportTask({ id, onOver }: { id: string; onOver: (task: ImportState) => void }) {
  const t = useText()
  const read = useCall(sheetRecordCalls.importTask, { id })
  const task = read.data
  const isOver = task !== undefined && !openImportStates.includes(task.state)
  useEffect(() => {
    if (task && isOver) onOver(task)
  }, [task, isOver, onOver])
  const cancel = async (): Promise<void> => {
    try {
      await call(sheetRecordCalls.cancelImport, { ids: [id] })
    } catch (error) {
      report(error)
    }
    await changed(importRecord)
  }
  if (read.error && !task) return <NotRead of={read} />
  const state = task?.state ?? 'QUEUED'
  return (
    <section className="import-task" aria-label={t(importRecord.title)} aria-live="polite">
      <SheetProgress done={task?.rowsDone ?? 0} total={task?.rows ?? 0} startedAt={task?.startedAt ?? null}>
        <StatusTag tone={state === 'QUEUED' ? 'idle' : 'busy'}>{t(importStates[state])}</StatusTag>
      </SheetProgress>
      <p className="hint">
        {t(['关闭窗口后导入继续进行，可在此查看：', 'It goes on when you close this. It is shown under: '])}
        <a href={hashOf(place('sys', 'importRecord'))}>{t(importRecord.title)}</a>
      </p>
      <div>
        <Button size="small" onClick={() => void cancel()}>
          {t(['取消导入', 'Cancel the import'])}
        </Button>
      </div>
    </section>
  )
}
