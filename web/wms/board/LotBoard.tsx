import {
  holdLot,
  lotTrace,
  queryStock,
  releaseLot,
  stockBatchLookBoard,
  stockLookBoard,
} from '@lading/contract/wms/board.ts'
import { useQuery } from '@tanstack/react-query'
import { Table } from 'antd'
import { useState } from 'react'
import { call } from '../../kernel/client.ts'
import { asRefused, report } from '../../kernel/errors.ts'
import type { Column } from '../../kernel/list/columns.tsx'
import type { ListModel } from '../../kernel/list/useList.ts'
import { TabDrawer } from '../../kernel/overlay.tsx'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { sayNow, useText } from '../../kernel/text.ts'
import { shownTime } from '../../kernel/time.ts'
import { changed, type RowAction } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { grouped } from '../../ui/numbers.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Failed, SkeletonRows } from '../../ui/states.tsx'
import { LifeLeft } from './Life.tsx'
import './board.css'

/** The lot with what the board adds: how much of it there is. It is read apart and can neither be sorted nor asked for. */
const listed = {
  ...stockBatchLookBoard,
  fields: {
    ...stockBatchLookBoard.fields,
    onHand: { kind: 'note', title: ['现存 / 可用', 'On hand / free'], required: false },
    left: { kind: 'note', title: ['剩余效期', 'Shelf life left'], required: false },
  } as const,
  list: [
    'lotNo',
    'productId',
    'left',
    'onHand',
    'expireDate',
    'productionDate',
    'hold',
    'ownerId',
    'productionBatch',
    'vendorId',
  ],
}

const cells: Record<string, Column['render']> = {
  onHand: (row) => <OnHand id={row.id} />,
  left: (row) => (
    <LifeLeft
      expireDate={(row.expireDate as string | null) ?? null}
      productionDate={row.productionDate as string | null}
    />
  ),
  hold: (row, t) =>
    row.hold === true ? (
      <StatusTag tone="bad">
        {t(['冻结：{reason}', 'Held: {reason}'], { reason: String(row.holdReason ?? '') })}
      </StatusTag>
    ) : (
      <StatusTag tone="good">{t(['可用', 'Free'])}</StatusTag>
    ),
}

/** 批次库存看板: how long each lot still lasts, holds of lots, and their way from vendor to store. */
export function LotBoard() {
  const [traced, setTraced] = useState<Row>()
  const may = useMay()
  const refused = useBlocked(stockBatchLookBoard)
  const rowActions = (row: Row): readonly RowAction[] => [
    { key: 'trace', title: ['追溯', 'Trace'], run: () => setTraced(row) },
    ...(row.hold !== true && may(stockBatchLookBoard, 'stop')
      ? [{ key: 'hold', title: ['冻结', 'Hold'] as const, refused, danger: true, run: () => void hold(row) }]
      : []),
    ...(row.hold === true && may(stockBatchLookBoard, 'release')
      ? [{ key: 'release', title: ['解冻', 'Release'] as const, refused, run: () => void free(row) }]
      : []),
  ]
  return (
    <>
      <SheetList
        of={listed}
        cells={cells}
        link={false}
        apart={['left', 'onHand']}
        none={[
          ['还没有批次', 'No lots yet'],
          ['收货时按商品的批次规则产生批次。', 'Receiving goods makes lots, as the rules of each product say.'],
        ]}
        above={(list) => <Totals list={list} />}
        rowActions={rowActions}
        bulkActions={() => []}
      />
      {traced && <Trace lot={traced} onClose={() => setTraced(undefined)} />}
    </>
  )
}

const totalsKey = (id: string) => [stockLookBoard.key, 'lot', id] as const
interface Totals {
  readonly qty: string
  readonly free: string
}

/** Stock of all lots in sight by one question; each row's cell reads its own from the cache. */
function Totals({ list }: { list: ListModel }) {
  const may = useMay()
  const ids = (list.page.data?.records ?? []).map((r) => r.id)
  useQuery({
    queryKey: [stockLookBoard.key, 'lots', ids],
    enabled: ids.length > 0 && may(stockLookBoard, 'view'),
    queryFn: async ({ signal, client }) => {
      const input = {
        filter: { lotId: ids },
        groupBy: ['lotId' as const],
        page: 1,
        pageSize: ids.length,
        searchCount: false,
        onlyAvailable: false,
      }
      const { records } = await call(queryStock, input, { signal })
      for (const id of ids) {
        const found = records.find((r) => r.keys.lotId === id)
        const totals: Totals = { qty: found?.qty ?? '0', free: found?.availableQty ?? '0' }
        client.setQueryData(totalsKey(id), totals)
      }
      return ids.length
    },
  })
  return null
}

