import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { messageCalls } from '@lading/contract/sys/message.ts'
import { sheetRecordCalls as calls, sheetRecordLimits as limits } from '@lading/contract/sys/sheetRecord.ts'
import { area } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog, createServer, type Server } from '../../server.ts'
import { raiseRights } from '../../sys/session/identify.ts'
import { testSecret } from '../../testing/database.ts'
import { pausing } from '../../testing/paused.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { silentMs } from '../due/queue.ts'
import { sheetCleaning } from './cleaning.ts'
import type { ImportAnswer } from './importReport.ts'
import { readSheet } from './read.ts'

const owners = crudCalls(owner)
const areas = crudCalls(area)
const many = limits.rowsAtOnce + 500
let now: number
let server: TestServer
let admin: Client
beforeEach(async () => {
  now = Date.parse('2026-11-25T02:00:00Z')
  server = await openTestServer({ now: () => new Date(now) })
  admin = await server.as('admin')
})
afterEach(() => server.close())

const code = (i: number): string => `W${String(i).padStart(6, '0')}`
/** A file of many owners. @param odd other lines in the place of some, by their number */
const csv = (odd: Readonly<Record<number, string>> = {}, n = many): string =>
  ['代码,名称,类型', ...Array.from({ length: n }, (_, i) => odd[i + 1] ?? `${code(i + 1)},货主 ${i + 1},三方`)].join(
    '\n',
  )
const send = (data: string, o: object = {}, key?: string, who = admin) =>
  who.call<ImportAnswer>(
    owners.import,
    { dryRun: 'false', mode: 'INSERT', ...o },
    { file: { name: '货主.csv', data }, ...(key && { key }) },
  )
const begin = async (data = csv(), o: object = {}, who = admin): Promise<string> =>
  (await send(data, o, undefined, who)).taskId ?? ''
const task = (id: string, who = admin) => who.call(calls.importTask, { id })
const count = async (): Promise<number> =>
  (
    await server.inside('G', (ctx) =>
      ctx.tx.one<{ n: number }>(sql`select count(*)::int as n from wms_owner where tenant_id = ${ctx.tenantId}`),
    )
  ).n
const records = async (who = admin) =>
  (await who.call<{ records: { id: string; state: string; sourceId: string | null }[] }>(calls.imports as never, {}))
    .records
const told = async (who = admin) => {
  await server.relay.drain()
  return (await who.call(messageCalls.query, {})).records
}
const set = (id: string, change: ReturnType<typeof sql>) =>
  server.inside('G', (ctx) =>
    ctx.tx.run(sql`update sys_import_record set ${change} where tenant_id = ${ctx.tenantId} and id = ${id}`),
  )
/** Another process on the same database. */
const second = (): Promise<Server> =>
  createServer({
    db: server.db,
    log: createLog('silent'),
    config: { secret: testSecret, trustProxy: false, tls: undefined },
    now: () => new Date(now),
  })
/** Its process has died: nobody has been heard of. */
const die = async (id: string, attempt: number) => {
  await set(id, sql`state = 'RUNNING', attempt = ${attempt}`)
  await server.inside('G', (ctx) =>
    ctx.tx.run(sql`
      update sys_due set claim = ${ctx.newId()}, due_at = ${new Date(now + silentMs)} where key = ${`import:${id}`}`),
  )
}

test('few rows go in at once; one more than few is left to the background, and asked again it is the same task', async () => {
  const few = await send(csv({}, limits.rowsAtOnce))
  expect(few).toMatchObject({ created: limits.rowsAtOnce, errors: [] })
  expect(few.taskId).toBeUndefined()
  const more = csv({}, limits.rowsAtOnce + 1).replaceAll('W', 'X')
  const first = await send(more, {}, 'k-1')
  expect(first).toMatchObject({ rows: limits.rowsAtOnce + 1, created: 0, errors: [], taskId: first.recordId })
  expect(await send(more, {}, 'k-1')).toEqual(first)
  await expect(send(more.replace('货主', '他'), {}, 'k-1')).rejects.toMatchObject({ code: 40901 })
  expect(await count()).toBe(limits.rowsAtOnce)
  expect(await task(first.taskId ?? '')).toMatchObject({ state: 'QUEUED', rows: limits.rowsAtOnce + 1, rowsDone: 0 })
  await server.sheets.tick()
  expect(await send(more, {}, 'k-1')).toEqual(first)
  await server.sheets.tick()
  expect(await task(first.taskId ?? '')).toMatchObject({ state: 'DONE', created: limits.rowsAtOnce + 1 })
  expect(await count()).toBe(2 * limits.rowsAtOnce + 1)
  expect(await records()).toHaveLength(2)
})

