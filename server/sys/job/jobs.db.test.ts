import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { int } from '@lading/contract/kernel/field.ts'
import { jobCalls as calls, job } from '@lading/contract/sys/job.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJobs } from '../../platform/job/jobs.ts'
import type { JobHandlers } from '../../platform/job/run.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let at = Date.UTC(2026, 10, 20, 0, 0)
const minute = 60_000
const crud = crudCalls(job)
const tenant = async () => [server.one.tenantId]
interface Shown {
  id: string
  version: number
  code: string
  title: string
  orgId: string
  cron: string
  disabled: boolean
  isSystem: boolean
  nextTime: string
  lastStatus: string | null
  averageMs: number | null
}
interface Ran {
  id: string
  status: string
  trigger: string
  steps: number
}
let admin: Client
let ran: string[] = []
/** What a handler does between two of its steps. */
let between = async (): Promise<void> => undefined
/** Under names of the product's own, since the page knows these. */
const handlers: JobHandlers = {
  messageCleaning: {
    title: ['清理消息', 'Clear out old messages'],
    cron: '40 3 * * *',
    steps: async (by) => {
      await by.perform(async () => void ran.push('one'))
      await between()
      await by.perform(async () => void ran.push('two'))
      return 'both'
    },
  },
  shipSign: {
    title: ['自动签收', 'Sign'],
    cron: '10 3 * * *',
    worksAt: ['DC'],
    params: { days: int(['天', 'Days']) },
    run: async (ctx, params) => {
      ran.push(`${ctx.org.code} ${JSON.stringify(params)}`)
      return 'signed'
    },
  },
}
const process_ = () => createJobs({ ...server.kernel }, handlers, tenant)

beforeAll(async () => {
  server = await openTestServer({ now: () => new Date(at) })
  admin = await server.as('admin')
  await process_().tick()
})
afterAll(() => server.close())

const list = async (who = admin) => (await who.call<{ records: Shown[] }>(crud.query, {})).records
const one = async (code: string, org?: string): Promise<Shown> => {
  const found = (await list()).find((j) => j.code === code && (!org || j.orgId === server.one.orgs.get(org)?.id))
  if (!found) throw new Error(`no job ${code}`)
  return found
}
const runs = async (jobId: string) => (await admin.call(calls.runs, { jobId })).records as unknown as Ran[]
const refusal = async (who: Client, call: Parameters<Client['envelope']>[0], input: object) => {
  const { code, message } = await who.envelope(call, input)
  return { code, message }
}

test('the list tells what each job is, where, and when it comes', async () => {
  const jobs = await list()
  expect(jobs.map(({ code, isSystem }) => `${code} ${isSystem}`).sort()).toEqual([
    'message-cleaning true',
    'ship-sign true',
    'ship-sign true',
  ])
  expect(await one('message-cleaning')).toMatchObject({
    title: '清理消息',
    orgId: server.one.orgs.get('G')?.id,
    nextTime: '2026-11-20T19:40:00.000Z',
  })
  const dc = await server.as('admin', 'DC01')
  expect((await list(dc)).map(({ orgId }) => orgId)).toEqual([server.one.orgs.get('DC01')?.id])
  expect(await refusal(dc, crud.getById, { id: (await one('message-cleaning')).id })).toMatchObject({ code: 40312 })
})

test('the next five times of a schedule, by the clocks of a zone; an expression that is none is refused in words', async () => {
  const { next } = await admin.call(calls.previewCron, { cron: '0 8 * * 1-5', timeZone: 'Asia/Shanghai' })
  expect(next).toEqual([
    '2026-11-23T00:00:00.000Z',
    '2026-11-24T00:00:00.000Z',
    '2026-11-25T00:00:00.000Z',
    '2026-11-26T00:00:00.000Z',
    '2026-11-27T00:00:00.000Z',
  ])
  for (const cron of ['61 * * * *', 'daily', '* * * *', '0 0 30 2 *', '* * * * * *'])
    expect(await refusal(admin, calls.previewCron, { cron }), cron).toEqual({ code: 40013, message: '表达式不正确' })
})

