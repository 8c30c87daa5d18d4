import { createHmac } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { assert, Fault, faults } from '@lading/contract/kernel/fault.ts'
import pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import { tableOfMiss } from './changes.ts'
import { createGrowth, type Growth } from './growth.ts'
import { openEmbedded } from './pglite.ts'
import { createTurns, type Turns } from './turns.ts'
import { openTx, type Tx } from './tx.ts'

// Calendar days stay text: a Date would shift them by the zone of the machine.
pg.types.setTypeParser(1082, (day) => day)

/** The role that serves requests: no owner of anything, no right to bypass row-level security. */
export const appRole = 'lading_app'

export interface Database {
  readonly kind: 'postgres' | 'pglite'
  /** Connections of the restricted role (PostgreSQL), or the one connection there is (PGlite). */
  readonly pool: pg.Pool
  /** Who has one of them: the pool itself would send away whoever waits for some seconds. */
  readonly turns: { readonly read: Turns; readonly write: Turns }
  readonly growth: Growth
  /** Connections of the owner, for migrations and upkeep only. */
  readonly owner: pg.Pool
  /** Text that opens a transaction for a tenant; `read` asks for one that cannot write. */
  begin(tenantId: string, read: boolean): string
  /** The embedded database's directory as an archive; undefined for PostgreSQL. */
  dump: (() => Promise<Uint8Array>) | undefined
  close(): Promise<void>
}

const limits = { statement_timeout: 15_000, lock_timeout: 3_000, idle_in_transaction_session_timeout: 30_000 }
const tenantSetting = (tenantId: string): string => {
  assert(/^\d{1,19}$/.test(tenantId), `tenant id ${tenantId}`)
  return `set local app.tenant_id = '${tenantId}'`
}
/**
 * Opens a transaction. Writing calls send the same few statements for ever: one plan each is kept, since planning a
 * confirm afresh costs more than running it. Lists are planned for what they ask.
 */
const opening = (tenantId: string, read: boolean): string =>
  read
    ? `begin read only; ${tenantSetting(tenantId)}`
    : `begin; ${tenantSetting(tenantId)}; set local plan_cache_mode = force_generic_plan`
const swallowIdle = (pool: pg.Pool): pg.Pool => {
  // A connection that dies while idle is replaced by the pool; whoever uses one gets the error himself.
  pool.on('error', () => undefined)
  // One that dies between two statements of a transaction has nobody listening, and would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

const waits = { waitMs: 20_000, waitingMax: 1_000 }
/**
 * So many write at a time, others come after them: more than the processors serve would only wait for each other's locks, and
 * all of them take longer. While some last long, as many again come in. Those who read have connections of their own, so that
 * no report holds up a scan.
 */
const writersOf = (processes: number): number =>
  Math.min(Math.max(Math.ceil((2 * availableParallelism() + 2) / processes), 4), 12)
const readersMax = 10

/** Opens the embedded database; `dir` undefined keeps it in memory. */
export async function openPglite(dir: string | undefined, load?: Uint8Array): Promise<Database> {
  const embedded = await openEmbedded(dir, load)
  const pool = swallowIdle(new pg.Pool({ ...embedded.poolConfig, max: 1, idleTimeoutMillis: 0 }))
  const turns = createTurns({ max: 1, moreWhileSlow: 0, ...waits })
  return {
    kind: 'pglite',
    pool,
    turns: { read: turns, write: turns },
    growth: createGrowth(),
    owner: pool,
    begin: (tenantId, read) => `${opening(tenantId, read)}; set local role ${appRole}`,
    dump: embedded.dump,
    close: async () => {
      await pool.end()
      await embedded.close()
    },
  }
}

/** The restricted role's password, so that every process of an installation knows it without storing it. */
export const appPassword = (secret: string): string => createHmac('sha256', secret).update('lading_app').digest('hex')

export interface PostgresOptions {
  /** Connection of the owner. */
  readonly url: string
  /** Connection of the restricted role, when the owner may not set its password. */
  readonly appUrl?: string | undefined
  readonly secret: string
  readonly name?: string
  /** So many like this one serve on this machine. */
  readonly processes?: number
}

export function openPostgres(o: PostgresOptions): Database {
  const writersMax = writersOf(o.processes ?? 1)
  const app = new URL(o.appUrl ?? o.url)
  if (o.appUrl === undefined) {
    app.username = appRole
    app.password = appPassword(o.secret)
  }
  const pool = swallowIdle(
    new pg.Pool({
      connectionString: app.href,
      max: 2 * writersMax + readersMax,
      pipeline: true,
      connectionTimeoutMillis: 5_000,
      application_name: o.name ?? 'lading',
      // Compiling a plan takes a hundred times as long as running any of ours.
      options: '-c jit=off',
      ...limits,
    }),
  )
  const owner = swallowIdle(
    new pg.Pool({ connectionString: o.url, max: 2, connectionTimeoutMillis: 5_000, idleTimeoutMillis: 1_000 }),
  )
  return {
    kind: 'postgres',
    pool,
    turns: {
      read: createTurns({ max: readersMax, moreWhileSlow: 0, ...waits }),
      write: createTurns({ max: writersMax, moreWhileSlow: writersMax, ...waits }),
    },
    growth: createGrowth(),
    owner,
    begin: opening,
    dump: undefined,
    close: async () => {
      await pool.end()
      await owner.end()
    },
  }
}

/** Serialisation failure, deadlock, lock not available: the work is repeated, nobody is told. */
const repeatable = new Set(['40001', '40P01', '55P03'])
const lost = new Set('57P01 57P02 57P03 08000 08003 08006 08P01 ECONNREFUSED ECONNRESET EPIPE'.split(' '))
/** What `pg` says without a code when the other side is gone. */
const lostWords =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded|the embedded database)/
const isLost = (error: unknown): boolean =>
  lost.has(codeOf(error)) || (error instanceof Error && lostWords.test(error.message))
