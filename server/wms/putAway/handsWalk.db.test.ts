import { formatQty, parseQty, wholeQty } from '@lading/contract/kernel/qty.ts'
import * as calls from '@lading/contract/wms/putAwayCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { isFull } from '../../testing/full.ts'
import { type Client, openTestServer, Refused, type TestServer } from '../../testing/server.ts'
import { containerByCode } from '../masters/facts.ts'
import { post } from '../stock/post.ts'
import { reconcile } from '../stock/reconcile.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'

/**
 * Two workers do whatever the handheld offers with goods between the dock and their bins, in random order. After each
 * step the invariants hold, nothing was lost, and what lines say is in hand is what stands there. LADING_SEED repeats it.
 */
const steps = isFull ? 2000 : 150
const seed = Number(process.env.LADING_SEED ?? Date.now() % 1_000_000)
const pallets = ['PL1', 'PL2', 'PL3'] as const
const products = ['X', 'Y', 'Z'] as const

let server: TestServer
let yard: Yard
let workers: readonly Client[] = []
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    const made = await buildYard(ctx, {
      bins: { 'S-01': 'STORAGE', 'S-02': 'STORAGE', 'S-03': 'STORAGE', DOCK: 'RECEIVE' },
      products: products.map((code) => ({ code, qpc: '10' })),
    })
    const [at, kind] = [{ tenantId: ctx.tenantId, orgId: ctx.org.id }, ctx.newId()]
    await bulkInsert(ctx.tx, 'wms_container_type', [
      { tenantId: ctx.tenantId, id: kind, code: 'PL', name: 'pallet', category: 'PALLET', prefix: 'PL' },
    ])
    const binId = made.bins.get('DOCK')
    await bulkInsert(
      ctx.tx,
      'wms_container',
      pallets.map((code) => ({ ...at, id: ctx.newId(), code, typeId: kind, state: 'RECEIVING', binId })),
    )
    return made
  })
  workers = [await server.as('clerk', 'DC01'), await server.as('admin', 'DC01')]
})
afterAll(() => server.close())

let state = seed
const random = (n: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * n)
}
const anyOf = <T>(list: readonly T[]): T => list[random(list.length)] as T // callers pass lists that hold something

let came = 0n
/** Goods for a task: loose, or two kinds on a pallet that is free. */
async function arrive(n: number): Promise<readonly string[]> {
  const free = await server.inside('DC01', async (ctx) => {
    const states = await Promise.all(pallets.map((code) => containerByCode(ctx, code)))
    const dock = yard.bins.get('DOCK')
    const filled = await ctx.tx.query<{ id: string }>(sql`
      select distinct container_id as id from wms_stock where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and qty > 0`)
    return states.find((c) => c.binId === dock && !filled.some((f) => f.id === c.id))?.id
  })
  const container = random(2) === 0 ? free : undefined
  const kinds = container ? [0, 1] : [random(3)]
  return server.inside('DC01', async (ctx) => {
    const ids: string[] = []
    for (const kind of kinds) {
      const qty = wholeQty(1 + random(40))
      const to = await keyOf(ctx, yard, {
        bin: 'DOCK',
        product: products[kind] ?? 'X',
        ...(container && { container }),
      })
      const from = { ...to, binId: yard.bins.get('V_ADJUST') ?? '', containerId: yard.loose }
      const lines = [
        { key: from, delta: -qty },
        { key: to, delta: qty },
      ]
      const { rowIds } = await post(ctx, { bizType: 'ADJ_INC', idemKey: `walk${n}/${kind}`, lines })
      ids.push(...rowIds.values())
      came += qty
    }
    return ids
  })
}

interface Line {
  readonly id: string
  readonly taskId: string
  readonly state: string
  readonly planQty: string
  readonly handQty: string
  readonly assigneeId: string | null
}
const openLines = () =>
  server.inside('DC01', (ctx) =>
    ctx.tx.query<Line>(sql`
      select l.id, l.task_id, l.state, l.plan_qty, l.hand_qty, t.assignee_id from wms_task_line l join wms_task t on t.tenant_id = l.tenant_id and t.id = l.task_id
      where l.tenant_id = ${ctx.tenantId} and t.state not in ('CANCELED') order by l.id`),
  )

/** Anything that a handheld may send about a line, sensible or not. */
function act(who: Client, line: Line): Promise<unknown> {
  const some = formatQty(wholeQty(random(1 + Number(line.planQty))))
  const qty = random(3) === 0 ? some : line.state === 'INHAND' ? line.handQty : line.planQty
  const how = { taskLineId: line.id, qty, ...(random(2) === 0 ? { partial: true } : {}) }
  const reason = random(4) === 0 ? { reason: 'OTHER' } : {}
  const toBin = random(2) === 0 ? { toBin: anyOf(['S-01', 'S-02', 'S-03']) } : {}
  switch (random(9)) {
    case 0:
    case 1:
    case 2:
      return who.call(work.confirmLine, { ...how, ...reason, pickUp: true })
    case 3:
    case 4:
      return who.call(work.confirmLine, { ...how, ...reason, ...toBin })
    case 5:
      return who.call(work.putBackLine, { taskLineId: line.id })
    case 6:
      return who.call(work.takeOverTask, { id: line.taskId })
    case 7:
      return who.call(work.undoLine, { taskLineId: line.id })
    default:
      return who.call(anyOf([work.takeTask, work.giveUpTask, work.finishTask]), { id: line.taskId })
  }
}

async function isSound(where: string): Promise<void> {
  expect(await server.inside('DC01', reconcile), where).toEqual([])
  const [there, said] = await server.inside('DC01', async (ctx) => {
    const { sum } = await ctx.tx.one<{ sum: string }>(sql`
      select coalesce(sum(qty), 0) as sum from wms_stock where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`)
    const differs = await ctx.tx.query(sql`
      select coalesce(s.bin_id, l.bin_id) as bin, s.qty, l.qty as said from
        (select s.bin_id, sum(s.reserved_qty) as qty from wms_stock s join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id and b.usage = 'PUTAWAY_TRANSIT'
          where s.tenant_id = ${ctx.tenantId} and s.qty > 0 group by 1) s
        full join (select hand_bin_id as bin_id, sum(hand_qty) as qty from wms_task_line
          where tenant_id = ${ctx.tenantId} and state = 'INHAND' group by 1) l on l.bin_id = s.bin_id
      where s.qty is distinct from l.qty`)
    return [parseQty(sum), differs]
  })
  expect(there, where).toBe(came)
  expect(said, where).toEqual([])
}

test(`${steps} random steps of two workers, seed ${seed}`, async () => {
  let done = 0
  for (let n = 0; n < steps; n++) {
    const lines = await openLines()
    const where = `seed ${seed}, step ${n}`
    const open = lines.filter((l) => l.state === 'OPEN' || l.state === 'INHAND')
    if (open.length < 4) {
      const stockIds = await arrive(n)
      await anyOf(workers).call(calls.startPutAway, { stockIds: [...stockIds] })
    } else {
      // Mostly what makes sense: an open line, by whoever has it.
      const line = anyOf(random(6) === 0 ? lines : open)
      const his = workers.find((w) => w.userId === line.assigneeId)
      const [answer] = await Promise.allSettled([act((random(5) > 0 && his) || anyOf(workers), line)])
      if (answer.status === 'fulfilled') done++
      else if (!(answer.reason instanceof Refused) || answer.reason.code >= 50_000)
        throw new Error(where, { cause: answer.reason })
    }
    await isSound(where)
  }
  // A walk in which everything is refused would prove nothing.
  expect(done).toBeGreaterThan(steps / 5)
})
