import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import { collectionRun, dataCollection, type SourceKind } from '@lading/contract/sys/collection.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { Kernel } from '../../kernel/perform.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { type Claim, createDue, putDue } from '../../platform/due/queue.ts'
import { subscribe } from '../outbound/mqtt.ts'
import { holdScale } from '../scale/hold.ts'
import { unseal } from '../seal.ts'
import { type Collecting, insideOf } from './runs.ts'
import { noteMessage } from './sent.ts'
import { shortened } from './settle.ts'

/** Subscriptions that this process may hold; others are held by another. */
const linesMax = 100
/** So often a process looks for a line that nobody holds, and whoever holds one, whether it is still wanted as it is. */
const lookMs = 2_000
const kind = 'line'
/** A broker that turned us away is asked again after so long. */
const againMs = 15_000
/** A scale that is switched on is wanted at once; one that stays off is asked ever less often. */
const scaleAgainMs = [1_000, 60_000] as const
/** A connection that stood so long was a good one. */
const goodMs = 10_000

/** Which lines there are: how their word begins, and after how long one is tried again that broke so often. */
const ways = {
  MQTT: { key: 'mqtt', again: () => againMs },
  SERIAL: {
    key: 'serial',
    again: (times: number) => Math.min(scaleAgainMs[1], scaleAgainMs[0] * 2 ** Math.min(times, 10)),
  },
} as const satisfies Partial<Record<SourceKind, { readonly key: string; readonly again: (times: number) => number }>>
type Lined = keyof typeof ways
const lined = Object.keys(ways) as Lined[]
const isLined = (sourceKind: string): sourceKind is Lined => Object.hasOwn(ways, sourceKind)

/** Lines to other systems that stay open: each is held by one process, and by another when that one is gone. */
export interface Lines {
  start(): void
  stop(): Promise<void>
}

/** Leaves word that a collection wants a line; one that is there is looked at anew by whoever holds it. */
export async function askForLine(
  ctx: Ctx,
  config: { readonly id: string; readonly sourceKind: string },
): Promise<void> {
  if (!isLined(config.sourceKind)) return
  const key = `${ways[config.sourceKind].key}:${config.id}`
  await putDue(ctx.tx, ctx.newId, [{ tenantId: ctx.tenantId, kind, key, at: ctx.now() }])
}

export function createLines(kernel: Kernel, o: Collecting): Lines {
  const due = createDue(kernel)
  let ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const held = new Set<Promise<unknown>>()
  const hand: Hand = { kernel, o, broken: new Map() }
  const look = (): void => {
    if (ending.signal.aborted || held.size >= linesMax) return
    const { signal } = ending
    const work = due
      .workOne(
        kind,
        lined.map((of) => ways[of].key),
        (claim) => {
          // There may be more of them.
          look()
          return hold(hand, claim, signal)
        },
      )
      .catch((error: unknown) => kernel.log.warn({ err: error }, 'a line could not be taken'))
    held.add(work)
    void work.finally(() => held.delete(work))
  }
  return {
    start: () => {
      ending = new AbortController()
      timer = setInterval(look, lookMs)
      timer.unref()
      look()
    },
    stop: async () => {
      clearInterval(timer)
      ending.abort()
      while (held.size > 0) await Promise.all(held)
    },
  }
}

type Wanted = RowOf<
  typeof dataCollection,
  | 'id'
  | 'version'
  | 'endpoint'
  | 'topic'
  | 'clientId'
  | 'credentialKind'
  | 'credentialName'
  | 'sealed'
  | 'lineFormat'
  | 'linePattern'
  | 'lineUnit'
  | 'steadiness'
>
const wanted = (ctx: Ctx, id: string, of: Lined): Promise<Wanted | undefined> =>
  ctx.tx.maybe<Wanted>(sql`
    select id, version, endpoint, topic, client_id, credential_kind, credential_name, sealed, line_format, line_pattern, line_unit, steadiness
    from sys_data_collection where tenant_id = ${ctx.tenantId} and id = ${id} and source_kind = ${of} and not disabled`)

/** What a process holds its lines with. */
interface Hand {
  readonly kernel: Kernel
  readonly o: Collecting
  /** How often in a row a line broke, by its word. */
  readonly broken: Map<string, number>
}
type Inside = ReturnType<typeof insideOf>

