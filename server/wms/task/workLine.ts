// engine: what a line of work that was found for its worker names

import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { product, productBarcode, productLotAttr, qpc } from '@lading/contract/mdm/product.ts'
import { container } from '@lading/contract/wms/container.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { lot } from '@lading/contract/wms/stock.ts'
import { taskLine } from '@lading/contract/wms/task.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { given } from '../../kernel/given.ts'
import { jsonOf } from '../../kernel/json.ts'
import { fromHere } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { tableOf } from '../../kernel/tables.ts'
import { snake } from '../../kernel/tx.ts'
import { packCodesJson } from '../masters/goodsCode.ts'

/** What a task names is its reader's to know; the table itself, since to plan `select *` of it costs more than to read a row. */
export const mine = (ctx: Ctx, e: AnyEntity, alias: string): Sql =>
  sql`${raw(tableOf(e))} ${raw(alias)} where ${raw(alias)}.tenant_id = ${ctx.tenantId}`

/** What a line `l` names: asked for one by one, since so many tables joined would take longer to plan than to read. */
function namesOf(ctx: Ctx): Readonly<Record<Named, Sql>> {
  const place = (e: typeof bin | typeof container, alias: string, column: Sql): Sql =>
    sql`(select jsonb_build_object('id', ${raw(alias)}.id::text, 'code', ${raw(alias)}.code) from ${mine(ctx, e, alias)} and ${raw(alias)}.id = ${column})`
  return {
    product: productJson(
      ctx,
      sql`case when l.from_bin_id is not null then '[]'::jsonb
          else coalesce((select jsonb_agg(jsonb_build_object('name', a.name, 'needed', a.needed) order by a.id) from ${mine(ctx, productLotAttr.entity, 'a')} and a.product_id = p.id), '[]'::jsonb) end`,
    ),
    pack: sql`(select jsonb_build_object('name', q.name, 'qpc', q.qpc::text, 'mid', q.mid_qpc::text, 'caseUnit', ${spoken(ctx, qpc, 'caseUnit', 'q')},
        'palletQty', (q.pallet_ti * q.pallet_hi * q.qpc)::text) from ${mine(ctx, qpc, 'q')} and q.id = l.qpc_id)`,
    lot: sql`(select jsonb_build_object('lotNo', o.lot_no, 'expireDate', o.expire_date, 'productionDate', o.production_date, 'batch', o.production_batch)
        from ${mine(ctx, lot, 'o')} and o.id = l.lot_id)`,
    fromBin: place(bin, 'fb', sql`l.from_bin_id`),
    toBin: place(bin, 'tb', sql`l.to_bin_id`),
    fromContainer: place(container, 'fc', sql`l.from_container_id`),
    toContainer: place(container, 'tc', sql`l.to_container_id`),
    store: storeJson(
      ctx,
      sql`case when l.product_id is null then (
        select h.seq from wms_task k join wms_ship_stop h on h.tenant_id = k.tenant_id and h.org_id = k.org_id and h.bill_id = k.bill_id and h.store_id = l.store_id
        where k.tenant_id = ${ctx.tenantId} and k.id = l.task_id and k.task_type = 'ENTER_TRUCK') end`,
    ),
    boxes: sql`(select jsonb_agg(jsonb_build_object('code', x.code, 'planQty', n.plan_qty::text, 'doneQty', n.done_qty::text) order by x.seq)
        from wms_pick_container_line n join wms_pick_container x on x.tenant_id = n.tenant_id and x.org_id = n.org_id and x.id = n.pick_container_id
        where n.tenant_id = ${ctx.tenantId} and n.org_id = l.org_id and n.task_line_id = l.id and x.state in ('BOUND', 'USED'))`,
  }
}
const productJson = (ctx: Ctx, lotAttrs: Sql): Sql => sql`
      (select jsonb_build_object('id', p.id::text, 'code', p.code, 'name', ${spoken(ctx, product, 'name', 'p')}, 'baseUnit', ${spoken(ctx, product, 'baseUnit', 'p')}, 'isWeigh', p.is_weigh, 'catchPct', case when p.is_weigh then p.catch_pct::text end, 'imageId', p.image_id::text,
        'shelfMode', p.shelf_mode, 'shelfLifeDays', p.shelf_life_days, 'barcodes', coalesce((select jsonb_agg(x.code order by x.code) from ${mine(ctx, productBarcode.entity, 'x')} and x.product_id = p.id), '[]'::jsonb), 'packCodes', ${packCodesJson(ctx, sql`p.id`)},
        'lotAttrs', ${lotAttrs}) from ${mine(ctx, product, 'p')} and p.id = l.product_id)`
