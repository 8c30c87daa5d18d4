import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as agentCalls from '@lading/contract/dps/agent.ts'
import * as calls from '@lading/contract/dps/calls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openDriver } from '../driver/open.ts'
import { openLine } from '../testing/line.ts'
import { openRackDesk, type RackDesk } from '../testing/rackDesk.ts'
import { until } from '../testing/wire.ts'
import { type Agent, startAgent } from './agent.ts'
import type { AgentHub } from './hub.ts'

let desk: RackDesk
let line: Awaited<ReturnType<typeof openLine>>
let key: string
const folder = mkdtempSync(join(tmpdir(), 'lading-agent-'))

beforeAll(async () => {
  desk = await openRackDesk({ points: [8], hasCompleter: false })
  // Whoever spoke to the controllers so far leaves them to the agent.
  await desk.gateway.stop()
  await desk.clerk.call(agentCalls.setAgent, { isOn: true })
  key = (await desk.clerk.call(agentCalls.agentKey, {})).key ?? ''
  await desk.server.app.listen({ port: 0, host: '127.0.0.1' })
  hub().start()
  const address = desk.server.app.server.address()
  line = await openLine(typeof address === 'object' && address ? address.port : 0)
  await desk.clerk.call(calls.signOn, { pointCode: 'P1' })
})
afterAll(async () => {
  await line.close()
  await desk.close()
  rmSync(folder, { recursive: true })
})

const hub = (): AgentHub => desk.server.others[agentCalls.agent.key] as AgentHub
const start = (): Promise<Agent> =>
  startAgent({
    server: line.url,
    key,
    folder,
    trimAt: 1,
    open: (c) => openDriver({ driver: c.driver, host: c.host ?? '', port: c.port, options: {} }),
  })
const textOf = (node: number): string => desk.sim.snapshot()[node - 1]?.text ?? ''
const press = async (node: number): Promise<void> => {
  await until(async () => textOf(node) !== '')
  desk.sim.press({ bus: 1, node })
}
const ask = <T extends object>(query: (tenantId: string) => ReturnType<typeof sql>): Promise<T[]> =>
  desk.inside((ctx) => ctx.tx.query<T>(query(ctx.tenantId)))
const isOnline = async () =>
  (await ask((t) => sql`select 1 as one from dps_link where tenant_id = ${t} and state = 'ONLINE'`)).length === 1
/** Presses in the order in which they were booked, with what became of them. */
const booked = async () =>
  (
    await ask<{ text: string }>(
      (t) =>
        sql`select node || ' ' || outcome as text from dps_event where tenant_id = ${t} and kind = 'CONFIRM' order by id`,
    )
  ).map(({ text }) => text)
/** What left each bin by picks, in the order of the ledger. */
const moved = async () =>
  (
    await ask<{ text: string }>(
      (t) => sql`
        select b.code || ' ' || (-g.delta)::int as text from wms_ledger g join wms_posting p on p.tenant_id = g.tenant_id and p.id = g.posting_id and p.biz_type = 'PICK'
        join wms_bin b on b.tenant_id = g.tenant_id and b.id = g.bin_id and b.usage = 'PICK' where g.tenant_id = ${t} order by g.id`,
    )
  ).map(({ text }) => text)
const journal = () => readFileSync(join(folder, 'journal.jsonl'), 'utf8').trimEnd().split('\n')

/** An agent that says what a test wants it to. */
async function speak(withKey: string, journalId: string) {
  const socket = new WebSocket(`${line.url.replace('http', 'ws')}${agentCalls.agentPath}`, {
    headers: { authorization: `Bearer ${withKey}` },
  })
  const heard: { t: string; n?: number; ack?: number }[] = []
  let closed = 0
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  socket.on('close', (code) => {
    closed = code
  })
  const status = await new Promise<number>((resolve) => {
    socket.once('unexpected-response', (_, { statusCode }) => resolve(statusCode ?? 0))
    socket.once('open', () => resolve(101))
    socket.on('error', () => resolve(0))
  })
  const say = (message: object) => socket.send(JSON.stringify(message))
  if (status === 101) say({ t: 'hello', v: 1, journal: journalId })
  else socket.terminate()
  return { status, heard, say, end: () => socket.terminate(), code: () => closed }
}

