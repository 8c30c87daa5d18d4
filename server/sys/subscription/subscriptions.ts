import { refuse } from '@lading/contract/kernel/fault.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { type MessageKind, messageKinds } from '@lading/contract/sys/message.ts'
import { messageSubscription } from '@lading/contract/sys/preference.ts'
import {
  audienceOf,
  subscriptionCalls as calls,
  mannerOf,
  messageForce,
  messageQuiet,
  type OwnSubscriptions,
  type Subscriber,
  type SubscriptionType,
  subscriptionFaults,
} from '@lading/contract/sys/subscription.ts'
import { role, user } from '@lading/contract/sys/user.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { visible } from '../../kernel/scope.ts'
import { isMailOn } from '../mail/settings.ts'
import { sendMessage } from '../message/messages.ts'
import { readOwnWords } from '../message/ownWords.ts'
import { forcedKinds, isForced } from '../message/wanted.ts'
import { demandReach, withinReach } from '../rights.ts'
import { knownTo } from '../robot/served.ts'
import { sentLately } from './sent.ts'

// The declaration's own keys.
const kinds = Object.keys(messageKinds) as MessageKind[]
/** Users `u` within reach who may log in. */
const people = (ctx: Ctx): Sql =>
  sql`${visible(user, ctx, 'u')} and not u.disabled and ${withinReach(ctx, sql`u.org_id`)}`

/** Whether user `u` can be reached by mail. */
const hasAddress = sql`(u.email is not null and u.email_confirmed_at is not null)`

