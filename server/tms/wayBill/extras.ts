import type { TableExtra } from '../../kernel/tables.ts'

/** What only the database can refuse or find of orders. */
export const orderExtras: Readonly<Record<string, TableExtra>> = {
  'tms.wayBill': { checks: ['window_from < window_to', 'from_site_id <> to_site_id'] },
  'tms.wayBillLine': { checks: ['plan_qty > 0'] },
  // A way bill that is moved asks for whom.
  'tms.takeDeliveryBill': { indexes: [{ columns: 'way_bill_id', where: 'way_bill_id is not null', unique: true }] },
}
