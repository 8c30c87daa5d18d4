// engine: reads what is sorted, for those who stand at the wall

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty, qtyScale } from '@lading/contract/kernel/qty.ts'
import { codesOf } from '@lading/contract/mdm/goodsCode.ts'
import { checkFaults } from '@lading/contract/wms/checkFaults.ts'
import { task as tasks } from '@lading/contract/wms/task.ts'
import * as calls from '@lading/contract/wms/weighSow.ts'
import { weighSowFaults } from '@lading/contract/wms/weighSow.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc, found } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { fromHere } from '../../kernel/scope.ts'
import { canWeigh, weightsOf } from '../check/facts.ts'
import { inGrams, weighed, weightOf } from '../check/rule.ts'
import { knownBox, maybeContainer } from '../masters/facts.ts'
import { productHas } from '../masters/goodsCode.ts'
import { restOf } from '../task/alike.ts'
import { confirmLine } from '../task/confirm.ts'
import { type LineRow, readLine } from '../task/read.ts'
import type { DemandWeight } from '../weigh/weighing.ts'
import { planAsNet } from './weighNet.ts'

/** So many grams a scale may always be off. */
const mostGrams = 30n
/** Of pieces, in hundredths of a per cent of their weight; goods that are weighed have a tolerance of their own. */
const piecesPct = 100n

interface Goods {
  readonly code: string
  readonly weightKg: string | null
  readonly isWeigh: boolean
  readonly catchPct: string | null
}
/** What so many of the goods weigh, and how far a scale may be off, in grams. */
function expected(goods: Goods, qty: Qty) {
  const each = goods.isWeigh ? '1' : goods.weightKg
  if (each === null || parseQty(each) <= 0n) return undefined
  const kg = parseQty(each)
  const pct = goods.isWeigh ? BigInt(Math.round(Number(goods.catchPct ?? '1') * 100)) : piecesPct
  return {
    net: weightOf(qty, kg),
    lightest: goods.isWeigh ? null : inGrams(kg),
    most: mostGrams * qtyScale,
    pctHundredths: pct,
  }
}
type Expected = NonNullable<ReturnType<typeof expected>>
const allowedOf = (e: Expected): Qty => weighed({ ...e, gross: e.net, tare: 0n }).allowed
const inKg = (grams: Qty): string => formatQty(grams / 1000n)
const inWhole = (grams: Qty): string => String(grams / qtyScale)

/** The task that is meant: one's own first. @throws Fault nothing */
async function find(ctx: Ctx, { scan }: { readonly scan: string }): Promise<calls.WeighWork> {
  demandDc(ctx)
  const codes = codesOf(scan)
  const row = await ctx.tx.maybe<{ id: string }>(sql`
    select t.id from ${fromHere(ctx, tasks, 't')} where t.task_type = 'SOW' and t.state in ('READY', 'ASSIGNED', 'RUNNING') and (
      t.task_no = ${scan} or t.bill_no = ${scan}
      or exists (select 1 from wms_container c where c.tenant_id = t.tenant_id and c.org_id = t.org_id and c.id = t.container_id and c.code = ${scan})
      or exists (select 1 from wms_task_line l join mdm_product p on p.tenant_id = l.tenant_id and p.id = l.product_id
        where l.tenant_id = t.tenant_id and l.org_id = t.org_id and l.task_id = t.id and l.state = 'OPEN' and ${productHas(ctx, codes)}))
    order by (t.assignee_id = ${ctx.userId}) desc nulls last, (t.assignee_id is null) desc, t.priority, t.id limit 1`)
  if (!row) return refuse(weighSowFaults.nothing, { scan })
  return workOf(ctx, row.id)
}

type Raw = Goods & {
  readonly id: string
  readonly name: string
  readonly baseUnit: string
  readonly store: string | null
  readonly storeName: string | null
  readonly bin: string | null
  readonly tote: string | null
  readonly tareKg: string | null
  readonly rest: string
  readonly restPieces: number | null
}
async function workOf(ctx: Ctx, taskId: string): Promise<calls.WeighWork> {
  const [head, rows] = await Promise.all([
    ctx.tx.maybe<calls.WeighWork['task']>(sql`
      select t.id, t.task_no, c.code as tote, t.line_count as lines, t.done_lines as done from ${fromHere(ctx, tasks, 't')}
      left join wms_container c on c.tenant_id = t.tenant_id and c.id = t.container_id where t.id = ${taskId}`),
    ctx.tx.query<Raw & object>(sql`
      select l.id, p.code, p.name, p.base_unit, p.weight_kg, p.is_weigh, p.catch_pct, s.code as store, s.name as store_name, b.code as bin, x.code as tote, x.tare_kg,
        l.plan_qty - l.done_qty - l.short_qty as rest, l.plan_pieces - coalesce(l.done_pieces, 0) as rest_pieces
      from wms_task_line l join mdm_product p on p.tenant_id = l.tenant_id and p.id = l.product_id
      left join wms_store s on s.tenant_id = l.tenant_id and s.id = l.store_id
      left join wms_bin b on b.tenant_id = l.tenant_id and b.id = l.to_bin_id
      left join lateral (
        select c.code, y.tare_kg from wms_container c join wms_container_type y on y.tenant_id = c.tenant_id and y.id = c.type_id and y.category <> 'VIRTUAL'
        where c.tenant_id = l.tenant_id and c.org_id = l.org_id and c.bin_id = l.to_bin_id and c.store_id = l.store_id and c.state in ('PICKING', 'PICKED')
        order by c.state desc, c.last_move_at desc nulls last, c.id desc limit 1) x on true
      where l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.task_id = ${taskId} and l.state = 'OPEN' order by l.seq, l.id limit 200`),
  ])
  return { task: found(head, ['任务', 'Task']), lines: rows.map(lineOf) }
}
function lineOf(r: Raw): calls.WeighLine {
  const e = expected(r, parseQty(r.rest))
  return {
    ...{
      id: r.id,
      bin: r.bin,
      tote: r.tote,
      tareKg: r.tareKg === null ? null : formatQty(parseQty(r.tareKg)),
      restQty: formatQty(parseQty(r.rest)),
      restPieces: r.restPieces,
    },
    product: { code: r.code, name: r.name, baseUnit: r.baseUnit, isWeigh: r.isWeigh },
    store: r.store === null ? null : { code: r.store, name: r.storeName ?? '' },
    netKg: e ? inKg(e.net) : null,
    allowedG: e ? inWhole(allowedOf(e)) : null,
  }
}

