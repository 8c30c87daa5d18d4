// engine: what the gateway reads and writes of controllers and their lights

import { agentCode } from '@lading/contract/dps/agent.ts'
import type { LightColour, LinkState } from '@lading/contract/dps/equipment.ts'
import { link } from '@lading/contract/dps/equipment.ts'
import { deviceEvent } from '@lading/contract/dps/light.ts'
import { jobpoint } from '@lading/contract/dps/line.ts'
import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import { say } from '@lading/contract/kernel/text.ts'
import sql, { type Sql } from 'sql-template-tag'
import { type Ctx, type Org, systemIdentity, systemOrigin } from '../../kernel/ctx.ts'
import { asOwner, codeOf } from '../../kernel/database.ts'
import { insert } from '../../kernel/insert.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import { countsFirst } from '../agent/book.ts'
import type { DeviceEvent, Kept, LightStyle, Show } from '../driver/driver.ts'
import { type At, type Heard, hear, readAt, restarted, setHealth } from '../rack/press.ts'
import { raise, settleRaised } from '../rack/raise.ts'
import { here, readTags, tellLights } from '../rack/read.ts'
import type { Warehouse } from '../warehouse/asks.ts'

/** A controller that somebody wants to be spoken to. */
export interface Wanted {
  readonly tenantId: string
  readonly org: Org
  readonly id: string
  readonly code: string
  readonly driver: 'ABLEPICK' | 'MQTT_JSON' | 'SIM'
  readonly host: string | null
  readonly port: number
  readonly editable: boolean
  /** With what its tags log in to the product's own broker. */
  readonly loginHash: string | null
  /** Of one that an agent speaks to: which of its connections. */
  readonly via?: string
}
/** So long a process that is gone keeps others from its controllers. */
export const leaseMs = 10_000

const byAgent = sql`exists (select 1 from dps_agent a where a.tenant_id = c.tenant_id and a.org_id = c.org_id and a.code = ${agentCode} and a.is_on)`
/**
 * The controllers in use that nobody else speaks to, of tenants that may work: where one is suspended its lights go out.
 * @param centres those whose agents are connected here; left out: all that are spoken to without an agent
 */
export const wantedControllers = (kernel: Kernel, holder: string, centres?: readonly string[]): Promise<Wanted[]> =>
  controllersOf(
    kernel,
    sql`${centres ? sql`c.org_id = any(${centres}::bigint[]) and ${byAgent}` : sql`not ${byAgent}`}
      and (k.id is null or k.holder is null or k.holder = ${holder} or k.lease_until < ${kernel.now()})`,
  )
/** All controllers in use of a centre whose agent speaks to them. */
export const siteOf = (kernel: Kernel, orgId: string): Promise<Wanted[]> =>
  controllersOf(kernel, sql`c.org_id = ${orgId} and ${byAgent}`)

const controllersOf = (kernel: Kernel, where: Sql): Promise<Wanted[]> =>
  asOwner(kernel.db, async (tx) => {
    const rows = await tx.query<
      Omit<Wanted, 'org'> & { orgId: string; orgCode: string; type: string; timeZone: string }
    >(sql`
      select c.tenant_id, c.id, c.code, c.driver, c.host, c.port, c.editable, c.login_hash, o.id as org_id, o.code as org_code, o.type, o.time_zone
      from dps_controller c join sys_org o on o.tenant_id = c.tenant_id and o.id = c.org_id
      join sys_tenant t on t.id = c.tenant_id and t.status = 'ACTIVE'
      left join dps_link k on k.tenant_id = c.tenant_id and k.controller_id = c.id
      where not c.disabled and ${where} order by c.id`)
    return rows.map(({ orgId, orgCode, type, timeZone, ...c }) => ({
      ...c,
      org: { id: orgId, code: orgCode, type, timeZone },
    }))
  })

