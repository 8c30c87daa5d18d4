import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import * as calls from '@lading/contract/wms/putAwayCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { containerByCode } from '../masters/facts.ts'
import { moveContainer } from '../stock/containers.ts'
import { post } from '../stock/post.ts'
import { reconcile } from '../stock/reconcile.ts'
import { buildYard, keyOf, type Yard } from '../testing/yard.ts'

let server: TestServer
let yard: Yard
let clerk: Client
const order = documentCalls(orderBill)
const vendorId = '77'
const pallets = ['PL1', 'PL2', 'PL3', 'PL4', 'PL5']
/** One product lies in each bin of the lower levels; pallets of several go to the top. */
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    const made = await buildYard(ctx, {
      bins: {
        DOCK: 'RECEIVE',
        'A-1': 'STORAGE',
        'A-2': 'STORAGE',
        'A-TOP': 'STORAGE',
        'A-TOP2': 'STORAGE',
        'C-1': 'STORAGE',
        'C-TOP': 'STORAGE',
      },
      products: ['WATER', 'RICE', 'SALT', 'APPLE'].map((code) => ({ code })),
      mix: false,
    })
    const [tenantId, typeId, ambient, chilled] = [ctx.tenantId, ctx.newId(), ctx.newId(), ctx.newId()]
    const at = { tenantId, orgId: ctx.org.id }
    await bulkInsert(ctx.tx, 'wms_vendor', [{ tenantId, id: vendorId, code: 'V1', name: 'vendor' }])
    await bulkInsert(ctx.tx, 'wms_area', [
      { ...at, id: ambient, code: 'A', name: 'ambient', temperature: 'AMBIENT' },
      { ...at, id: chilled, code: 'C', name: 'chilled', temperature: 'CHILLED' },
    ])
    await ctx.tx.run(sql`
      update wms_bin set area_id = case when code like 'A%' then ${ambient}::bigint else ${chilled}::bigint end, mix_product = code like '%TOP%' or code = 'DOCK'
      where tenant_id = ${tenantId} and code ~ '^([AC]-|DOCK)'`)
    await ctx.tx.run(sql`
      update mdm_product set temperature = case when code = 'APPLE' then 'CHILLED' else 'AMBIENT' end where tenant_id = ${tenantId}`)
    await bulkInsert(ctx.tx, 'wms_container_type', [
      { tenantId, id: typeId, code: 'PL', name: 'pallet', category: 'PALLET', prefix: 'PL' },
    ])
    await bulkInsert(
      ctx.tx,
      'wms_container',
      pallets.map((code) => ({ ...at, id: ctx.newId(), code, typeId })),
    )
    return made
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())
const sound = async () => expect(await server.inside('DC01', (ctx) => reconcile(ctx))).toEqual([])

async function receiving(...codes: string[]) {
  const made = await clerk.call<{ id: string; version: number }>(order.create, {
    ownerId: yard.owners.get('O1'),
    vendorId,
    lines: codes.map((code) => ({ productId: yard.products.get(code)?.id, planQty: '10' })),
  })
  await clerk.call(order.approve, { rows: [made] })
  await clerk.call(order.createTask, { rows: [{ id: made.id, version: 1 }] })
  const head = await clerk.call<{ billNo: string }>(order.getById, { id: made.id })
  const { tasks } = await clerk.call(work.findWork, { scan: head.billNo, taskTypes: ['RECEIVE'] })
  const { lines } = await clerk.call(work.getWork, { id: tasks[0]?.id })
  const onto = (i: number, toContainer: string, language: 'zh-CN' | 'en-US' = 'zh-CN') =>
    clerk.call(work.confirmLine, { taskLineId: lines[i]?.id, qty: '10', toContainer }, { language })
  return { onto }
}
/** The pallet's put-away: what goes where. */
async function planned(pallet: string) {
  const { tasks } = await clerk.call(work.findWork, { scan: pallet, taskTypes: ['PUTAWAY'] })
  const { task, lines } = await clerk.call(work.getWork, { id: tasks[0]?.id })
  return { task, lines, to: lines.map((l) => `${l.product?.code} ${l.toBin?.code ?? '-'}`) }
}
const binOf = (code: string): string => yard.bins.get(code) ?? ''

