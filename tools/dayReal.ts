import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { putAwayMethods } from '@lading/contract/wms/scheme.ts'
import { rationMethods } from '@lading/contract/wms/waveBill.ts'
import { beginStep, logIn, type Person, sendTwice, timings } from './day/client.ts'
import { type Floor, shortages, shortReasonsTried } from './day/floor.ts'
import { buildBins, fire, fired, makeOrders, positionsOf, putAway, receive } from './day/inbound.ts'
import { importMasters } from './day/masters.ts'
import { giveUp, settlePicks, ship, workWave } from './day/outbound.ts'
import { startDayServer } from './day/server.ts'
import { Truth } from './day/truth.ts'
import { demandOf, disturbWave, importWave, releaseWave, type Wave, waveBills, waveState, wavesOf } from './day/wave.ts'
import { buildYard, withScarcity } from './day/yard.ts'

/** Exit code that the test runner reads as "skipped". */
const skipped = 77
const data = process.env.DAY_DATA ?? join(import.meta.dirname, '../../shared/data')
if (!existsSync(join(data, 'dc_stock_by_aisle.csv'))) {
  console.log(`no real input in ${data}: set DAY_DATA to a folder with the five csv files`)
  process.exit(skipped)
}
const isFull = process.env.LADING_FULL === '1'
/** Waves: 22 is small and hot, 16 has the most boxes, 23 most of everything; `all` runs one after the other. */
const waves = wavesOf(data, process.env.DAY_WAVE ?? (isFull ? '23' : '22'))
/** Beside the goods of the waves one position in so many is filled: enough for every rule to have its turn. */
const sampled = isFull ? 1 : 32
const workers = 8
const totesAtOnce = 5_000
/** How scarce goods are divided: each wave by the next method, a single one by shares that are cut to whole packs. */
const methods = Object.keys(rationMethods)
/** Fewer lines do not bring each rule of a wave its turn. */
const enoughLines = 400
const firstMethod = waves.length > 1 ? 0 : methods.indexOf('AVG')
const report: string[] = []
const seconds = (from: number): string => ((performance.now() - from) / 1000).toFixed(1)
const quantile = (ms: number[], q: number): string =>
  (ms.sort((a, b) => a - b)[Math.floor(ms.length * q)] ?? 0).toFixed(1)

async function step<T>(name: string, rows: (result: T) => number, work: () => Promise<T>): Promise<T> {
  beginStep(name)
  const from = performance.now()
  const result = await work()
  const t = timings.get(name)
  const took = Number(seconds(from))
  const line = `${name.padEnd(34)} ${String(rows(result)).padStart(7)} rows ${took.toFixed(1).padStart(7)} s ${String(Math.round((t?.calls ?? 0) / Math.max(took, 0.1))).padStart(6)} calls/s  p50 ${quantile(t?.ms ?? [], 0.5)} ms  p99 ${quantile(t?.ms ?? [], 0.99)} ms`
  console.log(line)
  report.push(line)
  return result
}
const must = (claim: boolean, message: string): void => {
  if (!claim) throw new Error(message)
}
const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0)

