import { refuse } from '@lading/contract/kernel/fault.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../../kernel/ctx.ts'
import { moveContainer } from '../../stock/containers.ts'
import type { LineRow, TaskRow } from '../read.ts'
import type { Confirm, Confirmed, TaskKind } from '../type.ts'

/** One line is one container: it goes onto the truck with everything in it. */
async function confirm(ctx: Ctx, task: TaskRow, line: LineRow, input: Confirm): Promise<Confirmed> {
  const plan = parseQty(line.planQty)
  // Whoever looks at the shipment sees how far it is.
  ctx.tell(shipBill.header.key)
  const container = await ctx.tx.one<{ code: string }>(
    sql`select code from wms_container where tenant_id = ${ctx.tenantId} and id = ${line.fromContainerId}`,
  )
  const scan = input.scans.container
  if (scan && scan !== container.code) refuse(wmsFaults.wrongContainer, { c: scan, no: task.billNo ?? '' })
  // Left behind on purpose: the container stays where it stands, for a later truck.
  if (parseQty(input.qty) === 0n) {
    if (!input.reason) refuse(wmsFaults.needReason)
    return { done: 0n, short: plan, closed: true }
  }
  await moveContainer(ctx, {
    bizType: 'LOAD',
    idemKey: `tl:${line.id}:${ctx.key}`,
    source: { type: task.taskType, id: task.id },
    taskLineId: line.id,
    containerId: line.fromContainerId ?? '',
    toBinId: line.toBinId ?? '',
    change: { from: ['PICKED', 'COLLECTED', 'CHECKED'], state: 'LOADED' },
  })
  return { done: plan, short: 0n, closed: true, warnings: await buried(ctx, task, line) }
}

/** Last stop first: what goes in now stands before what is still to come for a later stop. Told, not refused. */
async function buried(ctx: Ctx, task: TaskRow, line: LineRow): Promise<Text[]> {
  const later = await ctx.tx.maybe<{ name: string }>(sql`
    select s.name from wms_task_line o
    join wms_ship_stop p on p.tenant_id = o.tenant_id and p.bill_id = ${task.billId} and p.store_id = o.store_id
    join wms_store s on s.tenant_id = p.tenant_id and s.id = p.store_id
    where o.tenant_id = ${ctx.tenantId} and o.org_id = ${ctx.org.id} and o.task_id = ${task.id} and o.state = 'OPEN' and o.id <> ${line.id}
      and p.seq > (select q.seq from wms_ship_stop q where q.tenant_id = ${ctx.tenantId} and q.bill_id = ${task.billId} and q.store_id = ${line.storeId})
    order by p.seq desc limit 1`)
  return later
    ? [
        [
          `已装车，但后到站点[${later.name}]还有容器未装，将压在它们前面`,
          `Loaded, but it stands before containers for the later stop [${later.name}] that are still to come`,
        ],
      ]
    : []
}

/** Off the truck again, before it leaves. */
async function undo(ctx: Ctx, _task: TaskRow, line: LineRow): Promise<void> {
  ctx.tell(shipBill.header.key)
  await moveContainer(ctx, {
    bizType: 'UNLOAD',
    idemKey: `rev:${line.id}:${ctx.key}`,
    taskLineId: line.id,
    containerId: line.fromContainerId ?? '',
    toBinId: line.fromBinId ?? '',
    change: { from: ['LOADED'], state: 'PICKED' },
  })
}

export const loadKind: TaskKind = { confirm, undo, endsEarly: false }