const storeJson = (ctx: Ctx, stop: Sql): Sql =>
  sql`(select jsonb_build_object('id', s.id::text, 'code', s.code, 'name', s.name, 'stop', ${stop}) from ${mine(ctx, store, 's')} and s.id = l.store_id)`

const select = (parts: readonly (readonly [string, Sql])[]): Sql =>
  join(parts.map(([name, part]) => sql`${part} as ${raw(snake(name))}`))

/** Lines with every name and code that a worker needs, looked up for as many as are shown; `where` speaks of `l`. */
export const readWorkLines = (ctx: Ctx, where: Sql, limit = 1000): Promise<WorkLine[]> =>
  ctx.tx.query<WorkLine>(sql`
    select l.id, l.line_no, l.state, l.seq, l.plan_qty, l.done_qty, l.short_qty, l.hand_qty, l.refused_qty, l.stock_type, l.why,
      ${select(Object.entries(namesOf(ctx)))}
    from ${fromHere(ctx, taskLine, 'l')} where ${where} order by l.seq, l.line_no limit ${limit}`)

type Named = 'product' | 'pack' | 'lot' | 'fromBin' | 'toBin' | 'fromContainer' | 'toContainer' | 'store' | 'boxes'
/** What of a line leads to what it names. */
const keys = {
  ...{ product: 'productId', pack: 'qpcId', lot: 'lotId', fromBin: 'fromBinId', toBin: 'toBinId' },
  ...{ fromContainer: 'fromContainerId', toContainer: 'toContainerId', store: 'storeId', boxes: 'id' },
} as const satisfies Record<Named, string>
type Key = (typeof keys)[Named] | 'taskId' | 'orgId'

/** A line whose names are not looked up yet. */
export type BareLine = Omit<WorkLine, Named> & Readonly<Record<Exclude<Key, 'id'>, string | null>>

export const bareLineJson = (alias: string): Sql =>
  jsonOf(
    alias,
    [
      ...['id', 'taskId', 'orgId', 'productId', 'qpcId', 'lotId', 'fromBinId', 'toBinId', 'fromContainerId'],
      ...['toContainerId', 'storeId', 'planQty', 'doneQty', 'shortQty', 'handQty', 'refusedQty'],
    ],
    ['lineNo', 'state', 'seq', 'stockType', 'why'],
  )

const bigint = (name: Key) => ['bigint', (l: BareLine) => l[name] ?? null] as const
/** A line as {@link readWorkLines} has it, in a statement that asks only for what this one names. */
export async function named(ctx: Ctx, line: BareLine, hasContainers: boolean): Promise<WorkLine> {
  const parts: Readonly<Record<Named, Sql>> = {
    ...namesOf(ctx),
    ...(line.fromBinId !== null && { product: productJson(ctx, sql`'[]'::jsonb`) }),
    ...(line.productId !== null && { store: storeJson(ctx, sql`null::integer`) }),
  }
  const isNamed = (name: Named): boolean => (name === 'boxes' ? hasContainers : line[keys[name]] !== null)
  const wanted = (Object.keys(keys) as Named[]).filter(isNamed)
  const { taskId, orgId, productId, qpcId, lotId, fromBinId, toBinId, ...further } = line
  const { fromContainerId, toContainerId, storeId, ...shown } = further
  const none = { product: null, pack: null, lot: null, fromBin: null, toBin: null, fromContainer: null }
  const columns = Object.fromEntries(
    [...new Set<Key>([...Object.values(keys), 'taskId', 'orgId'])].map((name) => [snake(name), bigint(name)] as const),
  )
  const names =
    wanted.length > 0
      ? await ctx.tx.one<Partial<WorkLine>>(
          sql`select ${select(wanted.map((name) => [name, parts[name]]))} from ${given('l', [line], columns)}`,
        )
      : {}
  return { ...shown, ...none, toContainer: null, store: null, boxes: null, ...names }
}
