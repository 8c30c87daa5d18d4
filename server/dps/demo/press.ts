import { deviceEvent, light } from '@lading/contract/dps/light.ts'
import { dpsTask } from '@lading/contract/dps/task.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { fromHere } from '../../kernel/scope.ts'
import { hear, readAt, type Told } from '../rack/press.ts'
import type { Warehouse } from '../warehouse/asks.ts'

/** What the first lit tag of that mode tells. @param i the number of the event */
export async function press(ctx: Ctx, warehouse: Warehouse, mode: 'DPS' | 'DAS', i: number, told: Told): Promise<void> {
  const lit = await ctx.tx.maybe<{ id: string; tagId: string; qty: number }>(sql`
    select l.id, l.tag_id, trunc(l.qty)::integer as qty from ${fromHere(ctx, light, 'l')}
    join ${fromHere(ctx, dpsTask.header, 't')} on t.id = l.task_id and t.mode = ${mode}
    where l.state in ('QUEUED', 'LIT') and l.purpose = 'PICK' order by l.id limit 1`)
  const at = lit && (await readAt(ctx, sql`id = ${lit.tagId}`))
  if (!lit || !at) return
  const qty = told.kind === 'CONFIRM' ? lit.qty : undefined
  // No gateway has sent it: it is named.
  const { outcome, lightId = null } = await hear(ctx, warehouse, at, { ...told, qty, token: lit.id }, true)
  const { controllerId, bus, node } = at.tag
  const rxAt = ctx.now()
  await insert(ctx, deviceEvent, [
    { controllerId, bus, node, epoch: 0, rxSeq: i + 1, kind: told.kind, qty: qty ?? null, rxAt, lightId, outcome },
  ])
}
