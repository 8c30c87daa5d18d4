import { entityPath } from '@lading/contract/kernel/entity.ts'
import { tables } from '@lading/contract/tables.ts'
import { demoUsers } from '@lading/server/demo/people.ts'
import type { LoggedIn, Person } from '../day/client.ts'
import { type Document, named, plain, type Samples, type Target } from './targets.ts'

/** Who asks for what: masters of the enterprise are the enterprise's, work is a logistics centre's. */
export interface People {
  readonly group: LoggedIn
  readonly dc: LoggedIn
}
const paths = tables.filter((e) => e.scope === 'group').map((e) => `${entityPath(e)}/`)
export const personFor = ({ group, dc }: People, path: string): Person =>
  path.startsWith('/fw/') || paths.some((p) => path.startsWith(p)) ? group : dc

/** What the asker himself needs: changed or disabled, it would end his questions. */
const isOwn = (people: People) => {
  const { id, username, availableWorkingOrgs } = people.group.user
  const own = new Set([id, ...availableWorkingOrgs.map((o) => o.id)])
  const role = demoUsers.find((u) => u.username === username)?.role
  return (row: Readonly<Record<string, unknown>>): boolean => own.has(String(row.id)) || row.name === role
}

/** One row of each kind that has any, and one that the asker does not live by. */
export async function samplesOf(people: People, document: Document): Promise<{ any: Samples; foreign: Samples }> {
  const any = new Map<string, Readonly<Record<string, unknown>>>()
  const foreign = new Map(any)
  for (const e of tables) {
    const path = `${entityPath(e)}/query`
    if (!document.paths[path]) continue
    const { records } = await personFor(people, path).query<Record<string, unknown>>(path, { pageSize: 20 })
    const other = records.find((row) => !isOwn(people)(row))
    if (records[0]) any.set(e.key, records[0])
    if (other) foreign.set(e.key, other)
  }
  return { any, foreign }
}

function ask(asker: Person, t: Target): Promise<unknown> {
  if (!t.body) return asker.get(plain(t.path + t.query))
  const body = JSON.parse(named(plain(JSON.stringify(t.body)))) as object
  return t.writes ? asker.post(t.path, body) : asker.query(t.path, body)
}
/** Why not, or undefined. A file is an answer, though no envelope. */
const refusal = (asker: Person, t: Target): Promise<string | undefined> =>
  ask(asker, t).then(
    () => undefined,
    (error: unknown) => (error instanceof SyntaxError ? undefined : (error as Error).message),
  )

export interface Asked {
  /** By path: who is answered. */
  readonly askers: ReadonlyMap<string, Person>
  /** By path: what nobody is answered. No tool can look behind it; its checks are tried, no more. */
  readonly refusals: ReadonlyMap<string, string>
}

/** Asks every call that needs somebody as it is meant, and tells who is answered. */
export async function askAll(people: People, targets: readonly Target[]): Promise<Asked> {
  const askers = new Map<string, Person>()
  const refusals = new Map<string, string>()
  for (const t of targets.filter((one) => !one.isOpen)) {
    const first = personFor(people, t.path)
    const second = first === people.dc ? people.group : people.dc
    const refused = await refusal(first, t)
    const isBetter = refused !== undefined && (await refusal(second, t)) === undefined
    askers.set(t.path, isBetter ? second : first)
    if (refused !== undefined && !isBetter) refusals.set(t.path, refused)
  }
  return { askers, refusals }
}