type Input = z.output<typeof calls.weighConfirm.input>
/** 称重确认: what the scale shows is what the store is to get, so it has got it; goods that are sold by weight as they weigh. @throws Fault weightOff, noTote, noTare, noUnit */
async function confirm(ctx: Ctx, input: Input, demandWeight: DemandWeight) {
  demandDc(ctx)
  await demandWeight(ctx, input)
  const line = await readLine(ctx, input.taskLineId)
  const qty = input.qty === undefined ? restOf(line) : parseQty(input.qty)
  const goods = await ctx.tx.one<Goods & object>(sql`
    select code, weight_kg, is_weigh, catch_pct from mdm_product where tenant_id = ${ctx.tenantId} and id = ${line.productId}`)
  const e = expected(goods, qty)
  if (!e) return refuse(weighSowFaults.noUnit, { p: goods.code })
  const tare = input.inTote ? await onScale(ctx, line, input.toContainer) : 0n
  const gross = inGrams(parseQty(input.grossKg))
  const result = weighed({ ...e, gross, tare })
  if (!result.passes) refuse(checkFaults.weightOff, { d: inWhole(result.off), t: inWhole(result.allowed) })
  const net = goods.isWeigh && line.catchPct !== null ? (gross - tare) / 1000n : qty
  // A part that weighs as much as all of it is all of it.
  const isPart = qty < restOf(line) && net < restOf(line)
  const sown = isPart || net === qty ? net : await planAsNet(ctx, line, net)
  await confirmLine(ctx, {
    taskLineId: line.id,
    qty: formatQty(sown),
    partial: isPart,
    ...(input.pieces !== undefined && { pieces: input.pieces }),
    ...(input.toContainer !== undefined && { toContainer: input.toContainer }),
    scans: {},
    device: 'WEIGH',
  })
  return { ...(await workOf(ctx, line.taskId)), netKg: inKg(gross - tare), offG: inWhole(result.off) }
}

/** What stands on the scale beside the goods: the store's container, and what is in it already. In grams. */
async function onScale(ctx: Ctx, line: LineRow, scanned: string | undefined): Promise<Qty> {
  const there = await ctx.tx.maybe<{ code: string }>(sql`
    select c.code from wms_container c join wms_container_type y on y.tenant_id = c.tenant_id and y.id = c.type_id and y.category <> 'VIRTUAL'
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.bin_id = ${line.toBinId} and c.store_id = ${line.storeId} and c.state in ('PICKING', 'PICKED')
    order by c.state desc, c.last_move_at desc nulls last, c.id desc limit 1`)
  const code = scanned ?? there?.code ?? refuse(weighSowFaults.noTote)
  const box = await knownBox(ctx, await maybeContainer(ctx, code), code)
  const weights = await weightsOf(ctx, box.id)
  const isKnown = weights.each.size === 0 ? weights.tareKg !== null : canWeigh(weights)
  if (!isKnown) return refuse(weighSowFaults.noTare, { c: box.code })
  const inside = await ctx.tx.query<{ productId: string; qty: string }>(sql`
    select product_id, sum(qty) as qty from wms_stock where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and container_id = ${box.id} and qty > 0 group by 1`)
  const goods = inside.reduce((sum, r) => sum + weightOf(parseQty(r.qty), weights.each.get(r.productId)?.kg ?? 0n), 0n)
  return inGrams(weights.tareKg ?? 0n) + goods
}

/** What is asked at a weigh-sorting station. */
export const weighSowServed = (demandWeight: DemandWeight): Served[] => [
  serve(calls.weighFind, (ctx, input) => find(ctx, input)),
  serve(calls.weighConfirm, (ctx, input) => confirm(ctx, input, demandWeight)),
]
