// engine: works figures out of the ledger

import { addDays } from '@lading/contract/kernel/day.ts'
import { agent } from '@lading/contract/saas/agent.ts'
import { account, type TxnType } from '@lading/contract/saas/ledger.ts'
import { liveStates } from '@lading/contract/saas/tenantApplication.ts'
import { units } from '@lading/contract/saas/units.ts'
import sql, { join, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Computations } from '../../kernel/registry.ts'
import { quotaDay } from './accounts.ts'

/** Days over which the burn of a tenant is taken. */
const burnDays = 7
const soonDays = 30

/** What movements of some kinds have put on an account, or taken off it. */
const moved = (ctx: Ctx, sign: 1 | -1, kinds: readonly TxnType[]): Sql => sql`
  select coalesce(sum(e.amount) * ${sign}::int, 0) from saas_entry e join saas_txn x on x.tenant_id = e.tenant_id and x.id = e.txn_id
  where e.tenant_id = ${ctx.tenantId} and e.account_id = t.id and x.kind = any(${kinds}::text[])`
/** What all accounts of a kind hold of the row's unit. */
const held = (ctx: Ctx, kind: string): Sql => sql`
  select coalesce(sum(a.balance), 0) from saas_account a where a.tenant_id = ${ctx.tenantId} and a.kind = ${kind} and a.unit = t.unit`
const burn = (ctx: Ctx): Sql => sql`(
  select coalesce(-sum(e.amount), 0) / ${burnDays}::int from saas_entry e join saas_txn x on x.tenant_id = e.tenant_id and x.id = e.txn_id
  where e.tenant_id = ${ctx.tenantId} and e.account_id = t.id and x.kind = 'CONSUME' and x.day > ${addDays(quotaDay(ctx), -burnDays - 1)})`

const unitName = (ctx: Ctx): Sql =>
  sql`case a.unit ${join(
    Object.entries(units).map(([unit, [zh, en]]) => sql`when ${unit} then ${ctx.language === 'zh-CN' ? zh : en}`),
    ' ',
  )} end`

export const saasComputed: Computations = {
  [account.table]: {
    expiring: {
      value: (
        ctx,
      ) => sql`select coalesce(sum(l.left_qty), 0) from saas_lot l where l.tenant_id = ${ctx.tenantId} and l.account_id = t.id
        and l.left_qty > 0 and l.expires_on <= ${addDays(quotaDay(ctx), soonDays)}`,
    },
    bought: { value: (ctx) => moved(ctx, 1, ['PURCHASE', 'GRANT']) },
    soldQty: { value: (ctx) => moved(ctx, -1, ['TRANSFER']) },
    issued: { value: () => sql`select -t.balance` },
    inStock: { value: (ctx) => held(ctx, 'STOCK') },
    inWallets: { value: (ctx) => held(ctx, 'WALLET') },
    consumed: { value: (ctx) => held(ctx, 'CONSUMED') },
    // An agent's own, or of the platform all.
    expired: {
      value: (ctx) =>
        sql`select case when t.kind = 'ISSUE' then (${held(ctx, 'EXPIRED')}) else (${moved(ctx, -1, ['EXPIRE'])}) end`,
    },
    difference: {
      value: (ctx) =>
        sql`select coalesce(sum(a.balance), 0) from saas_account a where a.tenant_id = ${ctx.tenantId} and a.unit = t.unit`,
    },
    burn: { value: (ctx) => sql`select round(${burn(ctx)}, 3)` },
    daysLeft: {
      value: (ctx) => sql`select case when ${burn(ctx)} > 0 then greatest(floor(t.balance / ${burn(ctx)}), 0)::int end`,
    },
    nextExpiry: {
      value: (ctx) =>
        sql`select min(l.expires_on) from saas_lot l where l.tenant_id = ${ctx.tenantId} and l.account_id = t.id and l.left_qty > 0`,
    },
    lastMeter: {
      value: (
        ctx,
      ) => sql`select max(x.day) from saas_txn x join saas_entry e on e.tenant_id = x.tenant_id and e.txn_id = x.id
        where x.tenant_id = ${ctx.tenantId} and e.account_id = t.id and x.kind = 'CONSUME'`,
    },
  },
  [agent.table]: {
    tenants: {
      value: (
        ctx,
      ) => sql`select count(*)::int from saas_tenant_application p where p.tenant_id = ${ctx.tenantId} and p.agent_id = t.id
        and p.state = any(${liveStates}::text[])`,
    },
    stock: {
      value: (
        ctx,
      ) => sql`select string_agg(${unitName(ctx)} || ' ' || trim_scale(a.balance)::text, '、' order by a.unit) from saas_account a
        where a.tenant_id = ${ctx.tenantId} and a.agent_id = t.id and a.kind = 'STOCK' and a.balance <> 0`,
    },
    creditUsed: {
      value: (
        ctx,
      ) => sql`select coalesce(sum(o.amount), 0) from saas_ration_order o where o.tenant_id = ${ctx.tenantId} and o.agent_id = t.id
        and o.kind = 'PLAT' and o.state = 'DELIVERED'`,
    },
  },
}