const server = await startDayServer()
try {
  const group = await logIn(server.url, 'demo2', 'admin', server.password, 'G2')
  const m = await step(
    'import masters',
    () => 6403 + 749,
    () => importMasters(group, data),
  )
  console.log(`${m.warnings} warnings on products (units, packs, check digits)`)
  const dc = await logIn(server.url, 'demo2', 'admin', server.password, 'DC01')
  const people: Person[] = []
  for (let i = 0; i < workers; i++) people.push(await makeWorker(group, dc, i))
  const demand = demandOf(waves)
  const positions = withScarcity(
    positionsOf(data, m.products, (sku, i) => i % sampled === 0 || waves.some(({ skus }) => skus.has(sku))),
    demand,
  )
  await step(
    'build bins',
    () => positions.length,
    async () => buildBins(dc, positions, demand, await buildYard(dc)),
  )
  sendTwice(0.05)
  await step(
    'make orders and receive tasks',
    () => positions.length,
    () => makeOrders(dc, m, positions),
  )
  const products = new Map(m.products.map((p) => [p.id, p]))
  await step('receive, 8 at once', sum, () => Promise.all(people.map((p) => receive(p, products))))
  // Every tenth bin takes mixed goods.
  const spare = (n: number): string => positions[(n % Math.floor(positions.length / 10)) * 10]?.bin ?? ''
  await step('put away, 8 at once', sum, () => Promise.all(people.map((p) => putAway(p, spare))))
  const toteType = await group.post<{ id: string }>('/wms/api/containerType/create', {
    code: 'TOTE',
    name: '周转箱',
    category: 'TOTE',
    returnable: true,
    prefix: 'ZX',
    digits: 6,
    maxFillPct: 85,
  })
  const truth = new Truth()
  const floor: Floor = { desk: dc, products, truth, nextTote: totesAt(dc, toteType.id) }
  const gone = { trucks: 0, containers: 0 }
  for (const [i, wave] of waves.entries()) {
    const left = await serveWave(wave, methods[(i + firstMethod) % methods.length] ?? 'INTURN')
    gone.trucks += left.trucks
    gone.containers += left.containers
  }
  await prove(dc, sum(positions.map((x) => x.pieces)), truth)
  console.log(
    `trucks ${gone.trucks}, totes ${gone.containers}; shortages by reason: ${[...shortages].map(([r, n]) => `${r} ${n}`).join(', ')}`,
  )
  console.log('rules that fired:')
  for (const [rule, n] of [...fired].sort()) console.log(`  ${rule}: ${n}`)
  const ofWaves = [
    ...['picked by store', 'picked in a batch', 'sorted', 'replenished', 'merged', 'task taken over'],
    ...['order stopped', 'order joined late', 'check: as it should be', 'check: a piece less', 'check settled'],
    ...[
      'counted: round 1',
      'counted: round 2',
      'count settled',
      'simulated: short lines',
      'simulated: lines that wait',
    ],
    ...['bin of the store', 'bin of its route', 'for the rest', 'overflow'].map((place) => `staged: ${place}`),
    ...shortReasonsTried.map((reason) => `pick short: ${reason}`),
    ...(waves.length >= methods.length ? methods : methods.slice(firstMethod, firstMethod + 1)).map(
      (m) => `ration: ${m}`,
    ),
  ]
  const silent = [
    ...Object.values(putAwayMethods).map(([, en]) => `put-away: ${en}`),
    'receive: over-receipt refused',
    'receive: too old refused',
    'receive: missing date refused',
    'receive: expiry from production date',
    ...['FEFO', 'FIFO', 'LIFO'].map((rule) => `turnover: ${rule}`),
    'pick: a lot with an expiry date',
    'pick: a lot without one',
    ...(sum(waves.map((w) => w.lines.length)) < enoughLines ? [] : ofWaves),
  ].filter((r) => !fired.get(r))
  must(silent.length === 0, `rules that never fired: ${silent.join(', ')}`)
  console.log('The day ends with every invariant whole.')

  /** One wave from its file to the trucks. */
  async function serveWave(wave: Wave, ration: string): Promise<{ trucks: number; containers: number }> {
    await step(
      `import wave ${wave.no}`,
      (n) => n,
      () => importWave(dc, wave, positions),
    )
    const id = await step(
      `start wave ${wave.no}, ${ration}`,
      () => wave.lines.length,
      () => releaseWave(dc, wave.no, ration),
    )
    await step(
      `replenish, pick, sort, check, 8 at once`,
      (n) => n,
      () => workWave(people, floor, () => disturbWave(dc, wave.no, id)),
    )
    await settlePicks(dc, wave.no)
    await giveUp(dc, wave.no)
    const left = await step(
      'load and despatch',
      (r) => r.containers,
      () => ship(dc, 40),
    )
    await settle(dc, wave.no, id)
    return left
  }
} finally {
  await server.stop()
}

