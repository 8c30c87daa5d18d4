import { rtiLines, rtiOut } from '@lading/contract/wms/rtiBills.ts'
import type { shipBill } from '@lading/contract/wms/shipBill.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { businessDay } from '../../platform/document/day.ts'
import type { BillRow } from '../../platform/document/steps.ts'
import { dc, formatMoney, type Holder } from './accounts.ts'
import { keyOf } from './bills.ts'
import { postRti } from './post.ts'

interface Gone {
  readonly typeId: string
  readonly storeId: string | null
  readonly category: string
  readonly returnable: boolean
}
/** Returnable containers that go with a truck stand on the accounts of their stores from then on: one paper for each. */
export async function giveOut(ctx: Ctx, ship: BillRow<typeof shipBill>, gone: readonly Gone[]): Promise<void> {
  const counted = gone.filter((c) => c.returnable && c.category !== 'VIRTUAL' && c.storeId !== null)
  const stores = [...Map.groupBy(counted, (c) => c.storeId ?? '')].sort(([a], [b]) => (a < b ? -1 : 1))
  if (stores.length === 0) return
  const numbers = ctx.numbers(rtiOut.prefix, stores.length)
  for (const [i, [storeId, list]] of stores.entries()) {
    const lines = [...Map.groupBy(list, (c) => c.typeId)].map(([typeId, of]) => ({ typeId, qty: of.length }))
    const billNo = numbers[i] ?? ''
    const id = ctx.newId()
    const to: Holder = { kind: 'STORE', id: storeId }
    const legs = lines.map(({ typeId, qty }) => ({ typeId, from: dc, to, n: qty }))
    const done = await postRti(ctx, { bizType: 'OUT', key: keyOf(rtiOut, { id }), billNo, isSeen: true }, legs)
    await insert(ctx, rtiOut.header, [
      {
        ...{ id, billNo, state: 'FINISHED', storeId, shipId: ship.id, note: ship.billNo, bizDate: businessDay(ctx) },
        ...{ finishedAt: ctx.now(), qty: list.length, backQty: 0, deposit: formatMoney(done?.charged ?? 0n) },
      },
    ])
    await insert(
      ctx,
      rtiLines.out,
      lines.map(({ typeId, qty }) => ({ billId: id, typeId, qty, backQty: 0 })),
    )
    ctx.audit({
      subject: rtiOut.header.key,
      subjectId: id,
      subjectNo: billNo,
      action: 'approve',
      after: { state: 'FINISHED' },
    })
  }
}
