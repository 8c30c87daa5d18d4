import pg from 'pg'
import type { Database } from './kernel/database.ts'

/** A number below 256 that goes into every id that a process makes. */
export interface Slot {
  readonly number: number
  release(): Promise<void>
}

const slots = 256
/** Of advisory locks: nothing else of ours has two numbers. */
const lockClass = 7_246_003
const againMs = 1_000

/**
 * A slot that no other process on this database has, so that no two make the same id. Its holder has a lock by a
 * connection of its own, which ends with the process however that ends; one that breaks is made anew, and the lock with it.
 */
export async function takeSlot(db: Database, first = Math.floor(Math.random() * slots)): Promise<Slot> {
  // The embedded database serves one process.
  if (db.kind === 'pglite') return { number: first, release: async () => undefined }
  let isReleased = false
  let client: pg.Client | undefined
  const keep = (held: Held): void => {
    client = held.client
    held.client.once('error', () => {
      client = undefined
      if (!isReleased) setTimeout(again, againMs, held.number).unref()
    })
  }
  const again = (number: number): void => {
    if (isReleased) return
    hold(db, [number]).then(keep, () => setTimeout(again, againMs, number).unref())
  }
  const held = await hold(
    db,
    Array.from({ length: slots }, (_, i) => (first + i) % slots),
  )
  keep(held)
  return {
    number: held.number,
    release: async () => {
      isReleased = true
      await client?.end().catch(() => undefined)
    },
  }
}

/** The slots of the other processes that are alive on the database; an embedded one has none. */
export async function otherSlots(db: Database, own: Slot): Promise<readonly number[]> {
  if (db.kind === 'pglite') return []
  const { rows } = await db.pool.query<{ number: number }>(
    `select objid::integer as number from pg_locks where locktype = 'advisory' and classid = $1 and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())`,
    [lockClass],
  )
  return rows.map((row) => row.number).filter((number) => number !== own.number)
}

interface Held {
  readonly client: pg.Client
  readonly number: number
}

/** Locks the first of the numbers that is free. */
async function hold(db: Database, numbers: readonly number[]): Promise<Held> {
  const client = new pg.Client(db.pool.options)
  client.on('error', () => undefined)
  try {
    await client.connect()
    for (const number of numbers) {
      const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as got', [lockClass, number])
      if (rows[0]?.got === true) return { client, number }
    }
    throw new Error(`${slots} processes work on this database already`)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}
