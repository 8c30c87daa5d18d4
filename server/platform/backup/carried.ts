import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { snake } from '../../kernel/tx.ts'

/** What a backup of a tenant does not carry, each with its reason. Everything else that has a tenant's rows is carried. */
export const leftOut: Readonly<Record<string, string>> = {
  'sys.session': 'whoever was logged in logs in again',
  'sys.sessionToken': 'tokens of sessions',
  'sys.loginThrottle': 'who may try again when is over within minutes',
  'sys.fileTicket': 'good for moments',
  'sys.emailProof': 'links in letters that were sent, good for hours',
  'sys.openNonce': 'a signed request is refused by its time before anybody restores',
  'sys.wsRate': 'figures of minutes',
  'sys.sheetFile': 'spreadsheets are kept for days, and backups are files as well: each would hold those before it',
  'sys.sheetPart': 'parts of such files',
  'sys.tenantBackup': 'names files that are not carried',
}

/** Which tables are carried, in the order of their declaration. */
export const carriedOf = (tables: readonly AnyEntity[]): readonly AnyEntity[] =>
  tables.filter((e) => e.scope !== 'platform' && !Object.hasOwn(leftOut, e.key))

export interface Placed {
  readonly entity: AnyEntity
  /** Columns that may name rows that are not there yet: they are filled when all are. */
  readonly later: readonly string[]
}

interface Reference {
  readonly column: string
  readonly to: string
  readonly isNeeded: boolean
}
const referencesOf = (e: AnyEntity): readonly Reference[] =>
  Object.entries({ ...e.fields, ...e.secrets })
    .filter(([, f]) => f.kind === 'ref' && f.loose !== true && !f.computed)
    .map(([name, f]) => ({ column: snake(name), to: f.to ?? '', isNeeded: f.required === true }))

const needsOthers = (e: AnyEntity) => referencesOf(e).filter(({ to }) => to !== e.key)

/** The tables in an order in which their rows can be written, with what may be nothing at first filled afterwards. */
export function inOrder(tables: readonly AnyEntity[]): readonly AnyEntity[] {
  const left = [...tables]
  const order: AnyEntity[] = []
  const there = new Set<string>()
  const isThere = (refs: readonly Reference[]): boolean => refs.every(({ to }) => there.has(to))
  while (left.length > 0) {
    const free = left.findIndex((e) => isThere(needsOthers(e)))
    const at = free >= 0 ? free : left.findIndex((e) => isThere(needsOthers(e).filter((r) => r.isNeeded)))
    const next = left[at]
    if (!next) throw new Error(`tables need each other's rows: ${left.map((e) => e.key).join(', ')}`)
    left.splice(at, 1)
    order.push(next)
    there.add(next.key)
  }
  return order
}

/** Tables in their order, each with the columns that have to wait. @throws where one that may not be nothing had to */
export function placedIn(order: readonly AnyEntity[]): readonly Placed[] {
  const there = new Set<string>()
  return order.map((entity) => {
    const early = referencesOf(entity).filter(({ to }) => !there.has(to))
    there.add(entity.key)
    const needed = early.find((r) => r.isNeeded)
    if (needed) throw new Error(`${entity.key}.${needed.column} needs rows of ${needed.to} that come behind it`)
    return { entity, later: early.map(({ column }) => column) }
  })
}
