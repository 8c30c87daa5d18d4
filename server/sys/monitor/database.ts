import { createHash } from 'node:crypto'
import type { DatabaseState } from '@lading/contract/sys/monitor.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'

export const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 102.4) / 10

const ofTables = /\b(?:from|join|update|into)\s+([a-z]+_[a-z_]+)/gi
/** Enough to know a statement again, and to find it in the code; whoever asks over the network reads none. */
export function shapeOf(text: string): { verb: string; tables: string[]; fingerprint: string } {
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? ''
  const tables = [...new Set([...text.matchAll(ofTables)].map(([, name = '']) => name))]
  return { verb, tables, fingerprint: createHash('sha256').update(text).digest('hex').slice(0, 12) }
}

/** How the database is, of all tenants. */
export async function database(ctx: Ctx, kind: string): Promise<DatabaseState> {
  const [whole, tables, nodes, locks] = await Promise.all([
    readWhole(ctx),
    readTables(ctx),
    readNodes(ctx),
    readLocks(ctx),
  ])
  return {
    kind,
    version: whole.version,
    sizeMb: megabytes(Number(whole.bytes)),
    connections: whole.connections,
    busy: whole.busy,
    waitingForLocks: whole.locks,
    nodes: nodes.map(({ since, ...n }) => ({ ...n, since: since.toISOString() })),
    locks: locks.map((l) => ({
      waiting: shapeOf(l.waiting),
      by: l.by === null ? null : shapeOf(l.by),
      waitsMs: l.waitsMs,
      node: l.node,
    })),
    tables: tables.map((r) => ({
      table: r.table,
      sizeMb: megabytes(Number(r.bytes)),
      rows: Number(r.rows),
      dead: Number(r.dead),
      cleanedAt: r.cleanedAt?.toISOString() ?? null,
    })),
  }
}

const readWhole = (ctx: Ctx) =>
  ctx.tx.one<{ version: string; bytes: string; connections: number; busy: number; locks: number }>(sql`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      count(*)::integer as connections, count(*) filter (where state <> 'idle')::integer as busy,
      count(*) filter (where wait_event_type = 'Lock')::integer as locks
    from pg_stat_activity where datname = current_database()`)

const readTables = (ctx: Ctx) =>
  ctx.tx.query<{ table: string; bytes: string; rows: string; dead: string; cleanedAt: Date | null }>(sql`
    select relname as table, pg_total_relation_size(relid) as bytes, n_live_tup as rows, n_dead_tup as dead,
      greatest(last_vacuum, last_autovacuum) as cleaned_at
    from pg_stat_user_tables order by pg_total_relation_size(relid) desc, relname limit 20`)

/** Connections say which process they are of; those of upkeep have no name of ours. */
const readNodes = (ctx: Ctx) =>
  ctx.tx.query<{ node: string; connections: number; busy: number; since: Date }>(sql`
    select substring(application_name from '^lading (.+)$') as node, count(*)::integer as connections,
      count(*) filter (where state <> 'idle')::integer as busy, min(backend_start) as since
    from pg_stat_activity where datname = current_database() and application_name like 'lading %' group by 1 order by 1`)

const locksMost = 20
/** Who waits for a lock, and the first of those who hold it. */
const readLocks = (ctx: Ctx) =>
  ctx.tx.query<{ waiting: string; by: string | null; waitsMs: number; node: string }>(sql`
    select w.query as waiting, h.query as by, (extract(epoch from clock_timestamp() - w.query_start) * 1000)::integer as waits_ms,
      coalesce(substring(w.application_name from '^lading (.+)$'), w.application_name) as node
    from pg_stat_activity w left join pg_stat_activity h on h.pid = (pg_blocking_pids(w.pid))[1]
    where w.datname = current_database() and w.wait_event_type = 'Lock' order by w.query_start limit ${locksMost}`)
