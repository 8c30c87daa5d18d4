import { pickContainer } from '@lading/contract/wms/pickContainer.ts'
import { assignMax, type Preparable, preparable } from '@lading/contract/wms/pickContainerCalls.ts'
import { taskFlow } from '@lading/contract/wms/task.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useChoice } from '../../kernel/grid/selection.ts'
import { Made } from '../../kernel/Made.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { StateTag } from '../../platform/bill/StateTag.tsx'
import { Card } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { AssignDialog } from './AssignDialog.tsx'

const filters = [
  { name: 'waveId', to: 'wms.waveBill', title: ['波次', 'Wave'] },
  { name: 'pickAreaId', to: 'wms.pickArea', title: ['拣货分区', 'Pick area'] },
  { name: 'storeId', to: 'wms.store', title: ['门店', 'Store'] },
] as const
type Filter = Partial<Record<(typeof filters)[number]['name'], string>>

/** Picks that have no containers yet, with how many each will fill. */
export function Waiting() {
  const t = useText()
  const { can, refused } = useVerbs(pickContainer)
  const [filter, setFilter] = useState<Filter>({})
  const [chosenNow, setChosen] = useState<readonly Preparable[]>()
  const list = useCall(preparable, filter)
  const { selection, chosen } = useChoice<Preparable>()
  const mayAssign = can(pickContainer, 'update')
  return (
    <Card
      title={t(preparable.title)}
      extra={
        mayAssign && (
          <Button
            type="primary"
            disabled={refused !== undefined || chosen.length === 0 || chosen.length > assignMax}
            title={refused}
            onClick={() => setChosen(chosen)}
          >
            {t(['分配并打印（{n}）', 'Assign and print ({n})'], { n: chosen.length })}
          </Button>
        )
      }
    >
      <div className="pick-container-filters">
        {filters.map(({ name, to, title }) => (
          <div key={name} className="field">
            <span>{t(title)}</span>
            <RefSelect
              to={to}
              title={t(title)}
              value={filter[name]}
              onChange={(id) => setFilter(({ [name]: _, ...others }) => (id ? { ...others, [name]: id } : others))}
            />
          </div>
        ))}
      </div>
      {list.data ? (
        <ReadTable<Preparable>
          label={t(preparable.title)}
          rows={list.data.tasks}
          columns={columns}
          {...(mayAssign && { selection })}
          height={list.data.tasks.length > 6 ? 260 : undefined}
          none={['没有待分配的拣货任务', 'No picks wait for containers']}
        />
      ) : list.error ? (
        <NotRead of={list} />
      ) : (
        <SkeletonRows label={t(words.loading)} />
      )}
      {chosenNow && (
        <AssignDialog
          tasks={chosenNow}
          onClose={() => {
            setChosen(undefined)
            selection.clear()
          }}
        />
      )}
    </Card>
  )
}

const columns: readonly ReadColumn<Preparable>[] = [
  {
    name: 'taskNo',
    title: ['任务号', 'Task'],
    width: 150,
    said: (k) => k.taskNo,
    render: (k) => <Made made={[{ key: viewOf('PICK').key, id: k.id, no: k.taskNo }]} />,
  },
  {
    name: 'state',
    title: ['状态', 'Status'],
    width: 116,
    said: (k, t) => t(taskFlow.states[k.state]),
    beside: 24,
    render: (k) => <StateTag flow={taskFlow} state={k.state} />,
  },
  {
    name: 'store',
    title: ['门店', 'Store'],
    width: 190,
    said: (k) => (k.store ? `${k.store.code} ${k.store.name}` : ''),
  },
  { name: 'route', title: ['线路', 'Route'], width: 80, said: (k) => k.route ?? '' },
  { name: 'billNo', title: ['来源单号', 'Source no.'], width: 140, said: (k) => k.billNo ?? '' },
  { name: 'area', title: ['拣货分区', 'Pick area'], width: 130, said: (k) => k.area?.name ?? '' },
  { name: 'lines', title: ['行数', 'Lines'], width: 70, said: (k) => String(k.lines), isFigure: true },
  { name: 'cases', title: ['件数', 'Cases'], width: 90, said: (k) => k.cases, isFigure: true },
  { name: 'volume', title: ['体积(m³)', 'Volume (m³)'], width: 100, said: (k) => k.volume ?? '', isFigure: true },
  { name: 'type', title: ['容器类型', 'Container type'], width: 130, said: (k) => k.type?.name ?? '' },
  {
    name: 'needed',
    title: ['需容器', 'Needed'],
    width: 80,
    said: (k) => (k.needed === null ? '–' : String(k.needed)),
    isFigure: true,
  },
]
