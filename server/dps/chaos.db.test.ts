import * as calls from '@lading/contract/dps/calls.ts'
import { controller } from '@lading/contract/dps/equipment.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { openDriver } from './driver/open.ts'
import { createGateway, type Gateway } from './gateway/gateway.ts'
import { chanceOf } from './sim/chance.ts'
import { openRackDesk, type RackDesk } from './testing/rackDesk.ts'
import { until, warehouse } from './testing/wire.ts'

const [seeds, picks] = [Number(process.env.LADING_CHAOS_SEEDS ?? 2), Number(process.env.LADING_CHAOS_PICKS ?? 500)]
const [tags, perOrder] = [20, 10]
const patienceMs = 60_000 + picks * 400

/** A worker who looks into his tote, and what he took out of each bin. */
interface Worker {
  readonly taken: Map<number, number>
  inTote: Set<number>
}

test.each(Array.from({ length: seeds }, (_, i) => i + 1))(
  'seed %i: links cut, presses lost and doubled, the gateway gone between commit and frame: nothing lost, nothing doubled',
  async (seed) => {
    const chances = { lost: 0.05, twice: 0.05, cutBefore: 0.03, cutAfter: 0.03 }
    const containers = Math.ceil(picks / perOrder) + 1
    const desk = await openRackDesk({
      points: [tags],
      hasCompleter: false,
      qty: '90000',
      containers,
      sim: { seed, chances },
    })
    try {
      await pickAll(desk, chanceOf(seed * 7_919))
    } finally {
      await desk.close()
    }
  },
  patienceMs,
)

async function pickAll(desk: RackDesk, chance: () => number): Promise<void> {
  const worker: Worker = { taken: new Map(), inTote: new Set() }
  await desk.clerk.call(calls.signOn, { pointCode: 'P1' })
  let gateway = desk.gateway
  for (let n = 0; n * perOrder < picks; n++) {
    const own = Array.from({ length: tags }, (_, i) => i + 1)
      .sort(() => chance() - 0.5)
      .slice(0, perOrder)
    await desk.order(
      `S${String((n % 60) + 1).padStart(2, '0')}`,
      Object.fromEntries(own.map((bin) => [`P${String(bin).padStart(2, '0')}`, String(1 + Math.floor(chance() * 9))])),
    )
    worker.inTote = new Set()
    const { taskId } = await desk.clerk.call(calls.arriveAt, {
      pointCode: 'P1',
      containerCode: `C${String(n + 1).padStart(3, '0')}`,
    })
    if (chance() < 0.3) gateway = await another(desk, gateway)
    await until(() => pickOnce(desk, gateway, worker, taskId), 2_000)
  }
  const moved = await desk.inside((ctx) =>
    ctx.tx.query<{ code: string; qty: number }>(sql`
      select b.code, -sum(g.delta)::int as qty from wms_ledger g join wms_posting p on p.tenant_id = g.tenant_id and p.id = g.posting_id and p.biz_type = 'PICK'
      join wms_bin b on b.tenant_id = g.tenant_id and b.id = g.bin_id and b.usage = 'PICK' where g.tenant_id = ${ctx.tenantId} group by b.code order by b.code`),
  )
  const took = [...worker.taken]
    .sort(([a], [b]) => a - b)
    .map(([node, qty]) => ({ code: `L-${String(node).padStart(2, '0')}`, qty }))
  expect(moved).toEqual(took)
  await desk.sound()
  await gateway.stop()
}

/** Whoever finds a tag lit takes its goods, unless they are in his tote already, and presses. @returns whether the order is through */
async function pickOnce(desk: RackDesk, gateway: Gateway, worker: Worker, taskId: string): Promise<boolean> {
  const lit = desk.sim.snapshot().filter((t) => /^\d+$/.test(t.text))
  for (const { node, bus, text } of lit) {
    if (!worker.inTote.has(node)) worker.taken.set(node, (worker.taken.get(node) ?? 0) + Number(text))
    worker.inTote.add(node)
    desk.sim.press({ bus, node })
  }
  await new Promise((resolve) => setTimeout(resolve, 20))
  gateway.nudge()
  await gateway.settled()
  if (lit.length > 0) return false
  const { state } = await desk.inside((ctx) =>
    ctx.tx.one<{ state: string }>(sql`select state from dps_task where tenant_id = ${ctx.tenantId} and id = ${taskId}`),
  )
  if (state === 'DONE') return true
  // All is dark and something is missing: somebody asks for the lights once more.
  const { records } = await desk.clerk.call<{ records: { id: string }[] }>(crudCalls(controller).query as never, {
    filter: {},
  })
  await desk.clerk.envelope(calls.commandController, { id: records[0]?.id, verb: 'RELIGHT' })
  return false
}

/** The one is gone with all that it had not booked yet; two others fight for its controllers. */
async function another(desk: RackDesk, before: Gateway): Promise<Gateway> {
  await before.stop()
  const open = (c: { driver: 'SIM' | 'ABLEPICK' | 'MQTT_JSON'; port: number }) =>
    openDriver({ driver: c.driver, host: '127.0.0.1', port: c.port, options: {} })
  const two = [1, 2].map(() => createGateway({ kernel: desk.server.kernel, warehouse, open }))
  await Promise.all(two.map((g) => g.tick()))
  const held = await desk.inside((ctx) =>
    ctx.tx.query(sql`select holder from dps_link where tenant_id = ${ctx.tenantId} and holder is not null`),
  )
  expect(held).toHaveLength(1)
  const winner = two.find((g) => g.holds() > 0)
  const loser = two.find((g) => g !== winner)
  expect(loser?.holds()).toBe(0)
  await loser?.stop()
  return winner ?? before
}
