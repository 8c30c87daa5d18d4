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

function inDatabase(db: IDBDatabase): DeviceStore {
  const rows = (mode: IDBTransactionMode) => db.transaction(table, mode).objectStore(table)
  return {
    // What stands there was put by `put`.
    all: async (owner) => ((await asked(rows('readonly').getAll())) as Sending[]).filter((s) => s.owner === owner),
    isEmpty: async () => (await asked(rows('readonly').count())) === 0,
    put: async (s) => void (await asked(rows('readwrite').put(s))),
    remove: async (id) => void (await asked(rows('readwrite').delete(id))),
  }
}

/** For browsers that keep no database, as in some private windows. */
function inLocalStorage(): DeviceStore {
  const read = (): Record<string, Sending> => JSON.parse(localStorage.getItem(name) ?? '{}')
  const write = (all: Record<string, Sending>) => localStorage.setItem(name, JSON.stringify(all))
  return {
    all: async (owner) => Object.values(read()).filter((s) => s.owner === owner),
    isEmpty: async () => Object.keys(read()).length === 0,
    put: async (s) => write({ ...read(), [s.id]: s }),
    remove: async (id) => {
      const { [id]: _, ...others } = read()
      write(others)
    },
  }
}

/** Where sendings outlive the page. */
export const sendingStore = (): Promise<DeviceStore> => openDatabase().then(inDatabase, inLocalStorage)
