import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as calls from '@lading/contract/dps/calls.ts'
import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import { addToWave } from '@lading/contract/wms/waveCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRackDesk, type RackDesk } from '../server/dps/testing/rackDesk.ts'
import { wavesOf } from './day/wave.ts'

/*
 * A real wave, at the wire: its boxes are orders of stores, every other of its goods stands at a tag, and the rest is picked by
 * handheld at the same time. The book is held against what was pressed and typed, and against the file.
 */
const data = process.env.DAY_DATA ?? join(import.meta.dirname, '../../shared/data')
const isThere = existsSync(join(data, 'dc_waves_boxes.csv'))
const boxesMost = process.env.LADING_FULL === '1' ? Number.POSITIVE_INFINITY : 60
/** One line in so many misses a piece, whoever picks it. */
const shortEvery = 40
const perPoint = 6

const two = (n: number): string => String(n).padStart(2, '0')
/** What each order wants, by product. */
const wanted = new Map<string, ReadonlyMap<string, number>>()
const missing = new Map<string, number>()
const miss = (code: string): void => void missing.set(code, (missing.get(code) ?? 0) + 1)
const counts = { light: 0, hand: 0 }
let desk: RackDesk
beforeAll(async () => {
  if (!isThere) return
  desk = await openRackDesk({
    ...{ points: [perPoint, perPoint], untagged: 2 * perPoint, orders: 6, containers: 400, qty: '2000' },
  })
  await desk.inside((ctx) => ctx.tx.run(sql`update dps_line set wip = 20 where tenant_id = ${ctx.tenantId}`))
  for (const pointCode of ['P1', 'P2']) await desk.clerk.call(calls.signOn, { pointCode })
})
afterAll(() => desk?.close())

const operate = documentCalls(operateBill) as Readonly<Record<string, never>>
const waves = documentCalls(waveBill) as Readonly<Record<string, never>>

/** The wave's boxes by product, its goods in the order of how many boxes want them: first a tagged bin, then one without. */
function boxesOfWave(): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const lines = wavesOf(data, '22').flatMap((w) => w.lines)
  const goods = [...Map.groupBy(lines, (l) => l.SKU ?? '')].sort(([, a], [, b]) => b.length - a.length)
  const codes = new Map(goods.map(([sku], i) => [sku, `P${two(1 + Math.floor(i / 2) + (i % 2) * 2 * perPoint)}`]))
  const boxes = [...Map.groupBy(lines, (l) => l.CAIXA_ID ?? '')].slice(0, boxesMost)
  return new Map(
    boxes.map(([box, own]) => {
      const plan = new Map<string, number>()
      for (const l of own) {
        const code = codes.get(l.SKU ?? '') ?? ''
        plan.set(code, (plan.get(code) ?? 0) + Number(l.PECAS))
      }
      return [box, plan]
    }),
  )
}

async function release(): Promise<void> {
  const stores = [...desk.stores.values()]
  const rows: { id: string; version: number }[] = []
  for (const [i, plan] of [...boxesOfWave().values()].entries()) {
    const lines = [...plan].map(([code, qty]) => ({
      productId: desk.yard.products.get(code)?.id,
      planQty: String(qty),
    }))
    const head = { ownerId: desk.yard.owners.get('O1'), storeId: stores[(i * 7) % stores.length] }
    const made = await desk.clerk.call<{ id: string; version: number }>(operate.create, { ...head, lines })
    wanted.set(made.id, plan)
    rows.push({ id: made.id, version: made.version + 1 })
  }
  await desk.clerk.call(operate.approve, { rows: rows.map(({ id, version }) => ({ id, version: version - 1 })) })
  const wave = await desk.clerk.call<{ id: string; version: number }>(waves.create, { title: 'W22' })
  await desk.clerk.call(addToWave as never, { ...wave, rows } as never)
  const { version } = await desk.clerk.call<{ version: number }>(waves.getById, { id: wave.id })
  await desk.clerk.call(waves.start, { rows: [{ id: wave.id, version }] })
  await desk.settle()
}

