import type { Entity, Fields } from '@lading/contract/kernel/entity.ts'
import type { Logger } from 'pino'
import { writeAudit } from './audit.ts'
import { explained } from './constraints.ts'
import type { Audit, Ctx, Event, Identity, Origin, Writer } from './ctx.ts'
import { type Database, transaction } from './database.ts'
import { insert } from './insert.ts'
import type { Numbers } from './numbers.ts'
import { writeOutbox } from './outbox.ts'
import type { NewRow } from './rowOf.ts'
import type { Tx } from './tx.ts'

/** What lives as long as the process. */
export interface Kernel {
  readonly db: Database
  readonly log: Logger
  readonly numbers: Numbers
  readonly now: () => Date
  readonly newId: () => string
  readonly random: () => number
  /** Told after a commit what was written, and whether something was left in the outbox. */
  readonly committed: (who: Identity, topics: ReadonlySet<string>, emitted: boolean) => void
}

interface Noted {
  readonly by: Writer
  readonly of: Entity<Fields>
  readonly rows: NewRow<Fields>[]
}

/**
 * Runs `work` in one transaction as `who`, with audit and outbox written before the commit. A lost race runs the whole
 * again, so nothing in `work` may touch the outside.
 */
export async function perform<T>(
  kernel: Kernel,
  tenantId: string,
  origin: Origin,
  who: Identity | ((tx: Tx) => Promise<Identity>),
  work: (ctx: Ctx) => Promise<T>,
  o: { read?: boolean } = {},
): Promise<T> {
  let tell = (): void => undefined
  const result = await transaction(
    kernel.db,
    tenantId,
    async (tx) => {
      const identity = typeof who === 'function' ? await who(tx) : who
      // What is told at the end keeps the order in which it happened: by its ids, made here.
      const audits: (Audit & { readonly id: string })[] = []
      const events: Event[] = []
      const notes: Noted[] = []
      const topics = new Set<string>()
      const ctx: Ctx = {
        ...identity,
        ...origin,
        tx,
        now: kernel.now,
        newId: kernel.newId,
        random: kernel.random,
        number: (prefix) => kernel.numbers.take(tenantId, identity.org, prefix, kernel.now()),
        numbers: (prefix, count, at = identity.org) =>
          kernel.numbers.takeMany(tenantId, at, prefix, kernel.now(), count),
        audit: (entry) => audits.push({ ...entry, id: kernel.newId() }),
        note: (by, e, given) => {
          const rows = given.map((row) => ({ ...row, id: row.id ?? kernel.newId() }))
          const known = notes.find((n) => n.by.userId === by.userId && n.by.now === by.now && n.of === e)
          if (known) known.rows.push(...rows)
          else notes.push({ by, of: e as Entity<Fields>, rows })
        },
        emit: (event) => events.push(event),
        tell: (topic) => topics.add(topic),
      }
      const answer = await work(ctx)
      for (const { by, of, rows } of notes) tx.later(insert(by, of, rows))
      if (audits.length > 0) tx.later(writeAudit(ctx, audits))
      if (events.length > 0) tx.later(writeOutbox(ctx, events))
      for (const { subject } of audits) topics.add(subject)
      tell = () => kernel.committed(identity, topics, events.length > 0)
      return answer
    },
    o,
  ).catch((error: unknown) =>
    explained(error, {}, (err) => kernel.log.error({ err, traceId: origin.traceId }, 'a row that no rule refused')),
  )
  tell()
  return result
}
