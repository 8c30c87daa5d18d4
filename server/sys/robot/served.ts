import { refuse } from '@lading/contract/kernel/fault.ts'
import {
  robotCalls as calls,
  messageRobot,
  type RobotRecord,
  robotDelivery,
  robotFaults,
  robotsMax,
  signs,
} from '@lading/contract/sys/robot.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { createRow, lockSeen, removeRow, switchRow, updateRow } from '../../kernel/crud.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve, serveList } from '../../kernel/http/serve.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import { entityByKey } from '../../kernel/registry.ts'
import { checkRefs } from '../../kernel/rowParts.ts'
import type { Input, Seen } from '../../kernel/rules.ts'
import { named, visible } from '../../kernel/scope.ts'
import { readUrl } from '../outbound/http.ts'
import { demandReachable, isOpened } from '../outbound/reach.ts'
import { demandReach, withinReach } from '../rights.ts'
import { seal } from '../seal.ts'
import { robotTopic, wordsOf } from './send.ts'
import { putDelivery } from './tell.ts'
import { plain } from './words.ts'

/** Robots `t` that the caller may know of: where he reaches, and of goods that he sees. */
export const knownTo = (ctx: Ctx): Sql => sql`${visible(messageRobot, ctx, 't')} and ${withinReach(ctx, sql`t.org_id`)}`
const ofKnown = (ctx: Ctx): Sql[] => [sql`t.robot_id in (select t.id from sys_message_robot t where ${knownTo(ctx)})`]

const list = (ctx: Ctx): Promise<RobotRecord[]> =>
  ctx.tx.query<RobotRecord>(sql`
    select t.id, t.version, t.name, t.kind, t.org_id, o.name as org_name, t.owner_id, w.name as owner_name, t.kinds, t.language, t.host,
      t.is_signed, t.disabled, (select count(*)::integer from sys_robot_delivery d
        where d.tenant_id = t.tenant_id and d.robot_id = t.id and d.state = 'DEAD') as dead
    from sys_message_robot t join sys_org o on o.tenant_id = t.tenant_id and o.id = t.org_id
    left join ${named(ctx, entityByKey('wms.owner'), 'w')} on w.id = t.owner_id
    where ${knownTo(ctx)} order by t.name, t.id`)

/** Whom an address names: all of it that is ever shown. */
function hostOf(address: string): string {
  const url = readUrl(address)
  // A key in the address is read by nobody on the way; within a network that the installation trusts it may.
  if (url.protocol !== 'https:' && !isOpened(url.hostname)) refuse(robotFaults.notSecure)
  demandReachable(url.hostname)
  return url.host
}

type Said = Omit<z.output<typeof calls.add.input>, 'address'>
const fieldsOf = ({ name, kind, orgId, ownerId, kinds, language }: Said): Input => ({
  ...{ name, kind, orgId, ownerId, kinds: [...new Set(kinds)], language },
})

/** Nobody sends others what he does not see himself: his reach, and his owners'. What is named is looked at first. */
async function demandSight(ctx: Ctx, said: Said): Promise<void> {
  await checkRefs(ctx, messageRobot, [fieldsOf(said)])
  await demandReach(ctx, [said.orgId])
  const isBeyond = ctx.owners !== null && (said.ownerId === null || !ctx.owners.includes(said.ownerId))
  if (isBeyond) found(undefined, ['货主', 'Owner'])
}

const sealed = (value: string | undefined, installation: string): string | null =>
  value === undefined || value === '' ? null : seal(value, installation, 'message robot')

