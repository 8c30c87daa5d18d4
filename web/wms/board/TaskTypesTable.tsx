import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { worker } from '@lading/contract/wms/worker.ts'
import { useMemo } from 'react'
import type { Place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useMay } from '../../kernel/permission.ts'
import { Mark } from '../../ui/Mark.tsx'
import { grouped } from '../../ui/numbers.ts'
import { listPlace } from '../station/place.ts'
import { Count, Linked, workersPlace } from './Figure.tsx'
import type { Data } from './taskViewData.ts'

type Type = Data['types'][number]
type Counted = 'held' | 'ready' | 'assigned' | 'running' | 'overdue'
/** The filter of the list that has just what is counted. */
const filters: Readonly<Record<Counted, Readonly<Record<string, string>>>> = {
  held: { state: 'NEW,WAIT,SUSPENDED' },
  ready: { state: 'READY' },
  assigned: { state: 'ASSIGNED' },
  running: { state: 'RUNNING' },
  overdue: { overdue: 'true' },
}

const openStates = 'NEW,WAIT,READY,ASSIGNED,RUNNING,SUSPENDED'
const minutesOf = (seconds: number): string => grouped(String(Math.ceil(seconds / 60)))

/** The list behind figures of a type of work, for who may see it. */
type ListOf = (type: Type['taskType'], query: Readonly<Record<string, string>>) => Place | undefined

const countOf =
  (listOf: ListOf) =>
  (name: Counted, title: ReadColumn<Type>['title']): ReadColumn<Type> => ({
    name,
    title,
    width: 84,
    isFigure: true,
    isFilled: () => true,
    render: (row) => (
      <>
        {name === 'overdue' && row.overdue > 0 && <Mark tone="warn" />}{' '}
        <Count n={row[name]} to={listOf(row.taskType, filters[name])} />
      </>
    ),
  })

/** How much work is left, who does it how fast, and when it will be done. */
const forecast = (listOf: ListOf, people: Place | undefined): readonly ReadColumn<Type>[] => [
  {
    name: 'remaining',
    title: ['剩余标准工时(分)', 'Work left (min)'],
    hint: ['按任务类型的标准；未设标准的不计', 'By the standards of the type; unknown where it has none'],
    width: 130,
    isFigure: true,
    said: (r) => (r.remainingS === null ? '' : minutesOf(r.remainingS)),
    render: (r) =>
      r.remainingS !== null && (
        <Linked to={listOf(r.taskType, { state: openStates })}>{minutesOf(r.remainingS)}</Linked>
      ),
  },
  {
    name: 'people',
    title: ['作业人数', 'People on it'],
    width: 100,
    isFigure: true,
    isFilled: () => true,
    render: (row) => <Count n={row.people} to={listOf(row.taskType, { state: 'ASSIGNED,RUNNING' })} />,
  },
  {
    name: 'efficiency',
    title: ['今日效率%', 'Efficiency today %'],
    hint: [
      '标准用时与实际用时之比，每15分钟统计',
      'Standard time as a share of the time taken, every quarter of an hour',
    ],
    width: 120,
    isFigure: true,
    said: (r) => (r.efficiency === null ? '' : String(r.efficiency)),
    render: (r) => r.efficiency !== null && <Linked to={people}>{String(r.efficiency)}</Linked>,
  },
  {
    name: 'finishAt',
    title: ['预计完成', 'Forecast finish'],
    hint: ['现在 + 剩余标准工时 ÷（作业人数 × 今日效率）', 'Now + work left ÷ (people on it × efficiency today)'],
    width: 180,
    said: (r) => (r.finishAt === null ? '' : shownTime(r.finishAt)),
    render: (r) =>
      r.finishAt !== null && <Linked to={listOf(r.taskType, { state: openStates })}>{shownTime(r.finishAt)}</Linked>,
  },
]

/** What is still to be done of each kind of work, and when it will be done. */
export function TaskTypesTable({ types }: { types: readonly Type[] }) {
  const t = useText()
  const may = useMay()
  const columns = useMemo((): readonly ReadColumn<Type>[] => {
    const listOf: ListOf = (type, query) => (may(viewOf(type), 'view') ? listPlace(type, query) : undefined)
    const count = countOf(listOf)
    return [
      {
        name: 'taskType',
        title: ['任务类型', 'Task type'],
        width: 160,
        said: (r, say) => say([r.name, r.nameEn ?? r.name]),
      },
      count('ready', ['待领取', 'Ready']),
      count('assigned', ['已领取', 'Taken']),
      count('running', ['进行中', 'Running']),
      count('held', ['未放行', 'Held']),
      count('overdue', ['逾期', 'Overdue']),
      ...forecast(listOf, may(worker, 'view') ? workersPlace({ onDuty: 'true' }) : undefined),
    ]
  }, [may])
  return (
    <ReadTable<Type>
      label={t(['未完成任务', 'Open tasks'])}
      rows={types}
      columns={columns}
      none={['没有未完成的任务', 'No open tasks']}
    />
  )
}
