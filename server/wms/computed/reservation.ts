import { operateBill } from '@lading/contract/wms/operateBill.ts'
import sql from 'sql-template-tag'
import type { Computed } from '../../kernel/registry.ts'

const bill = sql`from wms_operate_bill_line l join wms_operate_bill b on b.tenant_id = l.tenant_id and b.id = l.bill_id
  where l.tenant_id = t.tenant_id and l.id = t.demand_line_id and t.demand_type = ${operateBill.header.key}`
const task = sql`from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.id = l.task_id
  where l.tenant_id = t.tenant_id and l.id = t.task_line_id`

const stock = sql`from wms_stock s where s.tenant_id = t.tenant_id and s.org_id = t.org_id and s.id = t.stock_id`

/** Who holds goods: the order that they are for and the task that will take them. */
export const reservationComputed: Readonly<Record<string, Computed>> = {
  /** Of what is promised already; what waits for goods has no lot. */
  lotId: {
    value: () => sql`select s.lot_id::text ${stock}`,
    where: (ctx, v) =>
      /^\d{1,18}$/.test(String(v))
        ? sql`t.stock_id in (select s.id from wms_stock s where s.tenant_id = ${ctx.tenantId} and s.lot_id = ${String(v)}::bigint)`
        : sql`false`,
  },
  billNo: { value: () => sql`select b.bill_no ${bill}` },
  holderBillId: { value: () => sql`select b.id::text ${bill}` },
  taskNo: { value: () => sql`select k.task_no ${task}` },
  holderTaskId: { value: () => sql`select k.id::text ${task}` },
}
