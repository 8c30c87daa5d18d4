import { date, type Field, ref } from '@lading/contract/kernel/field.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { feeAgreements } from '@lading/contract/tms/feeAgreement.ts'
import { trials } from '@lading/contract/tms/feeCalls.ts'
import type { Party } from '@lading/contract/tms/feeTerms.ts'
import { storeTrial } from '@lading/contract/tms/storage.ts'
import { type ReactNode, useState } from 'react'
import { useText } from '../../client/text.ts'
import { FieldRow } from '../../kernel/form/FieldRow.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { amountColumn, type Charge, cents, explainColumn, typeColumn } from './columns.tsx'
import './fee.css'

const trip = ref(['派车单', 'Trip'], 'tms.shipPlanBill', { required: true })
const day = date(['日期', 'Day'], { required: true })
const columns = [typeColumn<Charge>(), explainColumn<Charge>(), amountColumn<Charge>()]

interface Asking {
  readonly bill: Row
  readonly title: Text
  readonly hint: Text
  readonly field: Field
  readonly tried: (of: string) => ReactNode
  readonly onClose: () => void
}
/** What an agreement would charge for one thing that is chosen. */
function Trying({ bill, title, hint, field, tried, onClose }: Asking) {
  const t = useText()
  const [of, setOf] = useState<string>()
  return (
    <ActDrawer title={`${t(title)} ${String(bill.billNo)}`} onClose={onClose}>
      <p className="hint">{t(hint)}</p>
      <FieldRow
        field={field}
        value={of ?? null}
        record={{}}
        problem={undefined}
        onLeave={() => undefined}
        onChange={(v) => setOf(typeof v === 'string' && v !== '' ? v : undefined)}
      />
      {of && tried(of)}
    </ActDrawer>
  )
}

interface Dialog {
  readonly bill: Row
  readonly onClose: () => void
}
/** 试算: what this agreement would charge for a trip, line by line. */
export const tryOutOf = (party: Party) =>
  function TryOut({ bill, onClose }: Dialog) {
    return (
      <Trying
        bill={bill}
        title={['试算', 'Try out']}
        hint={[
          '选择一个派车单，查看按本协议会产生的费用；不写入任何数据。',
          'Choose a trip to see what this agreement would charge. Nothing is written.',
        ]}
        field={trip}
        tried={(tripId) => <OfTrip party={party} id={bill.id} tripId={tripId} />}
        onClose={onClose}
      />
    )
  }

/** 仓储试算: the same for a day of the warehouses. */
export function TryOutStorage({ bill, onClose }: Dialog) {
  return (
    <Trying
      bill={bill}
      title={storeTrial.title}
      hint={[
        '选择昨天或以前的一天，查看仓库当天的存放和出入库按本协议会产生的费用；不写入任何数据。',
        'Choose a day up to yesterday to see what this agreement would charge for goods that stood in the warehouses, came or left. Nothing is written.',
      ]}
      field={day}
      tried={(of) => <OfDay id={bill.id} day={of} />}
      onClose={onClose}
    />
  )
}

function OfTrip({ party, id, tripId }: { party: Party; id: string; tripId: string }) {
  const { data } = useCall(trials[party], { id, tripId }, { staleTime: 0 })
  return data ? <Tried party={party} of={data} /> : null
}
function OfDay({ id, day: of }: { id: string; day: string }) {
  const read = useCall(storeTrial, { id, day: of }, { staleTime: 0 })
  if (read.error) return <NotRead of={read} />
  return read.data ? <Tried party="CLIENT" of={read.data} /> : null
}

function Tried({ party, of }: { party: Party; of: { amount: string; charges: readonly Charge[] } }) {
  const t = useText()
  return (
    <>
      <div className="fee-sums">
        <span>
          {t(['合计', 'In all'])} <b>{cents(of.amount)}</b>
        </span>
      </div>
      <ReadTable<Charge>
        label={t(feeAgreements[party].header.title)}
        rows={of.charges}
        columns={columns}
        none={['本协议没有适用的规则', 'No rule of this agreement is for it']}
      />
    </>
  )
}