/** The product itself at work at a controller. */
export const within = <T>(kernel: Kernel, c: Wanted, key: string, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  perform(kernel, c.tenantId, { ...systemOrigin(key), source: 'DPS' }, systemIdentity(c.tenantId, c.org), work)

/** Takes or renews the lease. @returns whether this process speaks to it */
export const hold = (kernel: Kernel, c: Wanted, holder: string): Promise<boolean> =>
  within(kernel, c, 'lease', async (ctx) => {
    const until = new Date(ctx.now().getTime() + leaseMs)
    await insert(ctx, link, [{ controllerId: c.id }], sql`on conflict do nothing`)
    const n = await ctx.tx.run(sql`
      update dps_link set holder = ${holder}, lease_until = ${until}, state = case when holder = ${holder} then state else 'CONNECTING' end
      where ${here(ctx)} and controller_id = ${c.id} and (holder is null or holder = ${holder} or lease_until < ${ctx.now()})`)
    return n === 1
  })
export const letGo = (kernel: Kernel, c: Wanted, holder: string): Promise<void> =>
  within(kernel, c, 'lease', async (ctx) => {
    await ctx.tx.run(sql`
      update dps_link set holder = null, lease_until = null, state = 'OFFLINE', since = ${ctx.now()} where ${here(ctx)} and controller_id = ${c.id} and holder = ${holder}`)
    ctx.tell('dps.controller')
  })

export const setLink = (kernel: Kernel, c: Wanted, state: LinkState, why = ''): Promise<void> =>
  within(kernel, c, 'link', async (ctx) => {
    await ctx.tx.run(sql`
      update dps_link set state = ${state}, since = ${ctx.now()}, why = ${why.slice(0, 200)} where ${here(ctx)} and controller_id = ${c.id}`)
    if (state === 'ONLINE') await settleRaised(ctx, ['CONTROLLER_OFFLINE'], { controllerId: c.id })
    ctx.tell('dps.controller')
  })
/** One that does not come back is somebody's business. */
export const tellOffline = (kernel: Kernel, c: Wanted, why: string): Promise<void> =>
  within(kernel, c, 'offline', (ctx) => raise(ctx, 'CONTROLLER_OFFLINE', { controllerId: c.id }, why))

/** What is to be known of a connection that has just been made. */
export interface Beginning {
  readonly epoch: number
  /** The highest node in use, by bus. */
  readonly ranges: readonly { readonly bus: number; readonly node: number }[]
}
/** What is told before a connection begins: it was kept elsewhere, and stands for itself. */
export const nextEpoch = (kernel: Kernel, c: Wanted): Promise<number> =>
  within(kernel, c, 'epoch', async (ctx) => {
    const { epoch } = await ctx.tx.one<{ epoch: number }>(sql`
      update dps_link set epoch = epoch + 1 where ${here(ctx)} and controller_id = ${c.id} returning epoch`)
    return epoch
  })

/**
 * A connection begins: the tags may show anything, and what was pressed last may never have arrived. All that is on is sent
 * again, marked so that the worker looks into the tote first.
 * @param isKept the connection to the controller itself has lasted, and nothing was lost on it: lights stay as they are
 */
export const beginLink = (kernel: Kernel, c: Wanted, isKept = false): Promise<Beginning> =>
  within(kernel, c, 'begin', async (ctx) => {
    const { epoch } = await ctx.tx.one<{ epoch: number }>(sql`
      update dps_link set epoch = epoch + 1, state = 'SYNCING', since = ${ctx.now()}, why = null where ${here(ctx)} and controller_id = ${c.id} returning epoch`)
    await ctx.tx.run(sql`
      update dps_light set state = 'QUEUED', style = case when purpose = 'PICK' and not ${isKept}::boolean then 'RECHECK' else style end, version = version + 1
      where ${here(ctx)} and controller_id = ${c.id} and state = 'LIT'`)
    // Whatever else was shown has been cleared.
    await ctx.tx.run(sql`
      update dps_light set dark_at = ${ctx.now()} where ${here(ctx)} and controller_id = ${c.id} and dark_at is null and state not in ('QUEUED', 'LIT')`)
    const ranges = await ctx.tx.query<{ bus: number; node: number }>(sql`
      select bus, max(node) as node from dps_tag where ${here(ctx)} and controller_id = ${c.id} and not disabled group by bus order by bus`)
    ctx.tell('dps.controller')
    ctx.tell(jobpoint.key)
    return { epoch, ranges }
  })

/** A light to be sent, or a tag to be made dark. */
interface Frame {
  readonly id: string
  readonly bus: number
  readonly node: number
}
type Queued = Frame & {
  readonly qty: string | null
  readonly words: string | null
  readonly colour: LightColour | null
  readonly style: string
}
export interface Command extends Frame {
  readonly verb: string
  readonly qty: number | null
}
export interface Outgoing {
  readonly dark: readonly Frame[]
  readonly lit: readonly Queued[]
  readonly commands: readonly Command[]
}
/** What waits to be sent to a controller. */
export const outgoing = (kernel: Kernel, c: Wanted): Promise<Outgoing> =>
  within(kernel, c, 'out', async (ctx) => {
    const of = sql`l.tenant_id = ${ctx.tenantId} and l.org_id = ${ctx.org.id} and l.controller_id = ${c.id}`
    const tag = sql`join dps_tag t on t.tenant_id = l.tenant_id and t.id = l.tag_id`
    const [dark, lit, commands] = await Promise.all([
      ctx.tx.query<Frame & object>(sql`
        select l.id, t.bus, t.node from dps_light l ${tag} where ${of} and l.dark_at is null and l.state not in ('QUEUED', 'LIT') and l.sent_at is not null`),
      ctx.tx.query<Queued & object>(sql`
        select l.id, t.bus, t.node, trunc(l.qty)::text as qty, l.words, l.colour, l.style from dps_light l ${tag} where ${of} and l.state = 'QUEUED' order by l.id`),
      ctx.tx.query<Command & object>(sql`
        select l.id, l.verb, coalesce(l.bus, 1) as bus, coalesce(l.node, 0) as node, l.qty from dps_command l where ${of} and l.done_at is null order by l.id`),
    ])
    return { dark, lit, commands }
  })
/** What was sent is not sent again. */
export const sent = (
  kernel: Kernel,
  c: Wanted,
  o: { dark: readonly string[]; lit: readonly string[]; commands: readonly string[] },
) =>
  within(kernel, c, 'sent', async (ctx) => {
    const among = (ids: readonly string[]) => sql`${here(ctx)} and id = any(${ids}::bigint[])`
    if (o.dark.length > 0) await ctx.tx.run(sql`update dps_light set dark_at = ${ctx.now()} where ${among(o.dark)}`)
    // One that was withdrawn meanwhile is shown all the same: it is to be made dark.
    if (o.lit.length > 0)
      await ctx.tx.run(sql`
        update dps_light set state = case when state = 'QUEUED' then 'LIT' else state end, sent_at = ${ctx.now()}, version = version + 1
        where ${among(o.lit)} and (state = 'QUEUED' or sent_at is null)`)
    // Whoever looks at the rack sees that it is on; who sends frames has just sent it.
    if (o.lit.length > 0) ctx.tell(jobpoint.key)
    if (o.commands.length > 0)
      await ctx.tx.run(sql`update dps_command set done_at = ${ctx.now()} where ${among(o.commands)}`)
  })

const styles: Readonly<Record<string, LightStyle>> = { STEADY: 'steady', BLINK: 'blink', RECHECK: 'recheck' }
export const showOf = (l: Queued, editable: boolean): Show => ({
  ...{ token: l.id, bus: l.bus, node: l.node, style: styles[l.style] ?? 'steady', editable },
  ...(l.qty !== null && { qty: Number(l.qty) }),
  ...(l.words !== null && { text: l.words }),
  ...(l.colour !== null && { color: l.colour.toLowerCase() as NonNullable<Show['color']> }),
})

/** Which of the messages of a connection it is. */
export interface Receipt {
  readonly epoch: number
  readonly rxSeq: number
  readonly at: Date
  /** Where an agent keeps it: it is booked once by its number, whatever connection it comes on. */
  readonly kept?: Kept | undefined
}

/**
 * Books what a controller told: with its outcome, in one transaction, once however often it comes. What is refused is told
 * and the light comes on again.
 */
export async function receive(
  kernel: Kernel,
  warehouse: Warehouse,
  c: Wanted,
  r: Receipt,
  e: DeviceEvent,
): Promise<Heard> {
  const key = `dps:${c.id}:${r.epoch}:${r.rxSeq}`
  for (let tries = 1; ; tries++)
    try {
      return await within(kernel, c, key, (ctx) => take(ctx, warehouse, c, r, e))
    } catch (error) {
      // What lost a race goes through when it is tried again.
      if (isUnwanted(error) && tries < triesMax) continue
      const why = neverBooked(kernel, c, error)
      if (why === undefined) throw error
      return within(kernel, c, key, (ctx) => refused(ctx, c, r, e, why))
    }
}

const triesMax = 3
/** What the database itself will not have: of a race, or of a fault of ours. */
const isUnwanted = (error: unknown): boolean => /^2[23]/.test(codeOf(error))
/** Why a message is not booked, however often it is tried; undefined: it may be, when the database is there again. */
function neverBooked(kernel: Kernel, { code }: Wanted, error: unknown): string | undefined {
  if (error instanceof Fault)
    return error.refusal.code < 50_000 ? say(error.refusal.text, 'zh-CN', error.args) : undefined
  // All that the controller tells after it would wait for ever.
  if (!isUnwanted(error)) return undefined
  kernel.log.error({ err: error, controller: code }, 'what a controller told cannot be booked')
  return say(faults.internal.text, 'zh-CN')
}

async function take(ctx: Ctx, warehouse: Warehouse, c: Wanted, r: Receipt, e: DeviceEvent): Promise<Heard> {
  const [known, isFirst, own, at] = await Promise.all([
    ctx.tx.maybe(sql`
      select 1 from dps_event where ${here(ctx)} and controller_id = ${c.id} and epoch = ${r.epoch} and rx_seq = ${r.rxSeq}`),
    !r.kept || countsFirst(ctx, r.kept),
    ctx.tx.maybe(sql`select 1 from dps_link where ${here(ctx)} and controller_id = ${c.id} and epoch = ${r.epoch}`),
    tagAt(ctx, c, e),
  ])
  if (known || !isFirst) return { outcome: 'DUPLICATE' }
  // Another process has connected since: it has lit all that is open anew.
  // What is kept comes again, to whoever is connected then.
  if (!own && r.kept) throw new Error(`controller ${c.code} is spoken to by another process`)
  const heard = own ? await heardOf(ctx, warehouse, c, e, at) : orphan
  note(ctx, c, r, e, heard)
  return heard
}
async function heardOf(ctx: Ctx, warehouse: Warehouse, c: Wanted, e: DeviceEvent, at: At | undefined): Promise<Heard> {
  if (e.kind === 'STATUS') return health(ctx, c, e)
  if (e.kind === 'RESET' && e.node === 0) return allRestarted(ctx, c, e)
  return at ? hear(ctx, warehouse, at, e, c.editable) : orphan
}
/** The power of a whole bus was gone: none of its tags shows anything. */
async function allRestarted(ctx: Ctx, c: Wanted, { bus }: DeviceEvent): Promise<Heard> {
  for (const tag of await readTags(ctx, sql`controller_id = ${c.id} and bus = ${bus} and not disabled`))
    await restarted(ctx, tag)
  return { outcome: 'INFO' }
}
const orphan: Heard = { outcome: 'ORPHAN' }
const tagAt = (ctx: Ctx, c: Wanted, e: DeviceEvent): Promise<At | undefined> =>
  readAt(ctx, sql`controller_id = ${c.id} and bus = ${e.bus} and node = ${e.node}`)

async function refused(ctx: Ctx, c: Wanted, r: Receipt, e: DeviceEvent, why: string): Promise<Heard> {
  if (r.kept && !(await countsFirst(ctx, r.kept))) return { outcome: 'DUPLICATE' }
  const { tag, shown } = (await tagAt(ctx, c, e)) ?? {}
  if (shown) {
    await ctx.tx.run(
      sql`update dps_light set state = 'QUEUED', style = 'BLINK', version = version + 1 where ${here(ctx)} and id = ${shown.id} and state = 'LIT'`,
    )
    tellLights(ctx)
  }
  await raise(
    ctx,
    'NOT_BOOKED',
    { tagId: tag?.id ?? null, pickId: shown?.pickId ?? null, taskId: shown?.taskId ?? null },
    why,
  )
  const heard: Heard = { outcome: 'RAISED', why, ...(shown && { lightId: shown.id }) }
  note(ctx, c, r, e, heard)
  return heard
}

/** Which tags answer, and which do not. */
async function health(ctx: Ctx, c: Wanted, e: DeviceEvent): Promise<Heard> {
  const tags = await readTags(ctx, sql`controller_id = ${c.id} and bus = ${e.bus} and not disabled`)
  const gone = new Set(e.missing ?? [])
  await setHealth(
    ctx,
    tags.filter((t) => gone.has(t.node)).map((t) => t.id),
    'NO_RESPONSE',
  )
  const sound = tags.filter((t) => !gone.has(t.node))
  await setHealth(
    ctx,
    sound.map((t) => t.id),
    'OK',
  )
  for (const { id } of await ctx.tx.query<{ id: string }>(sql`
    select tag_id as id from dps_exception where ${here(ctx)} and state = 'OPEN' and kind in ('NO_RESPONSE', 'MALFUNCTION') and tag_id = any(${sound.map((t) => t.id)}::bigint[])`))
    await settleRaised(ctx, ['NO_RESPONSE', 'MALFUNCTION'], { tagId: id })
  return { outcome: 'INFO' }
}

const notedMax = 2 ** 31 - 1
/** Travels with the commit. */
function note(ctx: Ctx, c: Wanted, r: Receipt, e: DeviceEvent, heard: Heard): void {
  const noted = insert(ctx, deviceEvent, [
    {
      ...{
        controllerId: c.id,
        epoch: r.epoch,
        rxSeq: r.rxSeq,
        kind: e.kind,
        bus: e.bus,
        node: e.node,
        // Of a figure beyond all that tags show it is enough to know that: what cannot be noted would hold up all behind it.
        qty: e.qty === undefined ? null : Math.min(e.qty, notedMax),
      },
      ...{ raw: Buffer.from(e.raw).toString('hex').slice(0, 600), rxAt: r.at, lightId: heard.lightId ?? null },
      ...{ outcome: heard.outcome, why: heard.why?.slice(0, 200) ?? null },
    },
  ])
  ctx.tx.later(noted)
  ctx.tx.later(ctx.tx.run(sql`update dps_link set last_rx_at = ${r.at} where ${here(ctx)} and controller_id = ${c.id}`))
}
