import type { Text } from '@lading/contract/kernel/text.ts'
import { task, taskFlow } from '@lading/contract/wms/task.ts'
import { countTasks } from '@lading/contract/wms/taskCalls.ts'
import { type TaskType, taskTitles, taskTypeNames } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { usePlace } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import type { ListModel } from '../../kernel/list/useList.ts'
import { useMay } from '../../kernel/permission.ts'
import { words } from '../../kernel/words.ts'
import { type Branch, Tree } from '../../platform/tree/Tree.tsx'
import { grouped } from '../../ui/numbers.ts'
import { stationTypes } from '../station/place.ts'
import { StartStation } from './StartStation.tsx'
import { TaskList } from './TaskList.tsx'
import { useBarred } from './useBarred.ts'
import { Workers } from './Workers.tsx'
import '../wms.css'
import { useCall } from '../../kernel/useCall.ts'

/** All open work of the warehouse: how much of what kind and state, and the tasks themselves. */
export function TaskCentre() {
  const { query } = usePlace()
  const t = useText()
  const where = query.state ? {} : { state: openStates }
  const [isPeopleOpen, setPeopleOpen] = useState(isWide)
  const people = (
    <Button className="to-workers" aria-pressed={isPeopleOpen} onClick={() => setPeopleOpen(!isPeopleOpen)}>
      {t(['作业人员', 'Workers'])}
    </Button>
  )
  return (
    <div className={isPeopleOpen ? 'tree-page centre centre-people' : 'tree-page centre'}>
      <TaskList
        of={task}
        where={where}
        tools={people}
        above={(list) => (
          <>
            <Tasks list={list} />
            {isPeopleOpen && <Workers list={list} />}
          </>
        )}
      />
    </div>
  )
}

/** Where people and tasks have room beside each other, both are in sight from the start. */
const isWide = (): boolean => window.innerWidth >= 1600
const openStates = Object.keys(taskFlow.states).filter((s) => !taskFlow.final.some((f) => f === s))

type Counts = readonly { taskType: string; state: string; n: number }[]
const figure = (n: number): string => grouped(String(n))
const stateText = (state: string): Text => taskFlow.states[state as keyof typeof taskFlow.states] ?? [state, state]
const sumOf = (counts: Counts): number => counts.reduce((sum, c) => sum + c.n, 0)

function Tasks({ list }: { list: ListModel }) {
  const t = useText()
  const may = useMay()
  const counts = useCall(countTasks, {}, { refetchInterval: 60_000 })
  const all = counts.data?.counts ?? []
  const { taskType = '', state = '', ...others } = list.state.filter
  const choose = (type: string, s = '') =>
    list.setState({ filter: { ...others, ...(type && { taskType: type }), ...(s && { state: s }) } })
  const named = new Map(counts.data?.types.map((type) => [type.taskType, type]))
  const nameOf = (type: TaskType): Text => {
    const { name, nameEn } = named.get(type) ?? {}
    return name === undefined ? taskTitles[type] : [name, nameEn ?? name]
  }
  const branches = taskTypeNames.flatMap((type): Branch[] => {
    const own = all.filter((c) => c.taskType === type)
    const title = nameOf(type)
    // What is done no more shows only as long as there is some of it.
    if (own.length === 0 && named.get(type)?.enabled === false) return []
    return [
      { id: type, name: t(title), note: counts.data ? figure(sumOf(own)) : '–', depth: 0 },
      ...own.map((c) => ({ id: `${type}/${c.state}`, name: t(stateText(c.state)), note: figure(c.n), depth: 1 })),
    ]
  })
  const stations = stationTypes.filter((type) => may(viewOf(type), 'run') && named.get(type)?.enabled !== false)
  const barred = useBarred(stations)
  return (
    <Tree
      title={t(['任务统计', 'Tasks by type and state'])}
      all={{ name: t(words.all), note: counts.data ? figure(sumOf(all)) : '–' }}
      branches={branches}
      chosen={[taskType, state].filter(Boolean).join('/') || undefined}
      onChoose={(id = '') => choose(...(id.split('/') as [string, string?]))}
    >
      {stations.length > 0 && (
        <div className="tree-stations">
          {stations.map((type) => (
            <StartStation key={type} className="tree-station" type={type} name={nameOf(type)} why={barred.get(type)} />
          ))}
        </div>
      )}
    </Tree>
  )
}
