// engine: keeps which container stands at a position, behind the locks of the tasks that put goods there

import { dpsFaults } from '@lading/contract/dps/faults.ts'
import { jobpoint, line, operator } from '@lading/contract/dps/line.ts'
import { dest, fullDests, openDest, sowContainer, sowWork } from '@lading/contract/dps/sowing.ts'
import { dpsPick, dpsTask } from '@lading/contract/dps/task.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { container } from '@lading/contract/wms/container.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type SeenRow, type Served, serve, serveEach } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { goOn } from '../rack/goOn.ts'
import { here, tellLights } from '../rack/read.ts'
import type { Warehouse } from '../warehouse/asks.ts'

/** Tasks of the rack that put something at a position. */
const tasksAt = async (ctx: Ctx, binId: string): Promise<string[]> =>
  (
    await ctx.tx.query<{ id: string }>(sql`
      select distinct p.task_id as id from dps_pick p join dps_task t on t.tenant_id = p.tenant_id and t.id = p.task_id and t.mode = 'DAS'
      where p.tenant_id = ${ctx.tenantId} and p.org_id = ${ctx.org.id} and p.bin_id = ${binId} and p.state in ('WAIT', 'LIT')`)
  ).map((r) => r.id)

/** What is lit at a position that has no container any more waits. */
export async function fullAt(ctx: Ctx, binId: string, containerId: string): Promise<void> {
  await insert(
    ctx,
    dest,
    [{ binId, containerId, state: 'FULL' }],
    sql`on conflict (tenant_id, org_id, bin_id) do update set container_id = excluded.container_id, state = 'FULL'`,
  )
  await ctx.tx.run(sql`
    update dps_pick set state = 'WAIT', version = version + 1 where ${here(ctx)} and bin_id = ${binId} and state = 'LIT' and mode = 'DAS'`)
  tellLights(ctx)
  await goOn(ctx, await tasksAt(ctx, binId))
}

async function full(ctx: Ctx, row: SeenRow): Promise<void> {
  const box = found(
    await ctx.tx.maybe<{ version: number; code: string; binId: string | null }>(sql`
      select t.version, t.code, t.bin_id from ${fromHere(ctx, sowContainer, 't')} where t.id = ${row.id}`),
    sowContainer.title,
  )
  if (box.version !== row.version) refuse(faults.stale)
  if (box.binId === null) return refuse(dpsFaults.notAPosition, { bin: box.code })
  await fullAt(ctx, box.binId, row.id)
  ctx.audit({ subject: sowContainer.key, subjectId: row.id, subjectNo: box.code, action: 'full' })
}

const open = (w: Warehouse) => async (ctx: Ctx, input: { binCode: string; containerCode: string }) => {
  const at = await ctx.tx.maybe<{ id: string }>(sql`
    select b.id from wms_bin b join dps_slot s on s.tenant_id = b.tenant_id and s.bin_id = b.id and s.enabled
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.code = ${input.binCode} and b.usage = 'SOW'`)
  if (!at) return refuse(dpsFaults.notAPosition, { bin: input.binCode })
  const box =
    (await w.containerOf(ctx, input.containerCode)) ?? refuse(dpsFaults.noContainer, { code: input.containerCode })
  await insert(
    ctx,
    dest,
    [{ binId: at.id, containerId: box.id, state: 'OPEN' }],
    sql`on conflict (tenant_id, org_id, bin_id) do update set container_id = excluded.container_id, state = 'OPEN', updated_at = excluded.updated_at`,
  )
  ctx.audit({
    subject: sowContainer.key,
    subjectId: box.id,
    subjectNo: box.code,
    action: 'open',
    after: { binId: at.id },
  })
  await goOn(ctx, await tasksAt(ctx, at.id))
  return { binId: at.id, containerId: box.id }
}

/** What is to be divided, as whoever scans it sees it. */
async function work(ctx: Ctx) {
  const tasks = await ctx.tx.query<{
    taskId: string
    billNo: string
    container: string
    isHere: boolean
    now: string | null
  }>(sql`
    select t.id as task_id, t.bill_no, coalesce((select c.code from ${named(ctx, container, 'c')} where c.id = t.container_id), '') as container, t.state = 'PICKING' or exists (
        select 1 from dps_task_point o where o.tenant_id = t.tenant_id and o.org_id = t.org_id and o.task_id = t.id and o.state in ('ARRIVED', 'LIT')) as is_here,
      t.product_id as now
    from ${fromHere(ctx, dpsTask.header, 't')} where t.mode = 'DAS' and t.state in ('BOUND', 'PICKING') order by t.priority, t.id limit 50`)
  const goods = await ctx.tx.query<{
    taskId: string
    id: string
    code: string
    name: string
    plan: string
    done: string
    short: string
    lit: number
  }>(sql`
    select g.task_id, m.id, m.code, ${spoken(ctx, product, 'name', 'm')} as name, g.plan, g.done, g.short, g.lit
    from (select p.task_id, p.product_id, sum(p.plan_qty) as plan, sum(p.done_qty) as done, sum(p.short_qty) as short, (count(*) filter (where p.state = 'LIT'))::integer as lit
      from ${fromHere(ctx, dpsPick, 'p')} where p.task_id = any(${tasks.map((t) => t.taskId)}::bigint[]) and p.state <> 'CANCELLED' group by p.task_id, p.product_id) g
    join ${named(ctx, product, 'm')} on m.id = g.product_id order by m.code`)
  const points = await ctx.tx.query<{ code: string; name: string; isMine: boolean }>(sql`
    select j.code, j.name, exists (select 1 from ${named(ctx, operator, 'o')} where o.jobpoint_id = j.id and o.user_id = ${ctx.userId}) as is_mine
    from ${fromHere(ctx, jobpoint, 'j')} join ${fromHere(ctx, line, 'n')} on n.id = j.line_id and n.mode = 'DAS' and not n.disabled where not j.disabled order by j.seq, j.code`)
  return {
    tasks: tasks.map((t) => ({ ...t, goods: goods.flatMap(({ taskId, ...g }) => (taskId === t.taskId ? [g] : [])) })),
    points,
  }
}

export const sowServed = (w: Warehouse): Served[] => [
  serveEach(fullDests, full),
  serve(openDest, open(w)),
  serve(sowWork, work),
]
