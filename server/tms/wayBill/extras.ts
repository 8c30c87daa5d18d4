import type { TableExtra } from '../../kernel/tables.ts'

/** What only the database can find of orders. */
export const orderExtras: Readonly<Record<string, TableExtra>> = {
  // A way bill that is moved asks for whom.
  'tms.takeDeliveryBill': { indexes: [{ columns: 'way_bill_id', where: 'way_bill_id is not null', unique: true }] },
  // An outbound order that changes asks for its goods.
  'tms.wayBillLine': { indexes: [{ columns: 'out_order_id', where: 'out_order_id is not null' }] },
}
