// engine: counts returnable containers by where they are

import { containerType } from '@lading/contract/wms/container.ts'
import { rtiAccount } from '@lading/contract/wms/rti.ts'
import {
  type containerBoard,
  holdersMost,
  type RtiHolder,
  type RtiOfType,
  turnDays,
} from '@lading/contract/wms/rtiCalls.ts'
import sql, { raw } from 'sql-template-tag'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { readOption } from '../option.ts'
import { formatMoney, parseMoney } from './accounts.ts'

type Counted = Omit<RtiOfType, 'turn' | 'lossPct' | 'idle' | 'inUse'> & { dc: number; busy: number; lostLately: number }
const held = (kind: string) => raw(`coalesce(sum(a.qty) filter (where a.kind = '${kind}'), 0)::integer`)

/** Where the containers of each type are, and how they went round. */
async function ofTypes(ctx: Ctx): Promise<RtiOfType[]> {
  const since = new Date(ctx.now().getTime() - turnDays * 86_400_000)
  const moved = (types: string, sign: string) => sql`
    coalesce((select sum(abs(e.delta)) from wms_rti_entry e join wms_rti_posting p on p.tenant_id = e.tenant_id and p.id = e.posting_id
      join ${from(ctx, rtiAccount, 'b')} on b.id = e.account_id where e.tenant_id = ${ctx.tenantId} and b.type_id = t.id and p.posted_at >= ${since}
      and p.biz_type = any(${types.split(' ')}::text[]) and ${raw(sign)}), 0)::integer`
  const rows = await ctx.tx.query<Counted & object>(sql`
    select t.id, t.code, t.name, ${held('DC')} as dc, ${held('STORE')} as stores, ${held('VENDOR')} as vendors, ${held('CARRIER')} as carriers,
      ${held('LOSS')} as lost, coalesce(sum(a.qty) filter (where a.kind not in ('SUPPLY', 'LOSS')), 0)::integer as fleet,
      coalesce(sum(a.deposit) filter (where a.kind in ('STORE', 'VENDOR', 'CARRIER')), 0) as deposit,
      ${moved('OUT', "b.kind = 'DC' and e.delta < 0")} as out, ${moved('IN', "b.kind = 'DC' and e.delta > 0")} as back,
      ${moved('LOSS DIFF', "b.kind = 'LOSS' and e.delta > 0")} as lost_lately,
      (select count(*)::integer from wms_container c where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.type_id = t.id
        and c.state not in ('IDLE', 'SHIPPED', 'CLOSED', 'LOST', 'SCRAPPED')) as busy
    from ${from(ctx, rtiAccount, 'a')} join ${named(ctx, containerType, 't')} on t.id = a.type_id group by t.id, t.code, t.name order by t.code`)
  return rows.map(({ dc, busy, lostLately, ...r }) => ({
    ...r,
    ...{ idle: Math.max(dc - busy, 0), inUse: Math.min(busy, dc), deposit: formatMoney(parseMoney(r.deposit)) },
    turn: r.fleet > 0 ? (r.out / r.fleet).toFixed(1) : null,
    lossPct: r.out > 0 ? ((100 * lostLately) / r.out).toFixed(1) : null,
  }))
}

type Held = Omit<RtiHolder, 'isOverdue' | 'days'> & { since: Date | null }
/** Who holds containers, those first who have had one the longest. */
async function holders(ctx: Ctx): Promise<Held[]> {
  // First out, first back: the oldest that is still out is the first that all that ever came back does not reach.
  return ctx.tx.query<Held & object>(sql`
    select a.id, a.kind, coalesce(s.name, v.name, c.name) as party, t.name as type, a.qty, a.deposit, (
      select min(x.posted_at) from (
        select p.posted_at, sum(e.delta) over (order by e.id) as given from wms_rti_entry e
        join wms_rti_posting p on p.tenant_id = e.tenant_id and p.id = e.posting_id
        where e.tenant_id = ${ctx.tenantId} and e.account_id = a.id and e.delta > 0) x
      where x.given > (select coalesce(-sum(e.delta), 0) from wms_rti_entry e where e.tenant_id = ${ctx.tenantId} and e.account_id = a.id and e.delta < 0)
    ) as since
    from ${from(ctx, rtiAccount, 'a')} join ${named(ctx, containerType, 't')} on t.id = a.type_id
    left join wms_store s on s.tenant_id = ${ctx.tenantId} and s.id = a.store_id left join wms_vendor v on v.tenant_id = ${ctx.tenantId} and v.id = a.vendor_id
    left join tms_carrier c on c.tenant_id = ${ctx.tenantId} and c.id = a.carrier_id
    where a.kind in ('STORE', 'VENDOR', 'CARRIER') and a.qty <> 0 order by since nulls last, a.id`)
}

export async function readContainerBoard(ctx: Ctx): Promise<z.output<typeof containerBoard.output>> {
  const dueDays = Number(await readOption(ctx, 'wms_rti_due_days'))
  const now = ctx.now().getTime()
  const rows = (await holders(ctx)).map(({ since, ...r }) => {
    const days = since === null ? null : Math.floor((now - since.getTime()) / 86_400_000)
    return { ...r, days, isOverdue: r.qty > 0 && days !== null && days > dueDays }
  })
  const deposit = rows.reduce((sum, r) => sum + parseMoney(r.deposit), 0n)
  return {
    ...{ at: ctx.now().toISOString(), dueDays, deposit: formatMoney(deposit), types: await ofTypes(ctx) },
    ...{ overdue: rows.filter((r) => r.isOverdue).length, holders: rows.slice(0, holdersMost) },
  }
}
