import { formatQty, isQtyText, normaliseQtyText, parseQty } from '@lading/contract/kernel/qty.ts'
import { movableStock, moveTask, startMoves } from '@lading/contract/wms/moveCalls.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { taskLine } from '@lading/contract/wms/task.ts'
import { Button, Checkbox, Input } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { report, useWrite } from '../../client/errors.ts'
import { go, usePlace } from '../../client/tabStore.ts'
import { type Say, useText } from '../../client/text.ts'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { type Selection, useChoice, useTickedRow } from '../../kernel/grid/selection.ts'
import { Made } from '../../kernel/Made.tsx'
import { useBlocked } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { changed, useSibling } from '../../kernel/verbs.tsx'
import { notify } from '../../ui/notices.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { StockPicker, type StockWhere } from '../stock/StockPicker.tsx'

/** A row that is to be moved, and what is said of it. */
interface Moved extends Row {
  readonly draft?: Draft
}
interface Draft {
  readonly qty: string
  readonly toBinId?: string | undefined
  readonly whole?: boolean
}
const freeOf = (row: Row): string => formatQty(parseQty(String(row.qty)) - parseQty(String(row.reservedQty)))
/** What is new begins with all that is free. */
const draftOf = (row: Moved): Draft => row.draft ?? { qty: Number(freeOf(row)).toString() }
const isRight = (row: Moved): boolean => {
  const text = normaliseQtyText(draftOf(row).qty)
  return isQtyText(text) && parseQty(text) > 0n && parseQty(text) <= parseQty(freeOf(row))
}

/** What is ticked and typed, and how it is sent. */
function useMoves() {
  const t = useText()
  const sibling = useSibling()
  const write = useWrite(startMoves)
  const { selection, chosen } = useChoice<Moved>()
  const [isTried, setTried] = useState(false)
  const run = async () => {
    setTried(true)
    if (chosen.length === 0) return notify('warn', t(['请先勾选要移动的库存', 'Select the stock to move first']))
    if (!chosen.every(isRight))
      return notify('warn', t(['数量有误或大于可用', 'A quantity is missing or exceeds what is available']))
    try {
      const { id, taskNo, lines, withoutBin } = await write.run({
        lines: chosen.map(inputOf),
      })
      notify(
        'good',
        <>
          {t(['已生成移库任务，{n}行', 'Move task created, lines: {n}'], { n: lines })}{' '}
          <Made made={[{ key: moveTask.key, id, no: taskNo }]} />
        </>,
      )
      if (withoutBin > 0)
        notify('warn', t(['其中{n}行无可用货位', 'Lines without an available bin: {n}'], { n: withoutBin }))
      await changed(moveTask)
      go(sibling('List'))
    } catch (error) {
      report(error)
      await changed(stock)
    }
  }
  return { selection, count: chosen.length, isTried, run, isBusy: write.isBusy }
}

function inputOf(row: Moved) {
  const { qty, toBinId, whole } = draftOf(row)
  return { stockId: row.id, qty: normaliseQtyText(qty), ...(toBinId && { toBinId }), ...(whole && { whole }) }
}

/** 新建移库: stock that is ticked gets a quantity and a bin, or the bin that put-away would choose. */
export function MoveAdd() {
  const t = useText()
  const refused = useBlocked(moveTask)
  const { query } = usePlace()
  const [where, setWhere] = useState<StockWhere>({
    ...(query.productId && { productId: query.productId }),
    ...(query.binId && { binId: query.binId }),
  })
  const { selection, count, isTried, run, isBusy } = useMoves()
  const columns = useMemo(() => columnsOf(selection, isTried, t), [selection, isTried, t])
  return (
    <Page
      title={t(startMoves.title)}
      note={
        <span className="muted">
          {t([
            '未被占用的库存；目标货位留空则由系统推荐',
            'Unreserved stock; leave the target bin blank to have one proposed',
          ])}
        </span>
      }
      actions={
        <Button
          type="primary"
          loading={isBusy}
          disabled={refused !== undefined}
          title={refused}
          onClick={() => void run()}
        >
          {t(['生成移库任务（{n}）', 'Create task ({n})'], { n: count })}
        </Button>
      }
    >
      <Card>
        <StockPicker
          of={movableStock}
          where={where}
          onWhere={setWhere}
          selection={selection}
          none={['没有可移动的库存', 'There is no stock to move']}
          more={columns}
        />
      </Card>
    </Page>
  )
}

const titles = {
  qty: ['移动数量', 'To move'],
  bin: taskLine.fields.toBinId.title,
  whole: ['整托', 'Full pallet'],
} as const

interface SaidProps {
  readonly row: Moved
  readonly selection: Selection<Moved>
  readonly children: (row: Moved, set: (change: Partial<Draft>) => void) => ReactNode
}
/** What is said of a row stands in it once it is ticked. */
function Said({ row, selection, children }: SaidProps) {
  const held = useTickedRow(selection, row.id)
  return held && children(held, (change) => selection.tick([{ ...held, draft: { ...draftOf(held), ...change } }], true))
}

function columnsOf(selection: Selection<Moved>, isTried: boolean, t: Say): readonly ReadColumn<Moved>[] {
  const column = (name: keyof typeof titles, width: number, children: SaidProps['children']): ReadColumn<Moved> => ({
    name: `move ${name}`,
    title: titles[name],
    width,
    render: (row) => (
      <Said row={row} selection={selection}>
        {children}
      </Said>
    ),
  })
  const named = (what: keyof typeof titles, row: Moved) =>
    `${t(titles[what])} ${row.refs?.productId?.code ?? ''} ${row.refs?.binId?.code ?? ''}`
  return [
    column('qty', 110, (row, set) => {
      const { qty, whole } = draftOf(row)
      const isWrong = isTried && !isRight(row)
      return (
        <Input
          size="small"
          className="figure"
          value={whole ? Number(freeOf(row)).toString() : qty}
          disabled={whole === true}
          maxLength={20}
          autoComplete="off"
          status={isWrong ? 'error' : ''}
          aria-invalid={isWrong}
          aria-label={named('qty', row)}
          onChange={(e) => set({ qty: e.target.value })}
        />
      )
    }),
    column('bin', 180, (row, set) => (
      <RefSelect
        to="wms.bin"
        title={named('bin', row)}
        value={draftOf(row).toBinId}
        onChange={(id) => set({ toBinId: id ?? undefined })}
      />
    )),
    column(
      'whole',
      70,
      (row, set) =>
        row.refs?.containerId?.code !== 'LOOSE' && (
          <Checkbox
            checked={draftOf(row).whole === true}
            aria-label={named('whole', row)}
            onChange={(e) => set({ whole: e.target.checked })}
          />
        ),
    ),
  ]
}
