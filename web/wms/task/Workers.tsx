import { task } from '@lading/contract/wms/task.ts'
import { assignTask, listWorkers } from '@lading/contract/wms/taskCalls.ts'
import { taskViews } from '@lading/contract/wms/taskViews.ts'
import { type DragEvent, useState } from 'react'
import { call } from '../../client/client.ts'
import { hashOf, parseHash } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { useTicked } from '../../kernel/grid/selection.ts'
import type { ListModel } from '../../kernel/list/useList.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { detailOf } from '../../kernel/registry.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { assignedText, runEach } from './useTaskActions.ts'

/** Who works here, what each has in hand and has done today. Tasks are dropped on a person, or given by a click. */
export function Workers({ list }: { list: ListModel }) {
  const t = useText()
  const may = useMay()
  const blocked = useBlocked(task)
  const people = useCall(listWorkers, {}, { refetchInterval: 60_000 })
  const mayAssign = !blocked && taskViews.some((view) => may(view, 'update'))
  const ticked = useTicked(list.selection)
  const selected = mayAssign ? [...ticked.values()] : []
  const give = async (userId: string, rows: readonly Row[]) => {
    await runEach(rows, assignedText, ({ id }) => call(assignTask, { id, userId }))
    list.selection.clear()
  }
  const { assigneeId = '', ...others } = list.state.filter
  const choose = (userId: string) =>
    list.setState({ filter: userId === assigneeId ? others : { ...others, assigneeId: userId } })
  return (
    <aside className="workers card" aria-label={t(['作业人员', 'Workers'])}>
      <div className="workers-head">{t(['作业人员', 'Workers'])}</div>
      {mayAssign && (
        <p className="hint">
          {selected.length > 0
            ? t(['点击人员，指派所选{n}个任务', 'Click a person to assign the {n} selected'], { n: selected.length })
            : t(['拖动任务号到人员即可指派', 'Drag a task number onto a person to assign it'])}
        </p>
      )}
      {people.error && <NotRead of={people} />}
      {people.isPending && <SkeletonRows rows={5} label={t(words.loading)} />}
      {people.data?.workers.map((one) => (
        <Worker
          key={one.id}
          one={one}
          isOn={one.id === assigneeId}
          onClick={() => (selected.length > 0 ? void give(one.id, selected) : choose(one.id))}
          {...(mayAssign && { onDrop: (id: string) => void give(one.id, dropped(list, id)) })}
        />
      ))}
      {people.data?.workers.length === 0 && (
        <p className="muted">{t(['本物流中心没有可作业的人员', 'Nobody here has permission to work on tasks'])}</p>
      )}
    </aside>
  )
}

type Person = (typeof listWorkers.output)['_output']['workers'][number]

/** A row that is dragged stands for all that are selected with it. */
function dropped(list: ListModel, id: string): readonly Row[] {
  const ticked = list.selection.rows()
  if (ticked.some((row) => row.id === id)) return ticked
  return (list.page.data?.records ?? []).filter((row) => row.id === id)
}

/** Links are dragged as their address, and that of a task ends with its id. */
function taskIn(e: DragEvent): string | undefined {
  const hash = e.dataTransfer.getData('text/uri-list').split('#')[1]
  const route = parseHash(`#${hash ?? ''}`)
  return route.kind === 'page' && route.name.startsWith('task') ? route.query.id : undefined
}

function Worker({
  one,
  isOn,
  onClick,
  onDrop,
}: {
  one: Person
  isOn: boolean
  onClick: () => void
  onDrop?: (taskId: string) => void
}) {
  const t = useText()
  const [isOver, setOver] = useState(false)
  const current = one.current && detailOf(task.key, one.current.id)
  const over = (e: DragEvent) => {
    if (!onDrop || !e.dataTransfer.types.includes('text/uri-list')) return
    e.preventDefault()
    setOver(true)
  }
  const drop = (e: DragEvent) => {
    e.preventDefault()
    setOver(false)
    const id = taskIn(e)
    if (id) onDrop?.(id)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for keyboards
    <div
      className="worker"
      data-on={isOn || undefined}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <button type="button" className="worker-name" aria-pressed={isOn} onClick={onClick}>
        <b>{one.name}</b>
        <span className="num" title={t(['手上任务', 'Tasks in hand'])}>
          {one.openTasks}
        </span>
      </button>
      <div className="worker-facts muted">
        {one.current && current ? <a href={hashOf(current)}>{one.current.taskNo}</a> : t(['空闲', 'Idle'])}
        <span className="num">{t(['今日{n}行', 'Lines today: {n}'], { n: one.linesToday })}</span>
      </div>
    </div>
  )
}