async function add(ctx: Ctx, { address, ...said }: z.output<typeof calls.add.input>, installation: string) {
  await demandSight(ctx, said)
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::integer as n from sys_message_robot where tenant_id = ${ctx.tenantId}`)
  if (n >= robotsMax) refuse(robotFaults.many, { max: robotsMax })
  const secret = signs[said.kind] ? said.secret : undefined
  const signing = sealed(secret, installation)
  const host = hostOf(address)
  const made = await createRow(ctx, messageRobot, { ...fieldsOf(said), host, isSigned: signing !== null })
  await write(ctx, made.id, { address: sealed(address, installation), signing })
  return made
}

interface Secrets {
  /** Undefined: as they are. */
  readonly address?: string | null
  readonly signing?: string | null
}
async function write(ctx: Ctx, id: string, { address, signing }: Secrets): Promise<void> {
  await ctx.tx.run(sql`
    update sys_message_robot set
      sealed_address = case when ${address !== undefined} then ${address ?? null}::text else sealed_address end,
      sealed_secret = case when ${signing !== undefined} then ${signing ?? null}::text else sealed_secret end
    where tenant_id = ${ctx.tenantId} and id = ${id}`)
}

const known = async (ctx: Ctx, id: string): Promise<{ name: string; disabled: boolean }> =>
  found(
    await ctx.tx.maybe<{ name: string; disabled: boolean }>(sql`
      select t.name, t.disabled from sys_message_robot t where t.id = ${id} and ${knownTo(ctx)}`),
    messageRobot.title,
  )

async function change(ctx: Ctx, input: z.output<typeof calls.change.input>, installation: string): Promise<Seen> {
  await known(ctx, input.id)
  await demandSight(ctx, input)
  const before = await lockSeen(ctx, messageRobot, input)
  const host = input.address === undefined ? before.host : hostOf(input.address)
  // A secret that was given to one side serves no other.
  const isMoved = host !== before.host || input.kind !== before.kind
  const given = signs[input.kind] ? input.secret : ''
  const secret = given ?? (isMoved ? '' : undefined)
  const signing = secret === undefined ? undefined : sealed(secret, installation)
  const next = { ...fieldsOf(input), host, isSigned: signing === undefined ? before.isSigned : signing !== null }
  const seen = await updateRow(ctx, messageRobot, { ...next, id: input.id, version: input.version })
  const address = input.address === undefined ? undefined : sealed(input.address, installation)
  await write(ctx, input.id, { ...(address !== undefined && { address }), ...(signing !== undefined && { signing }) })
  if (address !== undefined || given !== undefined)
    ctx.audit({
      subject: messageRobot.key,
      subjectId: input.id,
      subjectNo: input.name,
      action: 'update',
      after: {
        ...(address !== undefined && { addressChanged: true }),
        ...(signs[input.kind] && given !== undefined && { signingChanged: true }),
      },
    })
  return seen
}

async function turn(ctx: Ctx, { isOn, ...seen }: z.output<typeof calls.turn.input>): Promise<Seen> {
  await known(ctx, seen.id)
  return switchRow(ctx, messageRobot, seen, !isOn)
}

async function remove(ctx: Ctx, seen: Seen): Promise<null> {
  await known(ctx, seen.id)
  await removeRow(ctx, messageRobot, seen, {
    beforeRemove: async () => {
      await ctx.tx.run(sql`
        delete from sys_robot_delivery where tenant_id = ${ctx.tenantId} and robot_id = ${seen.id}`)
    },
  })
  ctx.tell(robotDelivery.key)
  return null
}

async function test(ctx: Ctx, { id }: { id: string }) {
  const { name, disabled } = await known(ctx, id)
  if (disabled) refuse(robotFaults.off)
  const [type, typeEn] = [name, name]
  const put = { kind: 'TEST' as const, eventId: ctx.newId(), args: { by: ctx.username, type, typeEn }, link: null }
  const delivery = await putDelivery(ctx, id, put)
  ctx.audit({ subject: messageRobot.key, subjectId: id, subjectNo: name, action: 'test' })
  return { id: delivery ?? '' }
}

async function show(ctx: Ctx, { id }: { id: string }): Promise<{ text: string }> {
  const row = await ctx.tx.maybe<{
    kind: string
    args: Record<string, string> | null
    link: string | null
    language: RobotRecord['language']
  }>(sql`
    select t.kind, t.args, t.link, r.language from sys_robot_delivery t
    join sys_message_robot r on r.tenant_id = t.tenant_id and r.id = t.robot_id
    where t.tenant_id = ${ctx.tenantId} and t.id = ${id} and ${ofKnown(ctx)[0]}`)
  const item = found(row, robotDelivery.title)
  return { text: plain(await wordsOf(ctx, item), item.language) }
}

/** What nobody took is sent again, from the beginning; what is on its way goes by itself. */
async function resend(ctx: Ctx, { ids }: { ids: readonly string[] }): Promise<{ count: number }> {
  const rows = await ctx.tx.query<{ id: string; robotId: string; name: string; disabled: boolean }>(sql`
    select t.id, t.robot_id, r.name, r.disabled from sys_robot_delivery t
    join sys_message_robot r on r.tenant_id = t.tenant_id and r.id = t.robot_id
    where t.tenant_id = ${ctx.tenantId} and t.id = any(${ids}::bigint[]) and ${ofKnown(ctx)[0]} order by t.id for update of t`)
  if (rows.length !== new Set(ids).size) found(undefined, robotDelivery.title)
  if (rows.some(({ disabled }) => disabled)) refuse(robotFaults.off)
  const again = await ctx.tx.query<{ id: string }>(sql`
    update sys_robot_delivery set state = 'PENDING', tries = 0, status = null, error = null, answer = null, done_at = null, next_at = null,
      version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and id = any(${ids}::bigint[]) and state = 'DEAD' returning id`)
  for (const { id } of again) ctx.emit({ topic: robotTopic, key: id })
  for (const [robotId, of] of Map.groupBy(rows, (row) => row.robotId))
    ctx.audit({
      subject: messageRobot.key,
      subjectId: robotId,
      subjectNo: of[0]?.name ?? null,
      action: 'resend',
      after: { count: of.length },
    })
  ctx.tell(robotDelivery.key)
  return { count: again.length }
}

/** @param installation its secret, under which addresses are sealed */
export const robotServed = (installation: string): Served[] => [
  serve(calls.list, list),
  serve(calls.add, (ctx, input) => add(ctx, input, installation)),
  serve(calls.change, (ctx, input) => change(ctx, input, installation)),
  serve(calls.turn, turn),
  serve(calls.remove, remove),
  serve(calls.test, test),
  serveList(calls.deliveries, (ctx, input) => listRecords(ctx, robotDelivery, input, ofKnown(ctx))),
  serve(calls.show, show),
  serve(calls.resend, resend),
]
