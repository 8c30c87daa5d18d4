import { type Field, money } from '@lading/contract/kernel/field.ts'
import { feeTypes, freightKinds } from '@lading/contract/tms/feeTerms.ts'
import { agreeFreight, type FreightKind, type FreightPart, freightDue } from '@lading/contract/tms/freight.ts'
import { shipPlanBill } from '@lading/contract/tms/shipPlanBill.ts'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { FieldRow } from '../../kernel/form/FieldRow.tsx'
import type { Row } from '../../kernel/records.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { cents } from './columns.tsx'
import './fee.css'

const kinds = Object.keys(freightKinds) as FreightKind[]
const whole = money(feeTypes.FREIGHT, { required: true })
const bare = (amount: string): string => amount.replace(/\.?0+$/, '')
const hundredths = (text: unknown): number => Math.round(Number(text ?? 0) * 100)

/** 约定运费: a freight and the parts by which it is paid; what is charged already stays. */
export function Freight({ bill, parts, onClose }: { bill: Row; parts: readonly FreightPart[]; onClose: () => void }) {
  const t = useText()
  const act = useAct(shipPlanBill.header, agreeFreight, onClose)
  const before = Object.fromEntries(parts.map((p) => [p.kind, bare(p.amount)]))
  const [said, setSaid] = useState<Readonly<Record<string, unknown>>>({
    ...before,
    whole: parts.length > 0 ? bare((parts.reduce((n, p) => n + hundredths(p.amount), 0) / 100).toFixed(2)) : null,
  })
  const given = kinds.filter((kind) => hundredths(said[kind]) !== 0)
  const rest = hundredths(said.whole) - given.reduce((n, kind) => n + hundredths(said[kind]), 0)
  const row = (name: string, field: Field) => (
    <FieldRow
      key={name}
      field={field}
      value={said[name] ?? null}
      record={said}
      problem={undefined}
      onLeave={() => undefined}
      onChange={(value) => setSaid((v) => ({ ...v, [name]: value }))}
    />
  )
  const run = () =>
    act.run(
      {
        ...{ tripId: bill.id, amount: String(said.whole ?? '0') },
        parts: given.map((kind) => ({ kind, amount: String(said[kind]) })),
      },
      ({ amount, booked }) =>
        t(['约定运费{amount}，已生成费用单{n}张', 'Agreed: {amount}. Charges made: {n}'], { amount, n: booked }),
    )
  return (
    <ActDialog
      act={act}
      width={520}
      title={`${t(agreeFreight.title)} ${String(bill.billNo)}`}
      okText={t(['保存', 'Save'])}
      isReady={rest === 0 && (given.length > 0 || parts.length > 0)}
      onOk={() => void run()}
      onClose={onClose}
    >
      <p className="hint">
        {t([
          '约定后本趟不再按协议计费；各部分到期时自动生成承运商费用单。',
          'The trip is no longer charged by agreement. Each part becomes a charge of the carrier when it is due.',
        ])}
      </p>
      {row('whole', whole)}
      {kinds.map((kind) =>
        row(
          kind,
          money(freightKinds[kind], { hint: [`${freightDue[kind][0]}生成费用单`, `Charged ${freightDue[kind][1]}`] }),
        ),
      )}
      <p className={rest === 0 ? 'hint' : 'fee-loss'}>
        {t(['未分配', 'Not divided yet'])} <b>{cents((rest / 100).toFixed(2))}</b>
      </p>
    </ActDialog>
  )
}
