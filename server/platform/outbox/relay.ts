import { setTimeout as sleep } from 'node:timers/promises'
import type { outbox } from '@lading/contract/sys/tables.ts'
import sql from 'sql-template-tag'
import { transaction } from '../../kernel/database.ts'
import type { Kernel } from '../../kernel/perform.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { createDue } from '../due/queue.ts'

/** An event as it lies in the outbox. */
export type StoredEvent = RowOf<typeof outbox, 'id' | 'orgId' | 'topic' | 'key' | 'tries'> & {
  readonly payload: Record<string, unknown> | null
}

/** Does what an event asks. Called with all waiting events of one key; must be harmless to repeat. */
export type Listener = (tenantId: string, events: readonly StoredEvent[]) => Promise<void>

/** One that is called with all waiting events of its topic and organisation, whatever their keys. */
export interface TogetherListener {
  readonly together: Listener
}
/** One whose work takes seconds: whatever else is due is delivered beside it. */
export interface LongListener {
  readonly long: Listener
}
export type Listeners = Readonly<Record<string, Listener | TogetherListener | LongListener>>

/** Hears of every group of events that was delivered: those of one key. */
type Delivered = (tenantId: string, events: readonly StoredEvent[]) => void

export interface Relay {
  nudge(tenantId: string): void
  /** Delivers what is due, once. */
  tick(): Promise<void>
  /** Works until nothing is left: for tests and for a graceful stop. */
  drain(): Promise<void>
  stop(): Promise<void>
}

const batch = 200
/** Tried so often, over hours, an event is left for somebody to look at. */
export const triesMax = 20
const tickMs = 5_000
/** Events gather this long before a round: a hundred confirms of one bill refresh its header once. */
const gatherMs = 250
/** A tenant's outbox is one piece of work of the queue. */
export const wholeOutbox = { kind: 'outbox', key: '' } as const

/**
 * Delivers the outbox. Tenants who left something in it stand in the queue of what is due, from just after the commit;
 * what a crash forgot there is found by the process that starts in its place, and by a job. A round takes a tenant's
 * oldest undelivered rows, runs each listener once per key and removes what it delivered; a listener that fails leaves
 * its rows for a later round. Commit order is not id order, so nothing is ever judged by "id greater than the last".
 */
export function startRelay(
  kernel: Kernel,
  listeners: Listeners,
  tenants: () => Promise<readonly string[]>,
  delivered: Delivered = () => undefined,
): Relay {
  const due = createDue(kernel)
  const waiting = new Set<string>()
  let isFirst = true
  let stopped = false
  let running: Promise<void> | undefined
  let gathering: NodeJS.Timeout | undefined

  const round = (tenantId: string): Promise<Round> => deliverDue(kernel, listeners, tenantId, delivered)
  /** Whoever left something is due; once after the start everybody. */
  const putWaiting = async (): Promise<void> => {
    if (isFirst) for (const id of await tenants()) waiting.add(id)
    const ids = [...waiting]
    // Who leaves something while this is written asks anew.
    waiting.clear()
    try {
      await due.put(ids.map((tenantId) => ({ tenantId, ...wholeOutbox, at: kernel.now() })))
      isFirst = false
    } catch (error) {
      for (const id of ids) waiting.add(id)
      throw error
    }
  }
  const work = async (): Promise<void> => {
    do {
      if (isFirst || waiting.size > 0) await putWaiting()
    } while (
      !stopped &&
      (await due.workOne(wholeOutbox.kind, [wholeOutbox.key], async ({ tenantId }) => (await round(tenantId)).next))
    )
  }
  const wake = (): Promise<void> => {
    if (stopped) return Promise.resolve()
    running ??= work()
      .catch((error: unknown) => kernel.log.warn({ err: error }, 'outbox round failed'))
      .finally(() => {
        running = undefined
        if (waiting.size > 0) setTimeout(wake, 100).unref()
      })
    return running
  }
  const timer = setInterval(wake, tickMs)
  timer.unref()
  return {
    nudge: (tenantId) => {
      waiting.add(tenantId)
      gathering ??= setTimeout(() => {
        gathering = undefined
        void wake()
      }, gatherMs).unref()
    },
    tick: wake,
    drain: async () => {
      for (let i = 0; i < 1000; i++) {
        // Never beside a round of its own accord: both would deliver the same event at once.
        while (running) await running
        let found = 0
        const pass = (async () => {
          for (const id of await tenants()) found += (await round(id)).count
        })()
        running = pass
          .catch(() => undefined)
          .finally(() => {
            running = undefined
          })
        await pass
        if (found === 0) return
        await sleep(1)
      }
    },
    stop: async () => {
      stopped = true
      clearInterval(timer)
      clearTimeout(gathering)
      await running
      // Another process, or the next, goes on with it.
      if (waiting.size > 0) await putWaiting().catch(() => undefined)
    },
  }
}

