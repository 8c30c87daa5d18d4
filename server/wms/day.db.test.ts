import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { startMerge } from '@lading/contract/wms/mergeCalls.ts'
import { rtiIn } from '@lading/contract/wms/rtiBills.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  at,
  boxId,
  boxStates,
  clean,
  clerk,
  confirm,
  countEmpty,
  day,
  done,
  endOfDay,
  inside,
  judge,
  limitFaces,
  making,
  moves,
  next,
  openClaims,
  openDay,
  openPromises,
  openStock,
  operate,
  order,
  out,
  outside,
  PB,
  productId,
  R0103,
  R0104,
  RCV2,
  type Row,
  rowOf,
  SB,
  server,
  ship,
  step,
  twice,
} from './testing/dayDesk.ts'
import { giveTitle, makeSets } from './testing/dayProcess.ts'
import { bringHome, giveBack, sendBack } from './testing/dayReturns.ts'
import {
  arrive,
  bills,
  bookedUnits,
  bringDown,
  leave,
  lineId,
  pendingUnits,
  picks,
  pickTasks,
  plan,
  served,
  shortPicks,
  startWave,
  waitingTasks,
  wanted,
} from './testing/dayWave.ts'
import type { Spot } from './testing/dayYard.ts'
import { replenishFaces } from './wave/minMax.ts'

/** One day of a warehouse, with its numbers: what comes, moves, leaves and comes back, to the last unit. */
const rtiIns = documentCalls(rtiIn)
beforeAll(openDay)
afterAll(() => server.close())

test('opening stock', openStock)

let orderId = ''
let truckId = ''
test('step 1 through HTTP: an order that is sent twice is one', async () => {
  const ask = {
    ownerId: day.owners.get('O1'),
    vendorId: day.vendors.get('V01'),
    upstreamNo: 'DH1',
    lines: [
      { productId: productId('P1'), planQty: '2400' },
      { productId: productId('P2'), planQty: '480' },
    ],
  }
  const made = await twice<Row>(order.create, ask)
  orderId = made.id
  expect(await clerk.call(order.create, ask)).toEqual(made)
  const { records } = await clerk.call<{ records: Row[] }>(order.query, { filter: { upstreamNo: 'DH1' } })
  expect(records.map((r) => r.id)).toEqual([orderId])
  expect(await step(order, 'approve', orderId)).toEqual(done)
})

test("steps 2 and 3 through HTTP: a slot is one truck's; it waits ten minutes, and its receipt is ready at the dock", async () => {
  const other = await twice<Row>(order.create, {
    ...{ ownerId: day.owners.get('O1'), vendorId: day.vendors.get('V02') },
    lines: [{ productId: productId('P2'), planQty: '12' }],
  })
  expect(await step(order, 'approve', other.id)).toEqual(done)
  truckId = await arrive(orderId, other.id)
  await clean()
})

test('steps 4 to 6 through HTTP: receipt, verdict, put-away', async () => {
  const { lines } = await next('RECEIVE')
  const [p1, p2] = ['P1', 'P2'].map((code) => lines.find((l) => l.product?.code === code)?.id)
  const fresh = { productionDate: '2026-11-10' }
  await confirm({ taskLineId: p1, qty: '1200', toContainer: 'PL101', partial: true, ...fresh })
  await confirm({ taskLineId: p1, qty: '1152', toContainer: 'PL102', reason: 'DAMAGED', ...fresh })
  const last = { taskLineId: p2, qty: '480', toContainer: 'PL103', stockType: 'QC', productionDate: '2026-10-01' }
  expect((await confirm(last)).task.state).toBe('DONE')
  await server.relay.drain()
  expect(await rowOf(order as never, orderId)).toMatchObject({ state: 'INPROGRESS', doneQty: '2832.000' })
  expect(await at({ ...R0103, bin: 'D-01' })).toBe('1200/1200')
  expect(await at({ ...R0104, bin: 'D-01' })).toBe('1152/1152')
  expect(await at({ ...RCV2, type: 'QC' })).toBe('480/480')

  await judge({ verdict: 'PASS', passQty: '468', rejectQty: '12', cause: '瓶盖破损' })
  const rejects: Spot = { bin: 'D-01', product: 'P2', lot: 'D', type: 'DAMAGE' }
  expect([await at({ ...RCV2, type: 'QC' }), await at(RCV2), await at(rejects)]).toEqual(['0/0', '468/468', '12/12'])

  for (const [code, bin] of [
    ['PL101', 'R-01-03'],
    ['PL102', 'R-01-04'],
    ['PL103', 'R-02-03'],
    [undefined, 'VR-01'],
  ]) {
    const put = await next('PUTAWAY')
    expect(put.task.container?.code).toBe(code)
    await confirm({ taskLineId: put.lines[0]?.id, qty: put.lines[0]?.planQty, scans: { bin } })
  }
  expect(await leave(truckId)).toEqual(done)
  expect(await step(order, 'finish', orderId)).toEqual(done)
  await server.relay.drain()
  expect(await rowOf(order as never, orderId)).toMatchObject({ state: 'FINISHED', cancelQty: '48.000' })
  const stored = [R0103, R0104, { ...RCV2, bin: 'R-02-03' }, { ...rejects, bin: 'VR-01' }]
  expect(await Promise.all(stored.map(at))).toEqual(['1200/0', '1152/0', '468/0', '12/0'])
  expect(await openClaims()).toEqual([])
  await clean()
})