async function types(ctx: Ctx): Promise<SubscriptionType[]> {
  const forced = await ctx.tx.query<{ key: string; id: string; name: string; orgName: string }>(sql`
    select f.key, r.id, r.name, o.name as org_name from sys_message_force f
    join sys_role r on r.tenant_id = f.tenant_id and r.id = f.role_id
    join sys_org o on o.tenant_id = r.tenant_id and o.id = r.org_id
    where f.tenant_id = ${ctx.tenantId} order by r.name, r.id`)
  const said = await ctx.tx.query<{ key: string; isOff: boolean; n: number; mailed: number }>(sql`
    select s.key, s.is_off, count(*)::integer as n,
      count(*) filter (where 'EMAIL' = any(s.channels) and ${hasAddress})::integer as mailed from sys_message_subscription s
    join sys_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
    where s.tenant_id = ${ctx.tenantId} and ${people(ctx)} group by 1, 2`)
  const { n: addresses } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::integer as n from sys_user u where ${people(ctx)} and ${hasAddress}`)
  const robots = await ctx.tx.query<{ name: string; kinds: readonly string[] }>(sql`
    select t.name, t.kinds from sys_message_robot t where ${knownTo(ctx)} and not t.disabled order by t.name`)
  const own = await readOwnWords(ctx)
  const count = (key: string, isOff: boolean) => said.find((s) => s.key === key && s.isOff === isOff)?.n ?? 0
  return kinds.map((key) => ({
    key,
    title: say(messageKinds[key].title, ctx.language),
    manner: mannerOf[key],
    audience: say(audienceOf[key], ctx.language),
    roles: forced.filter((f) => f.key === key).map(({ id, name, orgName }) => ({ id, name, orgName })),
    on: count(key, false),
    off: count(key, true),
    mailed: mannerOf[key] === 'ALWAYS' ? addresses : (said.find((s) => s.key === key && !s.isOff)?.mailed ?? 0),
    robots: robots.filter(({ kinds: heard }) => heard.includes(key)).map(({ name }) => name),
    isOwn: own.has(key),
  }))
}

/** People within reach: what each has chosen, and whether a kind reaches him when it comes to him. */
async function subscribers(ctx: Ctx, { key, which, page, pageSize }: z.output<typeof calls.subscribers.input>) {
  const forced = isForced(ctx, key)
  const mailed =
    mannerOf[key] === 'ALWAYS'
      ? hasAddress
      : sql`(s.id is not null and not s.is_off and 'EMAIL' = any(s.channels) and ${hasAddress})`
  const wanted: Readonly<Record<typeof which, Sql>> = {
    ALL: sql`true`,
    ON: sql`s.id is not null and not s.is_off`,
    OFF: sql`coalesce(s.is_off, false)`,
    FORCED: forced,
    MAIL: mailed,
  }
  const from = sql`
    from sys_user u join sys_org o on o.tenant_id = u.tenant_id and o.id = u.org_id
    left join sys_message_subscription s on s.tenant_id = u.tenant_id and s.user_id = u.id and s.key = ${key}
    where ${people(ctx)} and ${wanted[which]}`
  const [rows, { n }] = await Promise.all([
    ctx.tx.query<Omit<Subscriber, 'hears'>>(sql`
      select u.id as user_id, u.username, u.real_name, o.name as org_name, ${forced} as is_forced,
        case when s.id is null then null when s.is_off then 'OFF' else 'ON' end as choice,
        coalesce(${mailed}, false) as is_mailed, ${hasAddress} as has_address
      ${from} order by u.username limit ${pageSize} offset ${(page - 1) * pageSize}`),
    ctx.tx.one<{ n: number }>(sql`select count(*)::integer as n ${from}`),
  ])
  const manner = mannerOf[key]
  const records = rows.map(
    (r): Subscriber => ({
      ...r,
      hears: manner === 'ALWAYS' || r.isForced || r.choice === 'ON' || (r.choice === null && manner === 'ON'),
    }),
  )
  return { records, total: n, page, pageSize }
}

/** Which roles must hear of a kind, of those within reach; others keep what they have. */
async function force(ctx: Ctx, { key, roleIds }: { key: MessageKind; roleIds: readonly string[] }) {
  if (mannerOf[key] === 'ALWAYS') refuse(subscriptionFaults.always)
  const wanted = [...new Set(roleIds)]
  const rows = await ctx.tx.query<RowOf<typeof role, 'id' | 'orgId' | 'name'>>(sql`
    select id, org_id, name from sys_role where tenant_id = ${ctx.tenantId} and id = any(${wanted}::bigint[]) order by id for share`)
  if (rows.length !== wanted.length) found(undefined, role.title)
  await demandReach(ctx, [...new Set(rows.map((r) => r.orgId))])
  const before = await ctx.tx.query<{ roleId: string; name: string }>(sql`
    select f.role_id, r.name from sys_message_force f join sys_role r on r.tenant_id = f.tenant_id and r.id = f.role_id
    where f.tenant_id = ${ctx.tenantId} and f.key = ${key} and ${withinReach(ctx, sql`r.org_id`)} order by r.id for update of f`)
  const gone = before.filter(({ roleId }) => !wanted.includes(roleId))
  const added = rows.filter(({ id }) => !before.some((b) => b.roleId === id))
  await ctx.tx.run(sql`
    delete from sys_message_force where tenant_id = ${ctx.tenantId} and key = ${key} and role_id = any(${gone.map((g) => g.roleId)}::bigint[])`)
  await insert(
    ctx,
    messageForce,
    added.map(({ id }) => ({ key, roleId: id })),
    sql`on conflict do nothing`,
  )
  for (const [list, action] of [
    [gone.map((g) => g.roleId), 'unforce'],
    [added.map((a) => a.id), 'force'],
  ] as const)
    for (const roleId of list)
      ctx.audit({
        subject: messageForce.key,
        subjectId: roleId,
        subjectNo: key,
        action,
        [action === 'force' ? 'after' : 'before']: { key, roleId },
      })
  return { added: added.length, removed: gone.length }
}

const self = (ctx: Ctx): string => ctx.userId ?? '0'

/** Shows somebody how a kind reaches him; himself wherever he works. */
async function testSend(
  ctx: Ctx,
  { key, userId = ctx.userId ?? '0' }: { key: MessageKind; userId?: string | undefined },
) {
  const row = await ctx.tx.maybe<RowOf<typeof user, 'id' | 'realName'> & { hasAddress: boolean }>(sql`
    select u.id, u.real_name, ${hasAddress} as has_address from sys_user u
    where u.tenant_id = ${ctx.tenantId} and u.id = ${userId} and (u.id = ${self(ctx)} or (${people(ctx)}))`)
  const { id, realName, hasAddress: isReachable } = found(row, user.title)
  const [type, typeEn] = messageKinds[key].title
  await sendMessage(ctx, [id], 'TEST', { args: { by: ctx.username, type, typeEn } })
  ctx.audit({
    subject: messageForce.key,
    subjectId: id,
    subjectNo: key,
    action: 'test',
    after: { key, receiver: realName },
  })
  return { receiver: realName, byMail: isReachable && (await isMailOn(ctx)) }
}

/** What of the kinds comes to the caller; kinds that only his rights bring him are told as well. */
async function mine(ctx: Ctx): Promise<OwnSubscriptions> {
  const said = await ctx.tx.query<RowOf<typeof messageSubscription, 'key' | 'isOff' | 'channels'>>(sql`
    select key, is_off, channels from sys_message_subscription where tenant_id = ${ctx.tenantId} and user_id = ${self(ctx)}`)
  const forced = await forcedKinds(ctx, self(ctx))
  const quiet = await ctx.tx.maybe<RowOf<typeof messageQuiet, 'quietFrom' | 'quietTo'>>(sql`
    select quiet_from, quiet_to from sys_message_quiet where tenant_id = ${ctx.tenantId} and user_id = ${self(ctx)}`)
  return {
    types: kinds
      .filter((key) => key !== 'TEST')
      .map((key) => {
        const choice = said.find((s) => s.key === key)
        const isAlways = mannerOf[key] === 'ALWAYS'
        const isOn = isAlways || forced.has(key) || (choice ? !choice.isOff : mannerOf[key] === 'ON')
        const isMailed = isAlways || (isOn && (choice?.channels.includes('EMAIL') ?? false))
        const title = say(messageKinds[key].title, ctx.language)
        return { key, title, isOn, isAlways, isForced: forced.has(key), isMailed }
      }),
    quiet: quiet ? { from: quiet.quietFrom.slice(0, 5), to: quiet.quietTo.slice(0, 5) } : null,
  }
}

async function turn(ctx: Ctx, { key, isOn }: { key: MessageKind; isOn: boolean }): Promise<null> {
  if (mannerOf[key] === 'ALWAYS') refuse(subscriptionFaults.always)
  const channels = isOn ? (['IN_APP'] as const) : []
  await insert(
    ctx,
    messageSubscription,
    [{ userId: self(ctx), key, channels, isOff: !isOn }],
    sql`on conflict (tenant_id, user_id, key) do update set is_off = excluded.is_off, version = sys_message_subscription.version + 1,
      channels = case when excluded.is_off then '{}' else array(select distinct unnest(sys_message_subscription.channels || excluded.channels) order by 1) end,
      updated_at = ${ctx.now()}, updated_by = ${self(ctx)}`,
  )
  ctx.tell(messageForce.key)
  return null
}

async function turnMail(ctx: Ctx, { key, isOn }: { key: MessageKind; isOn: boolean }): Promise<null> {
  if (mannerOf[key] === 'ALWAYS') refuse(subscriptionFaults.always)
  const at = sql`updated_at = ${ctx.now()}, updated_by = ${self(ctx)}, version = sys_message_subscription.version + 1`
  if (isOn)
    await insert(
      ctx,
      messageSubscription,
      [{ userId: self(ctx), key, channels: ['EMAIL', 'IN_APP'], isOff: false }],
      sql`on conflict (tenant_id, user_id, key) do update set is_off = false, ${at},
        channels = array(select distinct unnest(sys_message_subscription.channels || excluded.channels) order by 1)`,
    )
  else
    await ctx.tx.run(sql`
      update sys_message_subscription set channels = array_remove(channels, 'EMAIL'), ${at}
      where tenant_id = ${ctx.tenantId} and user_id = ${self(ctx)} and key = ${key} and 'EMAIL' = any(channels)`)
  ctx.tell(messageForce.key)
  return null
}

async function setQuiet(ctx: Ctx, { quiet }: { quiet: { from: string; to: string } | null }): Promise<null> {
  await ctx.tx.run(sql`delete from sys_message_quiet where tenant_id = ${ctx.tenantId} and user_id = ${self(ctx)}`)
  if (quiet === null) return null
  if (quiet.from === quiet.to) refuse(subscriptionFaults.noHours)
  await insert(ctx, messageQuiet, [{ userId: self(ctx), quietFrom: quiet.from, quietTo: quiet.to }])
  return null
}

/** The same for an area's page over its own kinds, under rights of its own. */
export const ofMessages = {
  messageTypes: types,
  messageSubscribers: subscribers,
  forceMessage: force,
  testMessage: testSend,
  sentMessages: sentLately,
}

/** Which kinds of messages there are, who hears of them, and what each says himself. */
export const subscriptionServed = (): Served[] => [
  serve(calls.types, types),
  serve(calls.subscribers, subscribers),
  serve(calls.force, force),
  serve(calls.testSend, testSend),
  serve(calls.mine, mine),
  serve(calls.turn, turn),
  serve(calls.turnMail, turnMail),
  serve(calls.setQuiet, setQuiet),
]
