import type { SignKey } from './sign.ts'

/**
 * Keys of sessions, in IndexedDB: the only place where a browser keeps a key that no script can read. All tabs share
 * them; `sid` is the name that this browser gives a session.
 */
const database = 'wl.keys'
const table = 'keys'

function openKeys(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(table)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
}

async function withKeys<T>(mode: IDBTransactionMode, work: (keys: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await openKeys()
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = db.transaction(table, mode)
      const asked = work(transaction.objectStore(table))
      transaction.oncomplete = () => resolve(asked.result)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    db.close()
  }
}

let held: { readonly sid: string; readonly key: SignKey } | undefined

/** Keeps a session's key; those of earlier sessions go. */
export async function keepKey(sid: string, key: SignKey): Promise<void> {
  held = { sid, key }
  await withKeys('readwrite', (keys) => {
    keys.clear()
    return keys.put(key, sid)
  })
}

/** Undefined when the browser has lost it: then the session is lost, too. */
export async function keyOf(sid: string): Promise<SignKey | undefined> {
  if (held?.sid === sid) return held.key
  const key: SignKey | undefined = await withKeys('readonly', (keys) => keys.get(sid))
  if (key !== undefined) held = { sid, key }
  return key
}

export async function dropKeys(): Promise<void> {
  held = undefined
  await withKeys('readwrite', (keys) => keys.clear())
}
