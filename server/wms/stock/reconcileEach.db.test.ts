import { parseQty } from '@lading/contract/kernel/qty.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../kernel/ctx.ts'
import { createTasks } from '../task/create.ts'
import { type Box, type OneBox, oneBox } from '../testing/oneBox.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'
import { keyOf } from '../testing/yard.ts'
import { post } from './post.ts'
import { type Hit, reconcile } from './reconcile.ts'
import { reverse } from './reverse.ts'

let desk: PickDesk
const boxes: Record<string, Box> = {}
beforeAll(async () => {
  desk = await openPickDesk()
  await desk.put('P-01', 'A', '5000')
  const box: OneBox = oneBox(desk)
  for (const stage of ['picking', 'staged', 'loaded'] as const) boxes[stage] = await box.prepare(stage, 'TOTE')
  for (const stage of ['received', 'inHand', 'stored'] as const) boxes[stage] = await box.prepare(stage, 'PL')
  boxes.gone = await box.prepare('loaded', 'TOTE')
  await box.verbs.despatch?.act(boxes.gone)?.()
  boxes.tote = await box.prepare('received', 'TOTE')
  await desk.sound()
  // What the database refuses as well could only come from a disk.
  const { rows } = await desk.server.db.owner.query<{ named: string; name: string }>(`
    select conrelid::regclass::text as named, conname as name from pg_constraint where contype = 'c' and conname ~ '(_ck[0-9]|reserved_qty_ck)$'
      and conrelid in ('wms_stock'::regclass, 'wms_operate_bill_line'::regclass, 'wms_order_bill_line'::regclass)`)
  for (const check of rows) await desk.server.db.owner.query(`alter table ${check.named} drop constraint ${check.name}`)
})
afterAll(() => desk.server.close())

const idOf = (stage: string): string => boxes[stage]?.id ?? ''
const lineOf = (stage: string, of: keyof Box['lines']): string => boxes[stage]?.lines[of] ?? ''
class TakenBack extends Error {}

/** What is found of a change that only a fault of the program would make; it is taken back. */
async function found(change: (ctx: Ctx) => Sql | readonly Sql[]): Promise<string[]> {
  let hits: Hit[] = []
  const work = desk.inside(async (ctx) => {
    for (const one of [change(ctx)].flat()) expect(await ctx.tx.run(one), 'rows that were changed').toBeGreaterThan(0)
    hits = await reconcile(ctx)
    throw new TakenBack()
  })
  await expect(work).rejects.toBeInstanceOf(TakenBack)
  return hits.map(({ rule, detail }) => `${rule} ${detail}`).toSorted()
}
/** Sets something on one row. */
const set = (table: string, what: string, id: string) => (ctx: Ctx) =>
  sql`update ${raw(table)} set ${raw(what)} where tenant_id = ${ctx.tenantId} and id = ${id}`
const onBillLineOf =
  (table: 'wms_operate_bill_line' | 'wms_order_bill_line', what: string, taskLineId: () => string) => (ctx: Ctx) =>
    sql`update ${raw(table)} set ${raw(what)} where tenant_id = ${ctx.tenantId}
      and id = (select bill_line_id from wms_task_line where tenant_id = ${ctx.tenantId} and id = ${taskLineId()})`
const goodsIn = (what: string, stage: string) => (ctx: Ctx) =>
  sql`update wms_stock set ${raw(what)} where tenant_id = ${ctx.tenantId} and container_id = ${idOf(stage)} and qty > 0`
const text = (pattern: RegExp) => expect.stringMatching(pattern)

test('W2 what is reserved is promised, and nothing else', async () => {
  expect(await found(goodsIn('reserved_qty = 5', 'received'))).toEqual(['W2 reserved 5.000 promised 6.000'])
  expect(await found(goodsIn('reserved_qty = 1', 'stored'))).toEqual(['W2 reserved 1.000 promised 0'])
  const promise = (what: string) => (ctx: Ctx) =>
    sql`
    update wms_reservation set ${raw(what)} where tenant_id = ${ctx.tenantId} and task_line_id = ${lineOf('received', 'putAway')}`
  for (const what of ['used_qty = 1', 'freed_qty = 1', 'qty = 5'])
    expect(await found(promise(what)), what).toEqual(['W2 reserved 6.000 promised 5.000'])
  expect(await found(promise(`state = 'RELEASED'`))).toContain('W2 reserved 6.000 promised 0')
})

