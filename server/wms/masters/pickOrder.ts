// engine: locks master data, makes it, and refuses what would contradict goods of anybody

import { Fault, refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import {
  arrangeOrder,
  type GeneratedOrder,
  generateOrder,
  pickOrder,
  pickOrderFaults,
  readWalk,
  walkMost,
  walkShown,
} from '@lading/contract/wms/pickOrder.ts'
import { bin as binTable, pickArea } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { crudServed } from '../../kernel/crudServed.ts'
import { type Ctx, demandDc, found } from '../../kernel/ctx.ts'
import { type Served, serve, serveList } from '../../kernel/http/serve.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Input, Seen } from '../../kernel/rules.ts'
import { demandAt, fromHere, visible } from '../../kernel/scope.ts'
import type { ImportRules } from '../../platform/sheet/importCheck.ts'
import { sheetServed } from '../../platform/sheet/template.ts'
import { type WalkBin, walkOrder } from '../strategy/walkOrder.ts'
import { areaOf, arrange, walkOf } from './arrangeOrder.ts'
import { renumber } from './renumber.ts'

type Place = RowOf<typeof binTable, 'id' | 'code' | 'pickAreaId' | 'pickSeq'>

/** Where these bins would stand: each place of an area is one bin's, also when a file exchanges them. */
async function clashes(ctx: Ctx, changes: readonly (Input & Seen)[]): Promise<Map<string, Fault>> {
  const seqOf = new Map(changes.map((c) => [c.id, c.pickSeq]))
  const rows = await ctx.tx.query<Place>(sql`
    select b.id, b.code, b.pick_area_id, b.pick_seq from ${fromHere(ctx, pickOrder, 'b')} where b.id = any(${[...seqOf.keys()]}::bigint[])
      or b.pick_seq = any(${changes.map((c) => Number(c.pickSeq ?? -1))}::integer[]) and b.pick_area_id in (
        select o.pick_area_id from ${fromHere(ctx, pickOrder, 'o')} where o.id = any(${[...seqOf.keys()]}::bigint[]))
    order by b.code`)
  const then = rows.map((b) => ({ ...b, pickSeq: Number(seqOf.get(b.id) ?? b.pickSeq) }))
  const wrong = new Map<string, Fault>()
  for (const b of then) {
    if (!seqOf.has(b.id)) continue
    if (b.pickAreaId === null) wrong.set(b.id, new Fault(pickOrderFaults.notPicked, { bin: nameOf(b) }))
    const other = then.find((o) => o.id !== b.id && o.pickAreaId === b.pickAreaId && o.pickSeq === b.pickSeq)
    // Bins that nobody has put in order yet stand at none.
    if (other && b.pickSeq !== 0 && b.pickAreaId !== null)
      wrong.set(
        b.id,
        new Fault(pickOrderFaults.taken, { seq: b.pickSeq, bin: nameOf(other) }, [
          { field: 'pickSeq', rule: 'unique', message: String(b.pickSeq) },
        ]),
      )
  }
  return wrong
}
const nameOf = ({ id, code }: { id: string; code: string }) => rowName(binTable, id, code)

const rules: ImportRules = {
  // Bins are made elsewhere: a file that names one that is not there makes none.
  beforeCreate: async () => found(undefined, binTable.title),
  beforeUpdate: async (ctx, input) => {
    const [fault] = (await clashes(ctx, [input])).values()
    if (fault) throw fault
  },
  updateMany: clashes,
}

/** Puts all bins of a pick area in order, whoever they are kept for: everybody walks by them. */
async function generate(ctx: Ctx, input: z.output<typeof generateOrder.input>): Promise<GeneratedOrder> {
  demandDc(ctx)
  demandAt(pickOrder, ctx)
  const area = await areaOf(ctx, input.pickAreaId)
  const bins = await ctx.tx.query<WalkBin & { pickSeq: number; seen: boolean }>(sql`
    select b.id, b.code, b.aisle, b.bay, b.level, b.pos, b.pick_seq, ${visible(pickOrder, ctx, 'b')} as seen from wms_bin b
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.pick_area_id = ${area.id}
    order by b.id limit ${walkMost} for no key update`)
  if (bins.length === 0) refuse(pickOrderFaults.noBins, { area: rowName(pickArea, area.id, area.code) })
  const placed = walkOrder(bins, input.method).map((b, i) => ({ ...b, after: input.first + i * input.step }))
  const moved = placed.filter((b) => b.after !== b.pickSeq)
  if (!input.dryRun) await renumber(ctx, area, moved, { action: 'run', method: input.method })
  return {
    count: placed.length,
    changed: moved.length,
    bins: placed
      .filter((b) => b.seen)
      .slice(0, walkShown)
      .map(({ id, code, aisle, pickSeq, after }) => ({ id, code, aisle, before: pickSeq, after })),
    dryRun: input.dryRun,
  }
}

const inAreas = [sql`t.pick_area_id is not null`]
/** Bins of pick areas as they are walked by: list, form, file, and the order made anew. */
export const pickOrderServed = (): Served[] => [
  ...crudServed(pickOrder, rules).map((served) =>
    served.call.path.endsWith('/query')
      ? serveList(served.call, (ctx, input) => listRecords(ctx, pickOrder, input, inAreas))
      : served,
  ),
  ...sheetServed(pickOrder, rules, () => inAreas),
  serve(generateOrder, generate),
  serve(readWalk, walkOf),
  serve(arrangeOrder, arrange),
]