test('steps 7 to 10 through HTTP: orders, a wave, what its faces miss is brought, and nobody moves it away', async () => {
  for (const store of ['S1', 'S2', 'S3']) {
    const codes = Object.entries(plan).filter(([code]) => code.startsWith(store))
    const lines = codes.map(([code, units]) => ({ productId: productId(code.slice(3)), planQty: String(units) }))
    const made = await twice<Row>(operate.create, {
      ownerId: day.owners.get('O1'),
      storeId: day.stores.get(store),
      lines,
    })
    bills.set(store, made.id)
    expect(await step(operate, 'approve', made.id)).toEqual(done)
    const saved = await clerk.call<{ lines: { id: string; productId: string }[] }>(operate.getById, { id: made.id })
    for (const l of saved.lines) wanted.set(`${store}/${l.productId === productId('P1') ? 'P1' : 'P2'}`, l.id)
  }
  await startWave()
  expect(await bookedUnits()).toEqual(Object.values(plan))
  expect([await at(PB), await at(SB)]).toEqual(['480/480', '30/30'])
  expect([await pendingUnits('P1'), await pendingUnits('P2')]).toEqual([{ units: 1488 }, { units: 6 }])
  const tasks = await pickTasks()
  expect(tasks.map(({ store, text }) => `${store} ${text}`)).toEqual([
    'S1 WAIT 480 240',
    'S2 WAIT 960',
    'S3 WAIT 288',
    'null WAIT 8 18 4 6',
  ])
  for (const { id, store } of tasks) picks.set(store ?? 'batch', id)
  await clean()

  expect(await bringDown(3)).toEqual(['P1 R-01-02 PB-01-01 1200', 'P1 R-01-04 PB-01-01 288', 'P2 R-02-02 SB-02-01 12'])
  expect([await pendingUnits('P1'), await pendingUnits('P2')]).toEqual([{ units: 0 }, { units: 0 }])
  expect([await at(PB), await at({ ...PB, lot: 'C' }), await at(SB)]).toEqual(['1680/1680', '288/288', '42/36'])
  await expect(moves('MOVE', 'greedy', PB, out(PB, 'R-03-01'), 24)).rejects.toMatchObject({
    refusal: { code: 42230 },
    args: { avail: '0', need: '24' },
  })
  await clean()
})

