import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { monitorCalls as calls, monitorFaults, type ServerState, type StuckWave } from '@lading/contract/sys/monitor.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { demandWholeSight } from '../../kernel/scope.ts'
import { slowStatements } from '../../kernel/slow.ts'
import { allWatched } from '../../platform/caches.ts'
import { nodeName } from '../../platform/job/run.ts'
import { triesMax } from '../../platform/outbox/relay.ts'
import type { Opened } from '../../platform/push/push.ts'
import { evict, keysOf, shownCache } from './cacheKeys.ts'
import { database, megabytes, shapeOf } from './database.ts'
import { diskOf } from './disk.ts'
import { groupedErrors } from './errors.ts'
import { socketsOf } from './sockets.ts'

/** What only the process itself knows. */
export interface MonitorNeeds {
  /** Open sockets, of a tenant or of all. */
  readonly sockets: (tenantId?: string) => number
  /** Those of a tenant that this process holds. */
  readonly opened: (tenantId: string) => readonly Opened[]
  /** Whether the installation serves one tenant only. */
  readonly isAlone: () => boolean
  /** Where the server keeps its data, if it does. */
  readonly folder: string | undefined
  readonly version: string
  readonly databaseKind: string
}

/** What is of all tenants together is the platform's to see, and his who is alone. */
const seesWhole = (ctx: Ctx, o: MonitorNeeds): boolean => ctx.org.type === 'PLAT' || o.isAlone()
function demandWhole(ctx: Ctx, o: MonitorNeeds): void {
  if (!seesWhole(ctx, o)) refuse(monitorFaults.onlyPlatform)
}

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
  const disk = await diskOf(o.folder)
  return {
    whole: seesWhole(ctx, o),
    node: nodeName,
    version: o.version,
    startedAt: startedAt.toISOString(),
    heapMb: megabytes(memory.heapUsed),
    memoryMb: megabytes(memory.rss),
    disk: disk && { freeMb: megabytes(disk.free), totalMb: megabytes(disk.total) },
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

/** What an area that works in waves tells of them. */
export interface WaveHooks {
  /** Waves that the caller may see and that have stood in a step since before then. */
  readonly stuck: (ctx: Ctx, before: Date) => Promise<StuckWave[]>
  /** Has the step looked at once more; refuses a wave that waits for nothing. */
  readonly nudge: (ctx: Ctx, id: string) => Promise<{ id: string }>
}

export const monitorServed = (o: MonitorNeeds, waves: WaveHooks): Served[] => [
  serve(calls.sockets, (ctx) => socketsOf(ctx, o.opened(ctx.tenantId))),
  serve(calls.waves, (ctx, { minutes }) => waves.stuck(ctx, new Date(ctx.now().getTime() - minutes * 60_000))),
  serve(calls.nudgeWave, (ctx, input) => waves.nudge(ctx, input.id)),
  serve(calls.list, async (ctx) => allWatched().map((c) => shownCache(ctx, c, seesWhole(ctx, o)))),
  serve(calls.keys, (ctx, { name, text }) => keysOf(ctx, name, text)),
  serve(calls.evict, (ctx, { name, key }) => evict(ctx, name, key)),
  serve(calls.server, (ctx) => state(ctx, o)),
  serve(calls.database, (ctx) => {
    // Sizes and rows are those of all owners' goods.
    demandWholeSight(ctx)
    demandWhole(ctx, o)
    return database(ctx, o.databaseKind)
  }),
  serve(calls.slow, async (ctx) => {
    demandWhole(ctx, o)
    return slowStatements().map(({ text, count, totalMs, maxMs, lastAt }) => ({
      ...shapeOf(text),
      count,
      averageMs: Math.round(totalMs / count),
      maxMs: Math.round(maxMs),
      lastAt: new Date(lastAt).toISOString(),
    }))
  }),
  serve(calls.errors, async (ctx) => {
    demandWhole(ctx, o)
    return groupedErrors().map((g) => ({
      ...g,
      firstAt: new Date(g.firstAt).toISOString(),
      lastAt: new Date(g.lastAt).toISOString(),
    }))
  }),
]
