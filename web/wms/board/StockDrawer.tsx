import type { FilterValue } from '@lading/contract/kernel/call.ts'
import { instant } from '@lading/contract/kernel/field.ts'
import { stockDecTask, stockIncTask } from '@lading/contract/wms/adjustCalls.ts'
import {
  freezeStock,
  ledgerView,
  type queryStock,
  type StockDimension,
  stockLookBoard,
  unfreezeStock,
} from '@lading/contract/wms/board.ts'
import { moveTask } from '@lading/contract/wms/moveCalls.ts'
import { queryPast } from '@lading/contract/wms/pastStock.ts'
import { stockTakeBill } from '@lading/contract/wms/stockTakeBill.ts'
import { taskTypes } from '@lading/contract/wms/taskTypes.ts'
import { Input } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { hashOf, place } from '../../client/location.ts'
import { go } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { FilterInput } from '../../kernel/field/filterInputs.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { readRange } from '../../kernel/list/filters.ts'
import { RowButtons } from '../../kernel/list/RowButtons.tsx'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import { readAgain } from '../../kernel/readAgain.ts'
import { labelText, type Row } from '../../kernel/records.ts'
import type { RowAction } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { ask } from '../../ui/ask.tsx'
import { countThem, countTitle } from '../stockTake/countThem.tsx'
import { called } from './groups.tsx'
import { pastOf } from './pastOf.ts'
import { holderColumn, ledgerColumns, Part, reservationColumns, stockColumns } from './StockPart.tsx'

type Group = z.output<typeof queryStock.output>['records'][number]
/** Dimensions that are columns of the stock itself; area and usage belong to its bin. */
const own: readonly StockDimension[] = ['ownerId', 'productId', 'qpcId', 'lotId', 'stockType', 'binId', 'containerId']

const when = instant(['时间', 'At'])

const whereOf = (g: Group): Record<string, FilterValue> =>
  Object.fromEntries(own.flatMap((d) => (g.keys[d] ? [[d, [g.keys[d]]] as const] : [])))
const only = (where: Record<string, FilterValue>, names: readonly string[]): Record<string, FilterValue> =>
  Object.fromEntries(Object.entries(where).filter(([name]) => names.includes(name)))

/** After goods were held or freed, everything that counts them is read again. */
const stockChanged = () => readAgain([stockLookBoard.key, ledgerView.key])

/** A row of stock of which some is to be held. */
interface Freezing {
  readonly row: Row
  readonly qty: string
  readonly reason: string
}
const freeQty = (row: Row): number => Number(row.qty) - Number(row.reservedQty)

const move = ({ productId, binId }: Row): RowAction => ({
  key: 'move',
  title: taskTypes.MOVE.title,
  run: () => go(place('wms', 'moveTaskAdd', { productId: String(productId), binId: String(binId) })),
})
const decrease = ({ ownerId, productId, binId }: Row): RowAction => ({
  key: 'decrease',
  title: taskTypes.STOCK_DEC.title,
  run: () =>
    go(
      place('wms', 'taskStockDecAdd', {
        ownerId: String(ownerId),
        productId: String(productId),
        binId: String(binId),
      }),
    ),
})
const increase = ({ ownerId }: Row): RowAction => ({
  key: 'increase',
  title: taskTypes.STOCK_INC.title,
  run: () => go(place('wms', 'taskStockIncAdd', { ownerId: String(ownerId) })),
})
const unfreeze = (row: Row): RowAction => ({
  key: 'unfreeze',
  title: ['解冻', 'Release hold'],
  run: () => void release(row),
})
/** What may be done with a row; no column where nothing may be. */
const actionColumn = (actionsOf: (row: Row) => readonly RowAction[]): ReadColumn<Row> => ({
  name: 'actions',
  title: words.actions,
  width: 130,
  fixed: 'end',
  isFilled: (row) => actionsOf(row).length > 0,
  render: (row) => <RowButtons actions={actionsOf(row)} />,
})