async function take(name: string) {
  const task = await clerk.call(work.takeTask, { id: picks.get(name) })
  return task.lines
}
test('steps 11 to 16 through HTTP: labels, batch pick, sowing, count, merge, staging', async () => {
  expect(await waitingTasks()).toEqual([])
  const labels: [string, string, number, number][] = [
    ['S1', 'CG01', 0, 20],
    ['S1', 'CG01', 1, 10],
    ['S2', 'CG02', 0, 40],
    ['S3', 'CG03', 0, 12],
  ]
  let confirms = 0
  for (const [name, toContainer, of, n] of labels) {
    const line = (await take(name))[of]
    for (let i = 1; i <= n; i++, confirms++) {
      const scans = { bin: 'PB-01-01', product: 'P1' }
      await confirm({ taskLineId: line?.id, qty: '24', partial: true, toContainer, scans }, i % 10 === 1)
    }
  }
  expect(confirms).toBe(82)
  expect([await at(PB), await at({ ...PB, lot: 'C' })]).toEqual(['0/0', '0/0'])
  const inCage = (n: number, lot: 'A' | 'C'): Spot => ({ bin: 'SYS-PICK', product: 'P1', lot, in: `CG0${n}` })
  expect([await at(inCage(1, 'A')), await at(inCage(2, 'A')), await at(inCage(3, 'C'))]).toEqual([
    '720/720',
    '960/960',
    '288/288',
  ])

  const [batch, ...more] = await take('batch')
  expect([batch?.planQty, batch?.stores, more]).toEqual(['36', 3, []])
  await confirm({ taskLineId: batch?.id, qty: '35', toContainer: 'B001', reason: 'NOT_FOUND' })
  expect(await at(SB)).toBe('7/7')
  expect(await shortPicks()).toEqual([{ state: 'OPEN', reason: 'NOT_FOUND', short: 1, billLineId: lineId('S3/P2') }])
  await clean()

  const tote = (n: number): Spot => ({ ...SB, bin: `SOW-0${n}`, in: `T00${n}` })
  const sow = await next('SOW')
  expect(sow.lines.map((l) => [l.store?.code, l.toBin?.code, Number(l.planQty)])).toEqual([
    ['S1', 'SOW-01', 8],
    ['S2', 'SOW-02', 18],
    ['S3', 'SOW-03', 9],
  ])
  for (const [i, l] of sow.lines.entries())
    await confirm({ taskLineId: l.id, qty: l.planQty, scans: { bin: l.toBin?.code }, toContainer: `T00${i + 1}` })
  expect([await at(tote(1)), await at(tote(2)), await at(tote(3))]).toEqual(['8/8', '18/18', '9/9'])
  await countEmpty()
  expect(await at(SB)).toBe('0/0')

  await server.relay.drain()
  expect(await step(operate, 'giveUpShort', bills.get('S3') ?? '')).toEqual(done)
  await server.relay.drain()
  expect(await rowOf(operate as never, bills.get('S3') ?? '')).toMatchObject({
    cancelQty: '1.000',
    bookedQty: '297.000',
  })

  const merge = await twice<{ id: string }>(startMerge, { targetId: boxId('CG03'), sourceIds: [boxId('T003')] })
  const [poured] = (await clerk.call<{ lines: { id: string }[] }>(work.takeTask as never, merge)).lines
  await confirm({ taskLineId: poured?.id, qty: '1', scans: { container: 'T003' } })
  await server.relay.drain()
  const gone: string[] = []
  for (let i = 0; i < 4; i++) {
    const { lines } = await next('PICK_COLLECT')
    for (const l of lines.filter((open) => open.state === 'OPEN')) {
      const container = l.fromContainer?.code
      await confirm({ taskLineId: l.id, qty: '1', scans: { container, bin: l.toBin?.code } })
      gone.push(`${container} ${l.toBin?.code}`)
    }
  }
  expect(gone.sort()).toEqual(['CG01 CB-01', 'CG02 CB-02', 'CG03 CB-03', 'T001 CB-01', 'T002 CB-02'])
  const staged = [
    { ...PB, bin: 'CB-01', in: 'CG01' },
    { ...PB, bin: 'CB-02', in: 'CG02' },
    { ...PB, lot: 'C', bin: 'CB-03', in: 'CG03' },
    { ...SB, bin: 'CB-03', in: 'CG03' },
    { ...SB, bin: 'CB-01', in: 'T001' },
    { ...SB, bin: 'CB-02', in: 'T002' },
  ] as const
  expect(await Promise.all(staged.map(at))).toEqual(['720/720', '960/960', '288/288', '9/9', '8/8', '18/18'])
  await clean()
})

test('step 17 through HTTP: the truck is loaded and leaves once', async () => {
  const stops = ['S1', 'S2', 'S3'].map((s, i) => ({ seq: i + 1, storeId: day.stores.get(s) }))
  const { id } = await twice<Row>(ship.create, { vehicleNo: '沪A12345', stops })
  expect(await step(ship, 'approve', id)).toEqual(done)
  expect(await step(ship, 'start', id)).toEqual(making('wms.enterTruckTask'))
  const load = await next('ENTER_TRUCK')
  expect(load.lines).toHaveLength(5)
  for (const l of load.lines) await confirm({ taskLineId: l.id, qty: '1', scans: { container: l.fromContainer?.code } })
  expect(await step(ship, 'finish', id)).toEqual(making('wms.despatchTask'))
  const { version } = await rowOf(ship as never, id)
  expect(await twice(ship.despatch, { rows: [{ id, version }] })).toEqual(done)
  const again = await clerk.call<{ ok: number }>(ship.despatch, { rows: [{ id, version }] })
  expect(again).toMatchObject({ ok: 0, failed: [{ id }] })
  await server.relay.drain()
  expect(await outside('V_STORE')).toEqual({ P1: 1968, P2: 35 })
  const held = { S1: ['CAGE 1 200', 'TOTE 1 30'], S2: ['CAGE 1 200', 'TOTE 1 30'], S3: ['CAGE 1 200'] }
  expect(await deposits()).toEqual({ held, out: 660, back: 0 })
  expect(await boxStates()).toEqual(['CG01', 'CG02', 'CG03', 'T001', 'T002'].map((c) => `${c} SHIPPED`))
  const lines = await served()
  const sum = (of: (l: (typeof lines)[0]) => number) => lines.reduce((n, l) => n + of(l), 0)
  expect([sum((l) => l.sent), sum((l) => l.plan)]).toEqual([2003, 2004])
  expect([lines.filter((l) => l.sent === l.plan).length, lines.length]).toEqual([5, 6])
  for (const bill of bills.values()) expect(await rowOf(operate as never, bill)).toMatchObject({ state: 'FINISHED' })
  await clean()
})

