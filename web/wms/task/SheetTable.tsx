import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { type TaskType, taskTypes } from '@lading/contract/wms/taskTypes.ts'
import { Input, Select, Table, type TableColumnType } from 'antd'
import { type Say, useText } from '../../client/text.ts'
import { useNarrow } from '../../kernel/useNarrow.ts'
import { baseText, caseText, restOf } from './lineText.ts'
import { reasonsOf } from './reasons.ts'
import { type Entry, isShort, qtyOf, wrongOf } from './sheetDraft.ts'

interface Props {
  readonly type: TaskType
  readonly lines: readonly WorkLine[]
  readonly entryOf: (line: WorkLine) => Entry
  readonly set: (line: WorkLine, change: Partial<Entry>) => void
  /** After the first try what is missing is marked. */
  readonly isTried: boolean
  /** Where all goods go that name no container of their own. */
  readonly container: string
}
const named = (t: Say, title: string, l: WorkLine): string =>
  t(['第{n}行{title}', 'Line {n}: {title}'], { n: l.lineNo, title })

/** The open lines of a task in the order of its sheet, with what was written on it. */
export function SheetTable(p: Props) {
  const t = useText()
  const isNarrow = useNarrow()
  const fills = taskTypes[p.type].asks === 'toContainer'
  const placeTitle = fills ? t(['容器', 'Container']) : t(['实际货位', 'Real bin'])
  return (
    <Table<WorkLine>
      size="small"
      rowKey="id"
      pagination={false}
      dataSource={p.lines}
      scroll={{ x: isNarrow ? 560 : 860, y: 420 }}
      locale={{ emptyText: <span className="muted">{t(['没有未完成的明细', 'No line is open'])}</span> }}
      columns={[
        ...(isNarrow ? folded(t) : printed(t)),
        { key: 'qty', title: t(['实际', 'Real']), width: 120, render: (_, l) => <QtyInput {...p} line={l} /> },
        {
          key: 'place',
          title: placeTitle,
          width: 150,
          render: (_, l) => (
            <Input
              data-field="place"
              value={p.entryOf(l).place}
              maxLength={64}
              autoComplete="off"
              placeholder={fills ? p.container : (l.toBin?.code ?? '')}
              aria-label={named(t, placeTitle, l)}
              onChange={(e) => p.set(l, { place: e.target.value })}
            />
          ),
        },
        {
          key: 'reason',
          title: t(['不足原因', 'Why less']),
          width: 140,
          render: (_, l) => isShort(l, p.entryOf(l)) && <ReasonInput {...p} line={l} />,
        },
      ]}
    />
  )
}

/** What stands on the sheet. */
const printed = (t: Say): TableColumnType<WorkLine>[] => [
  {
    key: 'no',
    title: t(['行', 'Line']),
    width: 52,
    align: 'right',
    render: (_, l) => <span className="num">{l.lineNo}</span>,
  },
  {
    key: 'bin',
    title: t(['货位', 'Bin']),
    width: 120,
    render: (_, l) => <span className="num">{l.fromBin?.code}</span>,
  },
  {
    key: 'product',
    title: t(['商品', 'Product']),
    render: (_, l) => l.product && `${l.product.code} ${l.product.name}`,
  },
  {
    key: 'plan',
    title: t(['应做', 'To do']),
    width: 110,
    align: 'right',
    render: (_, l) => {
      const [cases, base] = [caseText(restOf(l), l), baseText(restOf(l), l)]
      return (
        <>
          <div className="num">{cases ?? base}</div>
          {cases && <div className="num muted">{base}</div>}
        </>
      )
    },
  },
]

/** The same in one column, so that the quantity stands beside it. */
const folded = (t: Say): TableColumnType<WorkLine>[] => [
  {
    key: 'line',
    title: t(['明细', 'Line']),
    width: 150,
    render: (_, l) => (
      <>
        <div className="num">
          {l.lineNo} · {l.fromBin?.code}
        </div>
        <div>{l.product?.name}</div>
        <div className="num muted">{caseText(restOf(l), l) ?? baseText(restOf(l), l)}</div>
      </>
    ),
  },
]

/** What was really moved, as it is written: cases and pieces; in base units it stands below. */
function QtyInput({ line, lines, entryOf, set }: Props & { line: WorkLine }) {
  const t = useText()
  const entry = entryOf(line)
  const qty = qtyOf(line, entry)
  const isWrong = wrongOf(line, entry) === 'qty'
  return (
    <>
      <Input
        className="figure"
        data-field="qty"
        autoFocus={line === lines[0]}
        value={entry.qty}
        maxLength={20}
        autoComplete="off"
        aria-label={named(t, t(['实际', 'Real']), line)}
        aria-invalid={isWrong}
        status={isWrong ? 'error' : ''}
        onFocus={(e) => e.target.select()}
        onChange={(e) => set(line, { qty: e.target.value })}
      />
      {qty !== null && qty !== undefined && caseText(qty, line) && (
        <div className="num muted figure">{baseText(qty, line)}</div>
      )}
    </>
  )
}

function ReasonInput({ type, line, entryOf, set, isTried }: Props & { line: WorkLine }) {
  const t = useText()
  const options = Object.entries(reasonsOf(type)).map(([value, text]) => ({ value, label: t(text) }))
  return (
    <Select
      className="wide"
      value={entryOf(line).reason || null}
      status={isTried && wrongOf(line, entryOf(line)) === 'reason' ? 'error' : ''}
      aria-label={named(t, t(['不足原因', 'Why less']), line)}
      options={options}
      onChange={(reason) => set(line, { reason: reason ?? '' })}
    />
  )
}
