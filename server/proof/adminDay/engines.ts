import { createHash, createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { loginLog } from '@lading/contract/sys/auditLog.ts'
import { job } from '@lading/contract/sys/job.ts'
import { messageCalls } from '@lading/contract/sys/message.ts'
import { openAccountCalls } from '@lading/contract/sys/openCalls.ts'
import { openHeaders as h, openSignedText } from '@lading/contract/sys/openSignature.ts'
import { optionCalls } from '@lading/contract/sys/options.ts'
import { refreshToken } from '@lading/contract/sys/session.ts'
import { sheetRecordCalls, sheetRecordLimits } from '@lading/contract/sys/sheetRecord.ts'
import { userCalls } from '@lading/contract/sys/userCalls.ts'
import { task } from '@lading/contract/wms/task.ts'
import { expect } from 'vitest'
import { type Client, clientOf, type LoggedIn } from '../../testing/client.ts'
import type { ClockedServer } from '../../testing/clocked.ts'
import { isFull } from '../../testing/full.ts'
import { type Company, enter, listOf, oClock, ownPassword, type Row, refusalOf, tryIn } from './company.ts'
import { makeTasks, type Places } from './people.ts'

const tasks = crudCalls(task)
/**
 * Twelve pages, and with their notes more than one part of a file: all boundaries are crossed. The quarter million of the
 * full run shows in addition that memory does not grow with the rows.
 */
const exported = isFull ? 250_000 : 12_000
/** Enough for somebody to say in time that he does not want them any more. */
const givenUp = isFull ? 250_000 : 60_000
const mostMegabytes = isFull ? 150 : 75
const megabyte = 1024 * 1024

/** Memory of a process that is really in use, in bytes. */
const memoryOf = ({ pid }: ClockedServer): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

interface Shown extends Row {
  readonly state: string
  readonly rowsDone: number
  readonly rowCount: number
  readonly fileId: string | null
}

/** 11:00: all tasks of a centre as a file, another of which is given up on the way. */
export async function exportMany(of: Company, dc1: string): Promise<void> {
  await of.clock.moveTo(oClock(11))
  await makeTasks(of, dc1, 1_000_001, exported)
  await makeTasks(of, dc1, 2_000_001, givenUp, 'NEW')
  await of.db.owner.query('analyze wms_task')
  const admin = await enter(of.a, 'admin', { workingOrgId: dc1 })
  const begin = (state: 'READY' | 'NEW') =>
    admin.call<{ taskId: string }>(tasks.export, {
      filter: { state },
      format: 'xlsx',
      columns: ['taskNo', 'taskType', 'state', 'priority', 'lineCount', 'planQty', 'note'],
    })
  const record = async (id: string): Promise<Shown> => {
    const { records } = (await admin.call(sheetRecordCalls.exports, {})) as unknown as { records: Shown[] }
    const found = records.find((r) => r.id === id)
    if (!found) throw new Error('the export is not told of')
    return found
  }
  const before = Math.max(memoryOf(of.a), memoryOf(of.b))
  const { taskId } = await begin('READY')
  const seen: number[] = []
  let most = 0
  for (let state = ''; state !== 'DONE'; await sleep(200)) {
    const now = await record(taskId)
    ;({ state } = now)
    expect(['QUEUED', 'RUNNING', 'DONE']).toContain(state)
    seen.push(now.rowsDone)
    most = Math.max(most, memoryOf(of.a), memoryOf(of.b))
  }
  expect(seen).toEqual(seen.toSorted((x, y) => x - y))
  expect(await record(taskId)).toMatchObject({ rowCount: exported + 5, rowsDone: exported + 5 })
  expect((most - before) / megabyte).toBeLessThan(mostMegabytes)
  await expectParts(of, taskId)
  await downloadOnce(of, admin, taskId)
  await giveUp(admin, () => begin('NEW'), record)
}

/** It was written as its rows came: in several parts, none of which is longer than a process may have in hand. */
async function expectParts({ db, tenantId }: Company, id: string): Promise<void> {
  const { rows } = await db.owner.query<{ bytes: number }>(
    `select length(p.content) as bytes from sys_export_record r
     join sys_sheet_part p on p.tenant_id = r.tenant_id and p.file_id = r.file_id
     where r.tenant_id = $1 and r.id = $2`,
    [tenantId, id],
  )
  const lengths = rows.map(({ bytes }) => bytes)
  expect(lengths.length).toBeGreaterThan(1)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(sheetRecordLimits.partBytes)
}

async function downloadOnce(of: Company, admin: Client, id: string): Promise<void> {
  const { url } = await admin.call(sheetRecordCalls.exportTicket, { id })
  // By the other process than the one that gave it.
  const fetchIt = (at: ClockedServer) => at.send({ method: 'GET', url, headers: {} })
  const file = await fetchIt(of.b)
  expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK')
  expect(file.rawPayload.length).toBeGreaterThan(megabyte)
  const again = await fetch(`${of.a.url}${url}`)
  expect(again.status).toBe(410)
}

async function giveUp(
  admin: Client,
  begin: () => Promise<{ taskId: string }>,
  record: (id: string) => Promise<Shown>,
): Promise<void> {
  const { taskId } = await begin()
  await expect.poll(async () => (await record(taskId)).rowsDone, { timeout: 120_000, interval: 50 }).toBeGreaterThan(0)
  await expect
    .poll(async () => (await record(taskId)).rowsDone / exported, { timeout: 120_000, interval: 50 })
    .toBeGreaterThan(0.4)
  await admin.call(sheetRecordCalls.cancelExport, { ids: [taskId] })
  await expect.poll(async () => (await record(taskId)).state, { timeout: 60_000 }).toBe('CANCELLED')
  expect((await record(taskId)).fileId).toBeNull()
}

/** 13:00: another company's system signs its calls. */
export async function openToErp(of: Company, group: string): Promise<void> {
  await of.clock.moveTo(oClock(13))
  const admin = await enter(of.a, 'admin', { workingOrgId: group })
  const account = await admin.call(openAccountCalls.create, {
    name: 'erp',
    orgIds: [group],
    scopes: ['wms:basic.owner:view'],
    ratePerMinute: 60,
  })
  const { appKey, secret } = account as { appKey: string; secret: string }
  let sent = 0
  const ask = async (o: { url?: string; nonce?: string; late?: number } = {}) => {
    const { url = '/wms/api/owner/query', nonce = randomUUID(), late = 0 } = o
    const time = String(of.clock.now().getTime() - late)
    const bodyHash = createHash('sha256').update('{}').digest('hex')
    const text = openSignedText({ method: 'POST', url, time, nonce, bodyHash })
    const sign = createHmac('sha256', secret).update(text).digest('base64')
    sent += 1
    const answer = await fetch(`${(sent % 2 ? of.a : of.b).url}${url}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [h.key]: appKey,
        [h.time]: time,
        [h.nonce]: nonce,
        [h.body]: bodyHash,
        [h.sign]: sign,
      },
      body: '{}',
    })
    return `${answer.status} ${((await answer.json()) as { message: string }).message}`
  }
  const nonce = randomUUID()
  expect(await ask({ nonce })).toMatch(/^200 /)
  expect(await ask({ nonce })).toBe('401 重复请求')
  expect(await ask({ late: 6 * 60_000 })).toBe('401 请求已过期')
  expect(await ask({ url: '/wms/api/store/query' })).toBe('403 无接口权限')
  // A minute of its own: whatever came before counts in the one before. It stands, however long the calls take.
  await of.clock.moveTo(oClock(13, 5), 0)
  const answers = []
  for (let call = 1; call <= 61; call++) answers.push(await ask())
  expect(answers.slice(0, 60).every((answer) => answer.startsWith('200 '))).toBe(true)
  expect(answers[60]).toMatch(/^429 /)
}

const minute = 60_000
/** For what never comes: a busy machine is only slow. */
const patience = 10 * minute
const replenishing = 'minMaxReplenish'

/** 14:00: a job every five minutes on two processes for an hour, one of which is killed while it works. */
export async function runJobs(of: Company, { group, dc1 }: Places): Promise<Company> {
  await of.clock.moveTo(oClock(13, 57))
  const admin = await enter(of.a, 'admin', { workingOrgId: group })
  await Promise.all([of.a.tick(), of.b.tick()])
  const jobs = await listOf<Row & { handler: string; orgId: string }>(admin, crudCalls(job), {})
  const row = jobs.find((j) => j.handler === replenishing && j.orgId === dc1)
  await admin.call(optionCalls.update, { key: 'wms_min_max_replenish', value: 'true', version: 0, orgId: dc1 })
  await admin.call(crudCalls(job).update, { id: row?.id, version: row?.version, cron: '*/5 * * * *' })
  const runs = async () =>
    (
      await of.db.owner.query<{ planned: Date; status: string; node: string }>(
        `select planned, status, node from sys_job_run where job_id = $1 and planned >= $2 and trigger = 'CRON' order by planned`,
        [row?.id, oClock(14)],
      )
    ).rows
  for (let at = oClock(14).getTime(); at < oClock(15).getTime(); at += minute) {
    await of.clock.moveTo(new Date(at + 1_000))
    await Promise.all([of.a.tick(), of.b.tick()])
  }
  const hour = await runs()
  expect(hour.map((r) => r.planned.getTime())).toEqual(
    Array.from({ length: 12 }, (_, i) => oClock(14, i * 5).getTime()),
  )
  expect(new Set(hour.map((r) => r.status))).toEqual(new Set(['DONE']))
  return killInRun(of, row?.id ?? '', runs)
}

/** A run that holds on, since somebody has the table it reads; its process dies, and the other one does the work. */
async function killInRun(
  of: Company,
  jobId: string,
  runs: () => Promise<{ planned: Date; status: string; node: string }[]>,
): Promise<Company> {
  const holder = await of.db.owner.connect()
  await holder.query('begin')
  await holder.query('lock table wms_product_bin in access exclusive mode')
  await of.clock.moveTo(new Date(oClock(15).getTime() + 1_000))
  void of.a.tick()
  await expect.poll(async () => (await runs()).at(-1)?.status, { timeout: patience }).toBe('RUNNING')
  const begun = (await runs()).at(-1)
  expect(begun?.planned).toEqual(oClock(15))
  await of.a.kill()
  await holder.query('rollback')
  holder.release()
  // The other one hears nothing of it for 40 seconds, and takes over what was planned.
  await of.clock.moveTo(new Date(oClock(15).getTime() + 45_000))
  await expect
    .poll(
      async () => {
        await of.b.tick()
        return (await runs()).at(-1)?.status
      },
      { timeout: patience },
    )
    .toBe('DONE')
  const taken = (await runs()).at(-1)
  expect(taken?.planned).toEqual(oClock(15))
  expect(taken?.node).not.toBe(begun?.node)
  await of.clock.moveTo(new Date(oClock(15, 5).getTime() + 1_000))
  await of.b.tick()
  expect((await runs()).at(-1)).toMatchObject({ planned: oClock(15, 5), status: 'DONE' })
  expect(await runs()).toHaveLength(14)
  expect(jobId).not.toBe('')
  return { ...of, a: await of.clock.start() }
}

/** 15:00: wrong passwords make one wait, and lock nobody out. */
export async function guess(of: Company, { group: workingOrgId }: Places): Promise<void> {
  // It stands between the tries: what is waited is counted by it, however long a try takes.
  let at = oClock(15, 30).getTime()
  await of.clock.moveTo(new Date(at), 0)
  const outcomes: number[] = []
  const waits: number[] = []
  for (let i = 0; i < 5; i++) {
    let waited = 0
    for (;;) {
      const code = await tryIn(i % 2 ? of.a : of.b, 'zl', 'wrong')
      if (code !== 42900) {
        outcomes.push(code)
        break
      }
      waited += 500
      at += 500
      await of.clock.moveTo(new Date(at), 0)
    }
    waits.push(waited)
  }
  expect(outcomes).toEqual([40104, 40104, 40104, 40104, 40104])
  expect(waits).toEqual([0, 0, 0, 1_000, 2_000])
  await of.clock.moveTo(oClock(15, 40))
  await enter(of.a, 'zl', { password: ownPassword })
  const group = await enter(of.b, 'admin', { workingOrgId })
  const log = (await listOf<Row & { event: string }>(group, crudCalls(loginLog), { username: 'zl' }))
    .toSorted((x, y) => Number(BigInt(y.id) - BigInt(x.id)))
    .map((r) => r.event)
  expect(log.slice(0, 6)).toEqual(['LOGIN_OK', ...Array(5).fill('LOGIN_FAIL')])
}

/** 17:00: a spent token is used once more, by whoever copied it: the whole session ends, and its owner is told. */
export async function reuse(of: Company, { group: workingOrgId }: Places): Promise<void> {
  // It stands: a token that was spent more than ten seconds ago is reused, however long the log-in takes.
  await of.clock.moveTo(oClock(17), 0)
  const first: LoggedIn = await enter(of.a, 'zl')
  const renew = (spent: string) =>
    clientOf(of.b, 'sunmart', spent, first.signKey).call(refreshToken, { refreshToken: spent })
  const pair = await renew(first.login.refreshToken)
  await of.clock.moveTo(new Date(oClock(17).getTime() + 11_000))
  const later = clientOf(of.a, 'sunmart', pair.accessToken, first.signKey)
  expect((await later.envelope(userCalls.getOwnerOrgFilter)).code).toBe(0)
  expect(await refusalOf(renew(first.login.refreshToken))).toMatch(/^40102 /)
  expect((await later.envelope(userCalls.getOwnerOrgFilter)).code).toBe(40101)
  expect(await refusalOf(renew(pair.refreshToken))).toMatch(/^40102 /)
  const admin = await enter(of.b, 'admin', { workingOrgId })
  const [event] = await listOf<Row & { event: string }>(admin, crudCalls(loginLog), {
    username: 'zl',
    event: 'REFRESH_REUSE',
  })
  expect(event?.event).toBe('REFRESH_REUSE')
  const zl = await enter(of.a, 'zl')
  const { records } = await zl.call(messageCalls.query, {})
  expect((records as { key: string }[]).map((m) => m.key)).toContain('TOKEN_REUSE')
}
