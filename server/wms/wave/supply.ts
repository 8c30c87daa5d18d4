// engine: gives stock to the orders of a wave, whose locks it holds; whoever sees a wave sees all of its orders

import { minQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type { TaskMode, TaskState } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { looseContainer } from '../masters/facts.ts'
import type { Candidate } from '../operate/candidates.ts'
import { reserve } from '../stock/reservations.ts'
import { faceTopic } from '../stock/topics.ts'
import type { Supply, WaveFace } from '../strategy/wave.ts'
import { createTasks, type MadeTask, type NewTask } from '../task/create.ts'

export interface SuppliedFor {
  readonly bill?: NonNullable<NewTask['bill']>
  readonly dueAt?: Date | null
  readonly priority?: number
}
interface Supplied {
  readonly supplies: readonly Supply[]
  readonly rows: readonly Candidate[]
  readonly faces: readonly WaveFace[]
}

/** Goods that orders wait for go first. Source: wms.md 7.4 step 5. */
const urgent = 10

/**
 * Replenishment tasks, one for each place that goods are fetched from, the goods promised to them. What a face has no
 * room for yet waits until picks have made some.
 * @returns the tasks
 */
export async function supply(ctx: Ctx, to: SuppliedFor, { supplies, rows, faces }: Supplied): Promise<MadeTask[]> {
  if (supplies.length === 0) return []
  const [loose, rowOf] = [await looseContainer(ctx), new Map(rows.map((r) => [r.id, r]))]
  const viaOf = new Map(faces.map((f) => [`${f.binId}/${f.productId}`, f.via]))
  const room = new Map(faces.map((f) => [`${f.binId}/${f.productId}`, roomOf(f)]))
  const planned = supplies.flatMap((s) => {
    const row = rowOf.get(s.stockId)
    if (!row) return []
    const at = `${s.binId}/${row.productId}`
    const left = room.get(at) ?? null
    const fits = left === null || left >= s.qty
    if (left !== null && fits) room.set(at, left - s.qty)
    // Who comes later does not overtake.
    if (!fits) room.set(at, 0n)
    return [{ ...s, row, via: viaOf.get(at), id: ctx.newId(), state: (fits ? 'READY' : 'WAIT') as TaskState }]
  })
  const modes = await modesAt(
    ctx,
    planned.map((p) => p.binId),
  )
  const made = await createTasks(
    ctx,
    planned.map(({ row, id, qty, binId, via, state }) => ({
      taskType: 'RPL_DOWN' as const,
      state,
      mode: modes.get(binId),
      ...(to.bill && { bill: to.bill }),
      priority: to.priority ?? urgent,
      dueAt: to.dueAt ?? null,
      ownerId: row.ownerId,
      lines: [
        {
          id,
          ownerId: row.ownerId,
          productId: row.productId,
          qpcId: row.qpcId,
          lotId: row.lot.id,
          stockType: row.stockType,
          fromBinId: row.bin.id,
          fromContainerId: row.containerId,
          toBinId: via?.binId ?? binId,
          toContainerId: loose,
          ...(via && { faceBinId: binId, why: firstStep(via.face) }),
          planQty: qty,
        },
      ],
    })),
  )
  await reserve(
    ctx,
    planned.map(({ stockId, qty, id }) => ({
      stockId,
      qty,
      kind: 'MOVE' as const,
      taskLineId: id,
      idemKey: `rpl:${id}`,
    })),
  )
  // What is bound for a face with room for none of it may be let in by the picks that are under way.
  for (const binId of new Set(planned.flatMap((p) => (p.state === 'WAIT' ? [p.binId] : []))))
    ctx.emit({ topic: faceTopic, key: binId })
  return made
}

/** How the pick areas of these faces are replenished, where they do not leave it to the type of work. */
async function modesAt(ctx: Ctx, binIds: readonly string[]): Promise<ReadonlyMap<string, TaskMode>> {
  const rows = await ctx.tx.query<{ id: string; mode: TaskMode }>(sql`
    select b.id, a.rpl_mode as mode from wms_bin b join wms_pick_area a on a.tenant_id = b.tenant_id and a.id = b.pick_area_id and a.rpl_mode <> 'RF'
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.id = any(${binIds}::bigint[])`)
  return new Map(rows.map((r) => [r.id, r.mode]))
}

/** Why goods are put down before their face. */
const firstStep = (face: string): readonly [string, string] => [
  `二步补货，之后上架到拣货位[${face}]`,
  `First of two steps, then up to pick face [${face}]`,
]

/** What a face still takes beside what stands on it and is under way; null without a limit. */
const roomOf = ({ capacity, onHand, incoming }: WaveFace): Qty | null =>
  capacity === null ? null : capacity > onHand + incoming ? capacity - onHand - incoming : 0n

interface Waiting {
  id: string
  state: TaskState
  productId: string
  qty: string
}
/**
 * Lets replenishment in that waits for room: as much as fits, and the next one anyway where nobody can make room,
 * because nothing that stands on the face is ready to be picked.
 * @returns tasks that are to be released
 */
export async function admitted(ctx: Ctx, faces: readonly WaveFace[]): Promise<string[]> {
  const ids: string[] = []
  for (const face of faces) {
    if (face.capacity === null) continue
    const waiting = await ctx.tx.query<Waiting>(sql`
      select k.id, k.state, l.product_id, l.plan_qty as qty from wms_task k
      join wms_task_line l on l.tenant_id = k.tenant_id and l.org_id = k.org_id and l.task_id = k.id
      where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.task_type = 'RPL_DOWN' and k.state = 'WAIT'
        and l.state = 'OPEN' and coalesce(l.face_bin_id, l.to_bin_id) = ${face.binId} and l.product_id = ${face.productId} order by k.id`)
    const asleep = waiting.reduce((sum, w) => sum + parseQty(w.qty), 0n)
    let left = face.capacity - face.onHand - (face.incoming - asleep)
    for (const [i, w] of waiting.entries()) {
      const isStuck = i === 0 && face.incoming === asleep && !(await isBeingPicked(ctx, face))
      if (parseQty(w.qty) > left && !isStuck) break
      ids.push(w.id)
      left -= parseQty(w.qty)
    }
  }
  return ids
}

/** Whether goods on the face are promised to picks that somebody can do now. */
async function isBeingPicked(ctx: Ctx, { binId, productId }: WaveFace): Promise<boolean> {
  const row = await ctx.tx.maybe(sql`
    select 1 from wms_reservation r
    join wms_task_line l on l.tenant_id = r.tenant_id and l.org_id = r.org_id and l.id = r.task_line_id
    join wms_task k on k.tenant_id = l.tenant_id and k.org_id = l.org_id and k.id = l.task_id and k.state not in ('WAIT', 'DONE', 'CANCELED')
    where r.tenant_id = ${ctx.tenantId} and r.org_id = ${ctx.org.id} and r.bin_id = ${binId} and r.product_id = ${productId} and r.state = 'ACTIVE' limit 1`)
  return row !== undefined
}

interface Pending {
  id: string
  open: string
  taskLineId: string | null
  demandLineId: string | null
  minExpire: string | null
}
/** Who waits at a face longest comes first. */
export const waitingAt = (ctx: Ctx, { binId, productId }: WaveFace): Promise<Pending[]> =>
  ctx.tx.query<Pending>(sql`
    select id, qty - used_qty - freed_qty as open, task_line_id, demand_line_id, min_expire from wms_reservation
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bin_id = ${binId} and product_id = ${productId} and state = 'PENDING' order by id`)

/** What nothing will come for any more, the latest first. @returns of each promise how much is given up */
export function givenUp(waiting: readonly Pending[], lack: Qty): { readonly of: Pending; readonly qty: Qty }[] {
  let left = lack
  return waiting.toReversed().flatMap((of) => {
    const qty = minQty(left, parseQty(of.open))
    left -= qty
    return qty > 0n ? [{ of, qty }] : []
  })
}