interface Work {
  readonly lines: readonly {
    readonly id: string
    readonly planQty: string
    readonly product: { readonly code: string }
  }[]
}
const isUnder = (task: string, ...states: readonly string[]) => states.some((s) => task.startsWith(s))
/** Six totes on their way at once: whatever is lit is pressed, and completers send them on. */
async function byLight(): Promise<void> {
  let totes = 0
  for (;;) {
    const tasks = await desk.tasks()
    const [ready, underWay] = [
      tasks.filter((t) => isUnder(t, 'READY')),
      tasks.filter((t) => isUnder(t, 'BOUND', 'PICKING')),
    ]
    if (ready.length + underWay.length === 0) return
    for (let n = underWay.length; n < perPoint && n < underWay.length + ready.length; n++)
      await desk.clerk.call(calls.arriveAt, {
        pointCode: 'P1',
        containerCode: `C${String(++totes).padStart(3, '0')}`,
      })
    await desk.settle()
    for (const tag of desk.sim.snapshot().filter((t) => t.text !== '')) {
      const isPick = /^\d+$/.test(tag.text)
      if (isPick && ++counts.light % shortEvery === 0) {
        desk.sim.minus(tag)
        desk.sim.short(tag)
        miss(`P${two(tag.node - (tag.node > perPoint ? 1 : 0))}`)
      } else desk.sim.press(tag)
    }
    await desk.settle()
  }
}

async function byHand(): Promise<void> {
  for (let totes = 200; ; totes++) {
    const { code, data: task } = await desk.clerk.envelope(work.nextTask, { taskTypes: ['PICK'] })
    if (code === wmsFaults.noTask.code) return
    for (const line of (task as Work).lines) {
      const isShort = ++counts.hand % shortEvery === 0
      await desk.clerk.call(work.confirmLine, {
        ...{ taskLineId: line.id, toContainer: `C${totes}` },
        ...{ qty: String(Number(line.planQty) - (isShort ? 1 : 0)), ...(isShort && { reason: 'NOT_FOUND' }) },
      })
      if (isShort) miss(line.product.code)
    }
  }
}

test.skipIf(!isThere)(
  'a real wave, half by light and half by handheld, is picked piece by piece as it was pressed',
  async () => {
    await release()
    await Promise.all([byLight(), byHand()])
    await desk.settle()
    expect((await desk.tasks()).filter((t) => !isUnder(t, 'DONE'))).toEqual([])
    // By the ledger: what came into totes, for whom.
    const moved = await desk.inside((ctx) =>
      ctx.tx.query<{ billId: string; code: string; qty: string }>(sql`
      select b.bill_id, p.code, sum(g.delta) as qty from wms_posting o join wms_ledger g on g.tenant_id = o.tenant_id and g.posting_id = o.id and g.delta > 0
      join wms_task_line l on l.tenant_id = o.tenant_id and l.id = o.task_line_id join wms_operate_bill_line b on b.tenant_id = l.tenant_id and b.id = l.bill_line_id
      join mdm_product p on p.tenant_id = g.tenant_id and p.id = g.product_id
      where o.tenant_id = ${ctx.tenantId} and o.biz_type = 'PICK' group by b.bill_id, p.code`),
    )
    const got = new Map(moved.map((m) => [`${m.billId} ${m.code}`, Number(m.qty)]))
    const lacking = new Map<string, number>()
    for (const [order, plan] of wanted)
      for (const [code, qty] of plan) {
        const less = qty - (got.get(`${order} ${code}`) ?? 0)
        if (less !== 0) lacking.set(code, (lacking.get(code) ?? 0) + less)
      }
    expect(lacking).toEqual(missing)
    const lines = [...wanted.values()].reduce((n, plan) => n + plan.size, 0)
    expect(counts.light + counts.hand).toBeGreaterThanOrEqual(lines)
    // Half of it each, more or less.
    expect(Math.abs(counts.light - counts.hand)).toBeLessThan(lines / 4)
    // Nothing is promised any more, and of each good there is what was there less what was picked.
    const book = await desk.inside((ctx) =>
      ctx.tx.one<{ onHand: string; promised: number }>(sql`
      select (select sum(s.qty) from wms_stock s join wms_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id and b.code like 'L-%' where s.tenant_id = ${ctx.tenantId}) as on_hand,
        (select count(*)::integer from wms_reservation r where r.tenant_id = ${ctx.tenantId} and r.state in ('ACTIVE', 'PENDING') and r.task_line_id is not null) as promised`),
    )
    const picked = [...got.values()].reduce((a, b) => a + b, 0)
    expect([Number(book.onHand), book.promised]).toEqual([4 * perPoint * 2000 - picked, 0])
    await desk.sound()
  },
)
