import * as calls from '@lading/contract/dps/calls.ts'
import * as device from '@lading/contract/dps/deviceCalls.ts'
import { controller, tag } from '@lading/contract/dps/equipment.ts'
import { dpsFaults } from '@lading/contract/dps/faults.ts'
import { dpsException } from '@lading/contract/dps/light.ts'
import { systemMonitor } from '@lading/contract/dps/systemMonitor.ts'
import { containerTask, dasPickTask, dpsPickTask, dpsTask } from '@lading/contract/dps/task.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRackDesk, type RackDesk } from '../testing/rackDesk.ts'

let desk: RackDesk
let taskId: string
beforeAll(async () => {
  desk = await openRackDesk({ points: [3] })
  await desk.clerk.call(calls.signOn, { pointCode: 'P1' })
  await desk.order('S01', { P01: '5', P02: '12', P03: '7' })
  taskId = ((await desk.clerk.call(calls.arriveAt, { pointCode: 'P1', containerCode: 'C001' })) as { taskId: string })
    .taskId
  await desk.settle()
})
afterAll(() => desk.close())

interface Row {
  id: string
  version: number
  code: string
  state: string
}
type Of = Parameters<typeof crudCalls>[0]
const list = async <R = Row>(of: Of, filter = {}): Promise<R[]> =>
  ((await desk.clerk.call(crudCalls(of).query as never, { filter })) as { records: R[] }).records
const tagOf = async (code: string): Promise<Row> => {
  const [row] = await list(tag, { code: [code] })
  if (!row) throw new Error(`no tag ${code}`)
  return row
}

test('tags of a span are made at once, and once however often they are asked for', async () => {
  const [{ id: controllerId = '' } = {} as Row] = await list(controller)
  const span = { controllerId, bus: 2, from: 3, to: 5, kind: 'LANE', digits: 6 } as const
  expect(await desk.clerk.call(device.makeTags, span)).toEqual({ made: 3, kept: 0 })
  expect(await desk.clerk.call(device.makeTags, { ...span, to: 7, kind: 'PICK' })).toEqual({ made: 2, kept: 3 })
  const made = await list<Row & { kind: string }>(tag, { code: 'K1-2-' })
  expect(made.map((m) => `${m.code} ${m.kind}`).sort()).toEqual([
    ...['K1-2-3 LANE', 'K1-2-4 LANE', 'K1-2-5 LANE', 'K1-2-6 PICK', 'K1-2-7 PICK'],
  ])
  expect(await desk.clerk.envelope(device.makeTags, { ...span, from: 9 })).toMatchObject({ code: faults.invalid.code })
})

test('what was pressed is told with its light, its goods and who was there', async () => {
  await desk.press(1)
  const { events } = await desk.clerk.call(device.searchEvents, { container: 'C001' })
  expect(events).toMatchObject([
    { kind: 'CONFIRM', tag: 'K1-1', qty: 5, shown: '5', outcome: 'APPLIED', bin: 'L-01', container: 'C001' },
  ])
  expect(events[0]?.operator).not.toBeNull()
  expect(events[0]?.raw).toMatch(/^[0-9a-f]+$/)
  const found = async (asked: object) => (await desk.clerk.call(device.searchEvents, asked)).events.length
  expect(await found({ tag: 'K1-1' })).toBe(1)
  expect(await found({ container: 'C002' })).toBe(0)
  expect(await found({ container: 'C001', to: '2020-01-01' })).toBe(0)
  const [{ id = '' } = {} as Row] = await list(controller)
  const live = await desk.clerk.call(device.eventsOf, { id })
  expect(live.events.find((e) => e.kind === 'CONFIRM')).toMatchObject({ controller: 'K1', node: 1 })
})

test('the story of a task: where it is, what is picked, what was lit and pressed', async () => {
  const story = await desk.clerk.call(device.storyOfTask, { id: taskId })
  expect(story.points).toMatchObject([{ point: 'P1', state: 'LIT', open: 2 }])
  expect(story.picks.map((p) => `${p.bin} ${p.state} ${p.by ?? ''}`)).toEqual([
    'L-01 DONE TAG',
    'L-02 LIT ',
    'L-03 LIT ',
  ])
  expect(story.lights.map((l) => `${l.tag} ${l.state}`).sort()).toEqual([...['K1-1 CONFIRMED', 'K1-2 LIT', 'K1-3 LIT']])
  expect(story.events).toHaveLength(1)
  expect(await desk.clerk.envelope(device.storyOfTask, { id: '1' })).toMatchObject({ code: faults.notFound.code })
})