test('a job that is run by hand runs once, also while it is paused and however many processes there are', async () => {
  ran = []
  const { id, version } = await one('ship-sign', 'DC01')
  await admin.call(crud.disable, { id, version })
  const { runId } = await admin.call(calls.trigger, { id, params: { days: 3 } })
  expect(await refusal(admin, calls.trigger, { id })).toEqual({ code: 42860, message: '任务正在执行，不能重复触发' })
  await Promise.all([process_(), process_(), process_()].map((p) => p.tick()))
  expect(ran).toEqual(['DC01 {"days":3}'])
  expect(await runs(id)).toMatchObject([{ id: runId, status: 'DONE', trigger: 'MANUAL', steps: 1 }])
  const log = await admin.call(calls.log, { id: runId })
  expect(log).toMatchObject({ done: true })
  expect(log.text).toContain('DONE signed')
  expect(await admin.call(calls.log, { id: runId, offset: log.nextOffset })).toMatchObject({ text: '', done: true })
  expect(await one('ship-sign', 'DC01')).toMatchObject({ lastStatus: 'DONE', disabled: true, averageMs: 0 })
  // T64: a clock that was set back while it ran.
  await server.db.owner.query(`update sys_job_run set ended_at = started_at - interval '36 hours' where job_id = ${id}`)
  expect(await one('ship-sign', 'DC01')).toMatchObject({ averageMs: 0 })
  // While it is paused its times go by.
  at += 24 * 60 * minute
  await process_().tick()
  admin = await server.as('admin')
  expect(ran.filter((r) => r.startsWith('DC01'))).toHaveLength(1)
  await admin.call(crud.enable, { id, version: (await one('ship-sign', 'DC01')).version })
  expect((await one('ship-sign', 'DC01')).nextTime > new Date(at).toISOString()).toBe(true)
  expect((await admin.envelope(calls.trigger, { id, params: { days: 'x' } })).errors?.[0]?.field).toBe('days')
})

test('a run that waits is taken back; one under way ends with its step; one that is over cannot be stopped', async () => {
  const { id } = await one('message-cleaning')
  const waiting = await admin.call(calls.trigger, { id })
  expect(await admin.call(calls.stop, waiting)).toEqual({ status: 'CANCELLED' })
  ran = []
  await process_().tick()
  expect(ran).toEqual([])
  at += minute
  const running = await admin.call(calls.trigger, { id })
  between = async () => {
    between = async () => undefined
    expect(await admin.call(calls.stop, running)).toEqual({ status: 'RUNNING' })
  }
  await process_().tick()
  expect(ran).toEqual(['one', 'two'])
  expect((await runs(id)).slice(0, 2)).toMatchObject([{ status: 'CANCELLED', steps: 1 }, { status: 'CANCELLED' }])
  expect(await refusal(admin, calls.stop, running)).toEqual({ code: 42862, message: '该次执行已经结束' })
})

test('another schedule of a handler is made, changed and removed; the product’s own stays', async () => {
  const orgId = server.one.orgs.get('DC02')?.id
  const input = { code: 'EVENING', title: '晚间签收', handler: 'shipSign', orgId, cron: '0 20 * * *' }
  expect(await refusal(admin, crud.create, { ...input, orgId: server.one.orgs.get('G')?.id })).toEqual({
    code: 42864,
    message: '[自动签收]须选择物流中心',
  })
  expect(await refusal(admin, crud.create, { ...input, handler: 'nothing' })).toMatchObject({ code: 42863 })
  expect(await refusal(admin, crud.create, { ...input, cron: 'x' })).toMatchObject({ code: 40013 })
  const dc = await server.as('admin', 'DC01')
  expect(await refusal(dc, crud.create, input)).toMatchObject({ code: 40312 })
  const { id } = await admin.call<{ id: string }>(crud.create, input)
  expect(await one('EVENING')).toMatchObject({ title: '晚间签收', isSystem: false })
  const changed = await admin.call<Shown>(crud.update, { id, version: 0, cron: '*/5 * * * *' })
  ran = []
  at += 5 * minute
  await process_().tick()
  expect(ran).toEqual(['DC02 {}'])
  await admin.call(crud.remove, { id, version: changed.version })
  expect(await refusal(admin, crud.remove, await one('message-cleaning'))).toEqual({
    code: 42861,
    message: '系统任务不能删除，可以暂停',
  })
})

test('each act has its own right', async () => {
  const [viewer, nobody] = [await server.as('viewer'), await server.as('nobody')]
  const { id, version } = await one('message-cleaning')
  expect((await list(viewer)).length).toBeGreaterThan(0)
  for (const [call, input] of [
    [calls.trigger, { id }],
    [calls.stop, { runId: id }],
    [crud.update, { id, version, cron: '* * * * *' }],
    [crud.disable, { id, version }],
  ] as const)
    expect(await refusal(viewer, call, input)).toMatchObject({ code: 40301 })
  expect(await refusal(nobody, calls.runs, { jobId: id })).toMatchObject({ code: 40301 })
  const other = await server.as('admin', 'G', 'two')
  for (const [call, input] of [
    [crud.getById, { id }],
    [calls.trigger, { id }],
    [calls.runs, { jobId: id }],
  ] as const)
    expect(await refusal(other, call, input)).toMatchObject({ code: 40400 })
})
