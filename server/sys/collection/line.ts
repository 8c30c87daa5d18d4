import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import { collectionRun, dataCollection } from '@lading/contract/sys/collection.ts'
import sql from 'sql-template-tag'
import type { Ctx, Kernel } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { type Claim, createDue, putDue } from '../../platform/due/queue.ts'
import { subscribe } from '../outbound/mqtt.ts'
import { unseal } from '../seal.ts'
import { type Collecting, insideOf } from './runs.ts'
import { noteMessage } from './sent.ts'
import { shortened } from './settle.ts'

/** Subscriptions that this process may hold; others are held by another. */
const linesMax = 100
/** So often a process looks for a line that nobody holds, and whoever holds one, whether it is still wanted as it is. */
const lookMs = 2_000
/** A line that broke is tried again after so long. */
const againMs = 15_000
const kind = 'line'
const ofMqtt = 'mqtt'

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
  if (config.sourceKind !== 'MQTT') return
  await putDue(ctx.tx, ctx.newId, [{ tenantId: ctx.tenantId, kind, key: `${ofMqtt}:${config.id}`, at: ctx.now() }])
}

export function createLines(kernel: Kernel, o: Collecting): Lines {
  const due = createDue(kernel)
  let ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const held = new Set<Promise<unknown>>()
  const look = (): void => {
    if (ending.signal.aborted || held.size >= linesMax) return
    const { signal } = ending
    const work = due
      .workOne(kind, [ofMqtt], (claim) => {
        // There may be more of them.
        look()
        return hold(kernel, o, claim, signal)
      })
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
  'id' | 'version' | 'endpoint' | 'topic' | 'clientId' | 'credentialKind' | 'credentialName' | 'sealed'
>
const wanted = (ctx: Ctx, id: string): Promise<Wanted | undefined> =>
  ctx.tx.maybe<Wanted>(sql`
    select id, version, endpoint, topic, client_id, credential_kind, credential_name, sealed from sys_data_collection
    where tenant_id = ${ctx.tenantId} and id = ${id} and source_kind = 'MQTT' and not disabled`)

/** Holds a line as long as it is wanted as it is. @returns when somebody has to look at it again */
async function hold(kernel: Kernel, o: Collecting, claim: Claim, stopping: AbortSignal): Promise<Date | undefined> {
  const inside = insideOf(kernel, claim.tenantId)
  const id = claim.key.slice(ofMqtt.length + 1)
  const config = await inside((ctx) => wanted(ctx, id))
  if (!config) {
    await inside((ctx) => noteLine(ctx, id, null))
    return undefined
  }
  const over = new AbortController()
  const warn = (error: unknown): void =>
    kernel.log.warn({ err: error, collection: id }, 'a line could not be looked at')
  const watch = setInterval(() => {
    inside((ctx) => wanted(ctx, id)).then((now) => now?.version !== config.version && over.abort(), warn)
  }, lookMs)
  try {
    const secret = config.sealed === null ? null : unseal(config.sealed, o.secret, 'collection')
    const login =
      config.credentialKind === 'BASIC' ? { username: config.credentialName ?? '', password: secret ?? '' } : {}
    const asked = {
      ...login,
      url: config.endpoint,
      topic: config.topic ?? '',
      clientId: config.clientId ?? `lading-${config.id}`,
      take: (payload: Buffer) => inside((ctx) => noteMessage(ctx, o, id, payload)),
      up: () => void inside((ctx) => noteLine(ctx, id, 'UP')).catch(warn),
    }
    await subscribe(asked, AbortSignal.any([stopping, over.signal]))
    // Whoever comes next looks at what is wanted by then.
    return kernel.now()
  } catch (error) {
    if (!(error instanceof Fault)) kernel.log.error({ err: error, collection: id }, 'a line broke')
    await inside((ctx) => noteBroken(ctx, id, error instanceof Fault ? error : new Fault(faults.internal)))
    return new Date(kernel.now().getTime() + againMs)
  } finally {
    clearInterval(watch)
  }
}

async function noteLine(ctx: Ctx, id: string, line: 'UP' | 'DOWN' | null): Promise<boolean> {
  const n = await ctx.tx.run(sql`
    update sys_data_collection set line = ${line}, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${id} and line is distinct from ${line}`)
  if (n > 0) ctx.tell(dataCollection.key)
  return n > 0
}

/** Noted among the runs when it breaks, not each time that it still is. */
async function noteBroken(ctx: Ctx, id: string, why: Fault): Promise<void> {
  if (!(await noteLine(ctx, id, 'DOWN'))) return
  const [message, messageEn] = shortened(why.said)
  const at = ctx.now()
  const row = { configId: id, trigger: 'PUSH' as const, status: 'FAILED' as const, startedAt: at, endedAt: at }
  await insert(ctx, collectionRun, [{ ...row, message, messageEn }])
  await ctx.tx.run(sql`
    update sys_data_collection set last_at = ${at}, last_status = 'FAILED' where tenant_id = ${ctx.tenantId} and id = ${id}`)
}
