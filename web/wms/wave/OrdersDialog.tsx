import type { Text } from '@lading/contract/kernel/text.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import { addToWave, removeFromWave, waveOffer } from '@lading/contract/wms/waveCalls.ts'
import type { z } from 'zod'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useChoice } from '../../kernel/grid/selection.ts'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

type Order = z.output<typeof waveOffer.output>['waiting'][number]
interface Props {
  readonly bill: Row
  readonly onClose: () => void
}

export const AddOrders = (props: Props) => (
  <OrdersDialog
    {...props}
    call={addToWave}
    of="waiting"
    ok={['加入{n}张单据', 'Add orders: {n}']}
    done={['已加入{n}张单据', 'Orders added: {n}']}
    none={['没有待配货的单据：先审核出库作业单', 'No orders wait for allocation: approve outbound orders first']}
  />
)
export const RemoveOrders = (props: Props) => (
  <OrdersDialog
    {...props}
    call={removeFromWave}
    of="members"
    ok={['移出{n}张单据', 'Remove orders: {n}']}
    done={['已移出{n}张单据', 'Orders removed: {n}']}
    none={['波次中没有单据', 'There are no orders in this wave']}
  />
)

/** Chooses orders that join the wave, or leave it. */
function OrdersDialog({
  bill,
  onClose,
  call,
  of,
  ok,
  done,
  none,
}: Props & {
  readonly call: typeof addToWave
  readonly of: 'waiting' | 'members'
  readonly ok: Text
  readonly done: Text
  readonly none: Text
}) {
  const t = useText()
  const act = useAct(waveBill.header, call, onClose)
  const { selection, chosen } = useChoice<Order>()
  const offer = useCall(waveOffer, { id: bill.id }, { gcTime: 0 })
  const run = () =>
    act.run(
      { id: bill.id, version: bill.version, rows: chosen.map(({ id, version }) => ({ id, version })) },
      ({ orders }) => t(done, { n: orders }),
    )
  return (
    <ActDialog
      act={act}
      width={860}
      title={`${t(call.title)} ${String(bill.billNo)}`}
      okText={t(ok, { n: chosen.length })}
      isReady={chosen.length > 0}
      reads={offer}
      onOk={() => void run()}
      onClose={onClose}
    >
      {offer.data && (
        <ReadTable<Order>
          label={t(call.title)}
          rows={offer.data[of]}
          columns={columns}
          selection={selection}
          height={420}
          none={none}
        />
      )}
    </ActDialog>
  )
}

const columns: readonly ReadColumn<Order>[] = [
  { name: 'billNo', title: ['单号', 'No.'], width: 170, said: (o) => o.billNo },
  { name: 'store', title: ['门店', 'Store'], width: 260, said: (o) => `${o.store.code} ${o.store.name}`, wraps: true },
  { name: 'route', title: ['线路', 'Route'], width: 90, said: (o) => o.route ?? '' },
  { name: 'bizDate', title: ['业务日期', 'Business date'], width: 120, said: (o) => o.bizDate },
  { name: 'lines', title: ['行数', 'Lines'], width: 80, isFigure: true, said: (o) => String(o.lines) },
  { name: 'cases', title: ['件数', 'Cases'], width: 120, isFigure: true, said: (o) => o.cases },
]
