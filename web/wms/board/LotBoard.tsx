import type { Text } from '@lading/contract/kernel/text.ts'
import {
  holdLot,
  lotTrace,
  lotTraceFile,
  releaseLot,
  reservationView,
  stockBatchLookBoard,
} from '@lading/contract/wms/board.ts'
import { type ShelfState, shelfStates } from '@lading/contract/wms/stock.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { call, download } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { sayNow, useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import type { Column } from '../../kernel/list/columns.tsx'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { changed, type RowAction } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { grouped } from '../../ui/numbers.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { LifeLeft } from './Life.tsx'
import { holderColumn, Part, reservationColumns } from './StockPart.tsx'
import './board.css'
import { useCall } from '../../kernel/useCall.ts'

const listed = {
  ...stockBatchLookBoard,
  list: [
    'lotNo',
    'productId',
    'daysLeft',
    'shelfState',
    'hold',
    'onHand',
    'free',
    'expireDate',
    'productionDate',
    'ageDays',
    'ownerId',
    'productionBatch',
    'attrs',
    'vendorId',
    'createTime',
  ],
}

const tones = { FRESH: 'good', NEAR: 'warn', STOPPED: 'warn', EXPIRED: 'bad' } as const
const cells: Record<string, Column['render']> = {
  daysLeft: (row) => (
    <LifeLeft
      isShort
      expireDate={(row.expireDate as string | null) ?? null}
      productionDate={row.productionDate as string | null}
    />
  ),
  shelfState: (row, t) => {
    const state = row.shelfState as ShelfState | null
    return state && <StatusTag tone={tones[state]}>{t(shelfStates[state])}</StatusTag>
  },
  hold: (row, t) =>
    row.hold === true ? (
      <StatusTag tone="bad">
        {t(['冻结：{reason}', 'On hold: {reason}'], { reason: String(row.holdReason ?? '') })}
      </StatusTag>
    ) : (
      <StatusTag tone="good">{t(['可用', 'Available'])}</StatusTag>
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
      ? [
          {
            key: 'hold',
            title: ['冻结', 'Put on hold'] as const,
            refused,
            danger: true,
            run: () => void hold(row, () => setTraced(row)),
          },
        ]
      : []),
    ...(row.hold === true && may(stockBatchLookBoard, 'release')
      ? [{ key: 'release', title: ['解冻', 'Release hold'] as const, refused, run: () => void free(row) }]
      : []),
  ]
  return (
    <>
      <SheetList
        of={listed}
        cells={cells}
        link={false}
        none={[
          ['还没有批次', 'No lots yet'],
          ['收货时按商品的批次规则产生批次。', 'Lots are created on receipt, by the lot rules of each product.'],
        ]}
        rowActions={rowActions}
        bulkActions={() => []}
      />
      {traced && <Trace lot={traced} onClose={() => setTraced(undefined)} />}
    </>
  )
}

/** What of the lot is promised already is shown at once: somebody decides what becomes of it. */
async function hold(row: Row, onPromised: () => void): Promise<void> {
  const reason = await ask({
    title: ['冻结批次[{no}]', 'Put lot [{no}] on hold'],
    args: { no: row.lotNo },
    detail: [
      '冻结后不再分配该批次；已有占用不变。',
      'No more of this lot will be allocated; existing reservations stay.',
    ],
    ok: ['冻结', 'Put on hold'],
    danger: true,
    reason: true,
  })
  if (reason === undefined) return
  try {
    const { openReservations: n } = await call(holdLot, { id: row.id, reason: reason.slice(0, 64) })
    notify(
      n > 0 ? 'warn' : 'good',
      n > 0
        ? sayNow(['已冻结，仍有{n}个占用待处理', 'On hold. Reservations still open: {n}'], { n })
        : sayNow(words.done),
    )
    if (n > 0) onPromised()
  } catch (error) {
    report(error)
  }
  await changed(stockBatchLookBoard)
}

async function free(row: Row): Promise<void> {
  const sure = await ask({
    title: ['解冻批次[{no}]？', 'Release the hold on lot [{no}]?'],
    args: { no: row.lotNo },
    ok: ['解冻', 'Release hold'],
  })
  if (sure === undefined) return
  await call(releaseLot, { id: row.id }).catch(report)
  await changed(stockBatchLookBoard)
}

/** Where a lot came from and where it went: what a recall asks. */
function Trace({ lot, onClose }: { lot: Row; onClose: () => void }) {
  const t = useText()
  const may = useMay()
  const trace = useCall(lotTrace, { id: lot.id })
  return (
    <ActDrawer title={t(['批次追溯：{no}', 'Trace of lot {no}'], { no: lot.lotNo })} reads={trace} onClose={onClose}>
      {(data) => (
        <>
          <p className="trace-head">
            <span>
              {t(['现存', 'On hand'])} <b className="num">{grouped(data.onHand)}</b>
            </span>
            {may(stockBatchLookBoard, 'export') && (
              <Button size="small" onClick={() => void download(lotTraceFile, { id: lot.id }).catch(report)}>
                {t(['导出召回报告', 'Export the recall report'])}
              </Button>
            )}
          </p>
          {may(reservationView, 'view') && (
            <Part
              of={reservationColumns}
              title={t(['占用', 'Reservations'])}
              where={{ lotId: lot.id, state: ['ACTIVE', 'PENDING'] }}
              extra={holders}
            />
          )}
          <Moves
            title={['来自（收货）', 'From (receipts)']}
            columns={received}
            rows={data.receipts.map((r) => ({ ...r, who: r.vendor }))}
          />
          <Moves
            title={['去向（发运）', 'To (shipments)']}
            columns={shipped}
            rows={data.shipments.map((r) => ({ ...r, who: r.store }))}
          />
        </>
      )}
    </ActDrawer>
  )
}

interface Move {
  readonly billNo: string | null
  readonly who: string | null
  readonly at: string
  readonly qty: string
}
const holders = [holderColumn]
const columnsFor = (who: Text): readonly ReadColumn<Move>[] => [
  { name: 'bill', title: ['单号', 'Bill'], width: 200, said: (r) => r.billNo ?? '' },
  { name: 'who', title: who, width: 240, said: (r) => r.who ?? '' },
  { name: 'at', title: ['时间', 'At'], width: 180, said: (r) => shownTime(r.at) },
  { name: 'qty', title: ['数量', 'Quantity'], width: 130, isFigure: true, said: (r) => grouped(r.qty) },
]
const received = columnsFor(['供应商', 'Vendor'])
const shipped = columnsFor(['门店', 'Store'])

function Moves({ title, ...p }: { title: Text; columns: readonly ReadColumn<Move>[]; rows: readonly Move[] }) {
  const t = useText()
  return (
    <section className="drawer-part">
      <h3>
        {t(title)} <span className="muted num">{p.rows.length}</span>
      </h3>
      <ReadTable<Move> label={t(title)} none={['没有记录', 'No entries']} {...p} />
    </section>
  )
}