test('what is done is told: in the record, by the bell, and in the audit log as its sender did it', async () => {
  const id = await begin()
  await server.sheets.tick()
  expect(await task(id)).toMatchObject({ state: 'DONE', rows: many, rowsDone: many, created: many, errorCount: 0 })
  expect(await told()).toMatchObject([
    {
      key: 'IMPORT_DONE',
      args: { file: '货主.csv', created: String(many), updated: '0', wrong: '0' },
      link: '#/app-sys/importRecord',
    },
  ])
  const { rows } = await server.db.owner.query<{ n: string; who: string }>(
    "select count(*) as n, min(created_by::text) as who from sys_audit_log where subject = 'wms.owner' and action = 'import'",
  )
  expect(rows).toEqual([{ n: String(many), who: admin.userId }])
  const shown = await admin.call(calls.importedRows, { id, pageSize: 1 })
  expect(shown).toMatchObject({ total: many, columns: ['代码', '名称', '类型'] })
})

test('one wrong row keeps all out; its marked file names it by the headings of the sent one', async () => {
  const id = await begin(csv({ 2: 'W000002,,三方' }))
  await server.sheets.tick()
  expect(await task(id)).toMatchObject({
    state: 'REFUSED',
    created: 0,
    errorCount: 1,
    errors: [{ row: 3, title: '名称' }],
    hasErrorFile: true,
  })
  expect(await count()).toBe(0)
  const { url } = await admin.call(calls.errorTicket, { id })
  const back = await readSheet({ name: 'a.xlsx', data: (await server.app.inject({ method: 'GET', url })).rawPayload })
  expect(back).toHaveLength(many + 1)
  expect(String(back[2]?.cells.at(-1))).toContain('名称')
  expect(await told()).toMatchObject([{ key: 'IMPORT_FAILED', args: { message: '有1处错误，未导入' } }])
})

test('good rows go in part by part, the others come back, also those that only the database refuses', async () => {
  const id = await begin(csv({ 2: 'W000002,,三方', [many]: 'W000001,twice,三方' }), { rows: 'GOOD' })
  await server.sheets.tick()
  const done = await task(id)
  expect(done).toMatchObject({ state: 'PARTIAL', rows: many, hasErrorFile: true })
  expect(done.created).toBe(await count())
  // Rows that say the same code are in doubt together, or the first of them is good: the row without a name never is.
  expect(done.errors.map((r) => r.row)).toContain(3)
  const { url } = await admin.call(calls.errorTicket, { id })
  const back = await readSheet({ name: 'a.xlsx', data: (await server.app.inject({ method: 'GET', url })).rawPayload })
  expect(back.length - 1).toBe(many - done.created)
})

test('what hangs below others goes in after them, wherever they stand, and stays out with them', async () => {
  const dc = await server.as('admin', 'DC01')
  // The upper ones stand last, further off than one part reaches.
  const lines = Array.from({ length: many }, (_, i) => `Z${i},区${i},${i % 2 === 0 ? 'W1' : 'W2'}`)
  const file = { name: 'a.csv', data: ['代码,名称,上级', ...lines, 'W1,仓一,', 'W2,,'].join('\n') }
  const { taskId = '' } = await dc.call<ImportAnswer>(areas.import, { dryRun: 'false', rows: 'GOOD' }, { file })
  await server.sheets.tick()
  expect(await task(taskId, dc)).toMatchObject({ state: 'PARTIAL', created: many / 2 + 1 })
})

test('a trial of many rows is checked in the background, waits a day and is confirmed into a task', async () => {
  const trial = await begin(csv(), { dryRun: 'true' })
  await server.sheets.tick()
  expect(await task(trial)).toMatchObject({ state: 'CHECKED', dryRun: true, created: many })
  expect(await count()).toBe(0)
  expect(await told()).toMatchObject([{ key: 'IMPORT_CHECKED', args: { rows: String(many), good: String(many) } }])
  const { taskId = '' } = await admin.call(calls.confirmImport, { id: trial })
  await server.sheets.tick()
  expect(await task(taskId)).toMatchObject({ state: 'DONE', created: many })
  expect((await records()).map((r) => r.id)).toEqual([taskId])
})

test('how far it is only grows within a stage, and never beyond what there is', async () => {
  const id = await begin(csv(), { rows: 'GOOD' })
  const seen: { state: string; done: number }[] = []
  let isOver = false
  const working = server.sheets.tick().then(() => {
    isOver = true
  })
  while (!isOver) {
    const { state, rowsDone } = await task(id)
    seen.push({ state, done: rowsDone })
  }
  await working
  const running = seen.filter((s) => s.state === 'RUNNING').map((s) => s.done)
  expect(running).toEqual(running.toSorted((a, b) => a - b))
  expect(seen.every((s) => s.done <= many)).toBe(true)
  expect((await task(id)).state).toBe('DONE')
})

