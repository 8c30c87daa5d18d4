import { arriveAt, confirmPickByHand, scanAtCart } from '@lading/contract/dps/calls.ts'
import { controller, tag } from '@lading/contract/dps/equipment.ts'
import { jobpoint, line, operator, slot } from '@lading/contract/dps/line.ts'
import { boundStates, dpsPick, dpsTask } from '@lading/contract/dps/task.ts'
import { container } from '@lading/contract/wms/container.ts'
import { bin, pickArea } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { as, type Site } from '../../platform/demo/site.ts'

const pointCode = 'C1'
const positions = 6

/** A cart for the shelf that no tag stands at. */
export async function seedCart(ctx: Ctx): Promise<void> {
  const area = await ctx.tx.maybe<{ id: string }>(
    sql`select a.id from ${fromHere(ctx, pickArea, 'a')} where a.code = 'PK-K'`,
  )
  if (!area) return
  const { ids: controllers } = await insert(ctx, controller, [
    { code: 'SIM3', name: '模拟拣货车 Simulated cart', driver: 'SIM', port: 4662 },
  ])
  const { ids: lines } = await insert(ctx, line, [
    { code: 'L3', name: '拣货车 Pick carts', mode: 'CART', pickAreaId: area.id },
  ])
  const { ids: tags } = await insert(
    ctx,
    tag,
    Array.from({ length: positions }, (_, i) => ({
      ...{ code: `SIM3-${i + 1}`, controllerId: controllers[0], bus: 1, node: i + 1, kind: 'PICK' as const, digits: 3 },
      colours: ['RED', 'GREEN', 'ORANGE'] as const,
    })),
  )
  const { ids: points } = await insert(ctx, jobpoint, [
    { lineId: lines[0], seq: 1, code: pointCode, name: '1号拣货车 Cart 1', colours: ['GREEN'] },
  ])
  await insert(
    ctx,
    slot.entity,
    tags.map((tagId, i) => ({ jobpointId: points[0], seq: i + 1, tagId })),
  )
  const { userId } = await as(ctx, 'admin')
  await insert(ctx, operator, [{ jobpointId: points[0], userId, since: ctx.now() }])
}

/** Totes are put on it, the first bin is through, and its picker stands at the second. */
export async function goWithCart({ run, ask }: Site): Promise<void> {
  if (
    !(await run((ctx) => ctx.tx.maybe(sql`select 1 from ${fromHere(ctx, jobpoint, 'j')} where j.code = ${pointCode}`)))
  )
    return
  for (let i = 0; i < positions - 2; i++) await ask(arriveAt.path, { pointCode, containerCode: await run(emptyTote) })
  const picks = await run(picksOf)
  const [first, second] = [...new Set(picks.map((p) => p.bin))]
  await ask(scanAtCart.path, { pointCode, code: first })
  for (const { pickId, qty } of picks.filter((p) => p.bin === first)) await ask(confirmPickByHand.path, { pickId, qty })
  await ask(scanAtCart.path, { pointCode, code: second })
}

const emptyTote = async (ctx: Ctx): Promise<string> =>
  (
    await ctx.tx.one<{ code: string }>(sql`
      select c.code from ${fromHere(ctx, container, 'c')} where c.state = 'IDLE' and not c.hold and c.code like 'ZX%'
        and not exists (select 1 from ${fromHere(ctx, dpsTask.header, 't')} where t.container_id = c.id and t.state = any(${boundStates}::text[])) order by c.code limit 1`)
  ).code

const picksOf = (ctx: Ctx): Promise<{ pickId: string; bin: string; qty: string }[]> =>
  ctx.tx.query(sql`
    select p.id as pick_id, b.code as bin, p.plan_qty as qty from ${fromHere(ctx, dpsPick, 'p')} join ${named(ctx, jobpoint, 'j')} on j.id = p.jobpoint_id and j.code = ${pointCode}
    join ${named(ctx, bin, 'b')} on b.id = p.bin_id where p.state in ('WAIT', 'LIT') order by b.pick_seq, p.id`)
