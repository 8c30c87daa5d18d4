import type { Text } from '@lading/contract/kernel/text.ts'
import { task } from '@lading/contract/wms/task.ts'
import { worker } from '@lading/contract/wms/worker.ts'
import { useMemo } from 'react'
import { hashOf, place } from '../../client/location.ts'
import { type Say, useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useMay } from '../../kernel/permission.ts'
import { grouped } from '../../ui/numbers.ts'
import { TaskLink } from '../task/BillTasks.tsx'
import { Linked, workersPlace } from './Figure.tsx'
import type { Data } from './taskViewData.ts'

type Person = Data['people'][number]
/** What was added up of a person's day. */
const figures: readonly (readonly [name: 'linesPerHour' | 'casesPerHour' | 'efficiency', title: Text])[] = [
  ['linesPerHour', ['行/小时', 'Lines per hour']],
  ['casesPerHour', ['件/小时', 'Cases per hour']],
  ['efficiency', ['效率%', 'Efficiency %']],
]

/** What he does, if it is not a task that has a name here. */
const state = (p: Person, t: Say): string =>
  p.isBusy ? t(['其他货主的任务', 'Work for other owners']) : p.onDuty ? t(['空闲', 'Idle']) : t(['不在岗', 'Off duty'])

/** Who is here, what each does and how fast. */
export function TaskPeople({ people }: { people: readonly Person[] }) {
  const t = useText()
  const may = useMay()
  const columns = useMemo((): readonly ReadColumn<Person>[] => {
    const of = (p: Person) => (may(worker, 'view') ? workersPlace({ userId: p.userId }) : undefined)
    return [
      {
        name: 'name',
        title: ['姓名', 'Name'],
        width: 160,
        said: (p) => p.name,
        render: (p) =>
          may(task, 'view') ? (
            <a href={hashOf(place('wms', 'taskList', { assigneeId: p.userId, state: 'ASSIGNED,RUNNING' }))}>{p.name}</a>
          ) : (
            p.name
          ),
      },
      {
        name: 'current',
        title: ['当前任务', 'Current task'],
        width: 200,
        isFilled: () => true,
        said: (p, say) => p.current?.taskNo ?? state(p, say),
        render: (p, say) => (p.current ? <TaskLink row={p.current} /> : <span className="muted">{state(p, say)}</span>),
      },
      ...figures.map(
        ([name, title]): ReadColumn<Person> => ({
          name,
          title,
          hint: ['当天，每15分钟统计', 'Of today, added up every quarter of an hour'],
          width: 130,
          isFigure: true,
          isFilled: () => true,
          said: (p) => grouped(p[name] ?? ''),
          render: (p) => p[name] !== null && <Linked to={of(p)}>{grouped(p[name])}</Linked>,
        }),
      ),
      {
        name: 'idleMin',
        title: ['空闲(分)', 'Idle (min)'],
        hint: ['在岗且无任务：自签到或最近一次确认起', 'On duty without work: since check-in or the last confirm'],
        width: 120,
        isFigure: true,
        isFilled: () => true,
        said: (p) => (p.idleMin === null ? '' : grouped(String(p.idleMin))),
        render: (p) => p.idleMin !== null && <Linked to={of(p)}>{grouped(String(p.idleMin))}</Linked>,
      },
    ]
  }, [may])
  return (
    <ReadTable<Person>
      label={t(['人员', 'People'])}
      rows={people}
      columns={columns}
      none={['今天还没有人签到', 'Nobody has checked in today']}
    />
  )
}
