import { useSession } from './session.ts'

/**
 * What is typed into forms, kept on this computer until it is saved, given up, or its user logs out. By user, organisation
 * and tab, so that nobody is offered what another typed.
 */
export interface Kept {
  readonly at: number
  readonly draft: unknown
}
const database = 'wl.drafts'
const table = 'drafts'
/** Nobody misses what he has left for so long. */
const keptMs = 30 * 86_400_000

/** A browser that keeps no database, as some private windows, loses what was typed with the page: asked once. */
let opened: Promise<IDBDatabase | undefined> | undefined
const open = (): Promise<IDBDatabase | undefined> => {
  opened ??= new Promise((resolve) => {
    const opening = indexedDB.open(database, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(table)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => resolve(undefined)
  })
  return opened
}

async function inTable<T>(
  mode: IDBTransactionMode,
  work: (rows: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  const db = await open()
  if (!db) return undefined
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(table, mode)
    const asked = work(transaction.objectStore(table))
    transaction.oncomplete = () => resolve(asked.result)
    transaction.onabort = () => reject(transaction.error)
  })
}

const person = (): string => {
  const { tenant, user } = useSession.getState()
  return `${tenant}/${user?.id}/`
}
const keyOf = (tab: string): string => `${person()}${useSession.getState().user?.workingOrg.id}/${tab}`
/** All of one person's, whatever organisation he typed them in. */
const ofPerson = (whose: string): IDBKeyRange => IDBKeyRange.bound(whose, `${whose}\uffff`)

export async function keepDraft(tab: string, draft: unknown): Promise<void> {
  const kept: Kept = { at: Date.now(), draft }
  await inTable('readwrite', (rows) => rows.put(kept, keyOf(tab)))
}
export async function readDraft(tab: string): Promise<Kept | undefined> {
  // What stands there was put by `keepDraft`.
  const kept = (await inTable('readonly', (rows) => rows.get(keyOf(tab)))) as Kept | undefined
  if (!kept || Date.now() - kept.at < keptMs) return kept
  await dropDrafts([tab])
  return undefined
}
export async function dropDrafts(tabs: readonly string[]): Promise<void> {
  for (const tab of tabs) await inTable('readwrite', (rows) => rows.delete(keyOf(tab)))
}
/** He logs out: nothing of what he typed stays here. To be called while he is still known. */
export async function dropOwnDrafts(): Promise<void> {
  const whose = person()
  await inTable('readwrite', (rows) => rows.delete(ofPerson(whose)))
}
export async function dropAllDrafts(): Promise<void> {
  await inTable('readwrite', (rows) => rows.clear())
}