/** Behind one sum: its rows, who holds them, and what moved them. */
export function StockDrawer({ group, onClose }: { group: Group; onClose: () => void }) {
  const t = useText()
  const where = whereOf(group)
  // With what was typed: the drawer and its dialog are built anew when one comes back from another tab.
  const [freezing, setFreezing] = useState<Freezing>()
  const past = pastOf(group.keys)
  const may = useMay()
  const [days, setDays] = useState('')
  const isBlocked = useBlocked(stockLookBoard) !== undefined
  const title = Object.keys(group.refs)
    .map((d) => called(group, d as StockDimension, t))
    .join(' · ')
  const freeze = (row: Row): RowAction => ({
    key: 'freeze',
    title: ['冻结', 'Put on hold'],
    run: () => setFreezing({ row, qty: String(freeQty(row)), reason: '' }),
  })
  const count = (row: Row): readonly RowAction[] =>
    may(stockTakeBill.header, 'start')
      ? [{ key: 'count', title: countTitle, run: () => void countThem([String(row.binId)], String(row.productId)) }]
      : []
  const ofFree = (row: Row): readonly RowAction[] =>
    freeQty(row) <= 0
      ? []
      : [
          ...(may(moveTask, 'create') ? [move(row)] : []),
          ...(may(stockLookBoard, 'stop') ? [freeze(row)] : []),
          ...(may(stockDecTask, 'create') ? [decrease(row)] : []),
          ...(may(stockIncTask, 'create') ? [increase(row)] : []),
        ]
  const ofStock = (row: Row): readonly RowAction[] => (isBlocked ? [] : [...ofFree(row), ...count(row)])
  const ofReservation = (row: Row): readonly RowAction[] =>
    isBlocked ||
    !may(stockLookBoard, 'release') ||
    row.kind !== 'HOLD' ||
    row.state !== 'ACTIVE' ||
    row.taskLineId !== null
      ? []
      : [unfreeze(row)]
  return (
    <ActDrawer
      title={title}
      extra={past && <a href={hashOf(place('wms', 'stockPast', past))}>{t(queryPast.title)}</a>}
      onClose={onClose}
    >
      <Part of={stockColumns} title={t(['库存明细', 'Stock rows'])} where={where} extra={[actionColumn(ofStock)]} />
      <Part
        of={reservationColumns}
        title={t(['占用', 'Reservations'])}
        where={{ ...only(where, ['ownerId', 'productId', 'binId']), state: ['ACTIVE', 'PENDING'] }}
        extra={[holderColumn, actionColumn(ofReservation)]}
      />
      <Part
        of={ledgerColumns}
        title={t(['库存流水', 'Ledger'])}
        tools={<FilterInput name="createTime" field={when} title={t(when.title)} value={days} onChange={setDays} />}
        where={{
          ...only(where, ['ownerId', 'productId', 'lotId', 'binId', 'containerId']),
          ...(days && { createTime: readRange(days) }),
        }}
      />
      {freezing && <FreezeDialog of={freezing} onChange={setFreezing} />}
    </ActDrawer>
  )
}

async function release(row: Row): Promise<void> {
  const sure = await ask({
    title: ['解冻[{qty}]？', 'Release the hold on [{qty}]?'],
    args: { qty: row.qty },
    ok: ['解冻', 'Release hold'],
  })
  if (sure === undefined) return
  await call(unfreezeStock, { reservationId: row.id }).catch(report)
  await stockChanged()
}

interface FreezeProps {
  readonly of: Freezing
  readonly onChange: (of: Freezing | undefined) => void
}
function FreezeDialog({ of, onChange }: FreezeProps) {
  const t = useText()
  const { row, qty, reason } = of
  const close = () => onChange(undefined)
  const act = useAct(stockLookBoard, freezeStock, close)
  const run = () =>
    reason.trim() === ''
      ? act.setProblem(t(['请填写原因', 'Please enter a reason']))
      : void act.run({ stockId: row.id, qty: qty.trim(), reason: reason.trim() }, () => t(['已冻结', 'On hold']))
  const titles = { qty: t(['冻结数量', 'Quantity to put on hold']), reason: t(['原因', 'Reason']) }
  return (
    <ActDialog
      act={act}
      width={420}
      title={t(['冻结库存：{bin}', 'Put stock on hold: {bin}'], { bin: labelText(row.refs.binId) })}
      okText={t(['冻结', 'Put on hold'])}
      onOk={run}
      onClose={close}
    >
      <div className="field">
        <span className="needed">{titles.qty}</span>
        <Input
          className="figure"
          value={qty}
          aria-label={titles.qty}
          onChange={(e) => onChange({ ...of, qty: e.target.value })}
        />
      </div>
      <div className="field">
        <span className="needed">{titles.reason}</span>
        <Input
          value={reason}
          maxLength={64}
          aria-label={titles.reason}
          onChange={(e) => onChange({ ...of, reason: e.target.value })}
        />
      </div>
    </ActDialog>
  )
}
