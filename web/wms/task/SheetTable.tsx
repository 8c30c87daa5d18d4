import type { Text } from '@lading/contract/kernel/text.ts'
import { confirmSheet, type WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { bringsIn, type TaskType, taskTypes } from '@lading/contract/wms/taskTypes.ts'
import { Input, Select } from 'antd'
import { useEffect, useRef } from 'react'
import { type Say, useText } from '../../client/text.ts'
import { todayText } from '../../client/time.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useNarrow } from '../../kernel/useNarrow.ts'
import { baseText, caseText, labelOf, restOf } from './lineText.ts'
import { reasonsOf } from './reasons.ts'
import { dateOf, type Entry, isShort, qtyOf, wrongOf } from './sheetDraft.ts'

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
  // Of a long sheet the first line is drawn again whenever it comes back in sight.
  const isOpening = useRef(true)
  useEffect(() => {
    isOpening.current = false
  }, [])
  const { asks } = taskTypes[p.type]
  const arrived = bringsIn(p.type)
  const fills = asks === 'toContainer'
  const placeTitle: Text = fills ? ['容器', 'Container'] : ['实际货位', 'Actual bin']
  const written: readonly ReadColumn<WorkLine>[] = [
    {
      name: 'qty',
      title: ['实际', 'Actual'],
      width: 120,
      render: (l) => <QtyInput {...p} line={l} autoFocus={isOpening.current && l.id === p.lines[0]?.id} />,
    },
    {
      name: 'day',
      title: ['日期', 'Date'],
      width: 140,
      render: (l) =>
        dateOf(l) && <WordInput {...p} line={l} name="day" title={dateTitles[dateOf(l) ?? 'expireDate']} />,
    },
    {
      name: 'batch',
      title: batchTitle,
      width: 120,
      render: (l) => <WordInput {...p} line={l} name="batch" title={batchTitle} />,
    },
    {
      name: 'place',
      title: placeTitle,
      width: 150,
      render: (l) => (
        <Input
          data-field="place"
          value={p.entryOf(l).place}
          maxLength={64}
          autoComplete="off"
          placeholder={fills ? p.container : (labelOf(l.toBin) ?? '')}
          aria-label={named(t, t(placeTitle), l)}
          onChange={(e) => p.set(l, { place: e.target.value })}
        />
      ),
    },
    {
      name: 'reason',
      title: ['不足原因', 'Reason for shortage'],
      width: 140,
      render: (l) => isShort(p.type, l, p.entryOf(l)) && <ReasonInput {...p} line={l} />,
    },
  ]
  return (
    <ReadTable<WorkLine>
      label={t(confirmSheet.title)}
      rows={p.lines}
      columns={[
        ...(isNarrow ? folded : printed),
        ...written.filter((c) =>
          c.name === 'place' ? asks !== undefined : arrived || !['day', 'batch'].includes(c.name),
        ),
      ]}
      height={420}
      none={['没有未完成的明细', 'No open lines']}
    />
  )
}

const toDo = (l: WorkLine): readonly [string, ...string[]] => {
  const [cases, base] = [caseText(restOf(l), l), baseText(restOf(l), l)]
  return cases ? [cases, base] : [base]
}
/** What is moved: goods, or a container with all that is in it. */
const goodsOf = (l: WorkLine): string =>
  l.product ? `${l.product.code} ${l.product.name}` : (l.fromContainer?.code ?? '')

/** What stands on the sheet. */
const printed: readonly ReadColumn<WorkLine>[] = [
  { name: 'no', title: ['行', 'Line'], width: 60, isFigure: true, said: (l) => String(l.lineNo) },
  { name: 'bin', title: ['货位', 'Bin'], width: 140, said: (l) => l.fromBin?.code ?? '' },
  { name: 'goods', title: ['商品或容器', 'Goods or container'], width: 260, said: goodsOf, wraps: true },
  {
    name: 'plan',
    title: ['应做', 'Planned'],
    width: 120,
    isFigure: true,
    render: (l) => toDo(l).map((text, i) => <Under key={text} text={text} isFirst={i === 0} />),
  },
]

/** The same in one column, so that the quantity stands beside it. */
const folded: readonly ReadColumn<WorkLine>[] = [
  {
    name: 'line',
    title: ['明细', 'Line'],
    width: 150,
    wraps: true,
    render: (l) => (
      <>
        <Under isFirst text={l.fromBin ? `${l.lineNo} · ${l.fromBin.code}` : String(l.lineNo)} />
        <div>{l.product?.name ?? l.fromContainer?.code}</div>
        <Under text={toDo(l)[0]} />
      </>
    ),
  },
]
const Under = ({ text, isFirst = false }: { text: string; isFirst?: boolean }) => (
  <div className={isFirst ? 'num' : 'num muted'}>{text}</div>
)

/** What was really moved, as it is written: cases and pieces; in base units it stands below. */
function QtyInput({ type, line, autoFocus, entryOf, set }: Props & { line: WorkLine; autoFocus: boolean }) {
  const t = useText()
  const entry = entryOf(line)
  const qty = qtyOf(line, entry)
  const isWrong = wrongOf(type, line, entry, todayText()) === 'qty'
  return (
    <>
      <Input
        className="figure"
        data-field="qty"
        autoFocus={autoFocus}
        value={entry.qty}
        maxLength={20}
        autoComplete="off"
        aria-label={named(t, t(['实际', 'Actual']), line)}
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

const dateTitles = {
  productionDate: ['生产日期', 'Production date'],
  expireDate: ['到期日期', 'Expiry date'],
} as const satisfies Record<string, Text>
const batchTitle: Text = ['生产批号', 'Batch no.']

interface Word extends Props {
  readonly line: WorkLine
  readonly name: 'day' | 'batch'
  readonly title: Text
}
/** What stands on the goods. A date is typed as it is printed there: 261125, 20261125 or 2026-11-25. */
function WordInput({ type, line, name, title, entryOf, set, isTried }: Word) {
  const t = useText()
  const isWrong = name === 'day' && isTried && wrongOf(type, line, entryOf(line), todayText()) === 'day'
  return (
    <Input
      data-field={name}
      value={entryOf(line)[name]}
      maxLength={32}
      autoComplete="off"
      placeholder={name === 'day' ? t(title) : ''}
      aria-label={named(t, t(title), line)}
      aria-invalid={isWrong}
      status={isWrong ? 'error' : ''}
      onChange={(e) => set(line, { [name]: e.target.value })}
    />
  )
}

function ReasonInput({ type, line, entryOf, set, isTried }: Props & { line: WorkLine }) {
  const t = useText()
  const options = Object.entries(reasonsOf(type)).map(([value, text]) => ({ value, label: t(text) }))
  return (
    <Select
      className="wide"
      value={entryOf(line).reason || null}
      status={isTried && wrongOf(type, line, entryOf(line), todayText()) === 'reason' ? 'error' : ''}
      aria-label={named(t, t(['不足原因', 'Reason for shortage']), line)}
      options={options}
      onChange={(reason) => set(line, { reason: reason ?? '' })}
    />
  )
}
