import { ref } from '@lading/contract/kernel/field.ts'
import { feeAgreements } from '@lading/contract/tms/feeAgreement.ts'
import { trials } from '@lading/contract/tms/feeCalls.ts'
import type { Party } from '@lading/contract/tms/feeTerms.ts'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { FieldRow } from '../../kernel/form/FieldRow.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { amountColumn, type Charge, cents, explainColumn, typeColumn } from './columns.tsx'
import './fee.css'

const trip = ref(['派车单', 'Trip'], 'tms.shipPlanBill', { required: true })
const columns = [typeColumn<Charge>(), explainColumn<Charge>(), amountColumn<Charge>()]

/** 试算: what this agreement would charge for a trip, line by line. */
export const tryOutOf = (party: Party) =>
  function TryOut({ bill, onClose }: { bill: Row; onClose: () => void }) {
    const t = useText()
    const [tripId, setTrip] = useState<string>()
    return (
      <ActDrawer title={`${t(['试算', 'Try out'])} ${String(bill.billNo)}`} onClose={onClose}>
        <p className="hint">
          {t([
            '选择一个派车单，查看按本协议会产生的费用；不写入任何数据。',
            'Choose a trip to see what this agreement would charge. Nothing is written.',
          ])}
        </p>
        <FieldRow
          field={trip}
          value={tripId ?? null}
          record={{}}
          problem={undefined}
          onLeave={() => undefined}
          onChange={(v) => setTrip(typeof v === 'string' ? v : undefined)}
        />
        {tripId && <Tried party={party} id={bill.id} tripId={tripId} />}
      </ActDrawer>
    )
  }

function Tried({ party, id, tripId }: { party: Party; id: string; tripId: string }) {
  const t = useText()
  const { data } = useCall(trials[party], { id, tripId }, { staleTime: 0 })
  if (!data) return null
  return (
    <>
      <div className="fee-sums">
        <span>
          {t(['合计', 'In all'])} <b>{cents(data.amount)}</b>
        </span>
      </div>
      <ReadTable<Charge>
        label={t(feeAgreements[party].header.title)}
        rows={data.charges}
        columns={columns}
        none={['本协议没有适用的规则', 'No rule of this agreement is for it']}
      />
    </>
  )
}
