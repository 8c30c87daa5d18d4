import { refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { reverseFaults } from '@lading/contract/wms/reverseFaults.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { sjReturn } from '@lading/contract/wms/sjReturn.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Input, Rules } from '../../kernel/rules.ts'
import { fromHere } from '../../kernel/scope.ts'
import { billRules } from '../bill/billServed.ts'

type Ship = RowOf<typeof shipBill.header, 'id' | 'billNo' | 'state' | 'vehicleNo' | 'driverName' | 'carrier'>

/** A shipment that has left. @throws Fault notDespatched */
export async function demandLeft(ctx: Ctx, shipBillId: string): Promise<Ship> {
  const row = await ctx.tx.maybe<Ship>(sql`
    select s.id, s.bill_no, s.state, s.vehicle_no, s.driver_name, s.carrier from ${fromHere(ctx, shipBill.header, 's')} where s.id = ${shipBillId}`)
  const ship = found(row, shipBill.header.title)
  if (ship.state !== 'DESPATCHED' && ship.state !== 'FINISHED')
    refuse(reverseFaults.notDespatched, { no: rowName(shipBill.header, ship.id, ship.billNo) })
  return ship
}

/** Whose truck it was; and of each shipment and owner only one return is on its way. */
async function complete(ctx: Ctx, input: Input, ownerId: unknown, exceptId: string): Promise<void> {
  const ship = await demandLeft(ctx, String(input.shipBillId))
  const open = await ctx.tx.maybe<{ id: string; billNo: string }>(sql`
    select b.id, b.bill_no from ${fromHere(ctx, sjReturn.header, 'b')} where b.ship_bill_id = ${ship.id} and b.owner_id = ${String(ownerId)}
      and b.state not in ('FINISHED', 'CANCELED') and b.id <> ${exceptId} order by b.id limit 1`)
  if (open)
    refuse(reverseFaults.openReturn, {
      ship: ship.billNo,
      no: rowName(sjReturn.header, open.id, open.billNo),
    })
  Object.assign(input, { vehicleNo: ship.vehicleNo, driverName: ship.driverName, carrier: ship.carrier })
}

const { beforeCreate, beforeUpdate, beforeRemove } = billRules(sjReturn) as Rules
export const sjRules: Rules<typeof sjReturn.header> = {
  beforeCreate: async (ctx, input) => {
    await complete(ctx, input, input.ownerId, '0')
    await beforeCreate?.(ctx, input)
  },
  beforeUpdate: async (ctx, input, before) => {
    if (input.shipBillId !== undefined) await complete(ctx, input, input.ownerId ?? before.ownerId, String(before.id))
    await beforeUpdate?.(ctx, input, before)
  },
  ...(beforeRemove && { beforeRemove }),
}
