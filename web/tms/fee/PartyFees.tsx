import { feeBills } from '@lading/contract/tms/feeBill.ts'
import { type Party, partyField } from '@lading/contract/tms/feeTerms.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useChoice, useTicked } from '../../kernel/grid/selection.ts'
import { type Column, column } from '../../kernel/list/columns.tsx'
import { useMay } from '../../kernel/permission.ts'
import { type BulkAnswer, type BulkInput, callOf, queryRows, type Row } from '../../kernel/records.ts'
import { runMany } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { AddFee } from './AddFee.tsx'
import { explainColumn } from './columns.tsx'
import { Receipts } from './Receipts.tsx'
import './fee.css'

/** Those of one drawer; who has more narrows the period on the settlement. */
const most = 200
const columnsOf = (party: Party): readonly Column[] => {
  const { fields } = feeBills[party].header
  const names = ['billNo', 'state', partyField[party], 'feeType', 'amount', 'photos', 'tripId', 'wayBillId', 'note']
  const some = [...names, 'source', 'bizDate'].flatMap((name) => {
    const field = fields[name as keyof typeof fields]
    // Clients claim nothing: there are no receipts of theirs.
    if (!field || (name === 'photos' && party !== 'EMPLOYEE')) return []
    return [column(name, field, name === 'photos' ? (row) => <Receipts of={row} /> : undefined)]
  })
  return [...some, explainColumn<never>() as unknown as Column]
}

/** 费用: charges of clients or employees that no settlement has, to be confirmed or voided; and further ones are typed here. */
export function PartyFees({ party }: { party: 'CLIENT' | 'EMPLOYEE' }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const title = t(['待结费用', 'Charges to settle'])
  return (
    <>
      <Button onClick={() => setOpen(true)}>{title}</Button>
      {open && (
        <ActDrawer title={title} onClose={() => setOpen(false)}>
          <Waiting party={party} />
        </ActDrawer>
      )}
    </>
  )
}

function Waiting({ party }: { party: Party }) {
  const t = useText()
  const may = useMay()
  const d = feeBills[party]
  const [isAdding, setAdding] = useState(false)
  const { selection } = useChoice<Row>()
  const ticked = useTicked(selection)
  const { data } = useQuery({
    queryKey: [d.header.key, 'waiting'],
    queryFn: ({ signal }) =>
      queryRows(d.header, { filter: { state: ['DRAFT', 'CONFIRMED'], settleId: null }, pageSize: most }, signal),
  })
  const call = (step: 'approve' | 'cancel') => callOf<BulkInput, BulkAnswer>(d, step)
  const act = async (step: 'approve' | 'cancel') => {
    const spec = d.flow.steps[step]
    const ask = step === 'cancel' ? { title: spec.title, danger: true, reason: true } : undefined
    if (await runMany(d.header, call(step), [...ticked.values()], ask)) selection.clear()
  }
  return (
    <>
      <div className="fee-sums">
        <span>{t(['已选{n}条', '{n} chosen'], { n: ticked.size })}</span>
        {may(d.header, 'approve') && (
          <Button disabled={ticked.size === 0} onClick={() => void act('approve')}>
            {t(d.flow.steps.approve.title)}
          </Button>
        )}
        {may(d.header, 'cancel') && (
          <Button danger disabled={ticked.size === 0} onClick={() => void act('cancel')}>
            {t(d.flow.steps.cancel.title)}
          </Button>
        )}
        {may(d.header, 'create') && (
          <Button type="primary" onClick={() => setAdding(true)}>
            {t(party === 'EMPLOYEE' ? ['借款、报账', 'Advance or expense'] : words.add)}
          </Button>
        )}
      </div>
      {data && (
        <ReadTable<Row>
          label={t(d.header.title)}
          rows={data.records}
          columns={columnsOf(party)}
          selection={selection}
          height={460}
          none={['没有待结费用', 'Nothing waits to be settled']}
        />
      )}
      {isAdding && <AddFee party={party} onClose={() => setAdding(false)} />}
    </>
  )
}
