import { formatQty, isQtyText, normaliseQtyText, parseQty } from '@lading/contract/kernel/qty.ts'
import { movableStock, moveTask, startMoves } from '@lading/contract/wms/moveCalls.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { taskLine } from '@lading/contract/wms/task.ts'
import { Button, Checkbox, Input, type TableColumnType } from 'antd'
import { useState } from 'react'
import { report, useWrite } from '../../client/errors.ts'
import { go, usePlace } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import { Made } from '../../kernel/Made.tsx'
import { useBlocked } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { changed, useSibling } from '../../kernel/verbs.tsx'
import { notify } from '../../ui/notices.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { StockPicker, type StockWhere } from '../stock/StockPicker.tsx'

/** What is said of one row that is to be moved. */
interface Draft {
  readonly free: string
  readonly qty: string
  readonly toBinId?: string | undefined
  readonly whole?: boolean
}
const freeOf = (row: Row): string => formatQty(parseQty(String(row.qty)) - parseQty(String(row.reservedQty)))
const isRight = ({ qty, free }: Draft): boolean => {
  const text = normaliseQtyText(qty)
  return isQtyText(text) && parseQty(text) > 0n && parseQty(text) <= parseQty(free)
}

/** What is ticked and typed, and how it is sent. */
function useMoves() {
  const t = useText()
  const sibling = useSibling()
  const write = useWrite(startMoves)
  const [drafts, setDrafts] = useState<Drafts>({})
  const [isTried, setTried] = useState(false)
  const set = (id: string, change: Partial<Draft>) =>
    setDrafts((all) => (all[id] ? { ...all, [id]: { ...all[id], ...change } } : all))
  const choose = (rows: readonly Row[], ids: readonly string[]) => setDrafts((all) => chosenOf(all, rows, ids))
  const run = async () => {
    setTried(true)
    const all = Object.entries(drafts)
    if (all.length === 0) return notify('warn', t(['请先勾选要移动的库存', 'Tick the stock to move first']))
    if (!all.every(([, draft]) => isRight(draft)))
      return notify('warn', t(['数量有误或大于可用', 'A quantity is missing, or more than is free']))
    try {
      const { id, taskNo, lines, withoutBin } = await write.run({
        lines: all.map(([stockId, d]) => inputOf(stockId, d)),
      })
      notify(
        'good',
        <>
          {t(['已生成移库任务，{n}行', 'Move task made, lines: {n}'], { n: lines })}{' '}
          <Made made={[{ key: moveTask.key, id, no: taskNo }]} />
        </>,
      )
      if (withoutBin > 0)
        notify('warn', t(['其中{n}行无可用货位', 'For {n} lines no bin was found'], { n: withoutBin }))
      await changed(moveTask)
      go(sibling('List'))
    } catch (error) {
      report(error)
      await changed(stock)
    }
  }
  return { drafts, set, isTried, choose, run, isBusy: write.isBusy }
}
type Drafts = Readonly<Record<string, Draft>>

/** What was typed stays; what is new begins with all that is free. */
function chosenOf(all: Drafts, rows: readonly Row[], ids: readonly string[]): Drafts {
  const rowOf = new Map(rows.filter(Boolean).map((row) => [row.id, row]))
  return Object.fromEntries(
    ids.flatMap((id) => {
      const row = rowOf.get(id)
      const draft = all[id] ?? (row && { free: freeOf(row), qty: Number(freeOf(row)).toString() })
      return draft ? [[id, draft]] : []
    }),
  )
}
const inputOf = (stockId: string, { qty, toBinId, whole }: Draft) => ({
  stockId,
  qty: normaliseQtyText(qty),
  ...(toBinId && { toBinId }),
  ...(whole && { whole }),
})

/** 新建移库: stock that is ticked gets a quantity and a bin, or the bin that put-away would choose. */
export function MoveAdd() {
  const t = useText()
  const refused = useBlocked(moveTask)
  const { query } = usePlace()
  const [where, setWhere] = useState<StockWhere>({
    ...(query.productId && { productId: query.productId }),
    ...(query.binId && { binId: query.binId }),
  })
  const { drafts, set, isTried, choose, run, isBusy } = useMoves()
  const chosen = Object.keys(drafts)
  const columns = useMoveColumns(drafts, set, isTried)
  return (
    <Page
      title={t(startMoves.title)}
      note={
        <span className="muted">
          {t([
            '未被占用的库存；目标货位留空则由系统推荐',
            'Stock that is promised to nobody; without a bin one is proposed',
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
          {t(['生成移库任务（{n}）', 'Make the task ({n})'], { n: chosen.length })}
        </Button>
      }
    >
      <Card>
        <StockPicker
          of={movableStock}
          where={where}
          onWhere={setWhere}
          chosen={chosen}
          onChoose={choose}
          none={['没有可移动的库存', 'There is no stock to move']}
          more={columns}
        />
      </Card>
    </Page>
  )
}

function useMoveColumns(
  drafts: Drafts,
  set: (id: string, change: Partial<Draft>) => void,
  isTried: boolean,
): TableColumnType<Row>[] {
  const t = useText()
  const title = { qty: t(['移动数量', 'To move']), bin: t(taskLine.fields.toBinId.title), whole: t(['整托', 'Whole']) }
  const column = (
    key: keyof typeof title,
    width: number,
    render: (d: Draft, row: Row) => React.ReactNode,
  ): TableColumnType<Row> => ({
    key: `move ${key}`,
    title: title[key],
    width,
    render: (_, row) => {
      const draft = drafts[row.id]
      return draft && render(draft, row)
    },
  })
  const named = (what: string, row: Row) => `${what} ${row.refs?.productId?.code ?? ''} ${row.refs?.binId?.code ?? ''}`
  return [
    column('qty', 110, (d, row) => (
      <Input
        size="small"
        className="figure"
        value={d.whole ? Number(d.free).toString() : d.qty}
        disabled={d.whole === true}
        maxLength={20}
        autoComplete="off"
        status={isTried && !isRight(d) ? 'error' : ''}
        aria-invalid={isTried && !isRight(d)}
        aria-label={named(title.qty, row)}
        onChange={(e) => set(row.id, { qty: e.target.value })}
      />
    )),
    column('bin', 180, (d, row) => (
      <RefSelect
        to="wms.bin"
        title={named(title.bin, row)}
        value={d.toBinId}
        onChange={(id) => set(row.id, { toBinId: id ?? undefined })}
      />
    )),
    column(
      'whole',
      70,
      (d, row) =>
        row.refs?.containerId?.code !== 'LOOSE' && (
          <Checkbox
            checked={d.whole === true}
            aria-label={named(title.whole, row)}
            onChange={(e) => set(row.id, { whole: e.target.checked })}
          />
        ),
    ),
  ]
}
