import { setTimeout as sleep } from 'node:timers/promises'
import { nextTask } from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { bulkInsert } from '../server/kernel/bulk.ts'
import { type Client, openTestServer, type TestServer } from '../server/testing/server.ts'
import { buildYard, type Yard } from '../server/wms/testing/yard.ts'
import { quantile } from './clients.ts'
import type { BackEnd } from './databases.ts'
import { benchPaced, type PacedCall } from './paced.ts'

export interface NextResult {
  readonly waiting: number
  readonly callers: number
  /** The pace of all callers together. */
  readonly perSecond: number
  readonly calls: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Tasks that two callers got, and calls that got none. */
  readonly twice: number
  readonly refused: number
}

export const queues = ['PICK', 'RPL_DOWN', 'MOVE', 'PUTAWAY'] as const
const [aisles, bays] = [20, 20]

/**
 * 取任务: each caller asks for his next task at a pace of his own while thousands wait in four queues; what he got is
 * done, as far as the next call can tell, before he asks again, so that each call looks and chooses.
 */
export async function benchNext(
  backEnd: BackEnd,
  o: { waiting: number; callers: number; perSecond: number; calls: number },
): Promise<NextResult> {
  const db = await backEnd.open()
  const server = await openTestServer({ db })
  try {
    const { workers, end } = await prepareNext(server, o)
    await db.owner.query('analyze')
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const address = server.app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const given: string[] = []
    const { times, refused } = await benchPaced({
      port,
      path: nextTask.path,
      callers: workers.map(({ token, signKey }) => ({ token, signKey })),
      body: JSON.stringify({ taskTypes: queues }),
      perSecond: o.perSecond,
      warmUp: o.callers * 12,
      calls: o.calls,
      onAnswer: async ({ data }: PacedCall) => {
        const { id } = (data as { task: { id: string } }).task
        given.push(id)
        await end(id)
      },
    })
    const [p50Ms, p99Ms] = [quantile(times, 0.5), quantile(times, 0.99)]
    const twice = given.length - new Set(given).size
    return {
      waiting: o.waiting,
      callers: o.callers,
      perSecond: o.perSecond,
      calls: times.length,
      p50Ms,
      p99Ms,
      twice,
      refused,
    }
  } finally {
    await sleep(100)
    await server.close()
  }
}

/** A warehouse whose tasks wait, workers who are here, and how a task ends that one of them got. */
export async function prepareNext(
  server: TestServer,
  o: { waiting: number; callers: number },
): Promise<{ workers: Client[]; end: (id: string) => Promise<void> }> {
  const codes = Array.from({ length: aisles * bays }, (_, i) => `A${i}`)
  const yard = await server.inside('DC01', (ctx) =>
    buildYard(ctx, { bins: Object.fromEntries(codes.map((c) => [c, 'STORAGE'])), products: [{ code: 'P' }] }),
  )
  await placeBins(server)
  await makeTasks(server, yard, codes, o.waiting)
  return {
    workers: await hire(server, o.callers),
    end: async (id) => {
      await server.db.owner.query(
        `with t as (update wms_task set state = 'DONE', finished_at = now() where id = $1 returning id)
        update wms_task_line l set state = 'DONE', confirmed_at = now() from t where l.task_id = t.id`,
        [id],
      )
    },
  }
}

/** Aisles three metres apart, bays of one metre. */
const placeBins = (server: TestServer): Promise<unknown> =>
  server.inside('DC01', (ctx) =>
    ctx.tx.run(sql`
      update wms_bin set x = substr(code, 2)::integer / ${bays}::integer * 3, y = substr(code, 2)::integer % ${bays}::integer
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code ~ '^A[0-9]+$'`),
  )

/** So many tasks of one line wait, by turns in each queue. */
async function makeTasks(server: TestServer, yard: Yard, codes: readonly string[], count: number): Promise<void> {
  const chunk = 2_000
  for (let from = 0; from < count; from += chunk)
    await server.inside('DC01', async (ctx) => {
      const here = { tenantId: ctx.tenantId, orgId: ctx.org.id }
      const tasks = Array.from({ length: Math.min(chunk, count - from) }, (_, i) => {
        const taskType = queues[(from + i) % queues.length] ?? 'MOVE'
        return {
          ...here,
          id: ctx.newId(),
          taskNo: `N${from + i}`,
          taskType,
          queue: taskType,
          state: 'READY',
          lineCount: 1,
        }
      })
      await bulkInsert(ctx.tx, 'wms_task', tasks)
      await bulkInsert(
        ctx.tx,
        'wms_task_line',
        tasks.map((t, i) => {
          const bin = yard.bins.get(codes[((from + i) * 37) % codes.length] ?? '') ?? null
          return {
            ...here,
            id: ctx.newId(),
            taskId: t.id,
            lineNo: 1,
            seq: 1,
            planQty: '1',
            fromBinId: bin,
            toBinId: bin,
          }
        }),
      )
    })
}

/** Workers on duty with the skills of all queues, each logged in. */
async function hire(server: TestServer, count: number): Promise<Client[]> {
  await server.inside('DC01', async (ctx) => {
    for (let i = 0; i < count; i++) {
      const id = ctx.newId()
      const like = sql`from sys_user u where u.tenant_id = ${ctx.tenantId} and u.username = 'clerk'`
      await ctx.tx.run(sql`
        insert into sys_user select (jsonb_populate_record(u, jsonb_build_object('id', ${id}::text, 'username', ${`worker${i}`}::text))).* ${like}`)
      await ctx.tx.run(sql`
        insert into sys_user_org (tenant_id, id, user_id, org_id) values (${ctx.tenantId}, ${ctx.newId()}, ${id}, ${ctx.org.id})`)
      await ctx.tx.run(sql`
        insert into sys_user_role (tenant_id, id, user_id, role_id)
        select r.tenant_id, ${ctx.newId()}, ${id}, r.role_id from sys_user_role r join sys_user u on u.tenant_id = r.tenant_id and u.id = r.user_id
        where r.tenant_id = ${ctx.tenantId} and u.username = 'clerk'`)
      const workerId = ctx.newId()
      const here = { tenantId: ctx.tenantId, orgId: ctx.org.id }
      await bulkInsert(ctx.tx, 'wms_worker', [
        { ...here, id: workerId, userId: id, maxOpen: 20, efficiency: 100, wage: 'PIECE', onDuty: true },
      ])
      await bulkInsert(
        ctx.tx,
        'wms_worker_skill',
        queues.map((queue) => ({ ...here, id: ctx.newId(), workerId, queue, level: 3 })),
      )
    }
  })
  const workers: Client[] = []
  for (let i = 0; i < count; i++) workers.push(await server.as(`worker${i}`, 'DC01'))
  return workers
}
