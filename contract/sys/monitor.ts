import { z } from 'zod'
import { id, post, query } from '../kernel/call.ts'
import type { Refusal } from '../kernel/fault.ts'

const view = 'sys:monitor_cache:view'
const at = (verb: string) => `/fw/api/sys/cache/${verb}`

export const monitorFaults = {
  noSuchCache: { code: 42515, text: ['没有名为[{name}]的缓存', 'There is no cache named [{name}]'] },
  /** Figures of all tenants together, where there are several. */
  onlyPlatform: {
    code: 42834,
    text: ['整个系统的状态只有平台可以查看', 'Only the platform sees the state of the whole installation'],
  },
  notStuck: {
    code: 42549,
    text: ['波次[{no}]没有停滞的步骤', 'No step of the wave [{no}] stands still'],
  },
} as const satisfies Record<string, Refusal>

/** A wave that has stood in a step for longer than was asked. */
const stuckWave = z.object({
  id: z.string(),
  no: z.string(),
  title: z.string().nullable(),
  org: z.string(),
  state: z.string(),
  step: z.string(),
  since: z.string(),
  /** What it waits for, in the reader's language. */
  why: z.string(),
})
export type StuckWave = z.output<typeof stuckWave>

/** A page that is told of news, as it is connected to the process that answers. */
const openSocket = z.object({
  id: z.string(),
  user: z.string(),
  org: z.string(),
  source: z.string(),
  ip: z.string().nullable(),
  since: z.string(),
  /** What it wants to hear of. */
  topics: z.array(z.string()),
})
export type OpenSocket = z.output<typeof openSocket>

/** What kind of statement, over which tables; its text stays on the server. */
const shape = z.object({ verb: z.string(), tables: z.array(z.string()), fingerprint: z.string() })

/** 缓存与监控: what this process keeps and does, and how the database is, as an administrator may see it. */
export const monitorCalls = {
  list: query(at('list'), {
    title: ['查询缓存', 'List caches'],
    permission: view,
    // Of processes and the database, not of rows: the page asks again by itself.
    reads: [],
    output: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        /** Of the caller's tenant; `size` counts all, for who sees the whole installation. */
        entries: z.number(),
        /** About so much memory they take. */
        bytes: z.number(),
        size: z.number().nullable(),
        hits: z.number(),
        misses: z.number(),
        ttlSec: z.number().nullable(),
      }),
    ),
  }),
  /** What a cache holds of the caller's tenant, at most 200. */
  keys: query(at('keys'), {
    title: ['查询缓存内容', 'Look into a cache'],
    permission: view,
    reads: ['sys.user', 'sys.org'],
    input: z.object({
      name: z.string().max(40),
      /** Part of a key, or of the name of the user or organisation that it is about. */
      text: z.string().trim().max(60).optional(),
    }),
    output: z.array(
      z.object({ key: z.string(), user: z.string().nullable(), org: z.string().nullable(), bytes: z.number() }),
    ),
  }),
  evict: post(at('evict'), {
    title: ['清除缓存', 'Clear a cache'],
    permission: 'sys:monitor_cache:remove',
    /** No name: all; a key: that entry of it alone. */
    input: z.object({ name: z.string().max(40).optional(), key: z.string().max(200).optional() }),
    output: z.object({ cleared: z.number() }),
  }),
  server: query(at('server'), {
    title: ['查询服务器状态', 'State of the server'],
    permission: view,
    // Of processes and the database, not of rows: the page asks again by itself.
    reads: [],
    output: z.object({
      /** Whether the caller may also see what is of all tenants together: the platform may, and whoever is alone. */
      whole: z.boolean(),
      node: z.string(),
      version: z.string(),
      startedAt: z.string(),
      cpuPercent: z.number(),
      heapMb: z.number(),
      memoryMb: z.number(),
      /** Room where the server keeps its data; null where it keeps none. */
      disk: z.object({ freeMb: z.number(), totalMb: z.number() }).nullable(),
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
  /** Of the caller's reach, those of the process that answers: where several run, each knows its own. */
  sockets: query(at('sockets'), {
    title: ['查询实时连接', 'List sockets'],
    permission: view,
    // Of processes and the database, not of rows: the page asks again by itself.
    reads: [],
    output: z.object({ node: z.string(), total: z.number(), sockets: z.array(openSocket) }),
  }),
  waves: query(at('waves'), {
    title: ['查询停滞波次', 'List waves that stand still'],
    permission: 'sys:monitor_wave_bill:view',
    reads: ['wms.waveBill', 'wms.task'],
    input: z.object({ minutes: z.number().int().min(1).max(1440).default(10) }),
    output: z.array(stuckWave),
  }),
  /** Has its step looked at once more; a start that failed goes on. */
  nudgeWave: post(at('nudgeWave'), {
    title: ['重新推动波次', 'Restart the step of a wave'],
    permission: 'sys:monitor_wave_bill:restart',
    input: z.object({ id }),
    output: z.object({ id: z.string() }),
  }),
  database: query(at('database'), {
    title: ['查询数据库状态', 'State of the database'],
    permission: view,
    // Of processes and the database, not of rows: the page asks again by itself.
    reads: [],
    output: z.object({
      kind: z.string(),
      version: z.string(),
      sizeMb: z.number(),
      connections: z.number(),
      busy: z.number(),
      waitingForLocks: z.number(),
      /** Processes that are connected. */
      nodes: z.array(z.object({ node: z.string(), connections: z.number(), busy: z.number(), since: z.string() })),
      /** Who waits for whom, longest first. */
      locks: z.array(z.object({ waiting: shape, by: shape.nullable(), waitsMs: z.number(), node: z.string() })),
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
    // Of processes and the database, not of rows: the page asks again by itself.
    reads: [],
    output: z.array(
      shape.extend({
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
    // Of processes and the database, not of rows: the page asks again by itself.
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
export type CachedKey = z.output<typeof monitorCalls.keys.output>[number]
export type ServerState = z.output<typeof monitorCalls.server.output>
export type DatabaseState = z.output<typeof monitorCalls.database.output>
export type SlowStatement = z.output<typeof monitorCalls.slow.output>[number]
export type ErrorGroup = z.output<typeof monitorCalls.errors.output>[number]
