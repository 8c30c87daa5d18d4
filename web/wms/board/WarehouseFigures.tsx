import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { stockBatchLookBoard, stockLookBoard } from '@lading/contract/wms/board.ts'
import { ageClasses, type dashboardWarehouse, nearMax } from '@lading/contract/wms/dashboardWarehouse.ts'
import { bin, stockTypes } from '@lading/contract/wms/place.ts'
import { productBin } from '@lading/contract/wms/scheme.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import type { z } from 'zod'
import { hashOf, type Place, place, type Query } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { besideOf, ChoiceText } from '../../kernel/ChoiceText.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useMay } from '../../kernel/permission.ts'
import { BoardCard, Stat } from '../../platform/Board.tsx'
import { Bar } from '../../ui/Bar.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { grouped, percent } from '../../ui/numbers.ts'
import { listPlace } from '../station/place.ts'
import { Count, Linked } from './Figure.tsx'
import { groupedAmount } from './figures.ts'
import { LifeLeft } from './Life.tsx'

type Data = z.output<typeof dashboardWarehouse.output>
/** `owner`: the filter of lists of goods; bins are the same for all owners. */
interface Props {
  readonly data: Data
  readonly owner: Query
}

/** The list behind a figure, for who may see it. */
export function useLists() {
  const may = useMay()
  const to = (of: AnyEntity, p: Place): Place | undefined => (may(of, 'view') ? p : undefined)
  return {
    bins: (only: Query) => to(bin, place('wms', 'binList', { disabled: 'false', ...only })),
    stock: (only: Query) => to(stockLookBoard, place('wms', 'stockLookBoardList', only)),
    lots: (only: Query) =>
      to(stockBatchLookBoard, place('wms', 'stockBatchLookBoardList', { hasStock: 'true', ...only })),
    faces: () => to(productBin, place('wms', 'storageBinList', { role: 'PICK', belowMin: 'true' })),
    putAway: (only: Query) =>
      to(viewOf('PUTAWAY'), listPlace('PUTAWAY', { noBin: 'true', state: 'READY,ASSIGNED,RUNNING', ...only })),
  }
}

const share = (part: number, whole: number): string =>
  whole > 0 ? `${percent(String(part), String(whole)).toFixed(1).replace('.0', '')}%` : '–'

export function Tiles({ data, owner }: Props) {
  const t = useText()
  const lists = useLists()
  const { bins } = data
  const warn = (n: number) =>
    n > 0 && (
      <>
        <Mark tone="warn" /> {t(['需要处理', 'Needs attention'])}
      </>
    )
  const tiles: readonly { title: string; value: string; note?: React.ReactNode; to: Place | undefined }[] = [
    {
      title: t(['货位占用', 'Bins in use']),
      value: share(bins.occupied, bins.total),
      note: t(['{n} / {all}个货位', '{n} of {all} bins'], {
        n: grouped(String(bins.occupied)),
        all: grouped(String(bins.total)),
      }),
      to: lists.bins({ isEmpty: 'false' }),
    },
    {
      title: t(['空货位', 'Empty bins']),
      value: grouped(String(bins.total - bins.occupied)),
      to: lists.bins({ isEmpty: 'true' }),
    },
    {
      title: t(['禁入货位', 'Bins closed to goods in']),
      value: grouped(String(bins.lockedIn)),
      to: lists.bins({ lockIn: 'true' }),
    },
    {
      title: t(['禁出货位', 'Bins closed to goods out']),
      value: grouped(String(bins.lockedOut)),
      to: lists.bins({ lockOut: 'true' }),
    },
    {
      title: t(['无目标货位的上架', 'Put-aways without a bin']),
      value: grouped(String(data.putAwayNoBin)),
      note: warn(data.putAwayNoBin),
      to: lists.putAway(owner),
    },
    {
      title: t(['低于最低的拣货位', 'Pick faces below minimum']),
      value: grouped(String(data.belowMin)),
      note: warn(data.belowMin),
      to: lists.faces(),
    },
  ]
  return (
    <div className="board-tiles board-all">
      {tiles.map((tile) => (
        <section className="card" key={tile.title}>
          <Stat {...tile} />
        </section>
      ))}
    </div>
  )
}

export function Types({ data, owner }: Props) {
  const t = useText()
  const lists = useLists()
  return (
    <BoardCard wide title={t(['库存类型', 'Stock by type'])}>
      <Goods
        rows={data.types.map((row) => ({
          ...row,
          id: row.stockType,
          title: stockTypes[row.stockType as keyof typeof stockTypes] ?? [row.stockType, row.stockType],
          n: row.products,
          to: lists.stock({ ...owner, stockType: row.stockType }),
        }))}
        counted={['商品', 'Products']}
      />
    </BoardCard>
  )
}

export function Ages({ data, owner }: Props) {
  const t = useText()
  const lists = useLists()
  return (
    <BoardCard wide title={t(['库龄', 'Age of stock'])}>
      <Goods
        rows={ageClasses.map(({ from, to }, i) => ({
          ...(data.ages[i] ?? { qty: { text: '0', cases: '0' }, amount: null }),
          id: String(from),
          title: to === null ? t(['90天以上', 'Over 90 days']) : t(['{from}–{to}天', '{from}–{to} days'], { from, to }),
          n: data.ages[i]?.lots ?? 0,
          to: lists.lots({ ...owner, ageDays: `${from}~${to ?? ''}` }),
        }))}
        counted={['批次', 'Lots']}
      />
    </BoardCard>
  )
}

