import type { TableExtra } from '../kernel/tables.ts'

/** What the database itself must refuse or find fast of the warehouse, beside what the declarations say. */
export const extras: Readonly<Record<string, TableExtra>> = {
  // Files look for whoever refers to them before they go.
  'mdm.product': { indexes: [{ columns: 'image_id', where: 'image_id is not null' }] },
  // The page of packs asks of each product what is to become of its packs.
  'mdm.packChange': { indexes: [{ columns: 'product_id, state' }] },
  // A barcode is asked for at every level of a pack.
  'mdm.productQpc': {
    indexes: ['barcode', 'mid_barcode', 'pallet_barcode'].map((columns) => ({
      columns,
      where: `${columns} is not null`,
    })),
  },
  'wms.stock': {
    // No index names a quantity, so that a balance changes in place; rows that stay empty are swept.
    checks: ['reserved_qty <= qty', 'reserved_pieces <= coalesce(pieces, 0)'],
  },
  // What a task line moved: for taking it back, and for the receipts of an order; and what left with a truck.
  'wms.posting': {
    indexes: [
      { columns: 'task_line_id', where: 'task_line_id is not null' },
      { columns: 'source_id', where: "biz_type = 'SHIP'" },
      // What a store got, and gave back.
      { columns: 'store_id, business_date', where: 'store_id is not null' },
    ],
  },
  'wms.ledger': {
    checks: ['delta <> 0'],
    indexes: [
      { columns: 'product_id, id' },
      { columns: 'bin_id, product_id, lot_id, container_id' },
      // What moved at a place, or of a lot, in a stretch of time, however much moved before.
      { columns: 'bin_id, id' },
      { columns: 'lot_id, id' },
    ],
  },
  // An inquiry of a place or a lot begins with the opening of a month, whatever the products.
  'wms.ledgerOpening': { indexes: [{ columns: 'month, bin_id' }, { columns: 'month, lot_id' }] },
  // Whatever is booked: a warehouse gives nothing that it does not have, and no deposit stands on nothing.
  'wms.rtiIn': { indexes: [{ columns: 'sent_key', unique: true, where: 'sent_key is not null' }] },
  'wms.rtiAccount': {
    checks: [
      "kind <> 'DC' or type_id is null or qty >= 0",
      "kind not in ('STORE', 'VENDOR', 'CARRIER') or type_id is null or (charged >= 0 and deposit >= 0)",
    ],
  },
  'wms.reservation': {
    checks: ['used_qty + freed_qty <= qty', 'used_pieces + freed_pieces <= coalesce(pieces, 0)'],
    indexes: [
      { columns: 'stock_id' },
      { columns: 'task_line_id' },
      { columns: 'bin_id, product_id', where: "state = 'PENDING'" },
    ],
  },
  'wms.binClaim': { indexes: [{ columns: 'bin_id', where: "state = 'ACTIVE'" }] },
  'wms.task': {
    indexes: [
      // What is next of a type, and of a queue: each is read from its front.
      { columns: 'task_type, priority, due_at, id', where: "state = 'READY'" },
      { columns: 'queue, priority, due_at, id', where: "state = 'READY'" },
      { columns: 'assignee_id', where: "state in ('ASSIGNED', 'RUNNING')" },
      // Where somebody's last work has left him.
      { columns: 'assignee_id, finished_at', where: "state = 'DONE'" },
      // What is still to be done: boards count it, however much has been done.
      { columns: 'task_type, state', where: "state not in ('DONE', 'CANCELED')" },
    ],
  },
  'wms.taskLine': {
    checks: ['done_qty <= plan_qty * 100'],
    indexes: [
      { columns: 'bill_line_id' },
      { columns: 'from_bin_id', where: "state in ('OPEN', 'INHAND')" },
      { columns: 'to_bin_id', where: "state in ('OPEN', 'INHAND')" },
      { columns: 'origin_id', where: 'origin_id is not null' },
    ],
  },
  'wms.shipBill': {
    indexes: [
      // Which trucks took the goods of an order.
      { columns: 'truck_bin_id', where: 'truck_bin_id is not null' },
      // A trip of transport has one shipment at most.
      { columns: 'sent_trip_id', where: "sent_trip_id is not null and state <> 'CANCELED'", unique: true },
    ],
  },
  'wms.dockSlot': { checks: ['used_vehicles >= 0', 'used_cases >= 0'] },
  'wms.previewBill': {
    indexes: [{ columns: 'sent_key', where: 'sent_key is not null', unique: true }],
  },
  'wms.warehouseRegister': {
    indexes: [
      // A vehicle is in the yard once, and a dock has one truck.
      { columns: 'vehicle_no', where: "state not in ('LEFT', 'REFUSED')", unique: true },
      { columns: 'dock_id', where: "state in ('PERMITTED', 'DOCKED')", unique: true },
    ],
  },
  'wms.pickDiff': { indexes: [{ columns: 'bill_line_id', where: "state = 'OPEN'" }] },
  'wms.orderBillLine': { checks: ['sent_qty <= done_qty'] },
  'wms.operateBillLine': {
    checks: ['sent_qty <= done_qty', 'done_qty <= booked_qty', 'booked_qty + cancel_qty <= plan_qty'],
  },
}
