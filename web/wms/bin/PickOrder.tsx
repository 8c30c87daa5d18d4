import type { Text } from '@lading/contract/kernel/text.ts'
import {
  type GeneratedOrder,
  generateOrder,
  pickOrder,
  type WalkMethod,
  walkMethods,
  walkShown,
} from '@lading/contract/wms/pickOrder.ts'
import { bin, pickArea } from '@lading/contract/wms/place.ts'
import { Button, InputNumber, Segmented, Tooltip } from 'antd'
import { useState } from 'react'
import { asRefused, useWrite } from '../../client/errors.ts'
import { usePlace } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import type { ListModel } from '../../kernel/list/useList.ts'
import { changed, useVerbs } from '../../kernel/verbs.tsx'
import { ActDialog } from '../../platform/ActDialog.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { notify } from '../../ui/notices.tsx'
import { ArrangeDrawer } from './ArrangeDrawer.tsx'
import './bin.css'

/** The bins of pick areas in the order in which pickers come by; the order of an area is made anew, typed, or comes from a file. */
export function PickOrder() {
  return (
    <SheetList
      of={pickOrder}
      tools={(list) => (
        <>
          <ArrangeButton list={list} />
          <GenerateButton />
        </>
      )}
    />
  )
}

/** One area at a time: who walks through several takes them one after the other. */
function ArrangeButton({ list }: { list: ListModel }) {
  const t = useText()
  const { can, refused } = useVerbs(pickOrder)
  const [area, setArea] = useState<string>()
  if (!can(pickOrder, 'update')) return null
  const only = list.state.filter.pickAreaId?.split(',') ?? []
  const why =
    refused ?? (only.length === 1 ? undefined : t(['请先筛选一个拣货分区', 'Filter the list by one pick area first']))
  return (
    <>
      <Tooltip title={why}>
        <span>
          <Button disabled={why !== undefined} onClick={() => setArea(only[0])}>
            {t(['调整顺序', 'Arrange'])}
          </Button>
        </span>
      </Tooltip>
      {area && <ArrangeDrawer key={area} pickAreaId={area} onClose={() => setArea(undefined)} />}
    </>
  )
}

function GenerateButton() {
  const t = useText()
  const { can, refused } = useVerbs(pickOrder)
  const [isOpen, setOpen] = useState(false)
  if (!can(pickOrder, 'run')) return null
  return (
    <>
      <Tooltip title={refused}>
        <span>
          <Button type="primary" disabled={refused !== undefined} onClick={() => setOpen(true)}>
            {t(['生成顺序', 'Generate sequence'])}
          </Button>
        </span>
      </Tooltip>
      {isOpen && <GenerateDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const hints: Readonly<Record<WalkMethod, Text>> = {
  SERPENTINE: ['一条巷道去，下一条巷道回', 'Up one aisle, down the next'],
  RETURN: ['单数列一侧去，双数列一侧回，从进口出', 'Up along the odd bays, back along the even ones'],
  AISLE: ['每条巷道都从头走起', 'Every aisle from its beginning'],
}
const numbers = {
  first: ['起始号', 'First number'],
  step: ['间隔', 'Step'],
} as const satisfies Record<string, Text>

/** How the bins would stand is shown before anything is overwritten. */
function GenerateDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const here = usePlace()
  const write = useWrite(generateOrder)
  const [plan, setPlan] = useState<{ pickAreaId: string | undefined; method: WalkMethod; first: number; step: number }>(
    {
      pickAreaId: here.query.pickAreaId?.split(',')[0],
      method: 'SERPENTINE',
      first: 10,
      step: 10,
    },
  )
  const [seen, setSeen] = useState<GeneratedOrder>()
  const [problem, setProblem] = useState('')
  const change = (more: Partial<typeof plan>) => {
    setPlan({ ...plan, ...more })
    setSeen(undefined)
    setProblem('')
  }
  const run = async (dryRun: boolean): Promise<void> => {
    const { pickAreaId } = plan
    if (!pickAreaId) return setProblem(t(['请选择拣货分区', 'Choose a pick area']))
    try {
      const made = await write.run({ ...plan, pickAreaId, dryRun })
      if (dryRun) return setSeen(made)
      notify('good', t(['已调整{changed}个货位的顺序', 'Bins with a new place: {changed}'], { ...made }))
      await changed(pickOrder)
      onClose()
    } catch (error) {
      setProblem(asRefused(error).message)
    }
  }
  const isNew = seen !== undefined && seen.changed > 0
  return (
    <ActDialog
      act={{ problem, isBusy: write.isBusy }}
      width={640}
      title={t(generateOrder.title)}
      okText={t(isNew ? ['覆盖{changed}个货位的顺序', 'Overwrite the place of {changed}'] : ['预览', 'Preview'], {
        changed: seen?.changed,
      })}
      onOk={() => void run(!isNew)}
      onClose={onClose}
    >
      <div className="bin-places">
        <div className="field">
          <span className="needed">{t(pickArea.title)}</span>
          <RefSelect
            to={pickArea.key}
            title={t(pickArea.title)}
            value={plan.pickAreaId}
            onChange={(id) => change({ pickAreaId: id ?? undefined })}
          />
        </div>
        {(['first', 'step'] as const).map((name) => (
          <div className="field" key={name}>
            <span className="needed">{t(numbers[name])}</span>
            <InputNumber
              className="wide"
              min={name === 'step' ? 1 : 0}
              max={name === 'step' ? 1_000 : 1_000_000_000}
              precision={0}
              value={plan[name]}
              aria-label={t(numbers[name])}
              onChange={(n) => n !== null && change({ [name]: n })}
            />
          </div>
        ))}
      </div>
      <Segmented
        aria-label={t(['走法', 'Route'])}
        value={plan.method}
        options={(Object.keys(walkMethods) as WalkMethod[]).map((m) => ({ value: m, label: t(walkMethods[m]) }))}
        onChange={(method) => change({ method })}
      />
      <p className="muted">{t(hints[plan.method])}</p>
      {seen && <Preview seen={seen} />}
    </ActDialog>
  )
}

type Placed = GeneratedOrder['bins'][number]
const columns: readonly ReadColumn<Placed>[] = [
  { name: 'code', title: bin.title, width: 160, render: (b) => b.code },
  { name: 'aisle', title: bin.fields.aisle.title, width: 90, render: (b) => b.aisle ?? '–' },
  { name: 'before', title: ['现顺序', 'Now'], width: 100, isFigure: true, render: (b) => b.before },
  { name: 'after', title: ['新顺序', 'New'], width: 100, isFigure: true, render: (b) => b.after },
]
function Preview({ seen }: { seen: GeneratedOrder }) {
  const t = useText()
  return (
    <>
      <p role="status">
        {seen.changed === 0
          ? t(['{count}个货位已是这个顺序', 'All bins stand in this order already ({count})'], { ...seen })
          : t(['{count}个货位，其中{changed}个改变顺序', 'Bins: {count}, of which {changed} change places'], {
              ...seen,
            })}
        {seen.count > walkShown && t(['，显示前{n}个', '; the first {n} are shown'], { n: walkShown })}
      </p>
      <div className="order-preview">
        <ReadTable label={t(generateOrder.title)} rows={seen.bins} columns={columns} />
      </div>
    </>
  )
}
