import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { say } from '@lading/contract/kernel/text.ts'
import {
  monitorCalls as calls,
  type DatabaseState,
  monitorFaults,
  type ServerState,
} from '@lading/contract/sys/monitor.ts'
import { option } from '@lading/contract/sys/option.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { demandWholeSight } from '../../kernel/scope.ts'
import { slowStatements } from '../../kernel/slow.ts'
import { triesMax } from '../../platform/outbox/relay.ts'
import { allWatched, watchedBy } from './caches.ts'
import { groupedErrors } from './errors.ts'

/** What only the process itself knows. */
export interface MonitorNeeds {
  /** Open sockets, of a tenant or of all. */
  readonly sockets: (tenantId?: string) => number
  readonly version: string
  readonly databaseKind: string
}

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 102.4) / 10
const milliseconds = (ns: number): number => Math.round(ns / 1e5) / 10
const startedAt = new Date(performance.timeOrigin)
const lag = monitorEventLoopDelay({ resolution: 10 })
lag.enable()
const windowMs = 60_000
let since = performance.now()
let cpu = process.cpuUsage()
let told = { cpuPercent: 0, lagP50Ms: 0, lagP99Ms: 0, lagMaxMs: 0 }

/** The figures of the last minute or so; whoever looks again within it is told the same window, grown. */
function processFigures(): typeof told {
  const now = performance.now()
  const used = process.cpuUsage(cpu)
  const elapsed = Math.max(1, now - since)
  told = {
    cpuPercent: Math.round(((used.user + used.system) / 1000 / elapsed) * 1000) / 10,
    lagP50Ms: milliseconds(lag.percentile(50)),
    lagP99Ms: milliseconds(lag.percentile(99)),
    lagMaxMs: milliseconds(lag.max),
  }
  if (elapsed > windowMs) {
    since = now
    cpu = process.cpuUsage()
    lag.reset()
  }
  return told
}

interface Counts {
  readonly sessions: number
  readonly users: number
  readonly waiting: number
  readonly stuck: number
  readonly running: number
  readonly failed: number
}
/** Of the caller's tenant; the process's own figures are everybody's. */
async function state(ctx: Ctx, o: MonitorNeeds): Promise<ServerState> {
  const t = ctx.tenantId
  const dayAgo = new Date(ctx.now().getTime() - 86_400_000)
  const c = await ctx.tx.one<Counts>(sql`
    select
      (select count(*)::integer from sys_session s where s.tenant_id = ${t} and s.revoked_at is null and s.expires_at > ${ctx.now()}) as sessions,
      (select count(distinct s.user_id)::integer from sys_session s where s.tenant_id = ${t} and s.revoked_at is null and s.expires_at > ${ctx.now()}) as users,
      (select count(*)::integer from sys_outbox e where e.tenant_id = ${t} and e.tries < ${triesMax}) as waiting,
      (select count(*)::integer from sys_outbox e where e.tenant_id = ${t} and e.tries >= ${triesMax}) as stuck,
      (select count(*)::integer from sys_job_run r where r.tenant_id = ${t} and r.status = 'RUNNING') as running,
      (select count(*)::integer from sys_job_run r where r.tenant_id = ${t} and r.status = 'FAILED' and r.created_at > ${dayAgo}) as failed`)
  const memory = process.memoryUsage()
  return {
    node: `${hostname()}:${process.pid}`,
    version: o.version,
    startedAt: startedAt.toISOString(),
    heapMb: megabytes(memory.heapUsed),
    memoryMb: megabytes(memory.rss),
    ...processFigures(),
    sockets: o.sockets(t),
    sessions: c.sessions,
    users: c.users,
    outboxWaiting: c.waiting,
    outboxStuck: c.stuck,
    jobsRunning: c.running,
    jobsFailedToday: c.failed,
  }
}

