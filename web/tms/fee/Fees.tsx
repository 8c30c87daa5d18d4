import { feeBills } from '@lading/contract/tms/feeBill.ts'
import { addFees, dropFees } from '@lading/contract/tms/feeCalls.ts'
import { type Party, partyField } from '@lading/contract/tms/feeTerms.ts'
import { settleBills } from '@lading/contract/tms/settleBill.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../client/text.ts'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useChoice, useTicked } from '../../kernel/grid/selection.ts'
import { column } from '../../kernel/list/columns.tsx'
import { queryRows, type Row } from '../../kernel/records.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

const shown = ['billNo', 'bizDate', 'tripId', 'wayBillId', 'feeType', 'stop', 'amount'] as const
const columns = shown.flatMap((name) => {
  const field = feeBills.CARRIER.header.fields[name]
  return field ? [column(name, field)] : []
})
/** What one call takes. */
const most = 200

/** 加费用: confirmed charges of the same party that wait; 移出费用: those that stand on it. */
export const feesDialog = (party: Party, way: 'add' | 'drop') =>
  function Fees({ bill, onClose }: { bill: Row; onClose: () => void }) {
    const t = useText()
    const call = way === 'add' ? addFees[party] : dropFees[party]
    const act = useAct(settleBills[party].header, call, onClose)
    const { selection } = useChoice<Row>()
    const ticked = useTicked(selection)
    const who = partyField[party]
    const { header } = feeBills[party]
    const filter =
      way === 'add' ? { [who]: String(bill[who]), state: 'CONFIRMED', settleId: null } : { settleId: bill.id }
    const found = useQuery({
      queryKey: [header.key, way, bill.id],
      queryFn: ({ signal }) => queryRows(header, { filter, pageSize: most }, signal),
    })
    const run = () =>
      act.run({ id: bill.id, version: bill.version, feeIds: [...ticked.keys()] }, ({ net }) =>
        t(['{n}条，应结金额{net}', '{n}: net {net}'], { n: ticked.size, net }),
      )
    return (
      <ActDialog
        act={act}
        width={860}
        title={`${t(call.title)} ${String(bill.billNo)}`}
        okText={t(call.title)}
        isReady={ticked.size > 0}
        reads={found}
        onOk={() => void run()}
        onClose={onClose}
      >
        {found.data && (
          <ReadTable<Row>
            label={t(header.title)}
            rows={found.data.records}
            columns={columns}
            selection={selection}
            height={380}
            none={['没有待结算的已确认费用', 'No confirmed charge waits to be settled']}
          />
        )}
      </ActDialog>
    )
  }
