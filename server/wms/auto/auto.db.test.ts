import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { type MessageRecord, messageCalls } from '@lading/contract/sys/message.ts'
import {
  autoBoard,
  autoFaults,
  autoRule,
  autoRuns,
  autoSteps,
  autoWaiting,
  matchOrders,
} from '@lading/contract/wms/autoRule.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWaveDesk, type WaveDesk } from '../testing/waveDesk.ts'
import { runDue } from './run.ts'

let desk: WaveDesk
const rules = crudCalls(autoRule)
interface Seen {
  readonly id: string
  readonly version: number
  readonly [field: string]: unknown
}
beforeAll(async () => {
  desk = await openWaveDesk()
  await desk.put('PB-01-01', 'P1', '2400', '2027-11-10')
})
afterAll(() => desk.server.close())

const make = (code: string, more: object): Promise<Seen> =>
  desk.clerk.call<Seen>(rules.create as never, { code, name: `规则${code}`, trigger: 'HAND', ...more })
const read = (id: string) => desk.clerk.call<Seen>(rules.getById as never, { id })
const act = async (id: string, step: keyof typeof autoSteps) => {
  const { version } = await read(id)
  return desk.clerk.call(autoSteps[step], { rows: [{ id, version }] })
}
const refusalOf = async (id: string, step: keyof typeof autoSteps) => (await act(id, step)).failed[0]?.code
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 0,
    (error: { code: number }) => error.code,
  )
/** The turn of a rule has come. */
const due = (...ids: string[]) =>
  desk.inside((ctx) =>
    ctx.tx.run(sql`
      update wms_auto_rule set next_at = ${ctx.now()} where tenant_id = ${ctx.tenantId} and id = any(${ids}::bigint[])`),
  )
const run = () => runDue((work) => desk.inside(work))
const runs = async (id: string) => (await desk.clerk.call(autoRuns.call, { id })).map((r) => `${r.result} ${r.orders}`)
const waveOf = (order: string) =>
  desk.inside((ctx) =>
    ctx.tx.one<{ wave: string | null }>(sql`
      select wave_id as wave from wms_operate_bill where tenant_id = ${ctx.tenantId} and id = ${order}`),
  )

test('at its cut-off a rule makes a wave of what it means, and starts it; once', async () => {
  const [first, second, other] = [
    await desk.order('S1', { P1: '48' }, { route: 'R1' }),
    await desk.order('S2', { P1: '24' }, { route: 'R1' }),
    await desk.order('S3', { P1: '24' }, { route: 'R2' }),
  ]
  const { id } = await make('CUT', { trigger: 'CUTOFF', cutOff: '23:59', routes: 'R1,R9', ration: 'AVG', dueMin: 60 })
  expect(await run()).toEqual({ waves: 0, failed: 0 })
  await due(id)
  // Two processes at the same moment.
  const both = await Promise.all([run(), run()])
  expect(both.reduce((sum, r) => sum + r.waves, 0)).toBe(1)
  await desk.server.relay.drain()
  const { wave } = await waveOf(first)
  expect((await waveOf(second)).wave).toBe(wave)
  expect((await waveOf(other)).wave).toBeNull()
  expect(await desk.read(String(wave))).toMatchObject({ state: 'STARTED', title: '规则CUT', ration: 'AVG', orders: 2 })
  expect(await desk.lines(first)).toEqual(['P1 48'])
  const rule = await read(id)
  expect(rule).toMatchObject({ lastResult: 'STARTED', lastWaveId: wave, failures: 0, waiting: 0 })
  expect(Date.parse(String(rule.nextAt))).toBeGreaterThan(Date.now())
  expect(await run()).toEqual({ waves: 0, failed: 0 })
  expect(await runs(id)).toEqual(['STARTED 2'])
  await desk.sound()
})

test('a rule that counts waits until there are enough, and keeps no word of its looks', async () => {
  const { id } = await make('CNT', { trigger: 'COUNT', minOrders: 2, routes: 'R3', autoStart: false })
  const order = await desk.order('S1', { P1: '24' }, { route: 'R3' })
  await due(id)
  expect(await run()).toEqual({ waves: 0, failed: 0 })
  expect((await waveOf(order)).wave).toBeNull()
  expect(await runs(id)).toEqual([])
  expect(await read(id)).toMatchObject({ lastResult: 'NOTHING', waiting: 1 })
  expect(await refusalOf(id, 'run')).toBe(autoFaults.tooFew.code)
  await desk.order('S2', { P1: '24' }, { route: 'R3' })
  await due(id)
  expect((await run()).waves).toBe(1)
  const { wave } = await waveOf(order)
  expect(await desk.read(String(wave))).toMatchObject({ state: 'SAVED', orders: 2 })
  expect(await runs(id)).toEqual(['MADE 2'])
})

