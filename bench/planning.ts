/**
 * `npm run bench:planning`: what a dispatcher waits for. The first complete plan of 500 orders and of 749 real shops, what 30
 * seconds make of it, how soon a search that is told to stop has answered, and what a change by hand of a plan of 200 orders
 * costs over HTTP, beside the same row written plainly. Medians.
 */
import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { carrier } from '@lading/contract/tms/carrier.ts'
import { client } from '@lading/contract/tms/client.ts'
import { clientShipment, clientStore } from '@lading/contract/tms/clientSite.ts'
import { arrangePlan, drawPlan, generatePlan } from '@lading/contract/tms/planCalls.ts'
import { routePlan } from '@lading/contract/tms/routePlan.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import { truckType } from '@lading/contract/tms/truckType.ts'
import { vrpConfig } from '@lading/contract/tms/vrpConfig.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import { type Client, openTestServer } from '@lading/server/testing/server.ts'
import { solveAside } from '@lading/server/tms/planning/solveAside.ts'
import type { Problem } from '@lading/server/tms/routing/problem.ts'
import { Random } from '@lading/server/tms/routing/random.ts'
import { validate } from '@lading/server/tms/routing/validate.ts'
import type { z } from 'zod'
import { storeDay } from '../tools/routing/stores.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const at = (list: readonly number[], share = 0.5): number =>
  list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * share)] ?? Number.NaN
const ms = (n: number): string => `${n.toFixed(0)} ms`

interface Searched {
  readonly firstMs: number
  readonly stopMs: number
  readonly first: number
  readonly cost: number
}
/** Searches in a worker, as the pages do; stopped, it answers with the best until then. */
async function searched(problem: Problem, seed: number, seconds: number, stopAfter = Number.POSITIVE_INFINITY) {
  const began = performance.now()
  let [firstMs, first, stoppedAt] = [0, 0, 0]
  const solving = solveAside(problem, { seed, seconds }, ({ cost }) => {
    if (firstMs > 0) return
    firstMs = performance.now() - began
    first = cost
  })
  const timer = stopAfter < seconds ? setTimeout(stop, stopAfter * 1000) : undefined
  function stop() {
    stoppedAt = performance.now()
    solving.stop()
  }
  const { plan, cost } = await solving.answer
  const stopMs = performance.now() - stoppedAt
  clearTimeout(timer)
  if (validate(problem, plan).length > 0) throw new Error('a plan breaks a rule')
  return { firstMs, stopMs, first, cost } satisfies Searched
}

const all = storeDay(1)
const of = (orders: number): Problem => ({ ...all, orders: all.orders.slice(0, orders) })
await searched(of(50), 1, 1)
const cut: Searched[] = []
for (let seed = 1; seed <= 5; seed++) cut.push(await searched(of(500), seed, 30, 2))
say(
  `500 orders, 60 trucks: first plan after ${ms(at(cut.map((c) => c.firstMs)))}, at most ${ms(
    at(
      cut.map((c) => c.firstMs),
      1,
    ),
  )}`,
)
say(
  `told to stop after 2 s: answered after ${ms(at(cut.map((c) => c.stopMs)))}, at most ${ms(
    at(
      cut.map((c) => c.stopMs),
      1,
    ),
  )}`,
)
const shops = await searched(all, 1, 30)
say(
  `${all.orders.length} shops: first plan after ${ms(shops.firstMs)}; 30 s make it ${((1 - shops.cost / shops.first) * 100).toFixed(1)} % cheaper`,
)

const server = await openTestServer({ now: () => new Date('2026-11-29T02:00:00Z') })
const [group, tc] = [await server.as('admin', 'G'), await server.as('admin', 'TC01')]
const make = async (by: Client, e: AnyEntity, input: object) =>
  (await by.call<{ id: string }>(crudCalls(e).create, input)).id
const r = new Random(1)
const clientId = await make(group, client, { code: 'C01', name: 'chain' })
const depotId = await make(group, clientShipment, {
  clientId,
  code: 'DC',
  name: 'depot',
  isDepot: true,
  lng: '120.6',
  lat: '31.3',
})
const bizDate = '2026-11-30'
const rows: { id: string; version: number }[] = []
for (let i = 0; i < 200; i++) {
  const place = { lng: (120.3 + r.next() * 0.6).toFixed(5), lat: (31 + r.next() * 0.6).toFixed(5) }
  const toSiteId = await make(group, clientStore, { clientId, code: `S${i}`, name: `s${i}`, ...place })
  const lines = [{ productName: 'goods', planQty: '10', weight: String(60 + r.below(200)), volume: '0.5' }]
  rows.push(await tc.call(documentCalls(wayBill).create, { clientId, fromSiteId: depotId, toSiteId, bizDate, lines }))
}
await tc.call(documentCalls(wayBill).approve as never, { rows })
const typeId = await make(group, truckType, {
  code: 'T',
  name: '4.2m',
  loadKg: '2500',
  volumeM3: '15',
  costFixed: '200',
  costPerKm: '3',
})
const carrierId = await make(group, carrier, { code: 'OWN', name: 'own', kind: 'OWN' })
const truckIds: string[] = []
for (let i = 0; i < 20; i++) truckIds.push(await make(group, truck, { code: `苏E${10_000 + i}`, typeId, carrierId }))
const configId = await make(tc, vrpConfig, { name: 'day', departFrom: '05:00', departTo: '10:00', minFill: '0' })
const wayBillIds = rows.map((b) => b.id)
const { id } = await tc.call(generatePlan, { bizDate, depotId, configId, wayBillIds, truckIds, seconds: 3 })
await server.others[routePlan.header.key]?.tick()
const plan: z.output<typeof drawPlan.output> = await tc.call(drawPlan, { id })
const trips = plan.trips.map((t) => ({ truckId: t.truckId, turn: t.turn, visits: t.stops.flatMap((s) => s.visits) }))
say(`200 orders on ${trips.length} trips, ${plan.left.length} left out`)
let { version } = plan
const [edits, plain]: [number[], number[]] = [[], []]
for (let i = 0; i < 60; i++) {
  const from = trips[i % trips.length]
  const moved = from?.visits.pop()
  if (moved) trips[(i + 1) % trips.length]?.visits.unshift(moved)
  let began = performance.now()
  ;({ version } = await tc.call(arrangePlan, { id, version, trips }))
  edits.push(performance.now() - began)
  began = performance.now()
  await server.db.owner.query('update tms_route_plan set arrangement = $1, updated_at = now() where id = $2', [
    JSON.stringify({ trips }),
    id,
  ])
  plain.push(performance.now() - began)
}
say(
  `a change by hand: ${ms(at(edits))}, 95 % within ${ms(at(edits, 0.95))}, ${(at(edits) / at(plain)).toFixed(0)} times the row written plainly`,
)
await server.close()
process.exit(0)
