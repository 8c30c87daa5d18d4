import { assignTask, prioritiseTask } from '@lading/contract/wms/taskCalls.ts'
import { InputNumber } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { useText } from '../../client/text.ts'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import { words } from '../../kernel/words.ts'
import { ActDialog } from '../../platform/ActDialog.tsx'
import { later } from '../../platform/later.ts'
import { type Asked, type AskFor, assignedText, runEach } from './useTaskActions.ts'

/** The dialog that is open about tasks, and how one is opened. */
export function useTaskDialog() {
  const [asked, setAsked] = useState<Asked>()
  const askFor: AskFor = (what, rows) => new Promise((answer) => setAsked({ what, rows, answer }))
  const onClose = () => {
    asked?.answer(false)
    setAsked(undefined)
  }
  return { askFor, dialog: asked && <TaskDialog asked={asked} onClose={onClose} /> }
}

const SheetDialog = later(async () => (await import('./SheetDialog.tsx')).SheetDialog)

/** What is asked of tasks: who shall do them, how urgent they are, or what was written on a sheet. */
function TaskDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const [row] = asked.rows
  if (asked.what === 'sheet') return row ? <SheetDialog row={row} onClose={onClose} /> : null
  return <PlanDialog asked={asked} onClose={onClose} />
}

function PlanDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const t = useText()
  const [userId, setUserId] = useState<string>()
  const [priority, setPriority] = useState<number | null>(50)
  const [isBusy, setBusy] = useState(false)
  const isAssign = asked.what === 'assign'
  const run = async () => {
    setBusy(true)
    await runEach(asked.rows, isAssign ? assignedText : ['已改优先级', 'Priority changed'], ({ id }) =>
      isAssign
        ? call(assignTask, { id, userId: userId ?? '' })
        : call(prioritiseTask, { id, priority: priority ?? 50 }),
    )
    asked.answer(true)
    onClose()
  }
  const title = isAssign ? t(['指派作业人', 'Assign a worker']) : t(['调整优先级', 'Change priority'])
  return (
    <ActDialog
      act={{ problem: '', isBusy }}
      width={420}
      title={title}
      okText={t(words.ok)}
      isReady={isAssign ? userId !== undefined : priority !== null}
      onOk={() => void run()}
      onClose={onClose}
    >
      <div className="field">
        <span>{t(['{n}个任务', 'Tasks: {n}'], { n: asked.rows.length })}</span>
      </div>
      {isAssign ? (
        <RefSelect to="sys.user" title={title} value={userId} onChange={(id) => setUserId(id ?? undefined)} />
      ) : (
        <>
          <InputNumber
            className="wide"
            min={0}
            max={99}
            precision={0}
            value={priority}
            aria-label={title}
            onChange={setPriority}
          />
          <div className="hint">{t(['数字越小越先做（0–99）', 'Lower is sooner (0–99)'])}</div>
        </>
      )}
    </ActDialog>
  )
}
