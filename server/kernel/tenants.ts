import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import sql from 'sql-template-tag'
import { asOwner, type Database } from './database.ts'

export interface Tenants {
  /** The id of an active tenant's code; or of an expired one's, which is told so once somebody has proven himself. */
  idOf(code: string, orExpired?: boolean): Promise<string | undefined>
  /** Ids of all active tenants. @param awake only those in which anything is done by the clock */
  all(awake?: boolean): Promise<readonly string[]>
  /** Whether it is known that there is one only. */
  isAlone(): boolean
  /** Asks the database again at the next call. */
  forget(): void
}

interface Known {
  readonly id: string
  readonly isActive: boolean
  readonly isAwake: boolean
}
const freshMs = 10_000

/** The few tenants, kept in memory; a code never changes its tenant. */
export function createTenants(db: Database): Tenants {
  let known = new Map<string, Known>()
  let readAt = 0
  const read = async (): Promise<void> => {
    const rows = await asOwner(db, (tx) =>
      tx.query<Known & { code: string }>(
        sql`select id, code, status in ('ACTIVE', 'SUSPENDED') as is_active, status = 'ACTIVE' as is_awake from sys_tenant where status <> 'CLOSED'`,
      ),
    )
    known = new Map(rows.map((r) => [r.code, r]))
    readAt = Date.now()
  }
  let reading: Promise<void> | undefined
  const fresh = async (): Promise<void> => {
    if (Date.now() - readAt <= freshMs) return
    // Once for all who ask meanwhile: the owner has few connections.
    reading ??= read().finally(() => {
      reading = undefined
    })
    await reading.catch((error: unknown) => {
      // The database is away: a call finds that out by itself, with what was known before.
      if (known.size === 0) throw new Fault(faults.unavailable, { cause: error })
    })
  }
  return {
    async idOf(code, orExpired = false) {
      await fresh()
      const tenant = known.get(code.toLowerCase())
      return tenant?.isActive || orExpired ? tenant?.id : undefined
    },
    async all(awake = false) {
      await fresh()
      return [...known.values()].filter((t) => (awake ? t.isAwake : t.isActive)).map((t) => t.id)
    },
    isAlone: () => [...known.values()].filter((t) => t.isActive).length === 1,
    forget: () => {
      readAt = 0
    },
  }
}
