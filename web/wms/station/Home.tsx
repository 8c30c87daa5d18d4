import type { FilterValue } from '@lading/contract/kernel/call.ts'
import { task } from '@lading/contract/wms/task.ts'
import { findWork, nextTask } from '@lading/contract/wms/taskCalls.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { asRefused } from '../../client/errors.ts'
import { queryClient } from '../../client/query.ts'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import { queryRows } from '../../kernel/records.ts'
import { feedback } from '../../platform/station/feedback.ts'
import { Big, type Flash, StationFrame } from '../../platform/station/StationFrame.tsx'
import { useScanner } from '../../platform/station/useScanner.ts'
import { useBarred } from '../task/useBarred.ts'
import { Asked } from './Asked.tsx'
import { CodeInput } from './CodeInput.tsx'
import { confirms, deviceName } from './confirms.ts'
import { Duty } from './Duty.tsx'
import { type StationType, stationOf, workKey } from './place.ts'
import { Recent } from './Recent.tsx'
import { TaskCards } from './TaskCards.tsx'
import { nextText } from './texts.ts'

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
  const [foundIds, setFound] = useState<readonly string[]>([])
  const found = useTasks(type, { id: [...foundIds] }, foundIds.length > 0)
  const mine = useMine(type)
  const why = useBarred([type]).get(type)
  const sayNo = (text: string) => {
    feedback('bad')
    setFlash({ tone: 'bad', text })
  }
  const fail = (error: unknown) => sayNo(asRefused(error).message)
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
        sayNo(t(['没有找到[{scan}]的任务', 'No task found for [{scan}]'], { scan }))
      } else if (tasks.length === 1) {
        feedback('good')
        onOpen(first.id)
      } else {
        feedback('good')
        setFound(tasks.map(({ id }) => id))
      }
    } catch (error) {
      fail(error)
    }
  }
  useScanner((text) => void find(text))
  return (
    <StationFrame title={t(stationOf(type).title)} sends={confirms} flash={flash} onBack={onClose}>
      <Big main disabled={isBusy || why !== undefined} onClick={() => void next()}>
        {t(nextText)}
      </Big>
      {why && <p role="note">{why}</p>}
      <Duty onFail={fail} />
      <CodeInput title={t(stationOf(type).finds)} onCode={(c) => void find(c)} />
      {foundIds.length > 0 && (
        <>
          <b>{t(['找到{n}个任务，请选择', 'Tasks found: {n}. Choose one'], { n: foundIds.length })}</b>
          <Asked of={found}>
            {({ records }) => <TaskCards type={type} rows={records} hasWorker onOpen={onOpen} />}
          </Asked>
        </>
      )}
      <b>
        {mine.data
          ? t(['我的任务（{n}）', 'My tasks ({n})'], { n: mine.data.records.length })
          : t(['我的任务', 'My tasks'])}
      </b>
      <Asked of={mine}>
        {({ records }) => (
          <>
            {records.length === 0 && (
              <p className="muted">
                {t(['还没有领取任务，点击上方按钮开始。', 'You have no tasks yet: press the button above.'])}
              </p>
            )}
            <TaskCards type={type} rows={records} onOpen={onOpen} />
            <Recent type={type} onOpen={onOpen} onFail={sayNo} />
          </>
        )}
      </Asked>
    </StationFrame>
  )
}

function useMine(type: StationType) {
  const user = useUser()
  return useTasks(type, { assigneeId: [user.id], state: ['RUNNING', 'ASSIGNED', 'SUSPENDED'] }, true)
}

function useTasks(type: StationType, filter: Record<string, FilterValue>, enabled: boolean) {
  return useQuery({
    queryKey: [task.key, 'station', type, filter],
    queryFn: ({ signal }) => queryRows(viewOf(type), { filter, pageSize: 20, orderBy: 'priority' }, signal),
    refetchOnMount: 'always',
    enabled,
  })
}