describe('an agent in the centre', () => {
  test('shows what the server lights, and every press is booked once and in order, also of those while the line was cut', async () => {
    let agent = await start()
    await until(isOnline)
    await desk.order('S01', { P01: '2', P02: '3', P03: '4', P04: '5', P05: '6' })
    await desk.clerk.call(calls.arriveAt, { pointCode: 'P1', containerCode: 'C001' })
    await press(1)
    await until(async () => (await booked()).length === 1)
    await until(async () => textOf(5) === '6')
    // What is booked the agent has still to hear.
    await until(async () => agent.waiting() === 0)

    line.cut()
    await until(async () => !agent.isHeard())
    await press(3)
    await press(2)
    await until(async () => agent.waiting() === 2)
    expect([textOf(2), textOf(3), textOf(4), textOf(5)]).toEqual(['', '', '5', '6'])
    // The controllers are left and found again, with nobody to ask what was lit.
    await agent.stop()
    agent = await start()
    await until(async () => desk.sim.snapshot().filter((t) => t.style === 'recheck').length === 2)
    await press(5)
    await until(async () => agent.waiting() === 3)
    expect([textOf(2), textOf(3), textOf(4), textOf(5)]).toEqual(['', '', '5', ''])
    expect(await moved()).toEqual(['L-01 2'])
    expect(journal()).toHaveLength(4)

    line.mend()
    await until(async () => agent.isHeard() && agent.waiting() === 0)
    expect(journal()).toHaveLength(1)
    await press(4)
    await until(async () => (await booked()).length === 5)
    expect(await booked()).toEqual(['1 APPLIED', '3 APPLIED', '2 APPLIED', '5 APPLIED', '4 APPLIED'])
    expect(await moved()).toEqual(['L-01 2', 'L-03 4', 'L-02 3', 'L-05 6', 'L-04 5'])
    await until(async () => agent.waiting() === 0)
    await hub().settled()
    await desk.sound()
    await agent.stop()
  })

  test('a number that comes again is answered and not booked again', async () => {
    const { journal: name } = JSON.parse(journal()[0] ?? '') as { journal: string }
    await desk.order('S02', { P01: '2' })
    await desk.clerk.call(calls.arriveAt, { pointCode: 'P1', containerCode: 'C002' })
    const [{ id } = { id: '' }] = await ask<{ id: string }>(
      (t) => sql`select controller_id as id from dps_link where tenant_id = ${t}`,
    )
    const before = [await booked(), await moved()]
    const one = await speak(key, name)
    await until(async () => one.heard.some(({ t }) => t === 'welcome'))
    expect(one.heard.find(({ t }) => t === 'welcome')?.ack).toBe(5)
    const again = { t: 'event', c: id, at: 0, e: { kind: 'CONFIRM', bus: 1, node: 1, qty: 2, raw: '' } }
    one.say({ t: 'state', c: id, up: true, kept: false })
    for (const n of [4, 5, 5]) one.say({ ...again, n })
    await until(async () => one.heard.filter(({ t }) => t === 'ack').length === 3)
    expect([await booked(), await moved()]).toEqual(before)
    // The next one counts, once, as soon as it was shown.
    await until(
      async () => (await ask((t) => sql`select 1 from dps_light where tenant_id = ${t} and state = 'LIT'`)).length > 0,
    )
    for (const n of [6, 6]) one.say({ ...again, n })
    await until(async () => one.heard.filter(({ t }) => t === 'ack').length === 5)
    expect(await booked()).toEqual([...(before[0] ?? []), '1 APPLIED'])
    expect(await moved()).toEqual([...(before[1] ?? []), 'L-01 2'])
    one.end()
  })

  test('a key speaks for its own centre alone', async () => {
    const other = await desk.server.as('admin', 'DC02')
    await other.call(agentCalls.setAgent, { isOn: true })
    const foreign = (await other.call(agentCalls.agentKey, {})).key ?? ''
    await desk.order('S03', { P02: '2' })
    await desk.clerk.call(calls.arriveAt, { pointCode: 'P1', containerCode: 'C003' })
    const [{ id } = { id: '' }] = await ask<{ id: string }>(
      (t) => sql`select controller_id as id from dps_link where tenant_id = ${t}`,
    )
    const before = [await booked(), await moved()]
    const one = await speak(foreign, crypto.randomUUID())
    await until(async () => one.heard.some(({ t }) => t === 'site'))
    expect(one.heard.find(({ t }) => t === 'site')).toMatchObject({ controllers: [] })
    one.say({ t: 'state', c: id, up: true, kept: false })
    one.say({ t: 'event', c: id, n: 1, at: 0, e: { kind: 'CONFIRM', bus: 1, node: 2, qty: 2, raw: '' } })
    await until(async () => one.heard.some(({ t, n }) => t === 'ack' && n === 1))
    expect([await booked(), await moved()]).toEqual(before)
    const raised = await ask<{ code: string; words: string }>(
      (t) => sql`
        select o.code, x.words from dps_exception x join sys_org o on o.tenant_id = x.tenant_id and o.id = x.org_id where x.tenant_id = ${t} and x.kind = 'NOT_BOOKED'`,
    )
    expect(raised).toEqual([{ code: 'DC02', words: `CONFIRM ${id} 1-2` }])
    one.end()
  })

  test('a wrong key is refused, one that is revoked or replaced no longer counts', async () => {
    const refused = async (text: string) => (await speak(text, crypto.randomUUID())).status
    expect(await refused(`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`)).toBe(401)
    expect(await refused('nothing')).toBe(401)
    const one = await speak(key, crypto.randomUUID())
    await until(async () => one.heard.some(({ t }) => t === 'welcome'))
    const { key: newer } = await desk.clerk.call(agentCalls.agentKey, {})
    await hub().tick()
    await until(async () => one.code() === 4401)
    expect([await refused(key), await refused(newer ?? '')]).toEqual([401, 101])
    await desk.clerk.call(agentCalls.revokeAgentKey, {})
    expect(await refused(newer ?? '')).toBe(401)
    expect(await desk.clerk.call(agentCalls.agentOf, {})).toMatchObject({ isOn: true, keyAt: null })
  })
})
