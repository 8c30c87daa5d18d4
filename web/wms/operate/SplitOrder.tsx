import type { Pack } from '@lading/contract/kernel/caseText.ts'
import { formatQty, isQtyText, normaliseQtyText, parseQty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { splitOperate } from '@lading/contract/wms/operateCalls.ts'
import { operateFaults } from '@lading/contract/wms/operateFaults.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Table, type TableColumnType } from 'antd'
import { useState } from 'react'
import { type Say, useText } from '../../client/text.ts'
import { rowsOf } from '../../kernel/detail/rowsOf.ts'
import { Made } from '../../kernel/Made.tsx'
import { getRow, labelText, type Row } from '../../kernel/records.ts'
import { useNarrow } from '../../kernel/useNarrow.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { packOf, readCases, showCases } from '../../platform/bill/caseEntry.ts'
import { usePacks } from '../../platform/bill/usePacks.ts'
import { grouped } from '../../ui/numbers.ts'

const { header } = operateBill
/** Base units by line that go; what cannot be read is left out until it can. */
type Draft = Readonly<Record<string, string>>

/** 拆单: ticked lines go whole, or as much of them as is typed. */
export function SplitOrder({ bill, onClose }: { bill: Row; onClose: () => void }) {
  const t = useText()
  const act = useAct(header, splitOperate, onClose)
  const [draft, setDraft] = useState<Draft>({})
  const record = useQuery({
    queryKey: [header.key, 'one', bill.id],
    queryFn: ({ signal }) => getRow(header, bill.id, signal),
  })
  const lines = record.data ? rowsOf(record.data, 'lines') : []
  const going = lines.filter((l) => draft[l.id] !== undefined)
  const isBad = going.some((l) => !isPart(l, draft[l.id]))
  const isAll = going.length === lines.length && going.every((l) => isWhole(l, draft[l.id]))
  const set = (line: Row, qty: string | undefined) =>
    setDraft(({ [line.id]: _, ...others }) => (qty === undefined ? others : { ...others, [line.id]: qty }))
  const run = () => {
    const parts = going.map((l) => ({ lineId: l.id, qty: formatQty(parseQty(draft[l.id] ?? '')) }))
    return act.run({ id: bill.id, version: record.data?.version ?? bill.version, lines: parts }, ({ made }) => (
      <>
        {t(['已拆出新单', 'Split off as'])} <Made made={[{ key: header.key, id: made.id, no: made.billNo }]} />
      </>
    ))
  }
  return (
    <ActDialog
      act={act}
      width={760}
      title={`${t(splitOperate.title)} ${String(bill.billNo)}`}
      okText={t(['拆出{n}行', 'Split off lines: {n}'], { n: going.length })}
      isReady={going.length > 0 && !isBad && !isAll}
      reads={record}
      onOk={() => void run()}
      onClose={onClose}
    >
      <p className="hint" role="status">
        {isAll
          ? t(operateFaults.splitAll.text)
          : t([
              '勾选整行拆出；只拆一部分时改写数量，可写基本单位，或写整件+散数，如 3+2。',
              'Tick lines to move them whole. For a part type pieces, or cases+pieces such as 3+2.',
            ])}
      </p>
      {record.data && (
        <Lines lines={lines} draft={draft} set={set} setAll={(isChosen) => setDraft(isChosen ? wholes(lines) : {})} />
      )}
    </ActDialog>
  )
}

const planOf = (line: Row): string => formatQty(parseQty(String(line.planQty)))
const wholes = (lines: readonly Row[]): Draft => Object.fromEntries(lines.map((l) => [l.id, planOf(l)]))

interface LinesProps {
  readonly lines: readonly Row[]
  readonly draft: Draft
  readonly set: (line: Row, qty: string | undefined) => void
  readonly setAll: (isChosen: boolean) => void
}
function Lines({ lines, draft, set, setAll }: LinesProps) {
  const t = useText()
  const isNarrow = useNarrow()
  return (
    <Table<Row>
      size="small"
      rowKey="id"
      pagination={false}
      dataSource={lines}
      scroll={{ x: isNarrow ? 310 : 560, y: 380 }}
      rowSelection={{
        selectedRowKeys: lines.filter((l) => draft[l.id] !== undefined).map((l) => l.id),
        onSelect: (l, isChosen) => set(l, isChosen ? planOf(l) : undefined),
        onSelectAll: setAll,
      }}
      columns={[
        ...(isNarrow ? folded(t) : ordered(t)),
        {
          key: 'part',
          title: t(['拆出数量', 'To split off']),
          width: isNarrow ? 110 : 170,
          render: (_, l) => <PartInput line={l} qty={draft[l.id]} onChange={(qty) => set(l, qty)} />,
        },
      ]}
    />
  )
}

const figures = (l: Row) => (
  <>
    <div className="num">{grouped(planOf(l))}</div>
    <div className="num muted">{String(l.planCases ?? '')}</div>
  </>
)
/** What a line orders. */
const ordered = (t: Say): TableColumnType<Row>[] => [
  {
    key: 'no',
    title: t(['行', 'Line']),
    width: 56,
    align: 'right',
    render: (_, l) => <span className="num">{String(l.lineNo)}</span>,
  },
  { key: 'product', title: t(['商品', 'Product']), render: (_, l) => labelText(l.refs.productId) },
  { key: 'plan', title: t(['计划数量', 'Planned']), width: 110, align: 'right', render: (_, l) => figures(l) },
]
/** The same in one column, so that the quantity stands beside it. */
const folded = (t: Say): TableColumnType<Row>[] => [
  {
    key: 'line',
    title: t(['商品', 'Product']),
    render: (_, l) => (
      <>
        {labelText(l.refs.productId)}
        {figures(l)}
      </>
    ),
  },
]

const isPart = (line: Row, qty: string | undefined): boolean => {
  const text = normaliseQtyText(qty ?? '')
  if (!isQtyText(text)) return false
  const value = parseQty(text)
  return value > 0n && value <= parseQty(String(line.planQty))
}
const isWhole = (line: Row, qty: string | undefined): boolean =>
  isPart(line, qty) && parseQty(normaliseQtyText(qty ?? '')) === parseQty(String(line.planQty))

/** Base units, or cases and base units; what it comes to stands below. */
function PartInput(p: { line: Row; qty: string | undefined; onChange: (qty: string | undefined) => void }) {
  const t = useText()
  const { line, qty, onChange } = p
  const packs = usePacks('mdm.product', line.productId)
  const pack = packOf(packs.find((r) => r.id === line.qpcId) ?? packs.find((r) => r.isDefault === true))
  const isWrong = qty !== undefined && !isPart(line, qty)
  return (
    <>
      <Input
        className="figure"
        value={qty ?? ''}
        maxLength={20}
        status={isWrong ? 'error' : ''}
        aria-label={t(['第{n}行拆出数量', 'To split off of line {n}'], { n: line.lineNo })}
        aria-invalid={isWrong}
        autoComplete="off"
        onFocus={(e) => e.target.select()}
        onChange={(e) => onChange(e.target.value === '' ? undefined : e.target.value)}
        onBlur={() => qty !== undefined && onChange(inBase(qty, pack))}
      />
      {qty !== undefined && pack && !isWrong && <div className="num muted figure">{showCases(qty, pack)}</div>}
    </>
  )
}

/** `3+2` of 1*24 becomes 74; what is no case text stays as it was typed. */
function inBase(typed: string, pack: Pack | undefined): string {
  const text = normaliseQtyText(typed)
  if (!pack || !text.includes('+')) return text
  const entry = readCases(text, pack)
  return 'qty' in entry && entry.qty !== null ? entry.qty : text
}