test('step 18 through HTTP: faces that hold too little are filled', async () => {
  await inside(limitFaces)
  expect(await replenishFaces(inside)).toBe(3)
  expect(await bringDown(3)).toEqual(['P1 R-01-04 PB-01-01 864', 'P1 R-01-03 PB-01-01 576', 'P2 R-02-02 SB-02-01 60'])
  expect([await at({ ...PB, lot: 'C' }), await at(SB), await at(R0104)]).toEqual(['1440/0', '60/0', '0/0'])
  expect(await replenishFaces(inside)).toBe(0)
  await clean()
})

/** A driver hands in what stores gave him. */
async function bringBack(store: string, cage: string, tote: string): Promise<void> {
  const line = (type: string, codes: string) => ({ typeId: day.types.get(type), qty: 1, condition: 'GOOD', codes })
  const lines = [line('CAGE', cage), line('TOTE', tote)]
  const { id } = await twice<Row>(rtiIns.create, { storeId: day.stores.get(store), lines })
  expect(await step(rtiIns, 'approve', id)).toEqual(done)
}
/** What stores hold of containers, what was charged for all that left, and given back for all that came. */
const deposits = () =>
  inside(async (ctx) => {
    const rows = await ctx.tx.query<{ store: string; held: string }>(sql`
      select s.code as store, k.code || ' ' || a.qty || ' ' || trim_scale(a.deposit) as held from wms_rti_account a join wms_store s on s.id = a.store_id
      join wms_container_type k on k.id = a.type_id where a.qty <> 0 order by s.code, k.code`)
    const { out, back } = await ctx.tx.one<{ out: string; back: string }>(sql`
      select coalesce((select sum(deposit) from wms_rti_out), 0) as out, coalesce((select sum(refund) from wms_rti_in), 0) as back`)
    const held = Object.fromEntries([...Map.groupBy(rows, (r) => r.store)].map(([s, of]) => [s, of.map((r) => r.held)]))
    return { held, out: Number(out), back: Number(back) }
  })

test('step 19: the driver brings 48 damaged home, not more than its truck took there', bringHome)
test('step 19: what stores give back of cages and totes is refunded, and who keeps one still owes for it', async () => {
  await bringBack('S1', 'CG01', 'T001')
  await bringBack('S2', 'CG02', 'T002')
  expect(await deposits()).toEqual({ held: { S3: ['CAGE 1 200'] }, out: 660, back: 460 })
  expect(await boxStates()).toEqual(['CG03 SHIPPED'])
})
test('step 20: of what S1 returns 3 are good and lie down beside their lot, 2 are damaged', giveBack)
test('step 21: what is damaged goes back to V02, signed for by who fetches it', sendBack)

test('step 22: ten gift sets of what stood longest', makeSets)
test('step 23: 120 become those of O2 where they stand', giveTitle)

test('end of day: every cell, every total, no promise left', async () => {
  const { cells, total } = await endOfDay()
  expect(cells).toEqual([
    'PB-01-01 LOOSE P1/C O1 GOOD 1440 60',
    'R-01-03 PL101 P1/C O1 GOOD 484 20+4',
    'R-01-03 PL101 P1/C O2 GOOD 120 5',
    // 401 of them: what came back lies beside the pallet.
    'R-02-02 LOOSE P2/B O1 GOOD 3 0+0+3',
    'R-02-02 PL002 P2/B O1 GOOD 398 33+0+2',
    'R-02-03 PL103 P2/D O1 GOOD 468 39',
    'R-03-01 LOOSE G1 O1 GOOD 10 10',
    'SB-02-01 LOOSE P2/B O1 GOOD 60 5',
    'VR-01 LOOSE P1/A O1 DAMAGE 48 2',
  ])
  expect([total('P1'), total('P2'), total('G1')]).toEqual([2092, 929, 10])
  expect(await outside('V_VENDOR')).toEqual({ P1: -2352, P2: -466 })
  expect(await outside('V_STORE')).toEqual({ P1: 1920, P2: 30 })
  expect(await outside('V_ADJUST')).toEqual({ P1: -1680, P2: -503 })
  expect(await outside('V_PROCESS')).toEqual({ G1: -10, P1: 20, P2: 10 })
  expect(await outside('V_CHANGE')).toEqual({})
  expect(await openPromises()).toEqual([])
  await clean()
})
