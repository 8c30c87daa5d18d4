import type { Entity, Fields } from '@lading/contract/kernel/entity.ts'
import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import type { Language } from '@lading/contract/kernel/text.ts'
import type { Logger } from 'pino'
import sql from 'sql-template-tag'
import { type Audit, writeAudit } from './audit.ts'
import { usualZone } from './clock.ts'
import { explained } from './constraints.ts'
import { type Database, transaction } from './database.ts'
import { insert, type NewRow } from './insert.ts'
import type { Numbers } from './numbers.ts'
import { type Event, writeOutbox } from './outbox.ts'
import type { Tx } from './tx.ts'

export interface Org {
  readonly id: string
  readonly code: string
  readonly type: string
  /** Its people's clocks: which day it is, what hour a time is shown as. */
  readonly timeZone: string
}

/** Who is acting, for which organisation, and what he may do and see. */
/** Whose rows somebody sees, of those that his working organisation sees. */
export interface Sight {
  /** Of these organisations all. */
  readonly orgIds: readonly string[]
  /** What he made or does himself, of all of them. */
  readonly own: boolean
}

export interface Identity {
  readonly tenantId: string
  readonly userId: string | null
  readonly username: string
  readonly org: Org
  /** Null: no list is kept, everything is allowed. */
  readonly permissions: ReadonlySet<string> | null
  /** Cargo owners that the user is limited to; null: all. */
  readonly owners: readonly string[] | null
  /** How far his roles let him see of what organisations own; null: as far as his working organisation does. */
  readonly sight: Sight | null
  readonly sessionId: string | null
  /** Something is missing of him without which he may do nothing but supply it. */
  readonly mustSetUp?: boolean
}

/** What came with the request besides its input. */
export interface Origin {
  readonly traceId: string
  readonly language: Language
  readonly ip: string
  readonly source: string
  /** The caller's `Idempotency-Key`, or a fresh one. */
  readonly key: string
}

/** Everything that a function may depend on. In a writing call `key` names the request: two users, or two calls, share none. Passed first, never global; clock, chance and ids are the caller's. */
export interface Ctx extends Identity, Origin {
  readonly tx: Tx
  now(): Date
  newId(): string
  random(): number
  /** The next document number of a rule: `DH261120` + five digits. */
  number(prefix: string): string
  /** Several at once: whoever asks for them one by one may be made to begin again for each block. */
  numbers(prefix: string, count: number): string[]
  audit(entry: Audit): void
  /** Rows that nothing in this transaction reads: they are written at its end, those of one table together. */
  note<F extends Fields>(by: Writer, e: Entity<F>, rows: readonly NewRow<F>[]): void
  /** Something that others do after the commit; at least once, in order per key. */
  emit(event: Event): void
  /** What is shown of these rows is read again once this has been committed; audited ones need no such word. */
  tell(topic: string): void
}

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

/** As whom, and when, rows are written. */
type Writer = Pick<Ctx, 'tx' | 'tenantId' | 'org' | 'userId' | 'now' | 'newId'>
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
        numbers: (prefix, count) => kernel.numbers.takeMany(tenantId, identity.org, prefix, kernel.now(), count),
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

export const systemOrigin = (key: string): Origin => ({
  traceId: '0',
  language: 'zh-CN',
  ip: '',
  source: 'SYSTEM',
  key,
})

/** Work that is of no organisation. */
export const systemOrg: Org = { id: '0', code: '', type: 'GROUP', timeZone: usualZone }

/** The product itself at work: jobs, relays, seeds. It may do everything, within one tenant and organisation. */
export const systemIdentity = (tenantId: string, org: Org): Identity => ({
  tenantId,
  org,
  userId: null,
  username: 'system',
  permissions: null,
  owners: null,
  sight: null,
  sessionId: null,
})

/** The same at an organisation, with its clocks; at none where there is no such. */
export const systemAt = async (tx: Tx, tenantId: string, orgId: string): Promise<Identity> =>
  systemIdentity(
    tenantId,
    (await tx.maybe<Org & object>(sql`
      select id, code, type, time_zone from sys_org where tenant_id = ${tenantId} and id = ${orgId}`)) ?? systemOrg,
  )

export const allowed = (who: Identity, permission: string): boolean =>
  who.permissions === null || who.permissions.has(permission)

export function demand(who: Identity, permission: string): void {
  if (!allowed(who, permission)) refuse(faults.forbidden, { permission })
}

/** Warehouse work belongs to one logistics centre. */
export function demandDc(who: Identity): void {
  if (who.org.type !== 'DC') refuse(faults.notDc)
}

/** Refuses goods of an owner that the user may not see, with the same words as for a row that is not there. */
export function demandOwner(who: Identity, ownerId: string): void {
  if (who.owners !== null && !who.owners.includes(ownerId))
    refuse(faults.notFound, { subject: ['货主', 'Owner'], no: ownerId })
}

/** The row, or a refusal that names what is missing. */
export function found<T>(row: T | undefined, subject: readonly [string, string], no = ''): T {
  if (row === undefined) throw new Fault(faults.notFound, { subject, no })
  return row
}