test('a rule that fails leaves the orders as they were; after the third time it stands still and says so', async () => {
  const order = await desk.order('S1', { P1: '24' }, { route: 'R4' })
  // Nothing of it is wanted any more: a wave of it cannot start.
  const want = (off: string) =>
    desk.inside((ctx) =>
      ctx.tx.run(sql`
        update wms_operate_bill_line set cancel_qty = ${off} where tenant_id = ${ctx.tenantId} and bill_id = ${order}`),
    )
  await want('24')
  const { id } = await make('BAD', { trigger: 'EVERY', everyMin: 5, routes: 'R4' })
  for (const failures of [1, 2, 3]) {
    await due(id)
    expect(await run()).toEqual({ waves: 0, failed: 1 })
    expect((await waveOf(order)).wave).toBeNull()
    expect(await read(id)).toMatchObject({ lastResult: 'FAILED', failures, paused: failures === 3 })
  }
  await desk.server.relay.drain()
  const { records } = await desk.clerk.call<{ records: MessageRecord[] }>(messageCalls.query, {})
  expect(records.filter(({ key }) => key === 'AUTO_PAUSED')).toHaveLength(1)
  await due(id)
  expect(await run()).toEqual({ waves: 0, failed: 0 })
  expect(await refusalOf(id, 'run')).toBe(autoFaults.isPaused.code)
  // Still broken: a retry says why and leaves the rule paused.
  expect(await refusalOf(id, 'retry')).toBe(42781)
  expect(await read(id)).toMatchObject({ paused: true, failures: 3 })
  await want('0')
  const done = await act(id, 'retry')
  expect(done).toMatchObject({ ok: 1, made: [{ key: 'wms.waveBill' }] })
  expect(await read(id)).toMatchObject({ paused: false, failures: 0, lastResult: 'STARTED', problem: null })
  expect(await runs(id)).toEqual(['STARTED 1', 'FAILED 0', 'FAILED 0', 'FAILED 0'])
  expect(await refusalOf(id, 'retry')).toBe(autoFaults.nothingToRetry.code)
})

test('what cannot be done is refused in words, and changes nothing', async () => {
  for (const [trigger, field] of [
    ['EVERY', 'everyMin'],
    ['CUTOFF', 'cutOff'],
    ['CRON', 'cron'],
  ] as const)
    expect(await codeOf(make('X', { trigger, [field]: null }))).toBe(autoFaults.noTime.code)
  expect(await codeOf(make('X', { trigger: 'CRON', cron: '61 * * * *' }))).toBeGreaterThan(0)
  const { id } = await make('MAN', { routes: 'R8' })
  expect(await refusalOf(id, 'run')).toBe(autoFaults.none.code)
  expect(await refusalOf(id, 'resume')).toBe(autoFaults.notPaused.code)
  expect((await act(id, 'pause')).ok).toBe(1)
  expect(await refusalOf(id, 'run')).toBe(autoFaults.isPaused.code)
  expect((await act(id, 'resume')).ok).toBe(1)
  const { version } = await read(id)
  await desk.clerk.call(rules.disable as never, { rows: [{ id, version }] })
  expect(await refusalOf(id, 'run')).toBe(autoFaults.isDisabled.code)
  expect(
    await desk.server
      .as('viewer', 'DC01')
      .then((viewer) => codeOf(viewer.call(autoSteps.run, { rows: [{ id, version: version + 1 }] }))),
  ).toBe(40301)
})

test('a rule means the orders that its filter finds; overlaps and what no rule takes are told', async () => {
  for (const [i, store] of ['S1', 'S2', 'S3'].entries())
    for (const [route, delivery] of [
      ['R5', 'NORMAL'],
      ['R6', 'URGENT'],
      [null, 'NORMAL'],
    ] as const)
      await desk.order(store, { P1: '24' }, { route, delivery, bizDate: `2026-11-${20 + i * 4}` })
  const filters = [
    {},
    { routes: 'R5' },
    { routes: 'R5, R6' },
    { deliveries: ['URGENT'] },
    { deliveries: ['NORMAL'], routes: 'R6' },
    { modes: ['SUPPLY'], storeKinds: ['OWN'] },
    { temperatures: ['FROZEN'] },
    { dueDays: 0 },
    { dueDays: 3 },
    { ownerIds: [desk.yard.owners.get('O1') ?? ''] },
  ]
  for (const [i, filter] of filters.entries()) {
    const { id } = await make(`F${i}`, filter)
    const found = await desk.clerk.call(matchOrders, { ...filter, maxOrders: 500 } as never)
    const waiting = await desk.clerk.call(autoWaiting.call, { id })
    expect([i, (await read(id)).waiting]).toEqual([i, found.waiting])
    expect([i, waiting.reduce((sum, r) => sum + Number(r.orders), 0)]).toEqual([i, found.waiting])
  }
  // Each of the nine weighs 12 kg and takes 0.024 m³; a wave of 30 kg or 0.05 m³ takes two of them.
  const taken = async (limit: object) =>
    (await desk.clerk.call(matchOrders, { routes: 'R5,R6', maxOrders: 500, ...limit } as never)).rows
  expect((await taken({})).map((r) => [r.weightKg, r.volumeM3])).toEqual(Array(6).fill([12, 0.024]))
  expect(await taken({ maxWeightKg: '30' })).toHaveLength(2)
  expect(await taken({ maxVolumeM3: '0.05' })).toHaveLength(2)
  // 20 s for the line and 4 s for its case.
  expect((await taken({})).map((r) => r.minutes)).toEqual(Array(6).fill(0.4))
  expect(await taken({ maxMinutes: 1 })).toHaveLength(2)
  const a = await make('OVA', { trigger: 'COUNT', minOrders: 400, routes: 'R5,R7' })
  const b = await make('OVB', { trigger: 'COUNT', minOrders: 400, deliveries: ['NORMAL'], routes: 'R7' })
  const c = await make('OVC', { trigger: 'COUNT', minOrders: 400, deliveries: ['URGENT'], routes: 'R7' })
  expect((await read(a.id)).overlaps).toBe('OVB, OVC')
  expect((await read(b.id)).overlaps).toBe('OVA')
  expect((await read(c.id)).overlaps).toBe('OVA')
  const { routes } = await desk.clerk.call(autoBoard, {})
  const of = (route: string | null) => routes.find((r) => r.route === route)
  expect(of('R5')).toMatchObject({ orders: 3, rules: ['OVA'], left: 0 })
  expect(of('R6')).toMatchObject({ orders: 3, rules: [], left: 3 })
  expect(of(null)).toMatchObject({ orders: 3, rules: [], left: 3 })
})
