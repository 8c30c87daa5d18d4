import sql from 'sql-template-tag'
import { bulkInsert } from '../../kernel/bulk.ts'
import { transaction } from '../../kernel/database.ts'
import type { Kernel } from '../../kernel/perform.ts'
import type { Tx } from '../../kernel/tx.ts'

/** Something to be done for a tenant at a time. What the key means only its kind knows; there is one row of each. */
export interface Due {
  readonly tenantId: string
  readonly kind: 'outbox' | 'job' | 'plan' | 'sheet' | 'line'
  readonly key: string
  readonly at: Date
}

/** Something due that this process has, and nobody else while it gives signs of life. */
export interface Claim {
  readonly id: string
  readonly tenantId: string
  readonly key: string
  readonly claim: string
  readonly version: number
}

/** What all processes and all tenants have to do by themselves, in one place: looking there costs the same for any number. */
export interface DueQueue {
  /** What is there already comes sooner when asked for sooner; what somebody works on comes again when he is done. */
  put(rows: readonly Due[]): Promise<void>
  /**
   * Takes what has been due longest and works on it; whoever else looks meanwhile takes something else.
   * @param keys what stands before the first colon of the keys that are taken
   * @param handle says when it is due again; undefined: never. When it fails it is due again soon.
   * @returns whether there was anything
   */
  workOne(
    kind: Due['kind'],
    keys: readonly string[],
    handle: (due: Claim) => Promise<Date | undefined>,
  ): Promise<boolean>
}

/** A claim whose process has not been heard of for so long is given to another. */
export const silentMs = 40_000
const heartbeatMs = 10_000
const failedMs = 30_000
/** The queue is of no tenant: a transaction of nobody sees it, and no rows of any. */
const nobody = '0'

/** Within a transaction of whoever noticed; see `DueQueue.put`. */
export async function putDue(tx: Tx, newId: () => string, rows: readonly Due[]): Promise<void> {
  const inOrder = rows.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)))
  await bulkInsert(
    tx,
    'sys_due',
    inOrder.map(({ tenantId, kind, key, at }) => ({ id: newId(), tenant: tenantId, kind, key, dueAt: at })),
    sql`on conflict (tenant, kind, key) do update set version = sys_due.version + 1,
      due_at = case when sys_due.claim is null then least(sys_due.due_at, excluded.due_at) else sys_due.due_at end`,
  )
}
const nameOf = (due: Due): string => `${due.tenantId} ${due.kind} ${due.key}`

export function createDue(kernel: Kernel): DueQueue {
  const inQueue = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => transaction(kernel.db, nobody, work)
  const fromNow = (ms: number): Date => new Date(kernel.now().getTime() + ms)
  const take = (kind: string, keys: readonly string[]): Promise<Claim | undefined> =>
    inQueue((tx) =>
      tx.maybe<Claim>(sql`
        update sys_due set claim = ${kernel.newId()}, due_at = ${fromNow(silentMs)} where id = (
          select id from sys_due where kind = ${kind} and split_part(key, ':', 1) = any(${keys}::text[]) and due_at <= ${kernel.now()}
          order by due_at limit 1 for update skip locked)
        returning id, tenant as tenant_id, key, claim, version`),
    )
  const beat = ({ id, claim }: Claim): Promise<number> =>
    inQueue((tx) => tx.run(sql`update sys_due set due_at = ${fromNow(silentMs)} where id = ${id} and claim = ${claim}`))
  /** Whatever was asked for meanwhile is due at once. */
  const finish = ({ id, claim, version }: Claim, next: Date | undefined): Promise<void> =>
    inQueue(async (tx) => {
      if (
        next === undefined &&
        (await tx.run(sql`delete from sys_due where id = ${id} and claim = ${claim} and version = ${version}`)) === 1
      )
        return
      await tx.run(sql`
        update sys_due set claim = null, due_at = case when version = ${version} then ${next ?? kernel.now()}::timestamptz else ${kernel.now()} end
        where id = ${id} and claim = ${claim}`)
    })
  return {
    put: (rows) => inQueue((tx) => putDue(tx, kernel.newId, rows)),
    workOne: async (kind, keys, handle) => {
      const claim = await take(kind, keys)
      if (!claim) return false
      const heartbeat = setInterval(() => {
        beat(claim).catch((error: unknown) => kernel.log.warn({ err: error }, 'work that is due gave no sign of life'))
      }, heartbeatMs)
      const next = await handle(claim)
        .catch((error: unknown) => {
          kernel.log.warn({ err: error, kind, key: claim.key }, 'work that was due failed')
          return fromNow(failedMs)
        })
        .finally(() => clearInterval(heartbeat))
      await finish(claim, next)
      return true
    },
  }
}
