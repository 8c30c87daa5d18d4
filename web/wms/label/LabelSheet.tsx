import {
  finishLabels,
  type LabelCard,
  returnLabels,
  type LabelSheet as Sheet,
} from '@lading/contract/wms/labelCalls.ts'
import { isOpenLabel, labelStates, pickLabel } from '@lading/contract/wms/pickLabel.ts'
import { shortReasons } from '@lading/contract/wms/taskTypes/pick.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { Button, Input, InputNumber, Select } from 'antd'
import { useId, useState } from 'react'
import { report, useWrite } from '../../client/errors.ts'
import { type Say, useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { Made } from '../../kernel/Made.tsx'
import { changed } from '../../kernel/verbs.tsx'
import { notify } from '../../ui/notices.tsx'
import { Card } from '../../ui/Page.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { labelTones } from './states.tsx'

type Reason = keyof typeof shortReasons
type Shorts = ReadonlyMap<string, Reason>

/** One task in a picker's hands: its head, its labels, and how it ends. */
export function LabelSheet({
  sheet: { task, labels },
  container,
  refused,
}: {
  sheet: Sheet
  container: string
  refused: string | undefined
}) {
  const t = useText()
  const [shorts, setShorts] = useState<Shorts>(new Map())
  const open = labels.filter((l) => isOpenLabel(l.state))
  const valid = labels.filter((l) => l.state !== 'VOID')
  const facts = [
    task.store && `${task.store.code} ${task.store.name}`,
    t(['{n}件', '{n} cases'], { n: task.cases }),
    t(['标签{a}/{b}', 'Labels {a}/{b}'], { a: valid.filter((l) => l.state === 'DONE').length, b: valid.length }),
    task.walkM !== null && t(['步行{n}米', '{n} m to walk'], { n: task.walkM }),
    task.seconds !== null && t(['约{n}分钟', 'about {n} min'], { n: Math.max(1, Math.round(task.seconds / 60)) }),
    task.assignee,
  ].filter((fact) => fact)
  const setShort = (id: string, reason: Reason | undefined) =>
    setShorts((old) => {
      const now = new Map(old)
      if (reason) now.set(id, reason)
      else now.delete(id)
      return now
    })
  return (
    <Card
      title={<Made made={[{ key: viewOf('PICK').key, id: task.id, no: task.taskNo }]} />}
      extra={<span className="muted">{facts.join(' · ')}</span>}
    >
      <ReadTable<LabelCard>
        label={t(['任务[{no}]的标签', 'Labels of task [{no}]'], { no: task.taskNo })}
        rows={labels}
        columns={columnsOf(t, shorts, setShort, refused === undefined)}
        height={labels.length > 8 ? 320 : undefined}
      />
      {open.length === 0 && task.state !== 'DONE' && shorts.size === 0 && (
        <p className="muted">
          {t([
            '标签已全部处理；如仍有未拣数量，请用手持或纸单确认，或以实拣张数完成',
            'No label is left: confirm what is still to be picked by handheld or on paper, or finish by the count',
          ])}
        </p>
      )}
      <Ending task={task} labels={labels} shorts={shorts} container={container} refused={refused} />
    </Card>
  )
}

/** By the last label or the count; or all of it goes back. */
function Ending({
  task,
  labels,
  shorts,
  container,
  refused,
}: Sheet & { shorts: Shorts; container: string; refused: string | undefined }) {
  const t = useText()
  const ids = { last: useId(), count: useId() }
  const [last, setLast] = useState('')
  const [count, setCount] = useState<number | null>(null)
  const finishing = useWrite(finishLabels)
  const returning = useWrite(returnLabels)
  const act = async (run: () => Promise<unknown>, said: readonly [string, string]) => {
    try {
      await run()
      notify('good', t(said, { no: task.taskNo }))
    } catch (error) {
      report(error)
    }
    await changed(pickLabel)
  }
  const finish = () =>
    act(
      () =>
        finishing.run({
          taskId: task.id,
          ...(last.trim() && { last: last.trim() }),
          ...(count !== null && !last.trim() && { count }),
          short: [...shorts].map(([id, reason]) => ({ id, reason })),
          ...(container && { toContainer: container }),
        }),
      ['任务[{no}]的标签已确认', 'Labels of task [{no}] confirmed'],
    )
  const giveBack = () =>
    act(() => returning.run({ taskId: task.id }), ['任务[{no}]的标签已退回', 'Labels of task [{no}] returned'])
  const isUsed = labels.some((l) => l.state === 'DONE')
  return (
    <div className="label-ending">
      <div className="field">
        <label htmlFor={ids.last}>{t(['最后一张标签', 'Last label'])}</label>
        <Input id={ids.last} value={last} maxLength={64} autoComplete="off" onChange={(e) => setLast(e.target.value)} />
      </div>
      <div className="field">
        <label htmlFor={ids.count}>{t(['或实拣张数', 'Or number picked'])}</label>
        <InputNumber id={ids.count} min={0} precision={0} value={count} onChange={setCount} />
      </div>
      <Button
        type="primary"
        loading={finishing.isBusy}
        disabled={refused !== undefined || (last.trim() === '' && count === null)}
        title={refused}
        onClick={() => void finish()}
      >
        {shorts.size > 0 ? t(['完成（报缺货{n}张）', 'Finish ({n} short)'], { n: shorts.size }) : t(['完成', 'Finish'])}
      </Button>
      {!isUsed && (
        <Button
          loading={returning.isBusy}
          disabled={refused !== undefined}
          title={refused}
          onClick={() => void giveBack()}
        >
          {t(['退回标签', 'Return labels'])}
        </Button>
      )}
    </div>
  )
}

const columnsOf = (
  t: Say,
  shorts: Shorts,
  setShort: (id: string, reason: Reason | undefined) => void,
  mayAct: boolean,
): readonly ReadColumn<LabelCard>[] => [
  { name: 'labelNo', title: ['标签号', 'Label'], width: 150, said: (l) => l.labelNo },
  {
    name: 'state',
    title: ['状态', 'Status'],
    width: 110,
    said: (l) => t(labelStates[l.state]),
    beside: 24,
    render: (l) => <StatusTag tone={labelTones[l.state]}>{t(labelStates[l.state])}</StatusTag>,
  },
  { name: 'bin', title: ['货位', 'Bin'], width: 120, said: (l) => l.bin ?? '' },
  { name: 'product', title: ['商品', 'Product'], width: 220, said: (l) => `${l.product.code} ${l.product.name}` },
  { name: 'cases', title: ['件数', 'Cases'], width: 80, said: (l) => l.cases, isFigure: true },
  { name: 'case', title: ['箱序', 'Case'], width: 80, said: (l) => `${l.caseNo}/${l.caseCount}`, isFigure: true },
  {
    name: 'short',
    title: ['未拣原因', 'Not picked because'],
    width: 170,
    isFilled: () => true,
    render: (l) =>
      l.state === 'OBTAINED' &&
      mayAct && (
        <Select<Reason>
          size="small"
          allowClear
          className="label-reason"
          aria-label={t(['标签{no}未拣原因', 'Why label {no} was not picked'], { no: l.labelNo })}
          value={shorts.get(l.id) ?? null}
          options={Object.entries(shortReasons).map(([value, title]) => ({ value: value as Reason, label: t(title) }))}
          onChange={(reason) => setShort(l.id, reason ?? undefined)}
        />
      ),
  },
]
