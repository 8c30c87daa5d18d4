import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import sql from 'sql-template-tag'
import { asOwner, type Database } from './database.ts'

export interface Tenants {
  /** The id of an active tenant's code. */
  idOf(code: string): Promise<string | undefined>
  /** Ids of all active tenants. */
  all(): Promise<readonly string[]>
  /** Asks the database again at the next call. */
  forget(): void
}

const freshMs = 10_000

/** The few tenants, kept in memory; a code never changes its tenant. */
export function createTenants(db: Database): Tenants {
  let known = new Map<string, string>()
  let readAt = 0
  const read = async (): Promise<void> => {
    const rows = await asOwner(db, (tx) =>
      tx.query<{ id: string; code: string }>(sql`select id, code from sys_tenant where status = 'ACTIVE'`),
    )
    known = new Map(rows.map((r) => [r.code, r.id]))
    readAt = Date.now()
  }
  const fresh = async (): Promise<void> => {
    if (Date.now() - readAt <= freshMs) return
    await read().catch((error: unknown) => {
      // The database is away: a call finds that out by itself, with what was known before.
      if (known.size === 0) throw new Fault(faults.unavailable, { cause: error })
    })
  }
  return {
    async idOf(code) {
      await fresh()
      const id = known.get(code.toLowerCase())
      return id
    },
    async all() {
      await fresh()
      return [...known.values()]
    },
    forget: () => {
      readAt = 0
    },
  }
}
