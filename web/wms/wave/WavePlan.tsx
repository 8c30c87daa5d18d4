import type { Text } from '@lading/contract/kernel/text.ts'
import { planWave } from '@lading/contract/wms/waveCalls.ts'
import type { z } from 'zod'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { grouped } from '../../ui/numbers.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import '../operate/operate.css'

type Plan = z.output<typeof planWave.output>
type Short = Plan['shorts'][number]
type Supply = Plan['supplies'][number]

/** 试算: what the wave would do now: who lacks what and why, what is brought to the pick faces, and how much work it is. */
export function WavePlan({ bill, onClose }: { bill: Row; onClose: () => void }) {
  const t = useText()
  const plan = useCall(planWave, { id: bill.id }, { gcTime: 0 })
  return (
    <ActDrawer title={`${t(planWave.title)} ${String(bill.billNo)}`} reads={plan} onClose={onClose}>
      {(data) => <Shown plan={data} />}
    </ActDrawer>
  )
}

function Shown({ plan }: { plan: Plan }) {
  const t = useText()
  const facts: readonly (readonly [Text, string])[] = [
    [['单据', 'Orders'], String(plan.orders)],
    [['明细行', 'Lines'], grouped(String(plan.lines))],
    [['等待补货的行', 'Lines waiting for replenishment'], String(plan.waitingLines)],
    [['补货任务', 'Replenishments'], String(plan.replenishments)],
    [['拣货任务', 'Pick tasks'], String(plan.pickTasks)],
    [['拣货行', 'Pick lines'], grouped(String(plan.pickLines))],
    [
      ['预计人工(分)', 'Work (minutes)'],
      plan.minutes === null ? t(['尚无作业记录', 'No work on record yet']) : grouped(String(plan.minutes)),
    ],
  ]
  return (
    <>
      <p className="hint">{t(['只读：不占用、不修改任何数据', 'Read-only: nothing is reserved or changed'])}</p>
      <p role="status">
        <StatusTag tone={plan.shortLines > 0 ? 'warn' : 'good'}>
          {plan.shortLines > 0
            ? t(['{m}行缺货', 'Short lines: {m}'], { m: plan.shortLines })
            : t(['全部可满足', 'Everything can be filled'])}
        </StatusTag>
      </p>
      <dl className="wave-facts">
        {facts.map(([title, value]) => (
          <div key={title[0]}>
            <dt className="muted">{t(title)}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {plan.shorts.length > 0 && (
        <>
          <h3>{t(['缺货', 'Short lines'])}</h3>
          <ReadTable<Short> label={t(['缺货', 'Short lines'])} rows={plan.shorts} columns={shortColumns} height={320} />
        </>
      )}
      {plan.supplies.length > 0 && (
        <>
          <h3>{t(['补货', 'Replenishment'])}</h3>
          <ReadTable<Supply>
            label={t(['补货', 'Replenishment'])}
            rows={plan.supplies}
            columns={supplyColumns}
            height={320}
          />
        </>
      )}
    </>
  )
}

const named = (one: { code: string; name: string }): string => `${one.code} ${one.name}`
const shortColumns: readonly ReadColumn<Short>[] = [
  { name: 'product', title: ['商品', 'Product'], width: 220, said: (s) => named(s.product), wraps: true },
  { name: 'store', title: ['门店', 'Store'], width: 180, said: (s) => named(s.store), wraps: true },
  { name: 'billNo', title: ['单号', 'No.'], width: 150, said: (s) => s.billNo },
  { name: 'want', title: ['需要', 'Needed'], width: 100, isFigure: true, said: (s) => `${grouped(s.want)} ${s.unit}` },
  { name: 'short', title: ['缺', 'Short'], width: 100, isFigure: true, said: (s) => `${grouped(s.short)} ${s.unit}` },
  {
    name: 'why',
    title: ['原因', 'Reason'],
    width: 320,
    said: (s, t) =>
      [t(s.why), ...s.refused.slice(0, 3).map((r) => `${r.bin} ${grouped(r.qty)}: ${t(r.why)}`)].join(' · '),
    wraps: true,
  },
]
const supplyColumns: readonly ReadColumn<Supply>[] = [
  { name: 'product', title: ['商品', 'Product'], width: 240, said: (s) => named(s.product), wraps: true },
  { name: 'from', title: ['来源货位', 'From bin'], width: 130, said: (s) => s.from },
  { name: 'to', title: ['拣货位', 'Pick face'], width: 130, said: (s) => s.to },
  { name: 'qty', title: ['数量', 'Quantity'], width: 120, isFigure: true, said: (s) => `${grouped(s.qty)} ${s.unit}` },
  { name: 'cases', title: ['件数', 'Cases'], width: 90, isFigure: true, said: (s) => s.cases },
  { name: 'lot', title: ['批次', 'Lot'], width: 130, said: (s) => s.lotNo },
]