test('what waits is taken back at once, and nothing of it is in; it can be tried again', async () => {
  const id = await begin()
  expect(await admin.call(calls.cancelImport, { ids: [id] })).toMatchObject({ ok: 1, failed: [] })
  await server.sheets.tick()
  expect(await task(id)).toMatchObject({ state: 'CANCELLED', created: 0 })
  expect(await count()).toBe(0)
  expect((await admin.call(calls.cancelImport, { ids: [id] })).failed[0]?.message).toMatch(
    /当前为\[已取消\]，不能取消$/,
  )
  expect(await admin.call(calls.retryImport, { ids: [id] })).toMatchObject({ ok: 1 })
  expect((await admin.call(calls.dropImport, { ids: [id] })).failed).toMatchObject([{ code: 42827 }])
  await server.sheets.tick()
  expect(await task(id)).toMatchObject({ state: 'DONE', created: many })
  expect((await admin.call(calls.retryImport, { ids: [id] })).failed).toMatchObject([{ code: 42827 }])
})

test('a cancel is heard at its next step: all or nothing leaves nothing, of good rows stays what is in', async () => {
  const whole = await begin()
  // Asked to stop after it has begun: as another process would see it.
  await set(whole, sql`state = 'CHECKING', attempt = 1`)
  expect(await admin.call(calls.cancelImport, { ids: [whole] })).toMatchObject({ ok: 1 })
  await server.sheets.tick()
  expect(await task(whole)).toMatchObject({ state: 'CANCELLED', created: 0 })
  expect(await count()).toBe(0)
  const some = await cancelBetween()
  const { state, created } = await task(some)
  expect(state).toBe('CANCELLED')
  expect(created).toBeGreaterThan(0)
  expect(created).toBeLessThan(many)
  expect(created).toBe(await count())
  // The same file is known by what is in of it.
  await expect(send(csv(), { rows: 'GOOD' })).rejects.toMatchObject({ code: 42826 })
  expect(await admin.call(calls.retryImport, { ids: [some] })).toMatchObject({ ok: 1 })
  await server.sheets.tick()
  expect(await task(some)).toMatchObject({ state: 'DONE', created: many, errorCount: 0 })
  expect(await count()).toBe(many)
})

/** Cancels an import of good rows of which some are in. Who comes too late begins with none in. */
async function cancelBetween(): Promise<string> {
  for (let tries = 0; tries < 20; tries++) {
    const id = await begin(csv(), { rows: 'GOOD', again: 'true' })
    const working = server.sheets.tick()
    for (let state = ''; state !== 'DONE'; ) {
      const now = await task(id)
      state = now.state
      if (state !== 'RUNNING' || now.created === 0) continue
      await admin.call(calls.cancelImport, { ids: [id] })
      break
    }
    await working
    if ((await task(id)).state === 'CANCELLED') return id
    await server.inside('G', (ctx) => ctx.tx.run(sql`delete from wms_owner where tenant_id = ${ctx.tenantId}`))
  }
  throw new Error('it was always done before anybody could cancel it')
}

test('two processes import each file once', async () => {
  const other = await second()
  const ids: string[] = []
  for (let i = 0; i < limits.queuedPerUser; i++)
    ids.push(await begin(csv().replaceAll('W', `${'ABCDE'[i]}`), i % 2 === 0 ? {} : { rows: 'GOOD' }))
  for (let i = 0; i < 15; i++) {
    await Promise.all([server.sheets.tick(), other.sheets.tick()])
    now += 3_000
  }
  await other.close()
  for (const id of ids) expect(await task(id)).toMatchObject({ state: 'DONE', created: many })
  expect(await count()).toBe(ids.length * many)
})

test('what a dead process had goes on with another, without a row twice, and is given up after three times', async () => {
  const id = await begin(csv(), { rows: 'GOOD' })
  // It died with some rows in.
  await server.inside('G', (ctx) =>
    ctx.tx.run(sql`
      insert into wms_owner (tenant_id, id, code, name, kind, turnover)
      select ${ctx.tenantId}, g, 'W' || lpad(g::text, 6, '0'), '货主 ' || g, 'CLIENT', 'FEFO' from generate_series(1, 700) g`),
  )
  await set(id, sql`rows_in = '[[2, 701]]', created = 700`)
  await die(id, 1)
  await server.sheets.tick()
  expect(await task(id)).toMatchObject({ state: 'RUNNING', created: 700 })
  now += silentMs + 1
  await server.sheets.tick()
  expect(await task(id)).toMatchObject({ state: 'DONE', created: many, errorCount: 0 })
  expect(await count()).toBe(many)
  const again = await begin(csv().replaceAll('W', 'X'))
  await set(again, sql`attempt = ${limits.attempts}`)
  await server.sheets.tick()
  expect(await task(again)).toMatchObject({ state: 'FAILED', message: '多次中断，未完成' })
  expect(await count()).toBe(many)
})

