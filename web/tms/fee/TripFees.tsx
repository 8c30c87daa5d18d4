import { carrierFeeBill } from '@lading/contract/tms/feeBill.ts'
import { rerateTrip, tripMoney } from '@lading/contract/tms/feeCalls.ts'
import { freightKinds, parties } from '@lading/contract/tms/feeTerms.ts'
import { type FreightPart, freightDue, freightPart, tripFreight } from '@lading/contract/tms/freight.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { report, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { changed } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { notify } from '../../ui/notices.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { amountColumn, type Charge, cents, explainColumn, stateColumn, stateWord, typeColumn } from './columns.tsx'
import { Freight } from './Freight.tsx'
import './fee.css'

type Fee = Charge & { readonly party: string; readonly name: string; readonly state: string; readonly billNo: string }
const columns: readonly ReadColumn<Fee>[] = [
  {
    name: 'name',
    title: ['对象', 'Party'],
    width: 160,
    said: (row, t) => `${t(parties[row.party as keyof typeof parties] ?? ['', ''])} ${row.name}`,
  },
  typeColumn<Fee>(),
  explainColumn<Fee>(),
  amountColumn<Fee>(),
  stateColumn<Fee>(),
  { name: 'billNo', title: ['费用单', 'Charge no.'], width: 140, said: (row) => row.billNo },
]
const isOver = (state: unknown): boolean => state === 'RETURNED' || state === 'CLOSED'

/** 费用: what a trip costs and earns, charge by charge; a loss stands out. */
export function TripFees({ bill }: { bill: Row }) {
  const t = useText()
  const may = useMay()
  const asked = useCall(tripMoney, { id: bill.id })
  const rate = useWrite(rerateTrip)
  const run = async () => {
    try {
      const { charges } = await rate.run({ tripId: bill.id })
      notify('good', t(['已重新计费：{n}条', 'Rated again: {n}'], { n: charges }))
    } catch (error) {
      report(error)
    }
    await changed(carrierFeeBill.header)
  }
  const money = asked.data
  if (!money) return asked.error ? <NotRead of={asked} /> : <SkeletonRows rows={4} label={t(words.loading)} />
  return (
    <>
      <div className="fee-sums">
        <span>
          {t(['应收', 'Earned'])} <b>{cents(money.earned)}</b>
        </span>
        <span>
          {t(['应付', 'Costs'])} <b>{cents(money.cost)}</b>
        </span>
        <span className={Number(money.margin) < 0 ? 'fee-loss' : ''}>
          {t(['毛利', 'Margin'])} <b>{cents(money.margin)}</b>
        </span>
        {may(carrierFeeBill.header, 'run') && isOver(bill.state) && (
          <Button size="small" loading={rate.isBusy} onClick={() => void run()}>
            {t(rerateTrip.title)}
          </Button>
        )}
      </div>
      <ReadTable<Fee>
        label={t(tripMoney.title)}
        rows={money.fees}
        columns={columns}
        none={['派车单完成后自动计费', 'It is charged once the trip is over']}
      />
      <Agreed bill={bill} />
    </>
  )
}

const partColumns: readonly ReadColumn<FreightPart>[] = [
  { name: 'kind', title: ['付款方式', 'Paid'], width: 120, said: (p, t) => t(freightKinds[p.kind]) },
  { name: 'amount', title: ['金额', 'Amount'], width: 110, isFigure: true, said: (p) => cents(p.amount) },
  {
    name: 'state',
    title: ['状态', 'Status'],
    width: 140,
    said: (p, t) => (p.state === null ? t(freightDue[p.kind]) : t(stateWord(p.state))),
  },
  { name: 'feeNo', title: ['费用单', 'Charge no.'], width: 140, said: (p) => p.feeNo ?? '' },
]
/** 约定运费 of a carrier from outside, part by part. */
function Agreed({ bill }: { bill: Row }) {
  const t = useText()
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const { data } = useCall(tripFreight, { id: bill.id })
  if (!data || !(data.isOpen || data.parts.length > 0)) return null
  return (
    <>
      <div className="fee-sums fee-agreed">
        <b>{t(freightPart.title)}</b>
        {may(carrierFeeBill.header, 'create') && data.isOpen && (
          <Button size="small" onClick={() => setOpen(true)}>
            {t(data.parts.length > 0 ? ['修改', 'Change'] : ['约定', 'Agree'])}
          </Button>
        )}
      </div>
      <ReadTable<FreightPart>
        label={t(freightPart.title)}
        rows={data.parts}
        columns={partColumns}
        none={['按协议计费', 'Charged by agreement']}
      />
      {isOpen && <Freight bill={bill} parts={data.parts} onClose={() => setOpen(false)} />}
    </>
  )
}
