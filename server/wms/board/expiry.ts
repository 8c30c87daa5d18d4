import { entityPermission } from '@lading/contract/kernel/entity.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { product } from '@lading/contract/mdm/product.ts'
import type { org as orgTable } from '@lading/contract/sys/org.ts'
import { stockBatchLookBoard } from '@lading/contract/wms/board.ts'
import { lot, lotAlarm, type ShelfState, shelfStates, stock } from '@lading/contract/wms/stock.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'
import type { ShortJob } from '../../platform/job/run.ts'
import { tellWho } from '../../platform/tellWho.ts'
import { shelfState } from '../computed/lot.ts'

/** What one run tells of at most, the worst first; the next goes on with the rest. */
const lotsMax = 4_000
// Each is worse than the one before it.
const levels = Object.keys(shelfStates) as ShelfState[]

interface Worse {
  readonly id: string
  readonly ownerId: string
  readonly level: ShelfState
}

/** Lots in stock here that are near their end, and worse off than people were told. */
async function readWorse(ctx: Ctx): Promise<Worse[]> {
  const days = sql`l.expire_date - ${businessDay(ctx)}::date`
  return ctx.tx.query<Worse>(sql`
    with due as (
      select l.id, l.owner_id, ${shelfState(days, 'p')} as level, a.level as told
      from ${fromHere(ctx, lot, 'l')} join ${named(ctx, product, 'p')} on p.id = l.product_id
      left join ${fromHere(ctx, lotAlarm, 'a')} on a.lot_id = l.id
      where l.expire_date is not null and exists (select 1 from ${fromHere(ctx, stock, 's')} where s.lot_id = l.id and s.qty > 0))
    select d.id, d.owner_id, d.level from due d
    where array_position(${levels}::text[], d.level) > coalesce(array_position(${levels}::text[], d.told::text), 1)
    order by array_position(${levels}::text[], d.level) desc, d.id limit ${raw(String(lotsMax))}`)
}

/**
 * 批次效期预警: tells once per owner how many lots of this centre have come near their end, or nearer than was told before.
 * A lot is told of again only when it is worse off, so that a run that is repeated tells nothing.
 */
export async function tellExpiring(ctx: Ctx): Promise<{ lots: number; owners: number }> {
  const worse = await readWorse(ctx)
  if (worse.length === 0) return { lots: 0, owners: 0 }
  const toldOn = businessDay(ctx)
  await insert(
    ctx,
    lotAlarm,
    worse.map(({ id, level }) => ({ lotId: id, level, toldOn })),
    sql`on conflict (tenant_id, org_id, lot_id) do update set level = excluded.level, told_on = excluded.told_on, updated_at = excluded.updated_at`,
  )
  const { name } = await ctx.tx.one<RowOf<typeof orgTable, 'name'>>(sql`
    select name from sys_org where tenant_id = ${ctx.tenantId} and id = ${ctx.org.id}`)
  const byOwner = Map.groupBy(worse, (w) => w.ownerId)
  const owners = await ctx.tx.query<RowOf<typeof owner, 'id' | 'name'>>(sql`
    select w.id, w.name from ${named(ctx, owner, 'w')} where w.id = any(${[...byOwner.keys()]}::bigint[]) order by w.id`)
  for (const one of owners) tellOwner(ctx, { org: name, owner: one.name }, one.id, byOwner.get(one.id) ?? [])
  return { lots: worse.length, owners: owners.length }
}

function tellOwner(ctx: Ctx, names: { org: string; owner: string }, ownerId: string, lots: readonly Worse[]): void {
  const count = (level: ShelfState): string => String(lots.filter((w) => w.level === level).length)
  const query = new URLSearchParams({ ownerId, shelfState: levels.slice(1).join(','), hasStock: 'true' })
  tellWho(ctx, {
    kind: 'LOT_EXPIRY',
    about: `${ownerId}:${businessDay(ctx)}`,
    args: {
      ...names,
      count: String(lots.length),
      near: count('NEAR'),
      stopped: count('STOPPED'),
      expired: count('EXPIRED'),
    },
    link: `#/app-wms/stockBatchLookBoardList?${query}`,
    to: { permission: entityPermission(stockBatchLookBoard, 'view'), ownerId },
  })
}

/** By the clock of each centre, before the day's work begins. */
export const lotExpiry: ShortJob = {
  title: ['批次效期预警', 'Alarm of expiring lots'],
  cron: '0 6 * * *',
  worksAt: ['DC'],
  run: async (ctx) => {
    const { lots, owners } = await tellExpiring(ctx)
    return `${lots} lots, ${owners} owners`
  },
}