test('who was given up for dead in the middle of its rows writes none of them', async () => {
  const paused = pausing(server.db)
  const other = await second()
  // How many statements it takes until the first row is written.
  await begin(csv())
  const whole = paused(Number.MAX_SAFE_INTEGER, () => other.sheets.tick())
  await whole.done
  const at = whole.sent().findIndex((text) => text.includes('insert into wms_owner')) + 1
  expect(await count()).toBe(many)
  for (const rows of ['ALL', 'GOOD']) {
    const id = await begin(csv().replaceAll('W', rows), { rows })
    const late = paused(at, () => other.sheets.tick())
    expect(await late.reached).toBe(true)
    // It stands still meanwhile, and another has begun.
    await set(id, sql`attempt = attempt + 1`)
    late.go()
    await late.done
    expect((await task(id)).created, rows).toBe(0)
    expect(await count(), rows).toBe(many)
    await set(id, sql`state = 'FAILED'`)
  }
  await other.close()
})

test('a process that ends gives its import back, which is no attempt', async () => {
  const other = await second()
  const id = await begin()
  const working = other.sheets.tick()
  await other.close()
  await working
  now += 5_000
  await server.sheets.tick()
  expect(await task(id)).toMatchObject({ state: 'DONE', created: many })
  expect(await count()).toBe(many)
})

test('the rights of the moment count: what was taken away meanwhile lets nothing in', async () => {
  const id = await begin()
  await server.inside('G', async (ctx) => {
    await ctx.tx.run(sql`
      delete from sys_role_permission where tenant_id = ${ctx.tenantId} and permission = 'wms:basic.owner:import'`)
    await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  })
  await server.sheets.tick()
  expect(await task(id)).toMatchObject({ state: 'FAILED', message: expect.stringMatching(/没有权限/) })
  expect(await count()).toBe(0)
  expect(await told()).toMatchObject([{ key: 'IMPORT_FAILED' }])
})

test('nobody queues more than five, and a refused one leaves nothing', async () => {
  for (let i = 0; i < limits.queuedPerUser; i++) await begin(csv().replaceAll('W', `${'ABCDE'[i]}`))
  const files = () =>
    server.inside('G', (ctx) =>
      ctx.tx.one<{ n: number }>(sql`select count(*)::int as n from sys_sheet_file where tenant_id = ${ctx.tenantId}`),
    )
  const before = await files()
  await expect(begin()).rejects.toMatchObject({ code: 42582, message: '导入任务过多，请稍后再试' })
  expect(await records()).toHaveLength(limits.queuedPerUser)
  expect(await files()).toEqual(before)
})

test('a file that waits, or is being imported, is asked about; one that was cancelled with nothing in is not', async () => {
  const id = await begin()
  await expect(send(csv())).rejects.toMatchObject({ code: 42826, message: '该文件已导入过，是否继续?' })
  expect((await send(csv(), { again: 'true' })).taskId).toMatch(/^\d+$/)
  for (const { id: one } of await records()) await admin.call(calls.cancelImport, { ids: [one] })
  const next = await send(csv())
  expect(next.taskId).not.toBe(id)
})

test('a waiting file outlives newer ones of its sender, and goes with its time', async () => {
  const id = await begin()
  for (let i = 0; i <= limits.filesPerUser; i++) await admin.bytes(owners.export, { format: 'csv' })
  await server.sheets.tick()
  expect(await task(id)).toMatchObject({ state: 'DONE', created: many })
  const waiting = await begin(csv().replaceAll('W', 'X'))
  await admin.call(calls.cancelImport, { ids: [waiting] })
  now += (7 * 24 + 1) * 3_600_000
  await server.inside('G', (ctx) => sheetCleaning.run(ctx, {}))
  admin = await server.as('admin')
  expect((await records()).find((r) => r.id === waiting)?.sourceId).toBeNull()
  expect((await admin.call(calls.retryImport, { ids: [waiting] })).failed).toMatchObject([{ code: 42824 }])
})

test('nobody sees, cancels or tries again what another imports, in his tenant or elsewhere', async () => {
  const id = await begin()
  for (const who of [await server.as('clerk', 'DC01'), await server.as('admin', 'G', 'two')]) {
    await expect(task(id, who)).rejects.toMatchObject({ code: 40400 })
    for (const call of [calls.cancelImport, calls.retryImport])
      expect((await who.call(call, { ids: [id] })).failed, call.path).toMatchObject([{ code: 40400 }])
  }
  expect(await task(id)).toMatchObject({ state: 'QUEUED' })
})
