import type { Text } from '@lading/contract/kernel/text.ts'
import { isTaskType, taskTitles } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { taskWaits, type WaitCause } from '@lading/contract/wms/waitCalls.ts'
import { Fragment } from 'react'
import { hashOf } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { useMay } from '../../kernel/permission.ts'
import { detailOf } from '../../kernel/registry.ts'
import { useCall } from '../../kernel/useCall.ts'
import { Mark } from '../../ui/Mark.tsx'
import { Card } from '../../ui/Page.tsx'
import { isStationType, stationPlace } from '../station/place.ts'

type Awaited = WaitCause['tasks'][number]

const texts: Readonly<Record<WaitCause['kind'], Text>> = {
  GOODS: ['等待{goods}到货，还差{cases}，拣货位', 'Waits for {goods}, {cases} to come, at pick face'],
  ROOM: ['等待拣货位腾出空位，以放{goods} {cases}，拣货位', 'Waits for room for {goods}, {cases}, at pick face'],
  VERDICT: ['等待质检结论：{goods} {cases}，货位', 'Waits for the inspection of {goods}, {cases}, at bin'],
  WALL: ['等待播种墙空出位置', 'Waits for free positions at the sorting wall'],
}
const endedBy: Text = ['相关任务', 'Tasks that end the wait']
const nothing: Partial<Record<WaitCause['kind'], Text>> = {
  GOODS: [
    '没有在途补货，请检查该货位与存储区库存',
    'Nothing is on its way: check the stock of this bin and of storage',
  ],
}

/** What a task waits for, with the way there: for the desk. */
export function Waits({ id }: { id: string }) {
  const { data } = useCall(taskWaits, { id })
  if (!data || data.causes.length === 0) return null
  return (
    <Card>
      {data.causes.map((cause) => (
        <Cause key={keyOf(cause)} cause={cause} link={DeskLink} />
      ))}
    </Card>
  )
}
/** The same on a handheld, where a link leads to the work itself. */
export function StationWaits({ id }: { id: string }) {
  const { data } = useCall(taskWaits, { id })
  return data?.causes.map((cause) => <Cause key={keyOf(cause)} cause={cause} link={StationLink} />)
}
const keyOf = ({ kind, bin, product }: WaitCause): string => [kind, bin?.id, product?.id].join()

function Cause({ cause, link: Link }: { cause: WaitCause; link: (of: { task: Awaited }) => React.ReactNode }) {
  const t = useText()
  const { kind, bin, product, cases, tasks } = cause
  const none = nothing[kind]
  const goods = product ? `${product.code} ${product.name}` : ''
  const place = bin ? detailOf('wms.bin', bin.id) : undefined
  return (
    <p className="waits">
      <Mark tone="warn" /> {t(texts[kind], { goods, cases: cases ?? '' })}{' '}
      {bin && (place ? <a href={hashOf(place)}>{bin.code}</a> : <b className="num">{bin.code}</b>)}
      {tasks.length > 0 && (
        <>
          {' · '}
          {t(endedBy)}{' '}
          {tasks.map((task) => (
            <Fragment key={task.id}>
              <Link task={task} />{' '}
            </Fragment>
          ))}
        </>
      )}
      {tasks.length === 0 && none && ` · ${t(none)}`}
    </p>
  )
}

const useTaskText = ({ taskNo, taskType, worker }: Awaited): string => {
  const t = useText()
  return [t(taskTitles[taskType]), taskNo, worker].filter(Boolean).join(' ')
}

function DeskLink({ task }: { task: Awaited }) {
  const text = useTaskText(task)
  const place = detailOf(viewOf(task.taskType).key, task.id)
  return place ? <a href={hashOf(place)}>{text}</a> : <span>{text}</span>
}

function StationLink({ task }: { task: Awaited }) {
  const may = useMay()
  const text = useTaskText(task)
  const { taskType: type } = task
  return isTaskType(type) && isStationType(type) && may(viewOf(type), 'run') ? (
    <a href={hashOf(stationPlace(type, task.id))}>{text}</a>
  ) : (
    <span>{text}</span>
  )
}
