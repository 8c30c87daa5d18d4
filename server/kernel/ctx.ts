import type { Entity, Fields } from '@lading/contract/kernel/entity.ts'
import { Fault, faults, type Refusal, refuse } from '@lading/contract/kernel/fault.ts'
import type { Language } from '@lading/contract/kernel/text.ts'
import sql from 'sql-template-tag'
import { usualZone } from './clock.ts'
import type { NewRow } from './rowOf.ts'
import type { Tx } from './tx.ts'

export interface Org {
  readonly id: string
  readonly code: string
  readonly type: string
  /** Its people's clocks: which day it is, what hour a time is shown as. */
  readonly timeZone: string
}

/** Whose rows somebody sees, of those that his working organisation sees. */
export interface Sight {
  /** Of these organisations all. */
  readonly orgIds: readonly string[]
  /** What he made or does himself, of all of them. */
  readonly own: boolean
}

/** A refusal, and what it names. */
export interface Closed {
  readonly refusal: Refusal
  readonly args: Readonly<Record<string, unknown>>
}

/** Who is acting, for which organisation, and what he may do and see. */
export interface Identity {
  readonly tenantId: string
  readonly userId: string | null
  readonly username: string
  readonly org: Org
  /** Null: no list is kept, everything is allowed. */
  readonly permissions: ReadonlySet<string> | null
  /** Cargo owners that the user is limited to; null: all. */
  readonly owners: readonly string[] | null
  /** Carriers that he works for: of theirs alone he sees anything, and `owners` is empty then; null: he is none of a carrier's. */
  readonly carriers: readonly string[] | null
  /** How far his roles let him see of what organisations own; null: as far as his working organisation does. */
  readonly sight: Sight | null
  readonly sessionId: string | null
  /** Why a right that his roles give is taken away by what his tenant has bought; undefined where it is not. */
  readonly closed?: (permission: string) => Closed | undefined
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

/** What a writing call did: which fields of which row changed from what to what. */
export interface Audit {
  /** Entity key or area of work. */
  readonly subject: string
  readonly subjectId: string | null
  readonly subjectNo?: string | null
  /** The verb as the call's path names it. */
  readonly action: string
  readonly before?: Readonly<Record<string, unknown>> | null
  readonly after?: Readonly<Record<string, unknown>> | null
  /** It was not done: by which code, in which words, and what had been asked. */
  readonly refused?: { readonly code: number; readonly message: string; readonly path: string }
}

/** Something to be done after the commit: at least once, coalesced by topic and key. */
export interface Event {
  readonly topic: string
  readonly key: string
  readonly orgId?: string
  readonly payload?: Readonly<Record<string, unknown>>
  /** Left out: at once. */
  readonly notBefore?: Date
}

/** As whom, and when, rows are written. */
export type Writer = Pick<Ctx, 'tx' | 'tenantId' | 'org' | 'userId' | 'now' | 'newId'>
/** Everything that a function may depend on. In a writing call `key` names the request: two users, or two calls, share none. Passed first, never global; clock, chance and ids are the caller's. */
export interface Ctx extends Identity, Origin {
  readonly tx: Tx
  now(): Date
  newId(): string
  random(): number
  /** The next document number of a rule: `DH261120` + five digits. */
  number(prefix: string): string
  /**
   * Several at once: whoever asks for them one by one may be made to begin again for each block. `at`: of another
   * organisation, for whoever writes rows of one below his own.
   */
  numbers(prefix: string, count: number, at?: Org): string[]
  audit(entry: Audit): void
  /** Rows that nothing in this transaction reads: they are written at its end, those of one table together. */
  note<F extends Fields>(by: Writer, e: Entity<F>, rows: readonly NewRow<F>[]): void
  /** Something that others do after the commit; at least once, in order per key. */
  emit(event: Event): void
  /** What is shown of these rows is read again once this has been committed; audited ones need no such word. */
  tell(topic: string): void
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
  carriers: null,
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
  if (allowed(who, permission)) return
  const { refusal, args } = who.closed?.(permission) ?? { refusal: faults.forbidden, args: { permission } }
  refuse(refusal, args)
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
