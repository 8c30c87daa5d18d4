import { parseQty } from '@lading/contract/kernel/qty.ts'
import { taskLineStates } from '@lading/contract/wms/task.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { Table, type TableColumnType, Tooltip } from 'antd'
import { hashOf } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { detailOf } from '../../kernel/registry.ts'
import type { Tone } from '../../ui/Mark.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { baseText, caseText, handOf } from './lineText.ts'
import { NotGood } from './NotGood.tsx'

const tones: Readonly<Record<string, Tone>> = {
  OPEN: 'idle',
  INHAND: 'busy',
  DONE: 'good',
  SHORT: 'warn',
  CANCELED: 'bad',
}
type Column = TableColumnType<WorkLine>

/** The movements of a task: what, from where, to where, how much, and why there. */
export function LineTable({ lines, actions }: { lines: readonly WorkLine[]; actions?: Column | undefined }) {
  const t = useText()
  const column = (
    key: string,
    zh: string,
    en: string,
    width: number,
    render: (l: WorkLine) => React.ReactNode,
    o: Column = {},
  ): Column => ({ key, title: t([zh, en]), width, render: (_, l) => render(l), ...o })
  const hasProducts = lines.some((l) => l.product)
  const hasWhy = lines.some((l) => l.why)
  const hasRefused = lines.some((l) => l.refusedQty)
  const columns: Column[] = [
    column('seq', '行', 'Line', 60, (l) => <span className="num">{l.lineNo}</span>, { align: 'right' }),
    ...(hasProducts ? [column('product', '商品', 'Product', 240, (l) => <Product line={l} />)] : []),
    ...(hasProducts ? [column('lot', '批次', 'Lot', 150, (l) => <Lot line={l} />)] : []),
    column('from', '来源', 'From', 150, (l) => <Spot bin={l.fromBin} container={l.fromContainer} />),
    column('to', '目标', 'To', 150, (l) => <Spot bin={l.toBin} container={l.toContainer} />),
    column('plan', '计划', 'Planned', 120, (l) => <Quantity qty={l.planQty} line={l} />, { align: 'right' }),
    column('done', '完成', 'Done', 120, (l) => <Quantity qty={l.doneQty} line={l} />, { align: 'right' }),
    ...(lines.some((l) => handOf(l) > 0n)
      ? [column('hand', '已取', 'In hand', 110, (l) => <Quantity qty={l.handQty} line={l} />, { align: 'right' })]
      : []),
    column('short', '缺货', 'Short', 110, (l) => <Quantity qty={l.shortQty} line={l} />, { align: 'right' }),
    ...(hasRefused
      ? [
          column('refused', '拒收', 'Refused', 110, (l) => <Quantity qty={l.refusedQty ?? '0'} line={l} />, {
            align: 'right',
          }),
        ]
      : []),
    column('state', '状态', 'State', 110, (l) => (
      <StatusTag tone={tones[l.state] ?? 'idle'}>
        {t(taskLineStates[l.state as keyof typeof taskLineStates] ?? [l.state, l.state])}
      </StatusTag>
    )),
    ...(hasWhy
      ? [
          column('why', '推荐依据', 'Why here', 200, (l) => l.why && <Tooltip title={t(l.why)}>{t(l.why)}</Tooltip>, {
            ellipsis: true,
          }),
        ]
      : []),
    ...(actions ? [actions] : []),
  ]
  const isLong = lines.length > 100
  const x = columns.reduce((sum, c) => sum + Number(c.width), 0)
  return (
    <Table<WorkLine>
      size="small"
      rowKey="id"
      pagination={false}
      columns={columns}
      dataSource={lines}
      virtual={isLong}
      scroll={isLong ? { x, y: 480 } : lines.length > 0 ? { x } : {}}
      locale={{ emptyText: <span className="muted">{t(['没有明细', 'No lines'])}</span> }}
    />
  )
}

function Product({ line: { product, stockType } }: { line: WorkLine }) {
  if (!product) return null
  const place = detailOf('mdm.product', product.id)
  const text = `${product.code} ${product.name}`
  return (
    <>
      {place ? <a href={hashOf(place)}>{text}</a> : text} <NotGood of={stockType} />
    </>
  )
}

function Lot({ line: { lot } }: { line: WorkLine }) {
  const t = useText()
  if (!lot) return <span className="muted">–</span>
  return (
    <>
      <div className="num">{lot.lotNo}</div>
      {lot.expireDate && (
        <div className="muted num">
          {t(['到期', 'exp.'])} {lot.expireDate}
        </div>
      )}
    </>
  )
}

/** A bin, and the container on it unless the goods lie loose. */
function Spot({ bin, container }: { bin: WorkLine['fromBin']; container: WorkLine['fromContainer'] }) {
  const shown = container && container.code !== 'LOOSE' ? container.code : undefined
  if (!bin && !shown) return <span className="muted">–</span>
  return (
    <>
      {bin && <div className="num">{bin.code}</div>}
      {shown && <div className="num muted">{shown}</div>}
    </>
  )
}

function Quantity({ qty, line }: { qty: string; line: WorkLine }) {
  const value = parseQty(qty)
  if (value === 0n) return <span className="muted">–</span>
  const cases = caseText(value, line)
  return (
    <>
      <div className="num">{baseText(value, line)}</div>
      {cases && <div className="num muted">{cases}</div>}
    </>
  )
}