test('a pallet of two goods is carried only to where both may lie', async () => {
  const stand = (product: string, qty: string, bin: string, pallet?: string) =>
    server.inside('DC01', async (ctx) => {
      const container = pallet && (await containerByCode(ctx, pallet)).id
      const to = await keyOf(ctx, yard, { bin, product, ...(container && { container }) })
      const from = { ...to, binId: binOf('V_ADJUST'), containerId: yard.loose }
      const lines = [
        { key: from, delta: -parseQty(qty) },
        { key: to, delta: parseQty(qty) },
      ]
      const containers = container ? [{ id: container, state: 'STORED' as const, binId: binOf(bin) }] : []
      await post(ctx, { bizType: 'ADJ_INC', idemKey: `${product}${bin}${pallet}`, lines, containers })
    })
  const carry = (bin: string, n: number) =>
    server.inside('DC01', async (ctx) => {
      const containerId = (await containerByCode(ctx, 'PL1')).id
      const facts = { bizType: 'MOVE', idemKey: `m${n}`, change: {} } as const
      await moveContainer(ctx, { ...facts, containerId, toBinId: binOf(bin) })
    })
  await stand('WATER', '5', 'DOCK', 'PL1')
  await stand('RICE', '5', 'DOCK', 'PL1')
  await expect(carry('A-1', 1)).rejects.toMatchObject({ refusal: { code: 42242 } })
  await carry('A-TOP', 2)
  // Alone the goods may go to a bin of one product, but not beside others.
  await stand('WATER', '-5', 'A-TOP', 'PL1')
  await stand('WATER', '1', 'A-1')
  await expect(carry('A-1', 3)).rejects.toMatchObject({ refusal: { code: 42242 } })
  await carry('A-2', 4)
  await sound()
  const change = (mix: boolean) =>
    server.db.owner.query(`update wms_bin set mix_product = ${mix} where code in ('A-TOP')`)
  await stand('WATER', '5', 'A-TOP', 'PL2')
  await stand('RICE', '5', 'A-TOP', 'PL2')
  await change(false)
  expect((await server.inside('DC01', (ctx) => reconcile(ctx))).map((h) => [h.rule, h.subjectId])).toEqual([
    ['W12', binOf('A-TOP')],
  ])
  await change(true)
  await sound()
})

test('what is received onto one pallet is sent to one bin that takes all of it', async () => {
  const { onto } = await receiving('WATER', 'SALT')
  await onto(0, 'PL3')
  expect((await planned('PL3')).to).toEqual(['WATER A-TOP'])
  await onto(1, 'PL3')
  const { task, lines, to } = await planned('PL3')
  // Beside its own lot the water could stay, but the salt goes to an empty bin.
  expect(to).toEqual(['WATER A-TOP2', 'SALT A-TOP2'])
  const { bins } = await clerk.call(calls.otherBins, { taskLineId: lines[0]?.id })
  expect(bins.map((b) => b.code)).not.toContain('A-1')
  await expect(clerk.call(calls.changeTarget, { taskLineId: lines[0]?.id, bin: 'A-2' })).rejects.toMatchObject({
    code: 42242,
  })
  await clerk.call(work.confirmLine, { taskLineId: lines[0]?.id, qty: '10' })
  expect((await clerk.call(work.getWork, { id: task.id })).lines.map((l) => l.state)).toEqual(['DONE', 'DONE'])
  await sound()
})

test('goods that no bin takes together are refused at the dock, in words that say what to do', async () => {
  const { onto } = await receiving('WATER', 'APPLE')
  await onto(0, 'PL4')
  await expect(onto(1, 'PL4')).rejects.toMatchObject({
    code: 42251,
    message: '请为[APPLE]换一个托盘：没有货位能把它和托盘[PL4]上的[WATER]放在一起',
  })
  await expect(onto(1, 'PL4', 'en-US')).rejects.toMatchObject({
    message: 'Use another pallet for [APPLE]: no bin accepts it together with [WATER] on pallet [PL4]',
  })
  await onto(1, 'PL5')
  expect((await planned('PL5')).to).toEqual(['APPLE C-1'].map(() => expect.stringMatching(/^APPLE C-/)))
  await sound()
})
