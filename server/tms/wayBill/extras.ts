import type { TableExtra } from '../../kernel/tables.ts'

/** What is handed over twice is one way bill, whatever becomes of it; what is split off of it has its number too. */
export const orderExtras: Readonly<Record<string, TableExtra>> = {
  'tms.wayBill': {
    indexes: [
      { columns: 'source, client_id, source_no', where: 'parent_id is null and source_no is not null', unique: true },
    ],
    checks: ['window_from < window_to', 'from_site_id <> to_site_id'],
  },
  'tms.wayBillLine': { checks: ['plan_qty > 0'] },
  // A way bill that is moved asks for whom.
  'tms.takeDeliveryBill': { indexes: [{ columns: 'way_bill_id', where: 'way_bill_id is not null', unique: true }] },
}
