import { product, qpc } from '@lading/contract/mdm/product.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { bin, pickArea } from '@lading/contract/wms/place.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { task } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { as, type Run } from '../../platform/demo/site.ts'
import { businessDay } from '../../platform/document/day.ts'
import { notePrinted } from '../../platform/print/printLog.ts'
import { billRules } from '../bill/billServed.ts'
import { replace, short } from '../label/exceptions.ts'
import { labelsOf } from '../label/read.ts'
import { confirmOne, obtain } from '../label/work.ts'
import { operateSteps } from '../operate/steps.ts'
import { countTaskPrints } from '../print/pickLabels.ts'
import { pickerFor } from './crew.ts'
import type { DemoMasters } from './masters.ts'
import { at, step } from './orders.ts'

/** Whole cases of frozen goods are picked by labels, one stuck to each. */
const byLabels = (ctx: Ctx): Promise<unknown> =>
  ctx.tx.run(sql`
    update wms_pick_area set method = 'LABEL', version = version + 1
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'PK-F'`)

/** A few cases of frozen goods for one shop. @returns its picks */
async function frozen(ctx: Ctx, m: DemoMasters, day: string, i: number): Promise<string[]> {
  const store = m.stores[(i * 4 + 2) % m.stores.length]
  const there = await ctx.tx.query<{ id: string; qpc: string; ownerId: string }>(sql`
    select s.product_id as id, q.qpc, s.owner_id from ${fromHere(ctx, stock, 's')} join ${fromHere(ctx, bin, 'b')} on b.id = s.bin_id and b.usage = 'PICK'
    join ${fromHere(ctx, pickArea, 'a')} on a.id = b.pick_area_id and a.code = 'PK-F'
    join ${named(ctx, product, 'p')} on p.id = s.product_id and not p.is_weigh
    join ${named(ctx, qpc, 'q')} on q.product_id = p.id and q.is_default
    where s.stock_type = 'GOOD'
      and s.qty - s.reserved_qty >= q.qpc * 4 order by s.owner_id, s.product_id limit 3`)
  const ownerId = there[0]?.ownerId
  const lines = there
    .filter((g) => g.ownerId === ownerId)
    .map(({ id, qpc }, n) => ({
      productId: id,
      planQty: String(Number(qpc) * (1 + ((i + n) % 3))),
      gift: false,
    }))
  if (lines.length === 0) return []
  const { id } = await createRow(
    ctx,
    operateBill.header,
    {
      ownerId,
      storeId: store?.id,
      mode: 'SUPPLY',
      delivery: 'URGENT',
      route: store?.route,
      upstreamNo: `FZ${day.replaceAll('-', '')}${String(i + 1).padStart(3, '0')}`,
      bizDate: day,
      deadlineAt: at(day, 21),
      priority: 45,
      lines,
    },
    billRules(operateBill),
  )
  await step(ctx, operateBill, id, 'approve', operateSteps)
  await step(ctx, operateBill, id, 'allocate', operateSteps)
  const rows = await ctx.tx.query<{ id: string }>(sql`
    select id from ${fromHere(ctx, task, 'k')} where bill_id = ${id} and task_type = 'PICK' and mode = 'LABEL' and state = 'READY' order by id`)
  return rows.map((r) => r.id)
}

/** Prints labels as the desk does, the file apart. */
async function printed(ctx: Ctx, taskIds: readonly string[]): Promise<void> {
  await notePrinted(ctx, 'PICK_LABEL', 'wms.task', taskIds, undefined)
  await countTaskPrints(ctx, taskIds, undefined)
}

/** Labels that nobody has printed, some that wait for their picker, and some in his hands: a torn one, one of goods that are gone. */
export async function seedLabels(run: Run, m: DemoMasters): Promise<void> {
  const day = await run(async (ctx) => businessDay(ctx))
  await run(byLabels)
  const picks: string[] = []
  for (let i = 0; i < 4; i++) picks.push(...(await run((ctx) => frozen(ctx, m, day, i))))
  await run((ctx) => printed(ctx, picks.slice(1)))
  await run(async (system) => {
    const ctx = await as(system, pickerFor(2))
    for (const id of picks.slice(-1)) {
      const labels = await labelsOf(ctx, [id])
      const no = (n: number): string => labels[n]?.labelNo ?? ''
      await obtain(ctx, { scan: no(0) })
      await confirmOne(ctx, { label: no(0) })
      if (labels.length > 2) await replace(ctx, { label: no(1), reason: '标签沾水，无法识读' })
      if (labels.length > 3) await short(ctx, { label: no(2), shortReason: 'NOT_FOUND', reason: '货位少一箱' })
    }
  })
}
