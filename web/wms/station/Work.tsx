import { parseQty } from '@lading/contract/kernel/qty.ts'
import { finishTask, giveUpTask } from '@lading/contract/wms/taskCalls.ts'
import { taskTypes } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { workerFaults } from '@lading/contract/wms/worker.ts'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { asRefused } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { useMay } from '../../kernel/permission.ts'
import { words } from '../../kernel/words.ts'
import { Progress } from '../../platform/bill/BillProgress.tsx'
import { feedback } from '../../platform/station/feedback.ts'
import { Big, StationFrame } from '../../platform/station/StationFrame.tsx'
import { useScanner } from '../../platform/station/useScanner.ts'
import { ask } from '../../ui/ask.tsx'
import { Failed, SkeletonRows } from '../../ui/states.tsx'
import { StationWaits } from '../task/Waits.tsx'
import { CheckBox } from './check/CheckBox.tsx'
import { confirms } from './confirms.ts'
import { CountBin } from './count/CountBin.tsx'
import { CheckIn } from './Duty.tsx'
import { takeNext } from './Home.tsx'
import { LineCards } from './LineCards.tsx'
import { LineScreen } from './LineScreen.tsx'
import { type StationType, stationOf } from './place.ts'
import { sticky } from './steps.ts'
import { nextText } from './texts.ts'
import { useWork, type WorkModel } from './useWork.ts'

interface Props {
  readonly type: StationType
  readonly id: string
  readonly onOpen: (taskId: string) => void
  readonly onLeave: () => void
}

/** One task, line by line. */
export function Work({ type, id, onOpen, onLeave }: Props) {
  const t = useText()
  const work = useWork(type, id)
  const [isListing, setListing] = useState(false)
  const { task } = work
  const party = task?.store?.name ?? task?.vendor?.name ?? task?.billNo
  const title = task ? (
    <>
      {party ?? t(stationOf(type).title)}
      <small className="num">
        {t(stationOf(type).title)} {task.taskNo}
      </small>
    </>
  ) : (
    t(stationOf(type).title)
  )
  return (
    <StationFrame
      title={title}
      sends={confirms}
      flash={work.flash}
      onBack={isListing ? () => setListing(false) : onLeave}
    >
      {work.isLoading && <SkeletonRows rows={5} label={t(words.loading)} />}
      {work.failed && !task && <NotTaken id={id} work={work} />}
      {task && (
        <>
          <Progress done={task.doneLines} all={task.lineCount} of={task.lineCount} />
          {isListing ? (
            <LineList work={work} type={type} onDone={() => setListing(false)} onLeave={onLeave} />
          ) : work.line ? (
            <>
              <Yours type={type} work={work} onLeave={onLeave} />
              {taskTypes[type].counts === 'bin' ? (
                <CountBin key={work.line.id} work={work} line={work.line} onList={() => setListing(true)} />
              ) : taskTypes[type].counts === 'container' ? (
                <CheckBox key={work.line.id} work={work} line={work.line} onList={() => setListing(true)} />
              ) : (
                <>
                  <Hears onScan={work.scan} />
                  <LineScreen type={type} work={work} line={work.line} onList={() => setListing(true)} />
                </>
              )}
            </>
          ) : (
            <Done type={type} work={work} onOpen={onOpen} onLeave={onLeave} onList={() => setListing(true)} />
          )}
        </>
      )}
    </StationFrame>
  )
}

/** Each screen hears its own scans. */
function Hears({ onScan }: { onScan: (text: string) => void }) {
  useScanner(onScan)
  return null
}

/** The task cannot be had: why, and what to do. */
function NotTaken({ id, work }: { id: string; work: WorkModel }) {
  const t = useText()
  return (
    <Failed title={work.failed?.message ?? ''}>
      <StationWaits id={id} />
      {work.failed?.code === workerFaults.offDuty.code ? (
        <CheckIn onDone={() => void work.again()} onFail={(error) => work.say('bad', asRefused(error).message)} />
      ) : work.isTaken ? (
        <Big main onClick={() => void work.takeOver()}>
          {t(['接手该任务', 'Take over'])}
        </Big>
      ) : (
        <Big main onClick={() => void work.again()}>
          {t(words.retry)}
        </Big>
      )}
    </Failed>
  )
}

function Done({ type, work, onOpen, onLeave, onList }: { work: WorkModel; onList: () => void } & Omit<Props, 'id'>) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const next = async () => {
    setBusy(true)
    await takeNext(type).then(onOpen, (error) => work.say('bad', asRefused(error).message))
    setBusy(false)
  }
  return (
    <>
      <div className="station-todo">
        <div className="station-count">✓ {t(['任务完成', 'Task done'])}</div>
        <div className="station-name num">{work.task?.taskNo}</div>
      </div>
      <Big main disabled={isBusy} onClick={() => void next()}>
        {t(nextText)}
      </Big>
      <Big onClick={onLeave}>{t(['返回任务列表', 'Back to my tasks'])}</Big>
      <Big onClick={onList}>{t(['全部明细', 'All lines'])}</Big>
    </>
  )
}

/** Ends the task in one of its ways, and leaves it. */
const endOf = (work: WorkModel, onLeave: () => void) => async (how: typeof giveUpTask | typeof finishTask) => {
  if (!work.task || (await ask({ title: how.title, ok: how.title, danger: true })) === undefined) return
  try {
    await call<{ id: string }, unknown>(how, { id: work.task.id })
    feedback('good')
    onLeave()
  } catch (error) {
    work.say('bad', asRefused(error).message)
  }
}

/** A task that was opened is taken, which nobody would guess: said until the first scan, with the way back. */
function Yours({ type, work, onLeave }: { work: WorkModel } & Pick<Props, 'type' | 'onLeave'>) {
  const t = useText()
  const may = useMay()
  const isBegun =
    Object.keys(work.draft).length > 0 || work.lines.some((l) => l.state !== 'OPEN' || parseQty(l.doneQty) > 0n)
  if (isBegun) return null
  return (
    <div className="station-yours">
      <span>{t(['任务已归您，他人不能再领取', 'Yours now: others cannot take it'])}</span>
      {may(viewOf(type), 'give_up') && (
        <button type="button" className="station-except" onClick={() => void endOf(work, onLeave)(giveUpTask)}>
          {t(['放回', 'Hand back'])}
        </button>
      )}
    </div>
  )
}

/** All lines, to choose another or to end the task. */
function LineList({
  work,
  type,
  onDone,
  onLeave,
}: {
  work: WorkModel
  type: StationType
  onDone: () => void
  onLeave: () => void
}) {
  const t = useText()
  const may = useMay()
  const view = viewOf(type)
  const end = endOf(work, onLeave)
  const isRunning = work.task?.state !== 'DONE'
  return (
    <>
      <LineCards
        type={type}
        lines={work.lines}
        onTake={(id) => {
          work.take(sticky(type, work.draft), id)
          onDone()
        }}
        onUndone={(l) => {
          void work.undone(l)
          onDone()
        }}
        onFail={(message) => work.say('bad', message)}
      />
      <Big onClick={() => void work.reload()}>{t(words.refresh)}</Big>
      {isRunning && may(view, 'finish') && (
        <Big onClick={() => void end(finishTask)}>{t(['结束任务', 'Finish task'])}</Big>
      )}
      {isRunning && may(view, 'give_up') && (
        <Big danger onClick={() => void end(giveUpTask)}>
          {t(['放弃任务', 'Hand back task'])}
        </Big>
      )}
    </>
  )
}
