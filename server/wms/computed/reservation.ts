import { operateBill } from '@lading/contract/wms/operateBill.ts'
import sql from 'sql-template-tag'
import type { Computed } from '../../kernel/registry.ts'

const bill = sql`from wms_operate_bill_line l join wms_operate_bill b on b.tenant_id = l.tenant_id and b.id = l.bill_id
  where l.tenant_id = t.tenant_id and l.id = t.demand_line_id and t.demand_type = ${operateBill.header.key}`
const task = sql`from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.id = l.task_id
  where l.tenant_id = t.tenant_id and l.id = t.task_line_id`

/** Who holds goods: the order that they are for and the task that will take them. */
export const reservationComputed: Readonly<Record<string, Computed>> = {
  billNo: { value: () => sql`select b.bill_no ${bill}` },
  holderBillId: { value: () => sql`select b.id::text ${bill}` },
  taskNo: { value: () => sql`select k.task_no ${task}` },
  holderTaskId: { value: () => sql`select k.id::text ${task}` },
}
