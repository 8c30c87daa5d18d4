import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { pickDiffAdj } from '@lading/contract/wms/pickDiff.ts'
import { labelEx, labelExceptions } from '@lading/contract/wms/pickLabel.ts'
import { taskModes } from '@lading/contract/wms/task.ts'
import { shortReasons } from '@lading/contract/wms/taskTypes/pick.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { hashOf } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useMay } from '../../kernel/permission.ts'
import { detailOf, listOf } from '../../kernel/registry.ts'
import { BoardCard } from '../../platform/Board.tsx'
import { grouped } from '../../ui/numbers.ts'
import { listPlace } from '../station/place.ts'
import { Count, Linked } from './Figure.tsx'
import type { Data } from './OutboundWaves.tsx'

type Short = Data['shorts']['top'][number]
type Pace = Data['pace'][number]

/** What could not be picked and is not settled, the latest first. */
export function Shorts({ data }: { data: Data }) {
  const t = useText()
  const may = useMay()
  const { total, top } = data.shorts
  const all = may(pickDiffAdj, 'view') ? listOf(pickDiffAdj.key, { state: 'OPEN' }) : undefined
  const columns: readonly ReadColumn<Short>[] = [
    {
      name: 'billNo',
      title: ['出库单', 'Order'],
      width: 160,
      said: (d) => d.billNo,
      render: (d) => {
        const to = may(operateBill.header, 'view') ? detailOf(operateBill.header.key, d.billId) : undefined
        return to ? <a href={hashOf(to)}>{d.billNo}</a> : d.billNo
      },
    },
    {
      name: 'store',
      title: ['门店', 'Store'],
      width: 200,
      said: (d) => (d.store ? `${d.store.code} ${d.store.name}` : ''),
    },
    { name: 'product', title: ['商品', 'Product'], width: 240, said: (d) => `${d.product.code} ${d.product.name}` },
    {
      name: 'qty',
      title: ['缺货数量', 'Short'],
      width: 96,
      isFigure: true,
      said: (d) => grouped(d.qty),
      render: (d) => (
        <Linked
          to={
            may(pickDiffAdj, 'view')
              ? listOf(pickDiffAdj.key, { state: 'OPEN', billId: d.billId, productId: d.product.id })
              : undefined
          }
        >
          {grouped(d.qty)}
        </Linked>
      ),
    },
    {
      name: 'reason',
      title: ['原因', 'Reason'],
      width: 110,
      said: (d, say) => say(shortReasons[d.reason as keyof typeof shortReasons] ?? [d.reason, d.reason]),
    },
    { name: 'bin', title: ['货位', 'Bin'], width: 120, said: (d) => d.bin },
  ]
  const count = t(['共{n}条未处理', 'Open: {n}'], { n: total })
  return (
    <div className="board-all">
      <BoardCard title={t(['拣货缺货', 'Short picks'])}>
        {total > 0 && <p>{all ? <a href={hashOf(all)}>{count}</a> : count}</p>}
        <ReadTable<Short>
          label={t(['拣货缺货', 'Short picks'])}
          rows={top}
          columns={columns}
          none={['没有未处理的缺货', 'No open short picks']}
        />
      </BoardCard>
    </div>
  )
}

/** How fast picking goes today, by area and method. */
export function Pace({ data }: { data: Data }) {
  const t = useText()
  const may = useMay()
  /** Picks of the area by that method that were worked on: each says how far it is. */
  const picks = (p: Pace) =>
    may(viewOf('PICK'), 'view')
      ? listPlace('PICK', { mode: p.mode, state: 'RUNNING,DONE', ...(p.area && { pickAreaId: p.area.id }) })
      : undefined
  const columns: readonly ReadColumn<Pace>[] = [
    {
      name: 'area',
      title: ['拣货分区', 'Pick area'],
      width: 200,
      said: (p, say) => p.area?.name ?? say(['无分区', 'No area']),
    },
    {
      name: 'mode',
      title: ['方式', 'Method'],
      width: 90,
      said: (p, say) => say(taskModes[p.mode as keyof typeof taskModes] ?? [p.mode, p.mode]),
    },
    {
      name: 'people',
      title: ['人数', 'People'],
      width: 80,
      isFigure: true,
      said: (p) => String(p.people),
      render: (p) => <Count n={p.people} to={picks(p)} />,
    },
    {
      name: 'lines',
      title: ['行数', 'Lines'],
      width: 80,
      isFigure: true,
      said: (p) => grouped(String(p.lines)),
      render: (p) => <Count n={p.lines} to={picks(p)} />,
    },
    {
      name: 'linesPerHour',
      title: ['行/小时', 'Lines per hour'],
      hint: ['按每个任务从开始到最后确认的时间', 'By the time from the start of each task to its last confirm'],
      width: 120,
      isFigure: true,
      isFilled: () => true,
      render: (p) => (p.linesPerHour === null ? '–' : <Linked to={picks(p)}>{grouped(String(p.linesPerHour))}</Linked>),
    },
  ]
  return (
    <BoardCard wide title={t(['今日拣货效率', 'Picking today'])}>
      <ReadTable<Pace>
        label={t(['今日拣货效率', 'Picking today'])}
        rows={data.pace}
        columns={columns}
        none={['今天还没有拣货', 'Nothing has been picked today']}
      />
    </BoardCard>
  )
}

/** What went wrong with today's labels. */
export function Labels({ data }: { data: Data }) {
  const t = useText()
  const may = useMay()
  return (
    <BoardCard title={t(['今日标签异常', 'Label exceptions today'])}>
      {data.labels.length === 0 && <p className="muted">{t(['没有标签异常', 'No label exceptions'])}</p>}
      <ul className="today-list">
        {data.labels.map(({ exceptionCode, n }) => (
          <li key={exceptionCode}>
            <span>
              <span>
                {t(labelExceptions[exceptionCode as keyof typeof labelExceptions] ?? [exceptionCode, exceptionCode])}
              </span>
              <Count
                n={n}
                to={
                  may(labelEx, 'view')
                    ? listOf(labelEx.key, { exceptionCode, createTime: `${data.day}~${data.day}` })
                    : undefined
                }
              />
            </span>
          </li>
        ))}
      </ul>
    </BoardCard>
  )
}