/** PostgreSQL's code for a statement behind one that failed. */
const inFailed = '25P02'
/** By which the database calls an error; empty: it is none of its. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
/** The table in which a row would be there twice, or fewer were to be changed than should be. */
function tableOfTwin(error: unknown): string | undefined {
  if (codeOf(error) === '23505') return (error as { table?: string }).table
  return codeOf(error) === '22P02' ? tableOfMiss((error as Error).message) : undefined
}
const triesMax = 5
/** Work that makes documents of many kinds leases numbers for each; a lost race is something else. */
const preparesMax = 40

/** Somebody else has made the same row, or changed what was counted on, in the same moment. */
class LostRace extends Error {}

/** Thrown by work that wants to be run again after `prepare`, outside the transaction. */
export class RunAgain extends Error {
  readonly prepare: () => Promise<void>
  constructor(prepare: () => Promise<void>) {
    super('the work is to be run again')
    this.prepare = prepare
  }
}

/**
 * Runs `work` in one transaction of the tenant. Lost races are repeated at most five times with growing random waits;
 * after that the caller hears `busy`. Everything `work` does to the outside must go through the outbox.
 */
export async function transaction<T>(
  db: Database,
  tenantId: string,
  work: (tx: Tx) => Promise<T>,
  o: { read?: boolean } = {},
): Promise<T> {
  let prepared = 0
  for (let attempt = 1; ; attempt++) {
    try {
      const { result, grown } = await attemptOnce(db, tenantId, work, o.read ?? false)
      const grownTables = db.growth.add(grown)
      if (grownTables.length > 0) await learnSizes(db, grownTables)
      return result
    } catch (error) {
      if (error instanceof RunAgain && prepared < preparesMax) {
        prepared += 1
        attempt -= 1
        await error.prepare()
        continue
      }
      if (isLost(error)) throw new Fault(faults.unavailable)
      if (!(error instanceof LostRace) && !repeatable.has(codeOf(error))) throw error
      if (attempt >= triesMax) throw new Fault(faults.busy)
      await sleep(5 * 2 ** attempt * Math.random())
    }
  }
}

/**
 * Lets the planner look at tables that took more rows than it believes they hold: until the upkeep's turn it would read
 * thousands of them row by row. That turn also comes when this fails, and what was committed stays so.
 */
const learnSizes = (db: Database, tables: readonly string[]): Promise<void> =>
  asOwner(db, async (tx) => {
    for (const table of tables) {
      const { known } = await tx.one<{ known: number }>(
        sql`select reltuples::float8 as known from pg_class where oid = ${table}::regclass`,
      )
      if (db.growth.demandsLook(table, known)) await tx.run(sql`analyze ${raw(table)}`)
    }
  }).catch(() => undefined)

async function attemptOnce<T>(db: Database, tenantId: string, work: (tx: Tx) => Promise<T>, read: boolean) {
  const endTurn = await db.turns[read ? 'read' : 'write'].take(tenantId)
  try {
    return await onClient(await connect(db.pool), db.begin(tenantId, read), work)
  } finally {
    endTurn()
  }
}

async function onClient<T>(client: pg.PoolClient, begin: string, work: (tx: Tx) => Promise<T>) {
  const { tx, simple, end, firstFailure } = openTx(client)
  let broken: Error | undefined
  try {
    const [, result] = await Promise.all([simple(begin), work(tx)])
    // A commit after a failed statement undoes everything, and the failure is told.
    const committed = simple('commit')
    await Promise.all([...end(), committed])
    return { result, grown: tx.grown }
  } catch (error) {
    end()
    const race = tableOfTwin(firstFailure())
    await simple('rollback').catch((e: Error) => {
      broken = e
    })
    if (race !== undefined && tx.races.has(race)) throw new LostRace()
    // Whoever waited for a later statement first heard only that the transaction is over, not that it may be repeated.
    throw codeOf(error) === inFailed ? (firstFailure() ?? error) : error
  } finally {
    client.release(broken)
  }
}

/**
 * Work that reads one moment of a tenant, for as long as it takes. It holds a connection, on the embedded database the only
 * one: whatever else the work does must need none.
 */
export async function snapshot<T>(
  db: Database,
  tenantId: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const endTurn = await db.turns.read.take(tenantId)
  try {
    const client = await connect(db.pool)
    let broken: Error | undefined
    try {
      const begin = db
        .begin(tenantId, true)
        .replace('begin read only', 'begin isolation level repeatable read read only')
      await client.query(`${begin}; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
        set local timezone = 'UTC'; set local datestyle = 'ISO'`)
      const result = await work(client)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch((e: Error) => {
        broken = e
      })
      throw error
    } finally {
      client.release(broken)
    }
  } finally {
    endTurn()
  }
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch {
    throw new Fault(faults.unavailable)
  }
}

/** Work as the owner, outside any tenant: migrations, the list of tenants, upkeep. */
export async function asOwner<T>(db: Database, work: (tx: Tx, client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await db.owner.connect()
  const { tx, simple, end } = openTx(client)
  try {
    await simple('begin')
    const result = await work(tx, client)
    const committed = simple('commit')
    await Promise.all([...end(), committed])
    return result
  } catch (error) {
    end()
    await simple('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
