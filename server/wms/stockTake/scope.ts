// engine: counts bins whose locks it holds: who sees a count sees all that it counts

import type { BinUsage } from '@lading/contract/wms/place.ts'
import { bin } from '@lading/contract/wms/place.ts'
import type { stockTakeBill } from '@lading/contract/wms/stockTakeBill.ts'
import sql, { type Sql } from 'sql-template-tag'
import { instantAt } from '../../kernel/clock.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere } from '../../kernel/scope.ts'
import { countableOf } from './countable.ts'

/** Goods on the way stand in somebody's hands, totes and trucks; these places alone are counted. */
const countable: readonly BinUsage[] = [
  ...(['STORAGE', 'PICK', 'PICK_STORAGE', 'RECEIVE', 'QC', 'PROCESS'] as const),
  ...(['RTN_RECEIVE', 'VENDOR_RTN', 'DEFECT', 'EXCEPTION'] as const),
]

/** Which bins a count asks for. */
export type Scope = RowOf<
  (typeof stockTakeBill)['header'],
  | 'id'
  | 'kind'
  | 'areaId'
  | 'storageAreaId'
  | 'pickAreaId'
  | 'binFrom'
  | 'binTo'
  | 'abc'
  | 'ownerId'
  | 'productId'
  | 'movedSince'
  | 'most'
  | 'withEmpty'
>

export interface ScopedBin {
  readonly id: string
  readonly code: string
  readonly areaId: string
  readonly empty: boolean
}

/** Days since a bin was counted, for one that never was. */
const neverDays = 365

/** The longer ago, the more moved and the more often short, the sooner; A goods three times as soon as C. Source: wms.md 7.7. */
const duty = (ctx: Ctx): Sql => sql`
  (case b.abc when 'A' then 3 when 'B' then 2 else 1 end) * coalesce(extract(day from ${ctx.now()}::timestamptz - c.last), ${neverDays})
  + (select count(*) from wms_ledger g where g.tenant_id = ${ctx.tenantId} and g.org_id = ${ctx.org.id} and g.bin_id = b.id and (c.last is null or g.created_at > c.last))
  + 50 * (select count(*) from wms_pick_diff d where d.tenant_id = ${ctx.tenantId} and d.org_id = ${ctx.org.id} and d.bin_id = b.id and (c.last is null or d.created_at > c.last))`

/**
 * The bins that a count has, in walking order: those that its fields say, the most due of a cycle count, any of a spot
 * check, those where something moved or is doubted. A bin where nothing stands but goods that are not counted is left out. Bins where a task is being done are left out of a cycle count.
 */
export async function binsOf(ctx: Ctx, s: Scope): Promise<ScopedBin[]> {
  const here = sql`x.tenant_id = ${ctx.tenantId} and x.org_id = ${ctx.org.id} and x.bin_id = b.id`
  const counted = (await countableOf(ctx, s.kind)).where('x')
  const there = sql`select 1 from wms_stock x where ${here} and x.qty > 0
    and (${s.ownerId}::bigint is null or x.owner_id = ${s.ownerId}) and (${s.productId}::bigint is null or x.product_id = ${s.productId})`
  const goods = sql`exists (${there} and ${counted})`
  const isOfGoods = s.ownerId !== null || s.productId !== null
  const since = instantAt(ctx.org.timeZone, `${s.movedSince ?? '1970-01-01'} 00:00:00`)
  const ofKind: Readonly<Record<string, Sql>> = {
    MOVED: sql`exists (select 1 from wms_ledger x where ${here} and x.created_at >= ${since}
      and (${s.ownerId}::bigint is null or x.owner_id = ${s.ownerId}) and (${s.productId}::bigint is null or x.product_id = ${s.productId}) and ${counted})`,
    EXCEPTION: sql`(exists (select 1 from wms_reservation x where ${here} and x.kind = 'COUNT' and x.state = 'ACTIVE')
      or exists (select 1 from wms_pick_diff x where ${here} and x.state = 'OPEN'))`,
    CYCLE: sql`not exists (select 1 from wms_task k join wms_task_line l on l.tenant_id = k.tenant_id and l.org_id = k.org_id and l.task_id = k.id
      where k.tenant_id = ${ctx.tenantId} and k.org_id = ${ctx.org.id} and k.state = 'RUNNING' and l.state in ('OPEN', 'INHAND') and b.id in (l.from_bin_id, l.to_bin_id))`,
  }
  const order: Readonly<Record<string, Sql>> = {
    CYCLE: sql`${duty(ctx)} desc, b.id`,
    SPOT: sql`md5(b.id::text || ${s.id})`,
  }
  return ctx.tx.query<ScopedBin>(sql`
    select n.id, n.code, n.area_id, n.empty from (
      select b.id, b.code, b.area_id, b.pick_seq, not exists (${there}) as empty from ${fromHere(ctx, bin, 'b')}
      left join lateral (select max(t.counted_at) as last from wms_stock_take_bin t
        where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and t.bin_id = b.id) c on true
      where not b.disabled and b.usage = any(${countable}::text[])
        and (${s.areaId}::bigint is null or b.area_id = ${s.areaId} or b.area_id in (
          select a.id from wms_area a where a.tenant_id = ${ctx.tenantId} and a.org_id = ${ctx.org.id} and a.upper_id = ${s.areaId}))
        and (${s.storageAreaId}::bigint is null or b.storage_area_id = ${s.storageAreaId})
        and (${s.pickAreaId}::bigint is null or b.pick_area_id = ${s.pickAreaId})
        and (${s.binFrom}::text is null or b.code >= ${s.binFrom}) and (${s.binTo}::text is null or b.code <= ${s.binTo})
        and (${s.abc}::text is null or b.abc = ${s.abc})
        and (${s.withEmpty && !isOfGoods} and not exists (${there}) or ${goods} or ${s.kind === 'MOVED'})
        and ${ofKind[s.kind] ?? sql`true`}
      order by ${order[s.kind] ?? sql`b.id`} limit ${s.most ?? 100_000}) n
    order by n.area_id, n.pick_seq, n.code`)
}

export interface TakenBin {
  readonly bin: string
  readonly binId: string
  readonly takeId: string
  readonly billNo: string
}
/** Those of them that another count has not settled yet, for these goods or for any. */
export const takenOf = (
  ctx: Ctx,
  binIds: readonly string[],
  { ownerId, productId }: Pick<Scope, 'ownerId' | 'productId'>,
): Promise<TakenBin[]> =>
  ctx.tx.query<TakenBin>(sql`
    select b.code as bin, b.id as bin_id, k.id as take_id, k.bill_no from wms_stock_take_bin t
    join wms_stock_take_bill k on k.tenant_id = t.tenant_id and k.org_id = t.org_id and k.id = t.take_id and k.state in ('INPROGRESS', 'AUDITING')
    join wms_bin b on b.tenant_id = t.tenant_id and b.id = t.bin_id
    where t.tenant_id = ${ctx.tenantId} and t.org_id = ${ctx.org.id} and t.bin_id = any(${binIds}::bigint[]) and t.state in ('OPEN', 'DIFFERS')
      and (t.product_id is null or ${productId}::bigint is null or t.product_id = ${productId})
      and (t.owner_id is null or ${ownerId}::bigint is null or t.owner_id = ${ownerId})
    order by b.code, k.id`)
