import type { Sending, SendingStore } from './queue.ts'

interface DeviceStore extends SendingStore {
  /** Whether nobody's sendings are left on this device. */
  readonly isEmpty: () => Promise<boolean>
}

const name = 'lading.outbox'
const table = 'sendings'

const asked = <T>(r: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    r.onsuccess = () => resolve(r.result)
    r.onerror = () => reject(r.error)
  })

function openDatabase(): Promise<IDBDatabase> {
  const r = indexedDB.open(name, 1)
  r.onupgradeneeded = () => r.result.createObjectStore(table, { keyPath: 'id' })
  return asked(r)
}

/** A device that is full may take a row and give it back at the end: only the end of a change tells. */
const ended = (t: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    t.oncomplete = () => resolve()
    t.onabort = () => reject(t.error)
  })

function inDatabase(db: IDBDatabase): DeviceStore {
  const rows = () => db.transaction(table, 'readonly').objectStore(table)
  const change = (work: (rows: IDBObjectStore) => void): Promise<void> => {
    const t = db.transaction(table, 'readwrite')
    work(t.objectStore(table))
    return ended(t)
  }
  return {
    // What stands there was put by `put`.
    all: async (owner) => ((await asked(rows().getAll())) as Sending[]).filter((s) => s.owner === owner),
    isEmpty: async () => (await asked(rows().count())) === 0,
    last: async () => (await asked(rows().openKeyCursor(null, 'prev')))?.key as string | undefined,
    put: async (s) => change((to) => to.put(s)),
    remove: async (id) => change((to) => to.delete(id)),
  }
}

/** For browsers that keep no database, as in some private windows: a place for each, so that no page replaces another's. */
function inLocalStorage(): DeviceStore {
  const place = `${name}.`
  const ids = () =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith(place))
      .map((key) => key.slice(place.length))
      .sort()
  const read = (id: string): Sending[] => JSON.parse(`[${localStorage.getItem(place + id) ?? ''}]`)
  return {
    all: async (owner) =>
      ids()
        .flatMap(read)
        .filter((s) => s.owner === owner),
    isEmpty: async () => ids().length === 0,
    last: async () => ids().at(-1),
    put: async (s) => {
      // A text holds no photo: such a sending waits in its page alone.
      if (s.file) throw new Error('this browser keeps no files')
      localStorage.setItem(place + s.id, JSON.stringify(s))
    },
    remove: async (id) => localStorage.removeItem(place + id),
  }
}

/** Where sendings outlive the page. */
export const sendingStore = (): Promise<DeviceStore> => openDatabase().then(inDatabase, inLocalStorage)
