import type { Call } from '@lading/contract/kernel/call.ts'
import type { Pack } from '@lading/contract/kernel/caseText.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { formatQty, isQtyText, normaliseQtyText, parseQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useMemo } from 'react'
import { useText } from '../../client/text.ts'
import { rowsOf } from '../../kernel/detail/rowsOf.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { type Selection, useChoice, useTickedRow } from '../../kernel/grid/selection.ts'
import { Made } from '../../kernel/Made.tsx'
import { getRow, type Row } from '../../kernel/records.ts'
import { useNarrow } from '../../kernel/useNarrow.ts'
import { grouped } from '../../ui/numbers.ts'
import { ActDialog, useAct } from '../ActDialog.tsx'
import { packOf, readCases, showCases } from './caseEntry.ts'
import { usePacks } from './usePacks.ts'

interface Parts {
  readonly id: string
  readonly version: number
  readonly lines: { lineId: string; qty: string }[]
}
type Split = Call<Parts, { readonly made: { readonly id: string; readonly billNo: string } }>
/** A line that goes: whole, or as much as is typed of it, in base units. What cannot be read stays until it can. */
interface Line extends Row {
  readonly part?: string
}
const planOf = (line: Line): string => formatQty(parseQty(String(line.planQty)))
const partOf = (line: Line): string => line.part ?? planOf(line)

interface Props {
  readonly of: AnyEntity
  readonly call: Split
  /** Why all of it cannot go. */
  readonly all: Text
  /** What a line is about. */
  readonly goods: (line: Row) => string
  readonly bill: Row
  readonly onClose: () => void
}

/** 拆单: ticked lines go whole, or as much of them as is typed. */
export function SplitDialog({ of, call, all, goods, bill, onClose }: Props) {
  const t = useText()
  const act = useAct(of, call, onClose)
  const { selection, chosen } = useChoice<Line>()
  const record = useQuery({
    queryKey: [of.key, 'one', bill.id],
    queryFn: ({ signal }) => getRow(of, bill.id, signal),
  })
  const lines: readonly Line[] = record.data ? rowsOf(record.data, 'lines') : []
  const going = lines.flatMap((l) => chosen.find(({ id }) => id === l.id) ?? [])
  const isBad = going.some((l) => !isPart(l, partOf(l)))
  const isAll = going.length === lines.length && going.every(isWhole)
  const run = () => {
    const parts = going.map((l) => ({ lineId: l.id, qty: formatQty(parseQty(partOf(l))) }))
    return act.run({ id: bill.id, version: record.data?.version ?? bill.version, lines: parts }, ({ made }) => (
      <>
        {t(['已拆出新单', 'Split off as'])} <Made made={[{ key: of.key, id: made.id, no: made.billNo }]} />
      </>
    ))
  }
  return (
    <ActDialog
      act={act}
      width={760}
      title={`${t(call.title)} ${String(bill.billNo)}`}
      okText={t(['拆出{n}行', 'Split off lines: {n}'], { n: going.length })}
      isReady={going.length > 0 && !isBad && !isAll}
      reads={record}
      onOk={() => void run()}
      onClose={onClose}
    >
      <p className="hint" role="status">
        {isAll ? t(all) : t(lines.some((l) => l.productId) ? inPacks : inUnits)}
      </p>
      {record.data && <Lines lines={lines} selection={selection} title={call.title} goods={goods} />}
    </ActDialog>
  )
}

const inPacks: Text = [
  '勾选整行拆出；只拆一部分时改写数量，可写基本单位，或写整件+散数，如 3+2。',
  'Select lines to split them off in full. For part of a line, enter base units, or cases+pieces such as 3+2.',
]
const inUnits: Text = [
  '勾选整行拆出；只拆一部分时改写数量。',
  'Select lines to split them off in full. For part of a line, enter how much of it goes.',
]

interface LinesProps extends Pick<Props, 'goods'> {
  readonly lines: readonly Line[]
  readonly selection: Selection<Line>
  readonly title: Text
}
function Lines({ lines, selection, title, goods }: LinesProps) {
  const t = useText()
  const isNarrow = useNarrow()
  const columns = useMemo(
    (): readonly ReadColumn<Line>[] => [
      ...(isNarrow ? folded(goods) : ordered(goods)),
      {
        name: 'part',
        title: ['拆出数量', 'To split off'],
        width: isNarrow ? 110 : 170,
        render: (line) => <PartInput line={line} selection={selection} />,
      },
    ],
    [isNarrow, selection, goods],
  )
  return <ReadTable<Line> label={t(title)} rows={lines} columns={columns} selection={selection} height={380} />
}

const figures = (l: Line) => (
  <>
    <div className="num">{grouped(planOf(l))}</div>
    <div className="num muted">{String(l.planCases ?? '')}</div>
  </>
)
/** What a line orders. */
const ordered = (goods: Props['goods']): readonly ReadColumn<Line>[] => [
  { name: 'no', title: ['行', 'Line'], width: 60, isFigure: true, said: (l) => String(l.lineNo) },
  { name: 'product', title: ['商品', 'Product'], width: 300, said: goods, wraps: true },
  { name: 'plan', title: ['计划数量', 'Planned'], width: 120, isFigure: true, render: figures },
]
/** The same in one column, so that the quantity stands beside it. */
const folded = (goods: Props['goods']): readonly ReadColumn<Line>[] => [
  {
    name: 'line',
    title: ['商品', 'Product'],
    width: 150,
    wraps: true,
    render: (l) => (
      <>
        {goods(l)}
        {figures(l)}
      </>
    ),
  },
]

const isPart = (line: Line, qty: string): boolean => {
  const text = normaliseQtyText(qty)
  if (!isQtyText(text)) return false
  const value = parseQty(text)
  return value > 0n && value <= parseQty(String(line.planQty))
}
const isWhole = (line: Line): boolean =>
  isPart(line, partOf(line)) && parseQty(normaliseQtyText(partOf(line))) === parseQty(String(line.planQty))

/** Base units, or cases and base units; what it comes to stands below. A line that is typed into goes. */
function PartInput({ line, selection }: { line: Line; selection: Selection<Line> }) {
  const t = useText()
  const held = useTickedRow(selection, line.id)
  const qty = held && partOf(held)
  const set = (part: string) => selection.tick([{ ...line, part }], part !== '')
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
        aria-label={t(['第{n}行拆出数量', 'Quantity to split off line {n}'], { n: line.lineNo })}
        aria-invalid={isWrong}
        autoComplete="off"
        onFocus={(e) => e.target.select()}
        onChange={(e) => set(e.target.value)}
        onBlur={() => qty !== undefined && set(inBase(qty, pack))}
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