interface GoodsRow {
  readonly id: string
  /** As it is said, or one of a field's choices. */
  readonly title: string | Text
  readonly n: number
  readonly qty: { readonly text: string }
  readonly amount: string | null
  readonly to: Place | undefined
}
/** Classes of goods: how many there are, how much that is and what it is worth. */
export function Goods({ rows, counted }: { rows: readonly GoodsRow[]; counted: ReadColumn<GoodsRow>['title'] }) {
  const t = useText()
  const columns: readonly ReadColumn<GoodsRow>[] = [
    {
      name: 'title',
      title: ['类别', 'Class'],
      width: 150,
      beside: () => besideOf(stockTypes),
      said: (r) => (typeof r.title === 'string' ? r.title : t(r.title)),
      render: (r) => (typeof r.title === 'string' ? r.title : <ChoiceText of={r.title} />),
    },
    {
      name: 'n',
      title: counted,
      width: 80,
      isFigure: true,
      isFilled: () => true,
      render: (r) => <Count n={r.n} to={r.to} />,
    },
    {
      name: 'qty',
      title: ['件数', 'Cases'],
      width: 120,
      isFigure: true,
      isFilled: () => true,
      said: (r) => groupedAmount(r.qty.text),
      render: (r) => <Linked to={r.n > 0 ? r.to : undefined}>{groupedAmount(r.qty.text)}</Linked>,
    },
    {
      name: 'amount',
      title: ['金额', 'Amount'],
      width: 130,
      isFigure: true,
      said: (r) => (r.amount === null ? '' : grouped(r.amount)),
      render: (r) => r.amount !== null && <Linked to={r.to}>{grouped(r.amount)}</Linked>,
    },
  ]
  return <ReadTable<GoodsRow> label={t(counted)} rows={rows} columns={columns} none={['没有库存', 'No stock']} />
}

export function Areas({ data }: Pick<Props, 'data'>) {
  const t = useText()
  const lists = useLists()
  return (
    <BoardCard wide title={t(['存储区占用率', 'Use of storage areas'])}>
      {data.areas.length === 0 && <p className="muted">{t(['还没有存储区', 'There are no storage areas'])}</p>}
      <ul className="today-list">
        {data.areas.map((a) => {
          const to = lists.bins({ storageAreaId: a.id, isEmpty: 'false' })
          const figure = `${a.occupied} / ${a.bins} · ${share(a.occupied, a.bins)}`
          return (
            <li key={a.id}>
              <span>
                <span className="today-name">{a.name}</span>
                <Linked to={to}>{figure}</Linked>
              </span>
              <Bar share={percent(String(a.occupied), String(a.bins))} />
              {a.volumePct !== null && (
                <small>
                  <Linked to={to}>{t(['体积占用{n}%', 'Volume in use: {n}%'], { n: a.volumePct })}</Linked>
                </small>
              )}
            </li>
          )
        })}
      </ul>
    </BoardCard>
  )
}

export function BinTypes({ data }: Pick<Props, 'data'>) {
  const t = useText()
  const lists = useLists()
  return (
    <BoardCard title={t(['各类型空货位', 'Empty bins by type'])}>
      {data.binTypes.length === 0 && <p className="muted">{t(['货位没有类型', 'No bin has a type'])}</p>}
      <ul className="today-list">
        {data.binTypes.map((b) => (
          <li key={b.id}>
            <span>
              <span className="today-name">{b.name}</span>
              <span className="num">
                <Count n={b.bins - b.occupied} to={lists.bins({ binTypeId: b.id, isEmpty: 'true' })} /> /{' '}
                <Count n={b.bins} to={lists.bins({ binTypeId: b.id })} />
              </span>
            </span>
            <Bar share={percent(String(b.bins - b.occupied), String(b.bins))} />
          </li>
        ))}
      </ul>
    </BoardCard>
  )
}

type Lot = Data['near'][number]
export function Near({ data, owner }: Props) {
  const t = useText()
  const lists = useLists()
  const all = lists.lots({ ...owner, _sort: 'daysLeft' })
  const columns: readonly ReadColumn<Lot>[] = [
    {
      name: 'lotNo',
      title: ['批次', 'Lot'],
      width: 120,
      said: (r) => r.lotNo,
      render: (r) => {
        const to = lists.lots({ lotNo: r.lotNo })
        return to ? <a href={hashOf(to)}>{r.lotNo}</a> : r.lotNo
      },
    },
    { name: 'product', title: ['商品', 'Product'], width: 170, said: (r) => `${r.code} ${r.name}` },
    {
      name: 'qty',
      title: ['件数', 'Cases'],
      width: 80,
      isFigure: true,
      said: (r) => groupedAmount(r.qty.text),
      render: (r) => <Linked to={lists.lots({ lotNo: r.lotNo })}>{groupedAmount(r.qty.text)}</Linked>,
    },
    { name: 'expireDate', title: ['到期日期', 'Expiry date'], width: 100, said: (r) => r.expireDate },
    {
      name: 'left',
      title: ['剩余', 'Left'],
      width: 90,
      isFilled: () => true,
      render: (r) => <LifeLeft isShort expireDate={r.expireDate} productionDate={r.productionDate} />,
    },
  ]
  return (
    <BoardCard wide title={t(['临期前{n}', 'Near expiry, first {n}'], { n: nearMax })}>
      <ReadTable<Lot>
        label={t(['临期批次', 'Lots near expiry'])}
        rows={data.near}
        columns={columns}
        none={['没有临期批次', 'No lot is near expiry']}
      />
      {all && data.near.length > 0 && (
        <p>
          <a href={hashOf(all)}>{t(['按剩余天数查看全部批次', 'All lots by days left'])}</a>
        </p>
      )}
    </BoardCard>
  )
}