/** Holds a line as long as it is wanted as it is. @returns when somebody has to look at it again */
async function hold(hand: Hand, claim: Claim, stopping: AbortSignal): Promise<Date | undefined> {
  const { kernel, broken } = hand
  const inside = insideOf(kernel, claim.tenantId)
  const [key = '', id = ''] = claim.key.split(':')
  const of = lined.find((one) => ways[one].key === key)
  const config = of && (await inside((ctx) => wanted(ctx, id, of)))
  if (!of || !config) {
    broken.delete(claim.key)
    if (of) await inside((ctx) => noteLine(ctx, id, of, null))
    return undefined
  }
  const over = new AbortController()
  const warn = (error: unknown): void =>
    kernel.log.warn({ err: error, collection: id }, 'a line could not be looked at')
  const watch = setInterval(() => {
    inside((ctx) => wanted(ctx, id, of)).then((now) => now?.version !== config.version && over.abort(), warn)
  }, lookMs)
  let upAt: number | undefined
  const up = (): void => {
    upAt = kernel.now().getTime()
    inside((ctx) => noteLine(ctx, id, of, 'UP')).catch(warn)
  }
  try {
    await listen(hand, of, config, { inside, up, warn }, AbortSignal.any([stopping, over.signal]))
    broken.delete(claim.key)
    // Whoever comes next looks at what is wanted by then.
    return kernel.now()
  } catch (error) {
    if (!(error instanceof Fault)) kernel.log.error({ err: error, collection: id }, 'a line broke')
    await inside((ctx) => noteBroken(ctx, id, of, error instanceof Fault ? error : new Fault(faults.internal)))
    const now = kernel.now().getTime()
    const times = upAt !== undefined && now - upAt >= goodMs ? 0 : (broken.get(claim.key) ?? 0)
    broken.set(claim.key, times + 1)
    return new Date(now + ways[of].again(times))
  } finally {
    clearInterval(watch)
  }
}

interface Told {
  readonly inside: Inside
  readonly up: () => void
  readonly warn: (error: unknown) => void
}
/** Listens until the signal ends it. */
function listen({ kernel, o }: Hand, of: Lined, config: Wanted, told: Told, signal: AbortSignal): Promise<void> {
  if (of === 'SERIAL') return holdScale(config, { ...told, now: () => kernel.now() }, signal)
  const secret = config.sealed === null ? null : unseal(config.sealed, o.secret, 'collection')
  const login =
    config.credentialKind === 'BASIC' ? { username: config.credentialName ?? '', password: secret ?? '' } : {}
  const asked = {
    ...login,
    url: config.endpoint,
    topic: config.topic ?? '',
    clientId: config.clientId ?? `lading-${config.id}`,
    take: (payload: Buffer) => told.inside((ctx) => noteMessage(ctx, o, config.id, payload)),
    up: told.up,
  }
  return subscribe(asked, signal)
}

/** One that became another kind of line meanwhile is told of by who holds that. */
async function noteLine(ctx: Ctx, id: string, of: Lined, line: 'UP' | 'DOWN' | null): Promise<boolean> {
  const others = lined.filter((one) => one !== of)
  const n = await ctx.tx.run(sql`
    update sys_data_collection set line = ${line}, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${id} and line is distinct from ${line} and source_kind <> all(${others}::text[])`)
  if (n > 0) ctx.tell(dataCollection.key)
  return n > 0
}

/** Noted among the runs when it breaks, not each time that it still is. */
async function noteBroken(ctx: Ctx, id: string, of: Lined, why: Fault): Promise<void> {
  if (!(await noteLine(ctx, id, of, 'DOWN'))) return
  const [message, messageEn] = shortened(why.said)
  const at = ctx.now()
  const row = { configId: id, trigger: 'PUSH' as const, status: 'FAILED' as const, startedAt: at, endedAt: at }
  await insert(ctx, collectionRun, [{ ...row, message, messageEn }])
  await ctx.tx.run(sql`
    update sys_data_collection set last_at = ${at}, last_status = 'FAILED' where tenant_id = ${ctx.tenantId} and id = ${id}`)
}
