import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import {
  guidance,
  guidanceFaults,
  guidanceRead,
  type OwnGuidance,
  ownGuidance,
  publishCalls,
} from '@lading/contract/sys/guidance.ts'
import sql, { type Sql } from 'sql-template-tag'
import { dayIn, usualZone } from '../../kernel/clock.ts'
import { lockSeen } from '../../kernel/crud.ts'
import { crudServed } from '../../kernel/crudServed.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import type { Extents } from '../../kernel/registry.ts'
import type { Rules, Seen } from '../../kernel/rules.ts'

import { exportServed } from '../sheet/exportRows.ts'

/** Tells that what the platform shows tenants has changed. */
export const guidanceTopic = 'saas.guidance'

/** For whom something has to be written to be shown where the caller works. */
const audienceOf = (ctx: Ctx): string => (ctx.org.type === 'PLAT' || ctx.org.type === 'AGENT' ? ctx.org.type : 'TENANT')
/** Materials `t` that are shown where the caller works. */
const shown = (ctx: Ctx, day = dayIn(ctx.org.timeZone ?? usualZone, ctx.now())): Sql => sql`
  t.tenant_id = ${ctx.tenantId} and t.state = 'PUBLISHED' and ${audienceOf(ctx)} = any(t.audience)
  and (t.valid_from is null or t.valid_from <= ${day}) and (t.valid_to is null or t.valid_to >= ${day})`
/** Agents see what is written for them; drafts are their writers'. */
export const guidanceExtent: Extents[string] = (who, t) =>
  who.org.type === 'AGENT' ? sql`(${t}.state = 'PUBLISHED' and 'AGENT' = any(${t}.audience))` : sql`true`

type Written = { kind?: string; url?: string | null; body?: string | null }
function demandText({ kind, url, body }: Written): void {
  const field = kind === 'ARTICLE' ? 'body' : 'url'
  if (!(field === 'body' ? body : url)) refuse(guidanceFaults.noText, { field: guidance.fields[field].title })
  // What is opened by a press runs nothing here.
  if (url && !/^https:\/\/[^\s/]/.test(url)) refuse(guidanceFaults.badUrl)
}
const demandDraft = (row: { isBrought: boolean; state: string }): void => {
  if (row.isBrought) refuse(guidanceFaults.brought)
  if (row.state === 'PUBLISHED') refuse(guidanceFaults.published)
}
const rules: Rules<typeof guidance> = {
  beforeCreate: async (_ctx, input) => demandText(input),
  beforeUpdate: async (_ctx, input, before) => {
    demandDraft(before)
    demandText({ ...before, ...input })
  },
  beforeRemove: async (_ctx, row) => demandDraft(row),
}

async function turn(ctx: Ctx, of: AnyEntity, seen: Seen, state: 'PUBLISHED' | 'WITHDRAWN'): Promise<Seen> {
  const row = await lockSeen(ctx, guidance, seen)
  if (row.isBrought) refuse(guidanceFaults.brought)
  if (row.state === state) return { id: row.id, version: row.version }
  if (state === 'WITHDRAWN' && row.state !== 'PUBLISHED') refuse(guidanceFaults.notPublished)
  await ctx.tx.run(sql`
    update sys_guidance set state = ${state}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId},
      published_at = ${state === 'PUBLISHED' ? ctx.now() : null}::timestamptz
    where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  ctx.audit({
    ...{ subject: of.viewOf ?? of.key, subjectId: row.id, subjectNo: row.title },
    ...{ action: state === 'PUBLISHED' ? 'publish' : 'withdraw', before: { state: row.state }, after: { state } },
  })
  ctx.tell(guidance.key)
  if (ctx.org.type === 'PLAT') ctx.emit({ topic: guidanceTopic, key: 'ALL' })
  return { id: row.id, version: row.version + 1 }
}

/** The entries of the menu for which something is written, as an array. */
export const guidedPages = (ctx: Ctx): Sql => sql`
  array(select distinct p from sys_guidance t, regexp_split_to_table(t.pages, '\\s+') p where ${shown(ctx)} and p <> '')`

async function mine(ctx: Ctx): Promise<OwnGuidance[]> {
  return ctx.tx.query<OwnGuidance>(sql`
    select t.id, t.title, t.kind, regexp_split_to_array(coalesce(t.pages, ''), '\\s+') as pages, r.id is not null as is_read from sys_guidance t
    left join sys_guidance_read r on r.tenant_id = t.tenant_id and r.guidance_id = t.id and r.user_id = ${ctx.userId}
    where ${shown(ctx)} order by t.published_at desc, t.id limit 500`)
}

/** What it says; noted that the caller has opened it, once. */
async function open(ctx: Ctx, { id }: { id: string }) {
  const row = await ctx.tx.maybe<{ title: string; url: string | null; body: string | null }>(sql`
    select t.title, t.url, t.body from sys_guidance t where ${shown(ctx)} and t.id = ${id}`)
  await insert(
    ctx,
    guidanceRead,
    [{ guidanceId: id, userId: ctx.userId ?? '0', readAt: ctx.now() }],
    sql`on conflict do nothing`,
  )
  ctx.tell(guidance.key)
  return found(row, guidance.title)
}

/** What everybody has of it: his own, and what one of them says. */
export const ownGuidanceServed: readonly Served[] = [serve(ownGuidance.mine, mine), serve(ownGuidance.open, open)]

/** The calls of an area's page over them. */
export function guidanceServed(of: AnyEntity): Served[] {
  const calls = publishCalls(of)
  return [
    ...crudServed(of, rules as Rules),
    ...exportServed(of),
    serve(calls.publish, (ctx, input) => turn(ctx, of, input, 'PUBLISHED')),
    serve(calls.withdraw, (ctx, input) => turn(ctx, of, input, 'WITHDRAWN')),
  ]
}
