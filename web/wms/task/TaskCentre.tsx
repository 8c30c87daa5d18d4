import { task, taskFlow, taskTypes } from '@lading/contract/wms/task.ts'
import { countTasks } from '@lading/contract/wms/taskCalls.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../kernel/client.ts'
import type { ListModel } from '../../kernel/list/useList.ts'
import { hashOf } from '../../kernel/location.ts'
import { useMay } from '../../kernel/permission.ts'
import { usePlace } from '../../kernel/tabStore.ts'
import { useText } from '../../kernel/text.ts'
import { words } from '../../kernel/words.ts'
import { grouped } from '../../ui/numbers.ts'
import { stationPlace, stationTypes } from '../station/place.ts'
import { TaskList } from './TaskList.tsx'
import { viewOf } from './views.ts'
import { Workers } from './Workers.tsx'
import '../wms.css'

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
    <div className={isPeopleOpen ? 'centre centre-people' : 'centre'}>
      <TaskList
        of={task}
        where={where}
        tools={people}
        above={(list) => (
          <>
            <Tree list={list} />
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
const sumOf = (counts: Counts): number => counts.reduce((sum, c) => sum + c.n, 0)

function Tree({ list }: { list: ListModel }) {
  const t = useText()
  const may = useMay()
  const counts = useQuery({
    queryKey: [task.key, 'count'],
    queryFn: ({ signal }) => call(countTasks, {}, { signal }),
    refetchInterval: 60_000,
  })
  const all = counts.data?.counts ?? []
  const { taskType = '', state = '', ...others } = list.state.filter
  const choose = (type: string, s: string) =>
    list.setState({ filter: { ...others, ...(type && { taskType: type }), ...(s && { state: s }) } })
  const stations = stationTypes.filter((type) => may(viewOf(type), 'run'))
  return (
    <nav className="tree card" aria-label={t(['任务统计', 'Tasks by type and state'])}>
      {stations.length > 0 && (
        <div className="tree-stations">
          {stations.map((type) => (
            <a key={type} className="tree-station" href={hashOf(stationPlace(type))}>
              {t(['开始{what}', 'Start: {what}'], { what: taskTypes[type] })}
            </a>
          ))}
        </div>
      )}
      <TreeRow
        isOn={!taskType && !state}
        title={t(words.all)}
        n={counts.data && sumOf(all)}
        onClick={() => choose('', '')}
      />
      {Object.entries(taskTypes).map(([type, title]) => {
        const own = all.filter((c) => c.taskType === type)
        return (
          <div key={type}>
            <TreeRow
              isOn={taskType === type && !state}
              title={t(title)}
              n={counts.data && sumOf(own)}
              onClick={() => choose(type, '')}
            />
            {own.map((c) => (
              <TreeRow
                key={c.state}
                isChild
                isOn={taskType === type && state === c.state}
                title={t(taskFlow.states[c.state as keyof typeof taskFlow.states] ?? [c.state, c.state])}
                n={c.n}
                onClick={() => choose(type, c.state)}
              />
            ))}
          </div>
        )
      })}
    </nav>
  )
}

function TreeRow({
  title,
  n,
  isOn,
  isChild = false,
  onClick,
}: {
  title: string
  n: number | undefined
  isOn: boolean
  isChild?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className={isChild ? 'tree-row tree-child' : 'tree-row'}
      aria-pressed={isOn}
      onClick={onClick}
    >
      <span>{title}</span>
      <span className="num">{n === undefined ? '–' : grouped(String(n))}</span>
    </button>
  )
}