test('W3 no more is reserved than there is, and never less than nothing', async () => {
  const w2 = text(/^W2 /)
  expect(await found(goodsIn('reserved_qty = qty', 'stored'))).toEqual([w2])
  expect(await found(goodsIn('reserved_qty = qty + 1', 'stored'))).toEqual([w2, 'W3 reserved 7.000 of 6.000'])
  expect(await found(goodsIn('reserved_qty = -1', 'stored'))).toEqual([w2, 'W3 reserved -1.000 of 6.000'])
})

test('W5 a container is where its goods are', async () => {
  const away = `bin_id = (select id from wms_bin b where b.tenant_id = wms_container.tenant_id and b.org_id = wms_container.org_id and b.code = 'DEF')`
  for (const stage of ['picking', 'staged', 'loaded', 'received', 'inHand', 'stored', 'tote'])
    expect(await found(set('wms_container', away, idOf(stage))), stage).toContainEqual(
      text(/^W5 container BOX\d+ has goods elsewhere$/),
    )
  expect(await found(set('wms_container', 'bin_id = null', idOf('stored')))).toEqual([
    text(/^W5 container BOX\d+ has goods elsewhere$/),
  ])
})

test('W5 no container stands on a truck that has gone', async () => {
  const leaves = (ctx: Ctx) => sql`
    update wms_bin set disabled = true where tenant_id = ${ctx.tenantId}
      and id = (select bin_id from wms_container where tenant_id = ${ctx.tenantId} and id = ${idOf('loaded')})`
  expect(await found(leaves)).toEqual([text(/^W5 container BOX\d+ stands on .+, which has gone$/)])
  // One that is back, and by mistake on the truck still.
  const stays = (ctx: Ctx) => sql`
    update wms_container set state = 'SHIPPED', bin_id = (
      select id from wms_bin where tenant_id = ${ctx.tenantId} and usage = 'TRUCK' and disabled limit 1)
    where tenant_id = ${ctx.tenantId} and id = ${idOf('gone')}`
  expect(await found(stays)).toEqual([text(/^W5 container BOX\d+ stands on .+, which has gone$/)])
  // A bin of the house that is closed has gone nowhere.
  const closes = (ctx: Ctx) =>
    sql`update wms_bin set disabled = true where tenant_id = ${ctx.tenantId} and code = 'S-01'`
  expect(await found(closes)).toEqual([])
})

test('W6 an idle container is empty', async () => {
  for (const stage of ['picking', 'loaded', 'stored'])
    expect(await found(set('wms_container', `state = 'IDLE'`, idOf(stage)))).toEqual([
      text(/^W6 container BOX\d+ is idle but holds goods$/),
    ])
  expect(await found(set('wms_container', `state = 'LOST'`, idOf('stored')))).toEqual([])
})

test('W7 goods on their way are promised', async () => {
  for (const stage of ['picking', 'staged', 'loaded'])
    expect(await found(goodsIn('qty = qty + 1', stage)), stage).toContainEqual(text(/^W7 unpromised 1\.000 in /))
  expect(await found(goodsIn('qty = qty + 1', 'stored'))).toEqual([text(/^W1 /)])
  // A pallet in hand carries what was told short of it; nothing else in hand is excused.
  expect(await found(goodsIn('qty = qty + 1', 'inHand'))).toEqual([text(/^W1 /)])
  const notInHand = set('wms_task_line', `hand_container_id = null`, lineOf('inHand', 'putAway'))
  expect(await found((ctx) => [notInHand(ctx), goodsIn('qty = qty + 1', 'inHand')(ctx)])).toContainEqual(
    text(/^W7 unpromised 1\.000 in HAND/),
  )
})

test('W8 an outbound line ships no more than picked, picks no more than booked, books no more than planned', async () => {
  const line = () => lineOf('staged', 'pick')
  const outbound = (what: string) => onBillLineOf('wms_operate_bill_line', what, line)
  expect(await found(outbound('sent_qty = done_qty'))).toEqual([])
  expect(await found(outbound('sent_qty = done_qty + 1'))).toEqual([text(/^W8 .* done 4\.000 sent 5\.000$/)])
  expect(await found(outbound('done_qty = booked_qty + 1'))).toEqual([
    text(/^W11 order line picked 5\.000 by its tasks 4\.000$/),
    text(/^W8 .* booked 4\.000 done 5\.000/),
  ])
  expect(await found(outbound('booked_qty = plan_qty + 1'))).toEqual([text(/^W8 plan 4\.000 .* booked 5\.000/)])
  expect(await found(outbound('cancel_qty = 1'))).toEqual([text(/^W8 plan 4\.000 cancel 1\.000 booked 4\.000/)])
})

