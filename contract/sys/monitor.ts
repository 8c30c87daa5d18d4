import { z } from 'zod'
import { post, query } from '../kernel/call.ts'
import type { Refusal } from '../kernel/fault.ts'

const view = 'sys:monitor_cache:view'
const at = (verb: string) => `/fw/api/sys/cache/${verb}`

export const monitorFaults = {
  noSuchCache: { code: 42515, text: ['没有名为[{name}]的缓存', 'There is no cache named [{name}]'] },
} as const satisfies Record<string, Refusal>

/** 缓存与监控: what this process keeps and does, and how the database is, as an administrator may see it. */
export const monitorCalls = {
  list: query(at('list'), {
    title: ['查询缓存', 'List caches'],
    permission: view,
    reads: [],
    output: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        /** Of the caller's tenant; `size` counts all. */
        entries: z.number(),
        size: z.number(),
        hits: z.number(),
        misses: z.number(),
        ttlSec: z.number().nullable(),
      }),
    ),
  }),
  evict: post(at('evict'), {
    title: ['清除缓存', 'Clear a cache'],
    permission: 'sys:monitor_cache:remove',
    /** None: all. */
    input: z.object({ name: z.string().max(40).optional() }),
    output: z.object({ cleared: z.number() }),
  }),
  server: query(at('server'), {
    title: ['查询服务器状态', 'State of the server'],
    permission: view,
    reads: [],
    output: z.object({
      node: z.string(),
      version: z.string(),
      startedAt: z.string(),
      cpuPercent: z.number(),
      heapMb: z.number(),
      memoryMb: z.number(),
      /** How late the event loop came to its work in the last minute. */
      lagP50Ms: z.number(),
      lagP99Ms: z.number(),
      lagMaxMs: z.number(),
      sockets: z.number(),
      sessions: z.number(),
      users: z.number(),
      outboxWaiting: z.number(),
      outboxStuck: z.number(),
      jobsRunning: z.number(),
      jobsFailedToday: z.number(),
    }),
  }),
  database: query(at('database'), {
    title: ['查询数据库状态', 'State of the database'],
    permission: view,
    reads: [],
    output: z.object({
      kind: z.string(),
      version: z.string(),
      sizeMb: z.number(),
      connections: z.number(),
      busy: z.number(),
      waitingForLocks: z.number(),
      tables: z.array(
        z.object({
          table: z.string(),
          sizeMb: z.number(),
          rows: z.number(),
          dead: z.number(),
          cleanedAt: z.string().nullable(),
        }),
      ),
    }),
  }),
  slow: query(at('slow'), {
    title: ['查询慢语句', 'List slow statements'],
    permission: view,
    reads: [],
    output: z.array(
      z.object({
        /** What kind of statement, over which tables; its text stays on the server. */
        verb: z.string(),
        tables: z.array(z.string()),
        fingerprint: z.string(),
        count: z.number(),
        averageMs: z.number(),
        maxMs: z.number(),
        lastAt: z.string(),
      }),
    ),
  }),
  errors: query(at('errors'), {
    title: ['查询错误', 'List errors'],
    permission: view,
    reads: [],
    output: z.array(
      z.object({
        fingerprint: z.string(),
        kind: z.string(),
        message: z.string(),
        place: z.string(),
        level: z.enum(['warn', 'error']),
        count: z.number(),
        firstAt: z.string(),
        lastAt: z.string(),
        lastTrace: z.string().nullable(),
      }),
    ),
  }),
} as const
export type WatchedCache = z.output<typeof monitorCalls.list.output>[number]
export type ServerState = z.output<typeof monitorCalls.server.output>
export type DatabaseState = z.output<typeof monitorCalls.database.output>
export type SlowStatement = z.output<typeof monitorCalls.slow.output>[number]
export type ErrorGroup = z.output<typeof monitorCalls.errors.output>[number]
