import { task, taskFlow } from '@lading/contract/wms/task.ts'
import { findWork, nextTask, type WorkTask } from '@lading/contract/wms/taskCalls.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../kernel/client.ts'
import { asRefused } from '../../kernel/errors.ts'
import { queryClient } from '../../kernel/query.ts'
import { queryRows, type Row } from '../../kernel/records.ts'
import { useUser } from '../../kernel/session.ts'
import { useText } from '../../kernel/text.ts'
import { Progress } from '../../platform/bill/BillProgress.tsx'
import { StateTag } from '../../platform/bill/StateTag.tsx'
import { feedback } from '../../platform/station/feedback.ts'
import { Big, type Flash, StationFrame } from '../../platform/station/StationFrame.tsx'
import { useScanner } from '../../platform/station/useScanner.ts'
import { viewOf } from '../task/views.ts'
import { CodeInput } from './CodeInput.tsx'
import { confirms, deviceName } from './confirms.ts'
import { type StationType, workKey } from './place.ts'
import { nextText, titles } from './texts.ts'

/** Takes the next task of a type and keeps what came with it. */
export async function takeNext(type: StationType): Promise<string> {
  const work = await call(nextTask, { taskTypes: [type], device: deviceName() })
  queryClient.setQueryData(workKey(work.task.id), work)
  return work.task.id
}

/** Where a shift begins: the next task, one's own tasks, or one found by a scan. */
export function Home({
  type,
  onOpen,
  onClose,
}: {
  type: StationType
  onOpen: (taskId: string) => void
  onClose: () => void
}) {
  const t = useText()
  const [flash, setFlash] = useState<Flash>()
  const [isBusy, setBusy] = useState(false)
  const [found, setFound] = useState<readonly WorkTask[]>([])
  const mine = useMine(type)
  const fail = (error: unknown) => {
    feedback('bad')
    setFlash({ tone: 'bad', text: asRefused(error).message })
  }
  const next = async () => {
    setBusy(true)
    await takeNext(type).then(onOpen, fail)
    setBusy(false)
  }
  const find = async (scan: string) => {
    try {
      const { tasks } = await call(findWork, { scan, taskTypes: [type] })
      const [first] = tasks
      if (!first) {
        feedback('bad')
        setFlash({ tone: 'bad', text: t(['没有找到[{scan}]的任务', 'No task found for [{scan}]'], { scan }) })
      } else if (tasks.length === 1) {
        feedback('good')
        onOpen(first.id)
      } else {
        feedback('good')
        setFound(tasks)
      }
    } catch (error) {
      fail(error)
    }
  }
  useScanner((text) => void find(text))
  const rows = mine.data?.records ?? []
  return (
    <StationFrame title={t(titles[type])} sends={confirms} flash={flash} onBack={onClose}>
      <Big main disabled={isBusy} onClick={() => void next()}>
        {t(nextText)}
      </Big>
      <CodeInput title={t(['扫描任务号、单号或容器', 'Scan a task, bill or container'])} onCode={(c) => void find(c)} />
      {found.length > 0 && (
        <ul className="station-cards">
          {found.map((w) => (
            <li key={w.id}>
              <TaskCard
                no={w.taskNo}
                state={w.state}
                who={w.assigneeName}
                note={w.store?.name ?? w.vendor?.name ?? w.billNo}
                done={w.doneLines}
                all={w.lineCount}
                onClick={() => onOpen(w.id)}
              />
            </li>
          ))}
        </ul>
      )}
      <b>{t(['我的任务（{n}）', 'My tasks ({n})'], { n: rows.length })}</b>
      {mine.error && <div className="problem">{asRefused(mine.error).message}</div>}
      {mine.data && rows.length === 0 && (
        <p className="muted">
          {t(['还没有领取任务，点击上方按钮开始。', 'You have no task yet: press the button above.'])}
        </p>
      )}
      <ul className="station-cards">
        {rows.map((row) => (
          <li key={row.id}>
            <MineCard row={row} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </StationFrame>
  )
}

function useMine(type: StationType) {
  const view = viewOf(type)
  const user = useUser()
  const filter = { assigneeId: [user.id], state: ['RUNNING', 'ASSIGNED', 'SUSPENDED'] }
  return useQuery({
    queryKey: [task.key, 'mine', type, user.id],
    queryFn: ({ signal }) => queryRows(view, { filter, pageSize: 20, orderBy: 'priority' }, signal),
    refetchOnMount: 'always',
  })
}

function MineCard({ row, onOpen }: { row: Row; onOpen: (id: string) => void }) {
  const t = useText()
  const isSuspended = row.state === 'SUSPENDED'
  const party = row.refs.storeId?.name ?? row.refs.vendorId?.name ?? String(row.billNo ?? '')
  const reason = t(['挂起原因：{reason}', 'Suspended: {reason}'], { reason: String(row.reason ?? '–') })
  return (
    <TaskCard
      no={String(row.taskNo)}
      state={String(row.state)}
      note={isSuspended ? reason : party}
      done={Number(row.doneLines)}
      all={Number(row.lineCount)}
      isDisabled={isSuspended}
      onClick={() => onOpen(row.id)}
    />
  )
}

function TaskCard(p: {
  no: string
  state: string
  note: string | null
  who?: string | null
  done: number
  all: number
  isDisabled?: boolean
  onClick: () => void
}) {
  return (
    <button type="button" className="station-card" disabled={p.isDisabled ?? false} onClick={p.onClick}>
      <span className="station-card-head">
        <span className="num">{p.no}</span>
        <StateTag flow={taskFlow} state={p.state} />
      </span>
      <span>
        {p.note} {p.who && <span className="muted">{p.who}</span>}
      </span>
      <Progress isOf done={p.done} all={p.all} />
    </button>
  )
}
