import { parseQty } from '@lading/contract/kernel/qty.ts'
import { countOf } from '@lading/contract/mdm/units.ts'
import { pickUnits, planOperate } from '@lading/contract/wms/operateCalls.ts'
import { operateFaults } from '@lading/contract/wms/operateFaults.ts'
import { useMemo } from 'react'
import type { z } from 'zod'
import { asRefused } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import type { Row } from '../../kernel/records.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { showCases } from '../../platform/bill/caseEntry.ts'
import { grouped } from '../../ui/numbers.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Empty } from '../../ui/states.tsx'
import './operate.css'
import { useCall } from '../../kernel/useCall.ts'

type Line = z.output<typeof planOperate.output>['lines'][number]
type Take = Line['takes'][number]

function amountOf(line: Line, qty: string): string {
  const size = parseQty(line.qpc)
  const cases = size > 1000n ? showCases(qty, { qpc: size, mid: size }) : ''
  return countOf(grouped(qty), line.baseUnit) + (cases && ` (${cases})`)
}

const takesOf = (line: Line): readonly ReadColumn<Take>[] => [
  { name: 'bin', title: ['货位', 'Bin'], width: 200, said: (r) => [r.bin, r.container].filter(Boolean).join(' ') },
  {
    name: 'lot',
    title: ['批次', 'Lot'],
    width: 260,
    said: (r, t) => `${r.lotNo}${r.expireDate ? ` ${t(['到期', 'exp.'])} ${r.expireDate}` : ''}`,
  },
  { name: 'unit', title: ['方式', 'As'], width: 120, said: (r, t) => t(pickUnits[r.unit]) },
  { name: 'qty', title: ['数量', 'Quantity'], width: 180, isFigure: true, said: (r) => amountOf(line, r.qty) },
]

/** Everything is allocated, or given up: that is an answer, not a failure. */
const isSettled = (error: unknown): boolean => asRefused(error).code === operateFaults.allAllocated.code

/** 试算: what allocation would give each line now, from where, and why not more. Nothing is written. */
export function PlanDrawer({ bill, onClose }: { bill: Row; onClose: () => void }) {
  const t = useText()
  const plan = useCall(planOperate, { id: bill.id }, { gcTime: 0 })
  return (
    <ActDrawer
      title={`${t(planOperate.title)} ${String(bill.billNo)}`}
      reads={plan}
      failed={(error) => isSettled(error) && <Empty title={asRefused(error).message} />}
      onClose={onClose}
    >
      {({ lines }) => <Plan lines={lines} />}
    </ActDrawer>
  )
}

function Plan({ lines }: { lines: readonly Line[] }) {
  const t = useText()
  const short = lines.filter((l) => Number(l.short) > 0).length
  return (
    <>
      <p className="hint">{t(['只读：不占用、不修改任何数据', 'Read-only: nothing is reserved or changed'])}</p>
      <p role="status">
        {short === 0
          ? t(['{n}行全部可满足', 'All lines can be filled. Lines: {n}'], { n: lines.length })
          : t(['共{n}行，{m}行缺货', 'Short lines: {m} of {n}'], { n: lines.length, m: short })}
      </p>
      {lines.map((l) => (
        <PlannedLine key={l.id} line={l} />
      ))}
    </>
  )
}

function PlannedLine({ line }: { line: Line }) {
  const t = useText()
  const isShort = Number(line.short) > 0
  const columns = useMemo(() => takesOf(line), [line])
  return (
    <section className="plan-line">
      <h3>
        <span className="num muted">{line.lineNo}</span>
        <span className="plan-name">
          {line.product.code} {line.product.name}
        </span>
        <StatusTag tone={isShort ? 'warn' : 'good'}>
          {isShort
            ? t(['缺 {qty}', '{qty} short'], { qty: amountOf(line, line.short) })
            : t(['可满足', 'Can be filled'])}
        </StatusTag>
      </h3>
      <p className="muted">
        {t(['待分配', 'To allocate'])} <span className="num">{amountOf(line, line.want)}</span>
        {line.why && ` · ${t(line.why)}`}
      </p>
      {line.takes.length > 0 && <ReadTable<Take> label={t(planOperate.title)} rows={line.takes} columns={columns} />}
      {line.refused.length > 0 && <PassedOver line={line} isOpen={isShort} />}
    </section>
  )
}

function PassedOver({ line, isOpen }: { line: Line; isOpen: boolean }) {
  const t = useText()
  return (
    <details open={isOpen && line.refused.length <= 5}>
      <summary>
        {t(['未选用的库存', 'Stock not used'])} <span className="muted num">{line.refusedCount}</span>
      </summary>
      <ul>
        {line.refused.map((r) => (
          <li key={`${r.bin}/${r.container ?? ''}/${r.lotNo}`}>
            <span className="num">
              {r.bin} {r.lotNo} {amountOf(line, r.qty)}
            </span>
            {' · '}
            {t(r.why)}
          </li>
        ))}
      </ul>
      {line.refusedCount > line.refused.length && (
        <p className="muted">
          {t(['共{all}条，只列出前{n}条', 'Showing the first {n} of {all}'], {
            all: line.refusedCount,
            n: line.refused.length,
          })}
        </p>
      )}
    </details>
  )
}
