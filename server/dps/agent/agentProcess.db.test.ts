import * as calls from '@lading/contract/dps/calls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AgentDesk, type AgentProcess, openAgentDesk } from '../testing/agentProcess.ts'
import { until } from '../testing/wire.ts'

let at: AgentDesk
let agent: AgentProcess | undefined
beforeAll(async () => {
  at = await openAgentDesk({ points: [8], hasCompleter: false, orders: 2 })
})
afterAll(async () => {
  await agent?.end('SIGKILL')
  await at.close()
})

test('the agent as a process of its own: cut off, killed and started again, what was pressed is booked once and in its order', async () => {
  const { desk, line, press, textOf, journalled, booked, moved } = at
  const rechecked = async () => desk.sim.snapshot().filter((t) => t.style === 'recheck').length
  agent = await at.start()
  await until(async () => (await at.link()) === 'ONLINE', 3_000)
  await desk.order('S01', { P01: '2', P02: '3', P03: '4', P04: '5' })
  await desk.order('S02', { P05: '6', P06: '7', P07: '8', P08: '9' })
  for (const containerCode of ['C001', 'C002'])
    await desk.clerk.call(calls.arriveAt, { pointCode: 'P1', containerCode })
  await press(1)
  await until(async () => (await booked()).length === 1, 3_000)
  for (const node of [2, 3, 4, 5, 6, 7, 8]) await until(async () => textOf(node) !== '', 3_000)

  line.cut()
  await until(async () => (await at.link()) === 'OFFLINE', 3_000)
  await press(7)
  await press(3)
  // A finger that presses once more tells of a key and of no light, and is kept all the same.
  desk.sim.press({ bus: 1, node: 3 })
  await until(async () => journalled().length === 4 && at.keptLights() === 5, 3_000)
  expect(await agent.end('SIGKILL')).toBe('SIGKILL')
  // What it held of both containers it holds again, with nobody to ask.
  agent = await at.start()
  await until(async () => (await rechecked()) === 5, 3_000)
  for (const node of [8, 2, 5]) await press(node)
  await until(async () => journalled().at(-1) === 7, 3_000)
  expect(await moved()).toEqual(['L-01 2'])

  line.mend()
  await until(async () => (await booked()).length === 7, 3_000)
  const during = ['7 APPLIED', '3 APPLIED', '3 INFO', '8 APPLIED', '2 APPLIED', '5 APPLIED']
  expect(await booked()).toEqual(['1 APPLIED', ...during])
  for (const node of [4, 6]) await press(node)
  await until(async () => (await booked()).length === 9, 3_000)
  expect(await moved()).toEqual(['L-01 2', 'L-07 8', 'L-03 4', 'L-08 9', 'L-02 3', 'L-05 6', 'L-04 5', 'L-06 7'])
  await at.settled()
  expect(await at.texts((t) => sql`select state as text from dps_task where tenant_id = ${t}`)).toEqual([
    'DONE',
    'DONE',
  ])
  await desk.sound()
  expect(agent.output()).not.toContain(at.key)
  expect(await agent.end('SIGTERM')).toBe(0)
  agent = undefined
})