test('W9 an open line has its promise, a closed one has neither promise nor claim', async () => {
  for (const [stage, of] of [
    ['received', 'putAway'],
    ['inHand', 'putAway'],
    ['picking', 'pick'],
  ] as const) {
    const ends = (ctx: Ctx) => sql`
      update wms_reservation set state = 'CONSUMED' where tenant_id = ${ctx.tenantId} and task_line_id = ${lineOf(stage, of)}`
    expect(await found(ends), stage).toContain('W9 open line without its reservation')
    for (const state of ['CANCELED', 'SHORT']) {
      const closes = set('wms_task_line', `state = '${state}'`, lineOf(stage, of))
      expect(await found(closes), `${stage} ${state}`).toContain('W9 reservation of a closed line')
    }
  }
  const claims = (state: string) => set('wms_task_line', `state = '${state}'`, lineOf('received', 'putAway'))
  for (const state of ['DONE', 'SHORT', 'CANCELED'])
    expect(await found(claims(state)), state).toContain('W9 bin claim of a closed line')
  expect(await found(claims('INHAND'))).toEqual([])
})

test('W10 a closed order holds nothing', async () => {
  const ends = (state: string) => (ctx: Ctx) =>
    sql`
    update wms_operate_bill set state = ${state} where tenant_id = ${ctx.tenantId} and id = (
      select k.bill_id from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.id = l.task_id
      where l.tenant_id = ${ctx.tenantId} and l.id = ${lineOf('picking', 'pickOther')})`
  for (const state of ['FINISHED', 'CANCELED'])
    expect(await found(ends(state))).toEqual([text(/^W10 reservation for closed order CK/)])
  expect(await found(ends('INPROGRESS'))).toEqual([])
})

test('W11 what is counted as done was moved', async () => {
  const more = (stage: string, of: keyof Box['lines'], by: number) =>
    found(set('wms_task_line', `done_qty = done_qty + ${by}`, lineOf(stage, of)))
  for (const by of [1, -1]) {
    expect(await more('received', 'receive', by)).toEqual([
      text(/^W11 order line received 6\.000 by its tasks [57]\.000$/),
      text(/^W11 task line done [57]\.000 moved 6\.000$/),
    ])
    expect(await more('picking', 'pick', by)).toEqual([
      text(/^W11 order line picked 2\.000 by its tasks [13]\.000$/),
      text(/^W11 task line done [13]\.000 moved 2\.000$/),
    ])
  }
  // A pallet went as a whole: less of it may be asked for, but not more, and nothing only where it has not moved.
  const putAway = /^W11 order line put away 6\.000 by its tasks/
  expect(await more('stored', 'putAway', 1)).toEqual([text(putAway), text(/^W11 task line done 7\.000 moved 6\.000$/)])
  expect(await more('stored', 'putAway', -1)).toEqual([text(putAway)])
  expect(await more('stored', 'putAway', -6)).toEqual([text(putAway), text(/^W11 task line done 0\.000 moved 6\.000$/)])
  expect(await more('loaded', 'load', -1)).toEqual(['W11 containers done 0.000 moved 1'])
  expect(await more('staged', 'load', 1)).toEqual(['W11 containers done 1.000 moved 0'])
  const left = (ctx: Ctx) => sql`
    update wms_task_line set done_qty = 2 where tenant_id = ${ctx.tenantId} and done_qty > 0
      and task_id in (select id from wms_task where tenant_id = ${ctx.tenantId} and task_type = 'DESPATCH')`
  expect(await found(left)).toEqual(['W11 containers done 2.000 moved 1'])
})

