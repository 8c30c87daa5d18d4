import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Kernel } from '../../kernel/ctx.ts'
import { transaction } from '../../kernel/database.ts'

/** An event as it lies in the outbox. */
export interface StoredEvent {
  readonly id: string
  readonly orgId: string
  readonly topic: string
  readonly key: string
  readonly payload: Record<string, unknown> | null
  readonly tries: number
}

/** Does what an event asks. Called with all waiting events of one key; must be harmless to repeat. */
export type Listener = (tenantId: string, events: readonly StoredEvent[]) => Promise<void>

export interface Relay {
  nudge(tenantId: string): void
  /** Works until nothing is left: for tests and for a graceful stop. */
  drain(): Promise<void>
  stop(): Promise<void>
}

const batch = 200
/** Tried so often, over hours, an event is left for somebody to look at. */
export const triesMax = 20
const sweepMs = 5_000
/** Events gather this long before a round: a hundred confirms of one bill refresh its header once. */
const gatherMs = 250

/**
 * Delivers the outbox. A round takes a tenant's oldest undelivered rows, runs each listener once per key and removes
 * what it delivered; a listener that fails leaves its rows for a later round. Commit order is not id order, so nothing
 * is ever judged by "id greater than the last".
 */
export function startRelay(
  kernel: Kernel,
  listeners: Readonly<Record<string, Listener>>,
  tenants: () => Promise<readonly string[]>,
  delivered: (tenantId: string, events: readonly StoredEvent[]) => void = () => undefined,
): Relay {
  const waiting = new Set<string>()
  let stopped = false
  let running: Promise<void> | undefined
  let lastSweep = 0
  let gathering: NodeJS.Timeout | undefined

  const swept = new Set<string>()
  /** What this process did not leave itself is another's to deliver, unless it has been lying there for a while. */
  const round = async (tenantId: string, leftSince = kernel.now()): Promise<number> => {
    const events = await transaction(kernel.db, tenantId, (tx) =>
      tx.query<StoredEvent>(sql`
        select id, org_id, topic, key, payload, tries from sys_outbox
        where tenant_id = ${tenantId} and not_before <= ${leftSince} and tries < ${triesMax} order by id limit ${batch}`),
    )
    const groups = Map.groupBy(events, (e) => `${e.topic} ${e.orgId} ${e.key}`)
    for (const group of groups.values())
      if (await deliver(kernel, listeners, tenantId, group)) delivered(tenantId, group)
    return events.length
  }
  const work = async (): Promise<void> => {
    for (;;) {
      if (kernel.now().getTime() - lastSweep > sweepMs) {
        lastSweep = kernel.now().getTime()
        for (const id of await tenants()) swept.add(id)
      }
      const tenantId = waiting.values().next().value
      const left = swept.values().next().value
      if (tenantId !== undefined) {
        waiting.delete(tenantId)
        if ((await round(tenantId)) === batch) waiting.add(tenantId)
      } else if (left !== undefined) {
        swept.delete(left)
        if ((await round(left, new Date(kernel.now().getTime() - sweepMs))) === batch) swept.add(left)
      } else return
    }
  }
  const wake = (): void => {
    if (running || stopped) return
    running = work()
      .catch((error: unknown) => kernel.log.warn({ err: error }, 'outbox round failed'))
      .finally(() => {
        running = undefined
        if (waiting.size > 0) setTimeout(wake, 100).unref()
      })
  }
  const timer = setInterval(wake, sweepMs)
  timer.unref()
  return {
    nudge: (tenantId) => {
      waiting.add(tenantId)
      gathering ??= setTimeout(() => {
        gathering = undefined
        wake()
      }, gatherMs).unref()
    },
    drain: async () => {
      lastSweep = 0
      for (let i = 0; i < 1000; i++) {
        await running
        for (const id of await tenants()) if ((await round(id)) > 0) waiting.add(id)
        if (waiting.size === 0) return
        waiting.clear()
        await sleep(1)
      }
    },
    stop: async () => {
      stopped = true
      clearInterval(timer)
      clearTimeout(gathering)
      await running
    },
  }
}

async function deliver(
  kernel: Kernel,
  listeners: Readonly<Record<string, Listener>>,
  tenantId: string,
  group: readonly StoredEvent[],
): Promise<boolean> {
  const first = group[0]
  if (!first) return false
  const ids = group.map((e) => e.id)
  try {
    const listen = listeners[first.topic]
    if (!listen) throw new Error(`nobody listens to ${first.topic}`)
    await listen(tenantId, group)
    await transaction(kernel.db, tenantId, (tx) =>
      tx.run(sql`delete from sys_outbox where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`),
    )
    return true
  } catch (error) {
    const wait = Math.min(2 ** first.tries, 300) * 1000
    kernel.log.warn({ err: error, topic: first.topic, tries: first.tries }, 'outbox delivery failed')
    await transaction(kernel.db, tenantId, (tx) =>
      tx.run(sql`
        update sys_outbox set tries = tries + 1, not_before = ${new Date(kernel.now().getTime() + wait)},
          error = ${String(error).slice(0, 500)}, updated_at = now()
        where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`),
    )
    return false
  }
}
