import { rankTasks } from '@lading/contract/dps/calls.ts'
import { heardEvents, storyOfTask, toldLights, toldPicks, toldPoints } from '@lading/contract/dps/deviceCalls.ts'
import { dpsTask } from '@lading/contract/dps/task.ts'
import { InputNumber } from 'antd'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { useText } from '../../client/text.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { runMany } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ActDialog } from '../../platform/ActDialog.tsx'
import { BillDetail } from '../../platform/bill/BillDetail.tsx'
import { BillList } from '../../platform/bill/BillList.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { Told } from '../device/Live.tsx'

/** Nothing of a task is typed: it comes of the warehouse's own. */
const listed = {
  ...dpsTask,
  header: { ...dpsTask.header, actions: dpsTask.header.actions.filter((a) => a !== 'update') },
}

interface Asked {
  readonly rows: readonly Row[]
  readonly answer: (isDone: boolean) => void
}
/** 作业任务: what goes along the lines, how far it is, and what a foreman does with it. */
export function Tasks() {
  const [asked, setAsked] = useState<Asked>()
  const rank = (rows: readonly Row[]) => new Promise<boolean>((answer) => setAsked({ rows, answer }))
  return (
    <>
      <BillList
        of={listed}
        stages={['lineCount', 'doneLines']}
        bulk={[{ key: 'priority', title: rankTasks.title, verb: 'update', run: rank }]}
      />
      {asked && <Rank {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function Rank({ rows, answer, onClose }: Asked & { onClose: () => void }) {
  const t = useText()
  const [priority, setPriority] = useState<number | null>(50)
  const [isBusy, setBusy] = useState(false)
  const end = (isDone: boolean) => {
    answer(isDone)
    onClose()
  }
  const run = async () => {
    if (priority === null) return
    setBusy(true)
    end(
      await runMany(listed.header, rankTasks as never, rows, undefined, ['已改优先级', 'Priority changed'], {
        input: { priority },
      }),
    )
  }
  return (
    <ActDialog
      act={{ problem: '', isBusy }}
      width={420}
      title={t(['{n}个任务的优先级', 'Priority of {n} tasks'], { n: rows.length })}
      okText={t(words.ok)}
      isReady={priority !== null}
      onOk={() => void run()}
      onClose={() => end(false)}
    >
      <InputNumber
        className="wide"
        min={0}
        max={99}
        precision={0}
        value={priority}
        aria-label={t(rankTasks.title)}
        onChange={setPriority}
      />
      <p className="hint">{t(['数字越小越先做（0–99）', 'Lower is sooner (0–99)'])}</p>
    </ActDialog>
  )
}

type Story = z.output<typeof storyOfTask.output>
/** A part of what there is to tell of a task. All of them are one answer. */
function Part({ id, children }: { id: string; children: (story: Story) => ReactNode }) {
  const t = useText()
  const read = useCall(storyOfTask, { id })
  if (!read.data) return read.error ? <NotRead of={read} /> : <SkeletonRows label={t(words.loading)} />
  return children(read.data)
}

/** One task: where it has work, what of it is picked, and what was lit and pressed for it. */
export const TaskDetail = () => (
  <BillDetail
    of={listed}
    stages={['lineCount', 'doneLines']}
    tabs={({ id }) => [
      {
        key: 'points',
        title: ['作业点', 'Job points'],
        content: <Part id={id}>{({ points }) => <Told of={toldPoints} rows={points} />}</Part>,
      },
      {
        key: 'picks',
        title: ['明细', 'Picks'],
        content: <Part id={id}>{({ picks }) => <Told of={toldPicks} rows={picks} />}</Part>,
      },
      {
        key: 'lights',
        title: ['灯与事件', 'Lights and events'],
        content: <Part id={id}>{(story) => <Lights {...story} />}</Part>,
      },
    ]}
  />
)

function Lights({ lights, events }: Story) {
  const t = useText()
  return (
    <>
      <h3>{t(['亮灯', 'Lights'])}</h3>
      <Told of={toldLights} rows={lights} />
      <h3>{t(['按键', 'Pressed'])}</h3>
      <Told of={heardEvents} rows={events} />
    </>
  )
}