interface Round {
  readonly count: number
  /** When there is more to do. */
  readonly next: Date | undefined
}

async function deliverDue(
  kernel: Kernel,
  listeners: Listeners,
  tenantId: string,
  delivered: Delivered,
): Promise<Round> {
  const now = kernel.now()
  const [events, { later }] = await transaction(kernel.db, tenantId, (tx) =>
    Promise.all([
      tx.query<StoredEvent>(sql`
        select id, org_id, topic, key, payload, tries from sys_outbox
        where tenant_id = ${tenantId} and not_before <= ${now} and tries < ${triesMax} order by id limit ${batch}`),
      tx.one<{ later: Date | null }>(sql`
        select min(not_before) as later from sys_outbox
        where tenant_id = ${tenantId} and not_before > ${now} and tries < ${triesMax}`),
    ]),
  )
  const again = [...(later ? [later] : []), ...(events.length === batch ? [now] : [])]
  const inTurn = async (groups: readonly StoredEvent[][]): Promise<void> => {
    for (const group of groups) again.push(...(await deliver(kernel, listeners, tenantId, group, delivered)))
  }
  const [long, short] = split(groupsOf(listeners, events), ([event]) => has(listeners, event, 'long'))
  await Promise.all([inTurn(long), inTurn(short)])
  return { count: events.length, next: again.sort((a, b) => a.getTime() - b.getTime())[0] }
}

const byKey = (events: readonly StoredEvent[]): StoredEvent[][] => [
  ...Map.groupBy(events, (e) => `${e.topic} ${e.orgId} ${e.key}`).values(),
]
const split = <T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] => [
  all.filter(isFirst),
  all.filter((one) => !isFirst(one)),
]
const has = (listeners: Listeners, event: StoredEvent | undefined, how: 'long' | 'together'): boolean => {
  const listener = event && listeners[event.topic]
  return typeof listener === 'object' && how in listener
}
const calling = (listener: Listeners[string]): Listener => {
  if (typeof listener === 'function') return listener
  return 'long' in listener ? listener.long : listener.together
}
/** What is delivered in one call. */
function groupsOf(listeners: Listeners, events: readonly StoredEvent[]): StoredEvent[][] {
  const isTogether = (event: StoredEvent): boolean => has(listeners, event, 'together')
  const groups = Map.groupBy(events, (e) => `${e.topic} ${e.orgId} ${isTogether(e) ? '' : e.key}`)
  return [...groups.values()]
}

/**
 * One that fails must not hold back the others that were delivered beside it: they are tried one key at a time then.
 * @returns when to try again what could not be delivered
 */
async function deliver(
  kernel: Kernel,
  listeners: Listeners,
  tenantId: string,
  group: readonly StoredEvent[],
  delivered: Delivered,
): Promise<readonly Date[]> {
  const first = group[0]
  if (!first) return []
  const ids = group.map((e) => e.id)
  const keys = byKey(group)
  try {
    const listener = listeners[first.topic]
    if (!listener) throw new Error(`nobody listens to ${first.topic}`)
    await calling(listener)(tenantId, group)
    await transaction(kernel.db, tenantId, (tx) =>
      tx.run(sql`delete from sys_outbox where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`),
    )
    for (const ofKey of keys) delivered(tenantId, ofKey)
    return []
  } catch (error) {
    if (keys.length > 1) {
      const retries: Date[] = []
      for (const ofKey of keys) retries.push(...(await deliver(kernel, listeners, tenantId, ofKey, delivered)))
      return retries
    }
    const retry = new Date(kernel.now().getTime() + Math.min(2 ** first.tries, 300) * 1000)
    kernel.log.warn({ err: error, topic: first.topic, tries: first.tries }, 'outbox delivery failed')
    await transaction(kernel.db, tenantId, (tx) =>
      tx.run(sql`
        update sys_outbox set tries = tries + 1, not_before = ${retry},
          error = ${String(error).slice(0, 500)}, updated_at = now()
        where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`),
    )
    return [retry]
  }
}
