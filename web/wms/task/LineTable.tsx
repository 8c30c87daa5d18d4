import { parseQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { taskLine, taskLineStates } from '@lading/contract/wms/task.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { useMemo } from 'react'
import { hashOf } from '../../client/location.ts'
import { type Say, useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { detailOf } from '../../kernel/registry.ts'
import type { Tone } from '../../ui/Mark.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { baseText, caseText, handOf, placeText } from './lineText.ts'
import { NotGood } from './NotGood.tsx'

const tones: Readonly<Record<string, Tone>> = {
  OPEN: 'idle',
  INHAND: 'busy',
  DONE: 'good',
  SHORT: 'warn',
  CANCELED: 'bad',
}
type Column = ReadColumn<WorkLine>

/** The movements of a task: what, from where, to where, how much, and why there. */
export function LineTable({ lines, actions }: { lines: readonly WorkLine[]; actions?: Column | undefined }) {
  const t = useText()
  const isShared = new Set(lines.map((l) => l.store?.id)).size > 1
  const all = useMemo(() => {
    const own = isShared ? columns : columns.filter((c) => c.name !== 'store')
    return actions ? [...own, actions] : own
  }, [actions, isShared])
  return <ReadTable<WorkLine> label={t(taskLine.title)} rows={lines} columns={all} none={['没有明细', 'No lines']} />
}

/** A cell of one line or two, the second of which is less. */
const twofold = (name: string, title: Text, width: number, of: (l: WorkLine, t: Say) => Lines): Column => ({
  name,
  title,
  width,
  said: (l, t) =>
    of(l, t).reduce<string>((longest, text) => (text && text.length > longest.length ? text : longest), ''),
  render: (l, t) => <Twofold of={of(l, t)} />,
})
type Lines = readonly [first: string | undefined, second?: string | undefined]

function Twofold({ of: [first, second] }: { of: Lines }) {
  if (!first && !second) return <span className="muted">–</span>
  return (
    <>
      {first && <div className="num">{first}</div>}
      {second && <div className="num muted">{second}</div>}
    </>
  )
}

/** A bin, and the container on it unless the goods lie loose. */
const spot = (bin: WorkLine['fromBin'], container: WorkLine['fromContainer'], t: Say): Lines => [
  placeText(bin, t),
  container && container.code !== 'LOOSE' ? container.code : undefined,
]
const lotOf = ({ lot }: WorkLine, t: Say): Lines => [
  lot?.lotNo,
  lot?.expireDate ? `${t(['到期', 'exp.'])} ${lot.expireDate}` : undefined,
]
const quantity = (name: string, title: Text, of: (l: WorkLine) => string | null | undefined): Column => ({
  ...twofold(name, title, 130, (l) => {
    const value = parseQty(of(l) ?? '0')
    return value === 0n ? [undefined] : [baseText(value, l), caseText(value, l) ?? undefined]
  }),
  isFigure: true,
})
const always = () => true
const productOf = ({ product }: WorkLine): string => (product ? `${product.code} ${product.name}` : '')

const columns: readonly Column[] = [
  { name: 'lineNo', title: ['行', 'Line'], width: 60, isFigure: true, said: (l) => String(l.lineNo) },
  {
    name: 'product',
    title: ['商品', 'Product'],
    width: 260,
    said: productOf,
    beside: 24,
    render: (l) => <Product line={l} />,
  },
  /** Where a task serves several. */
  twofold('store', ['门店', 'Store'], 190, (l) => [l.store?.name, l.store?.code]),
  twofold('lot', ['批次', 'Lot'], 170, lotOf),
  twofold('from', ['来源', 'From'], 170, (l, t) => spot(l.fromBin, l.fromContainer, t)),
  twofold('to', ['目标', 'To'], 170, (l, t) => spot(l.toBin, l.toContainer, t)),
  quantity('plan', ['计划', 'Planned'], (l) => l.planQty),
  { ...quantity('done', ['完成', 'Done'], (l) => l.doneQty), isFilled: always },
  quantity('hand', ['已取', 'In hand'], (l) => (handOf(l) > 0n ? l.handQty : '0')),
  quantity('short', ['缺货', 'Short'], (l) => l.shortQty),
  quantity('refused', ['拒收', 'Refuse'], (l) => l.refusedQty),
  {
    name: 'state',
    title: ['状态', 'Status'],
    width: 110,
    render: ({ state }, t) => (
      <StatusTag tone={tones[state] ?? 'idle'}>
        {t(taskLineStates[state as keyof typeof taskLineStates] ?? [state, state])}
      </StatusTag>
    ),
  },
  {
    name: 'why',
    title: ['推荐依据', 'Reason for bin'],
    width: 220,
    said: (l, t) => (l.why ? t(l.why) : ''),
    wraps: true,
  },
]

function Product({ line }: { line: WorkLine }) {
  const { product, stockType } = line
  if (!product) return <span className="muted">–</span>
  const place = detailOf('mdm.product', product.id)
  const text = productOf(line)
  return (
    <>
      {place ? (
        <a href={hashOf(place)} title={text}>
          {text}
        </a>
      ) : (
        <span title={text}>{text}</span>
      )}{' '}
      <NotGood of={stockType} />
    </>
  )
}