/** Work whose goods leave the book, or come into it: so many postings of three pieces for a line that counts `done`. */
async function outsideWork(
  bizType: 'ADJ_DEC' | 'ADJ_INC',
  done: number,
  o: { postings?: number; undone?: number } = {},
) {
  let hits: Hit[] = []
  const work = desk.inside(async (ctx) => {
    const here = await keyOf(ctx, desk.yard, { bin: 'S-02', product: 'C' })
    const outside = { ...here, binId: desk.yard.bins.get('V_ADJUST') ?? '', containerId: desk.yard.loose }
    const opening = { bizType: 'ADJ_INC', idemKey: 'outside' } as const
    await post(ctx, {
      ...opening,
      lines: [
        { key: outside, delta: -parseQty('9') },
        { key: here, delta: parseQty('9') },
      ],
    })
    const [from, to] = bizType === 'ADJ_DEC' ? [here, outside] : [outside, here]
    const { binId, containerId, ...goods } = here
    // Where the work is, is where it begins, whichever way the goods go.
    const line = { ...goods, fromBinId: binId, fromContainerId: containerId, planQty: parseQty('3') }
    const [made] = await createTasks(ctx, [{ taskType: 'RECEIVE', state: 'RUNNING', lines: [line] }])
    const taskLineId = made?.lineIds[0] ?? ''
    for (let i = 0; i < (o.postings ?? 1); i++)
      await post(ctx, {
        bizType,
        idemKey: `outside:${i}`,
        taskLineId,
        lines: [
          { key: from, delta: -parseQty('3') },
          { key: to, delta: parseQty('3') },
        ],
      })
    for (let i = 0; i < (o.undone ?? 0); i++) await reverse(ctx, taskLineId)
    await ctx.tx.run(sql`
      update wms_task_line set done_qty = ${done} where tenant_id = ${ctx.tenantId} and id = ${taskLineId}`)
    hits = await reconcile(ctx)
    throw new TakenBack()
  })
  await expect(work).rejects.toBeInstanceOf(TakenBack)
  return hits.map(({ rule, detail }) => `${rule} ${detail}`)
}

test.each(['ADJ_DEC', 'ADJ_INC'] as const)(
  'W11 goods that leave the book or come into it were moved too: %s',
  async (bizType) => {
    expect(await outsideWork(bizType, 3)).toEqual([])
    expect(await outsideWork(bizType, 0, { undone: 1 })).toEqual([])
    expect(await outsideWork(bizType, 0)).toEqual(['W11 task line done 0.000 moved 3.000'])
    expect(await outsideWork(bizType, 3, { postings: 2 })).toEqual(['W11 task line done 3.000 moved 6.000'])
    expect(await outsideWork(bizType, 3, { postings: 0 })).toEqual([text(/^W11 task line done 3\.000 moved 0/)])
    expect(await outsideWork(bizType, 3, { undone: 1 })).toEqual([text(/^W11 task line done 3\.000 moved 0/)])
  },
)

test('W11 what lines of orders count is what their tasks did', async () => {
  const onOrder = (what: string) => found(onBillLineOf('wms_order_bill_line', what, () => lineOf('stored', 'receive')))
  for (const by of [1, -1]) {
    expect(await onOrder(`done_qty = done_qty + ${by}`)).toEqual([
      text(/^W11 order line received [57]\.000 by its tasks 6\.000$/),
    ])
    expect(await onOrder(`sent_qty = sent_qty + ${by}`)).toEqual([
      text(/^W11 order line put away [57]\.000 by its tasks 6\.000$/),
    ])
  }
})

test('W12 nothing lies together that may not', async () => {
  const strict = (which: string) => (ctx: Ctx) =>
    sql`update wms_bin set ${raw(which)} = false where tenant_id = ${ctx.tenantId} and code = 'S-01'`
  const mixed = async (put: () => Promise<unknown>): Promise<string[]> => {
    await put()
    const rules = ['mix_owner', 'mix_product', 'mix_lot']
    const hit = await Promise.all(rules.map(async (which) => (await found(strict(which))).length > 0))
    return rules.filter((_, i) => hit[i])
  }
  const put = (product: string, expire?: string) => () => desk.put('S-01', product, '3', expire ? { expire } : {})
  // What lies loose is of another product than the pallet that stands there.
  expect(await mixed(put('B'))).toEqual(['mix_product'])
  expect(await mixed(put('B', '2027-01-01'))).toEqual(['mix_product', 'mix_lot'])
  expect(await found(strict('mix_lot'))).toEqual(['W12 bin S-01 holds 1 owners, 2 products, 3 lots'])
  // Where goods only wait nothing is said of what they wait with.
  for (const product of ['A', 'B', 'C']) await desk.put('DOCK', product, '3')
  const dock = `mix_owner = false, mix_product = false, mix_lot = false where code = 'DOCK'`
  expect(await found((ctx) => sql`update wms_bin set ${raw(dock)} and tenant_id = ${ctx.tenantId}`)).toEqual([])
})