/** A task has a tote of its own, as has each store at the wall. */
function totesAt(dc: Person, typeId: string): () => Promise<string> {
  let made = Promise.resolve(0)
  let given = 0
  return async () => {
    const mine = ++given
    // In turn: several people ask at once.
    made = made.then(async (n) => {
      if (n >= mine) return n
      await dc.post('/wms/api/container/createBatch', { typeId, count: totesAtOnce })
      return n + totesAtOnce
    })
    await made
    return `ZX${String(mine).padStart(6, '0')}`
  }
}

/** A worker of his own, with all warehouse rights at the logistics centre. */
async function makeWorker(
  group: Person,
  dc: Person & { user: { workingOrg: { id: string } } },
  i: number,
): Promise<Person> {
  const roles = await group.query<{ id: string }>('/fw/api/sys/role/query', { pageSize: 0 })
  const made = await group.post<{ initialPassword: string }>('/fw/api/sys/user/create', {
    username: `worker${i}`,
    realName: `作业员${i}`,
    orgId: dc.user.workingOrg.id,
    workingOrgIds: [dc.user.workingOrg.id],
    roleIds: [roles.records[0]?.id],
  })
  return logIn(server.url, 'demo2', `worker${i}`, made.initialPassword, 'DC01')
}

/** Headers follow their lines after the commit: waits until the wave's orders are closed. */
async function settle(dc: Person, no: string, id: string): Promise<void> {
  for (let i = 0; i < 100; i++) {
    const bills = await waveBills(dc, no)
    const isOver = bills.every((b) => b.state === 'FINISHED' || b.state === 'CLOSED')
    if (isOver && (await waveState(dc, id)) === 'FINISHED') return
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error('the wave or one of its orders is not finished')
}

async function prove(dc: Person, planned: number, truth: Truth): Promise<void> {
  const { hits } = await dc.get<{ hits: { rule: string; detail: string }[] }>('/wms/api/stockLookBoard/reconcile')
  must(
    hits.length === 0,
    `the book: ${hits
      .slice(0, 5)
      .map((h) => `${h.rule} ${h.detail}`)
      .join('; ')}`,
  )
  const total = async (filter: object): Promise<number> => {
    const { sums } = await dc.query<object>('/wms/api/ledger/query', { filter, pageSize: 1 })
    return Number(sums?.delta ?? 0)
  }
  const bins = await dc.query<{ id: string; code: string }>('/wms/api/bin/query', { filter: { usage: ['VIRTUAL'] } })
  const at = (code: string): string => bins.records.find((b) => b.code === code)?.id ?? ''
  const received = -(await total({ binId: at('V_VENDOR') }))
  const shipped = await total({ binId: at('V_STORE') })
  const adjusted = await total({ binId: at('V_ADJUST') })
  const changed = await total({ binId: at('V_CHANGE') })
  const board = await dc.query<{ qty: string }>('/wms/api/stockLookBoard/group', { groupBy: ['ownerId'] })
  const onHand = sum(board.records.map((row) => Number(row.qty)))
  must(received === planned, `received ${received}, planned ${planned}`)
  must(
    onHand === received - shipped - adjusted - changed,
    `on hand ${onHand}, ledger ${received} - ${shipped} - ${adjusted} - ${changed}`,
  )
  // Each missing piece was found missing by a count, and none beside: the book is the shelves again.
  must(truth.uncounted === 0, `${truth.uncounted} missing pieces were never counted`)
  must(adjusted === truth.all, `adjusted ${adjusted}, really missing ${truth.all}`)
  const open = await dc.query<object>('/wms/api/reservation/query', {
    filter: { state: ['ACTIVE', 'PENDING'] },
    pageSize: 1,
  })
  must(open.total === 0, `${open.total} reservations are left`)
  const { counts } = await dc.get<{ counts: { taskType: string; n: number }[] }>('/wms/api/task/count')
  must(counts.length === 0, `tasks are open: ${JSON.stringify(counts)}`)
  fire('ledger rows proven', 1)
  console.log(`received ${received}, shipped ${shipped}, adjusted ${adjusted}, on hand ${onHand}`)
}