test('by hand, under the right of its own page, once', async () => {
  const pick = (await list<Row & { refs: { binId: { code: string } } }>(dpsPickTask, {})).find(
    (p) => p.refs.binId.code === 'L-02',
  )
  const said = { pickId: pick?.id ?? '', qty: '10', isShort: true }
  // What is picked is nothing that is sorted.
  expect(await desk.clerk.envelope(calls.confirmSowByHand, said)).toMatchObject({ code: faults.notFound.code })
  expect(await desk.clerk.envelope(calls.confirmPickByHand, { ...said, qty: '13' })).toMatchObject({
    code: dpsFaults.overShown.code,
  })
  await desk.clerk.call(calls.confirmPickByHand, said)
  expect(await desk.clerk.envelope(calls.confirmPickByHand, said)).toMatchObject({ code: dpsFaults.pickClosed.code })
  await desk.settle()
  expect(desk.lit()).toBe('3:7')
  expect(crudCalls(dpsPickTask).update ?? crudCalls(dasPickTask).update).toBeUndefined()
  await desk.sound()
})

const seenOf = ({ id, version }: Row) => ({ id, version })

test('a container is found by its code, with where it is; a task of none is not there', async () => {
  await desk.order('S02', { P01: '2' })
  const found = await list<{ containerCode: string; state: string; refs: object }>(containerTask, {
    containerCode: 'C001',
  })
  expect(found).toMatchObject([{ containerCode: 'C001', state: 'PICKING', refs: { jobpointId: { code: 'P1' } } }])
  expect(await list(containerTask)).toHaveLength(1)
  expect(await list(dpsTask.header)).toHaveLength(2)
  expect(await list(containerTask, { containerCode: 'C09' })).toEqual([])
})

test('the monitor counts what is open, and what is handled is not any more', async () => {
  const tiles = async () => {
    const { tiles } = (await desk.clerk.call(systemMonitor.call, {})) as { tiles: Record<string, { n: number }> }
    return Object.fromEntries(Object.entries(tiles).map(([name, { n }]) => [name, n]))
  }
  await desk.inside(async (ctx) => {
    await ctx.tx.run(sql`update dps_tag set health = 'MALFUNCTION' where tenant_id = ${ctx.tenantId} and code = 'K1-3'`)
  })
  // The shortage that was told by hand.
  expect(await tiles()).toMatchObject({ offline: 0, faulty: 1, open: 1, notBooked: 0, pressed: 1, orphans: 0 })
  const open = await list<Row & { kind: string }>(dpsException, { state: ['OPEN'] })
  expect(open.map((x) => x.kind)).toEqual(['SHORTAGE'])
  const rows = open.map(seenOf)
  expect(await desk.clerk.call(calls.handleExceptions, { rows })).toMatchObject({ ok: 1 })
  expect(await tiles()).toMatchObject({ open: 0 })
  expect(await desk.clerk.call(calls.handleExceptions, { rows })).toMatchObject({
    ok: 0,
    failed: [{ code: faults.stale.code }],
  })
})

test('priorities are set of what is open', async () => {
  const rows = (await list(dpsTask.header)).map(seenOf)
  expect(await desk.clerk.call(calls.rankTasks, { rows, input: { priority: 3 } })).toMatchObject({ ok: 2 })
  expect((await list<{ priority: number }>(dpsTask.header)).map((t) => t.priority)).toEqual([3, 3])
})

test('what is wanted of devices is sent, and a broken tag gives its place away', async () => {
  const [spare, broken] = [await tagOf('K1-2-6'), await tagOf('K1-3')]
  expect(await desk.clerk.call(calls.commandTags, { ids: [broken.id], verb: 'LAMP' })).toEqual({ sent: 1 })
  const [{ id = '' } = {} as Row] = await list(controller)
  expect(await desk.clerk.call(calls.commandController, { id, verb: 'ASK' })).toEqual({ sent: 1 })
  expect(
    await desk.clerk.envelope(calls.replaceTag, { ...seenOf(broken), byId: (await tagOf('K1-2')).id }),
  ).toMatchObject({ code: dpsFaults.tagTaken.code })
  expect(
    await desk.clerk.envelope(calls.replaceTag, { ...seenOf(broken), byId: (await tagOf('K1-2-3')).id }),
  ).toMatchObject({ code: dpsFaults.wrongKind.code })
  await desk.clerk.call(calls.replaceTag, { ...seenOf(broken), byId: spare.id })
  const [now] = await list<Row & { refs: { binId: { code: string } } }>(tag, { code: ['K1-2-6'] })
  expect(now?.refs.binId.code).toBe('L-03')
})