interface TableRow {
  readonly table: string
  readonly bytes: string
  readonly rows: string
  readonly dead: string
  readonly cleanedAt: Date | null
}
/** Sizes and rows are those of all owners' goods. @throws Fault someOwners, someOrgs */
async function database(ctx: Ctx, kind: string): Promise<DatabaseState> {
  demandWholeSight(ctx)
  const whole = await ctx.tx.one<{
    version: string
    bytes: string
    connections: number
    busy: number
    locks: number
  }>(sql`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      count(*)::integer as connections, count(*) filter (where state <> 'idle')::integer as busy,
      count(*) filter (where wait_event_type = 'Lock')::integer as locks
    from pg_stat_activity where datname = current_database()`)
  const tables = await ctx.tx.query<TableRow>(sql`
    select relname as table, pg_total_relation_size(relid) as bytes, n_live_tup as rows, n_dead_tup as dead,
      greatest(last_vacuum, last_autovacuum) as cleaned_at
    from pg_stat_user_tables order by pg_total_relation_size(relid) desc, relname limit 20`)
  return {
    kind,
    version: whole.version,
    sizeMb: megabytes(Number(whole.bytes)),
    connections: whole.connections,
    busy: whole.busy,
    waitingForLocks: whole.locks,
    tables: tables.map((r) => ({
      table: r.table,
      sizeMb: megabytes(Number(r.bytes)),
      rows: Number(r.rows),
      dead: Number(r.dead),
      cleanedAt: r.cleanedAt?.toISOString() ?? null,
    })),
  }
}

const ofTables = /\b(?:from|join|update|into)\s+([a-z]+_[a-z_]+)/gi
/** Enough to know a statement again, and to find it in the code; whoever asks over the network reads none. */
function shapeOf(text: string): { verb: string; tables: string[]; fingerprint: string } {
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? ''
  const tables = [...new Set([...text.matchAll(ofTables)].map(([, name = '']) => name))]
  return { verb, tables, fingerprint: createHash('sha256').update(text).digest('hex').slice(0, 12) }
}

/** Forgets what is kept of the caller's tenant, here and, by news, in every other process. */
async function evict(ctx: Ctx, name: string | undefined): Promise<{ cleared: number }> {
  const some = name === undefined ? allWatched() : [watchedBy(name) ?? refuse(monitorFaults.noSuchCache, { name })]
  let cleared = 0
  for (const cache of some) {
    cleared += cache.entries(ctx.tenantId)
    cache.forget(ctx.tenantId)
  }
  // Whoever keeps options hears of them as if one had been changed; rights are asked by their version anyway.
  ctx.audit({ subject: option.key, subjectId: null, subjectNo: name ?? '*', action: 'evict', after: { cleared } })
  return { cleared }
}

export const monitorServed = (o: MonitorNeeds): Served[] => [
  serve(calls.list, async (ctx) =>
    allWatched().map((c) => ({
      name: c.name,
      title: say(c.title, ctx.language),
      entries: c.entries(ctx.tenantId),
      size: c.size(),
      ...c.counts,
      ttlSec: c.ttlMs === undefined ? null : c.ttlMs / 1000,
    })),
  ),
  serve(calls.evict, (ctx, { name }) => evict(ctx, name)),
  serve(calls.server, (ctx) => state(ctx, o)),
  serve(calls.database, (ctx) => database(ctx, o.databaseKind)),
  serve(calls.slow, async () =>
    slowStatements().map(({ text, count, totalMs, maxMs, lastAt }) => ({
      ...shapeOf(text),
      count,
      averageMs: Math.round(totalMs / count),
      maxMs: Math.round(maxMs),
      lastAt: new Date(lastAt).toISOString(),
    })),
  ),
  serve(calls.errors, async () =>
    groupedErrors().map((g) => ({
      ...g,
      firstAt: new Date(g.firstAt).toISOString(),
      lastAt: new Date(g.lastAt).toISOString(),
    })),
  ),
]
