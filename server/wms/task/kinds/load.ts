// engine: locks tasks and their lines, and moves what they say

import { assert, refuse } from '@lading/contract/kernel/fault.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { container as containerTable } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { RowOf } from '../../../kernel/rowOf.ts'
import { demandChecked } from '../../check/facts.ts'
import { unstagedTopic } from '../../collect/make.ts'
import { demandStoreChecked } from '../../collect/storeCheck.ts'
import { lockContainers, moveContainer, moveContainers } from '../../stock/containers.ts'
import type { LineRow, TaskRow } from '../read.ts'
import type { Confirmed, Entering, TaskKind } from '../type.ts'
import { stateAt } from './unload.ts'

/** One line is one container: it goes onto the truck with everything in it. */
const confirm: TaskKind['confirm'] = async (ctx, task, line, input, box) => {
  const [done] = await confirmAll(ctx, task, [{ line, input, box }])
  assert(done, 'each line has its outcome')
  return done
}

async function confirmAll(ctx: Ctx, task: TaskRow, entering: readonly Entering[]): Promise<Confirmed[]> {
  // Whoever looks at the shipment sees how far it is.
  ctx.tell(shipBill.header.key)
  await demandScanned(ctx, task, entering)
  // Left behind on purpose: the container stays where it stands, for a later truck.
  const isLeft = ({ input }: Entering): boolean => parseQty(input.qty) === 0n
  if (entering.some((e) => isLeft(e) && !e.input.reason)) refuse(wmsFaults.needReason)
  const loaded = entering.filter((e) => !isLeft(e))
  const boxes = loaded.map(({ line }) => line.fromContainerId ?? '')
  await lockContainers(ctx, boxes)
  await demandChecked(ctx, boxes)
  await demandStoreChecked(ctx, boxes)
  await moveContainers(
    ctx,
    loaded.map(({ line }) => ({
      bizType: 'LOAD',
      idemKey: `tl:${line.id}:${ctx.key}`,
      source: { type: task.taskType, id: task.id },
      taskLineId: line.id,
      containerId: line.fromContainerId ?? '',
      toBinId: line.toBinId ?? '',
      change: { from: ['PICKED', 'COLLECTED', 'CHECKED'], state: 'LOADED' },
    })),
  )
  for (const id of boxes) ctx.emit({ topic: unstagedTopic, key: id })
  const open = loaded.length > 0 ? await openStops(ctx, task) : []
  return entering.map((e, i) => {
    const plan = parseQty(e.line.planQty)
    if (isLeft(e)) return { done: 0n, short: plan, closed: true }
    const gone = new Set(entering.slice(0, i + 1).map((x) => x.line.id))
    return { done: plan, short: 0n, closed: true, warnings: buried(e.line, open, gone) }
  })
}

/** What was scanned is the container of its line. */
async function demandScanned(ctx: Ctx, task: TaskRow, entering: readonly Entering[]): Promise<void> {
  const scanned = entering.filter((e) => e.input.scans.container)
  if (scanned.length === 0) return
  const rows = await ctx.tx.query<RowOf<typeof containerTable, 'id' | 'code'>>(sql`
    select id, code from wms_container where tenant_id = ${ctx.tenantId} and id = any(${scanned.map((e) => e.line.fromContainerId)}::bigint[])`)
  const codes = new Map(rows.map((r) => [r.id, r.code]))
  for (const { line, input } of scanned)
    if (input.scans.container !== codes.get(line.fromContainerId ?? ''))
      refuse(wmsFaults.wrongContainer, { c: input.scans.container, no: task.billNo ?? '' })
}

interface OpenStop {
  readonly id: string
  readonly storeId: string
  readonly seq: number
  readonly name: string
}
/** Lines that are still to be loaded, those of the last stop first. */
const openStops = (ctx: Ctx, task: TaskRow): Promise<OpenStop[]> =>
  ctx.tx.query<OpenStop>(sql`
    select o.id, o.store_id, p.seq, s.name from wms_task_line o
    join wms_ship_stop p on p.tenant_id = o.tenant_id and p.bill_id = ${task.billId} and p.store_id = o.store_id
    join wms_store s on s.tenant_id = p.tenant_id and s.id = p.store_id
    where o.tenant_id = ${ctx.tenantId} and o.org_id = ${ctx.org.id} and o.task_id = ${task.id} and o.state = 'OPEN'
    order by p.seq desc`)

/** Last stop first: what goes in now stands before what is still to come for a later stop. Told, not refused. */
function buried(line: LineRow, open: readonly OpenStop[], gone: ReadonlySet<string>): Text[] {
  const own = open.find((o) => o.storeId === line.storeId)?.seq ?? Infinity
  const later = open.find((o) => o.seq > own && !gone.has(o.id))
  return later
    ? [
        [
          `已装车，但后到站点[${later.name}]还有容器未装，将压在它们前面`,
          `Loaded, but containers for the later stop [${later.name}] are still to come and will be blocked by it`,
        ],
      ]
    : []
}

/** Off the truck again, before it leaves: it stands staged where it was taken from. */
async function undo(ctx: Ctx, _task: TaskRow, line: LineRow): Promise<void> {
  ctx.tell(shipBill.header.key)
  await moveContainer(ctx, {
    bizType: 'UNLOAD',
    idemKey: `rev:${line.id}:${ctx.key}`,
    taskLineId: line.id,
    containerId: line.fromContainerId ?? '',
    toBinId: line.fromBinId ?? '',
    change: { from: ['LOADED'], state: await stateAt(ctx, line.fromBinId ?? '') },
  })
}

export const loadKind: TaskKind = { confirm, confirmAll, undo, endsEarly: false }