function OnHand({ id }: { id: string }) {
  // Never asked for by itself: `Totals` fills it.
  const { data } = useQuery<Totals>({
    queryKey: totalsKey(id),
    enabled: false,
    queryFn: async () => ({ qty: '', free: '' }),
  })
  if (!data) return <span className="muted">–</span>
  return (
    <span className="num">
      {grouped(data.qty)} <span className="muted">/ {grouped(data.free)}</span>
    </span>
  )
}

async function hold(row: Row): Promise<void> {
  const reason = await ask({
    title: ['冻结批次[{no}]', 'Hold lot [{no}]'],
    args: { no: row.lotNo },
    detail: ['冻结后不再分配该批次；已有占用不变。', 'Nothing of it is allocated any more; what is promised stays.'],
    ok: ['冻结', 'Hold'],
    danger: true,
    reason: true,
  })
  if (reason === undefined) return
  try {
    const { openReservations: n } = await call(holdLot, { id: row.id, reason: reason.slice(0, 64) })
    notify(
      n > 0 ? 'warn' : 'good',
      n > 0
        ? sayNow(['已冻结，仍有{n}个占用待处理', 'On hold; {n} reservations are still open'], { n })
        : sayNow(words.done),
    )
  } catch (error) {
    report(error)
  }
  await changed(stockBatchLookBoard)
}

async function free(row: Row): Promise<void> {
  const sure = await ask({
    title: ['解冻批次[{no}]？', 'Release lot [{no}]?'],
    args: { no: row.lotNo },
    ok: ['解冻', 'Release'],
  })
  if (sure === undefined) return
  await call(releaseLot, { id: row.id }).catch(report)
  await changed(stockBatchLookBoard)
}

/** Where a lot came from and where it went: what a recall asks. */
function Trace({ lot, onClose }: { lot: Row; onClose: () => void }) {
  const t = useText()
  const trace = useQuery({
    queryKey: [stockBatchLookBoard.key, 'trace', lot.id],
    queryFn: ({ signal }) => call(lotTrace, { id: lot.id }, { signal }),
  })
  const table = (
    title: string,
    who: string,
    rows: readonly { billNo: string | null; who: string | null; at: string; qty: string }[],
  ) => (
    <section className="drawer-part">
      <h3>
        {title} <span className="muted num">{rows.length}</span>
      </h3>
      <Table
        size="small"
        pagination={false}
        rowKey={(r) => `${r.billNo} ${r.at} ${r.who}`}
        dataSource={rows}
        locale={{ emptyText: <span className="muted">{t(['没有记录', 'No entries'])}</span> }}
        columns={[
          { title: t(['单号', 'Bill']), render: (_, r) => <span className="num">{r.billNo ?? '–'}</span> },
          { title: who, render: (_, r) => r.who ?? '–' },
          { title: t(['时间', 'At']), render: (_, r) => <span className="num">{shownTime(r.at)}</span> },
          {
            title: t(['数量', 'Quantity']),
            align: 'right',
            render: (_, r) => <span className="num">{grouped(r.qty)}</span>,
          },
        ]}
      />
    </section>
  )
  return (
    <TabDrawer
      open
      size="large"
      title={t(['批次追溯：{no}', 'Trace of lot {no}'], { no: lot.lotNo })}
      onClose={onClose}
    >
      {trace.error ? (
        <Failed title={asRefused(trace.error).message} />
      ) : trace.data ? (
        <>
          <p>
            {t(['现存', 'On hand'])} <b className="num">{grouped(trace.data.onHand)}</b>
          </p>
          {table(
            t(['来自（收货）', 'From (receipts)']),
            t(['供应商', 'Vendor']),
            trace.data.receipts.map((r) => ({ ...r, who: r.vendor })),
          )}
          {table(
            t(['去向（发运）', 'To (shipments)']),
            t(['门店', 'Store']),
            trace.data.shipments.map((r) => ({ ...r, who: r.store })),
          )}
        </>
      ) : (
        <SkeletonRows rows={5} label={t(words.loading)} />
      )}
    </TabDrawer>
  )
}
