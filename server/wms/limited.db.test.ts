import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { wholeQty } from '@lading/contract/kernel/qty.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { queryStock } from '@lading/contract/wms/board.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../kernel/bulk.ts'
import { raiseRights } from '../sys/session/identify.ts'
import { type Client, openTestServer, type TestServer } from '../testing/server.ts'
import { post } from './stock/post.ts'
import { buildYard, keyOf, type Yard } from './testing/yard.ts'

let server: TestServer
let yard: Yard
/** Sees the goods of O1 only. */
let limited: { readonly dc: Client; readonly group: Client }
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', (ctx) =>
    buildYard(ctx, { bins: { 'P-01': 'PICK' }, owners: ['O1', 'O2'], products: [{ code: 'X' }, { code: 'Y' }] }),
  )
  const { userId } = await server.as('admin', 'DC01')
  await server.inside('G', async (ctx) => {
    const ownerId = yard.owners.get('O1')
    await bulkInsert(ctx.tx, 'sys_user_owner', [{ tenantId: ctx.tenantId, id: ctx.newId(), userId, ownerId }])
    await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  })
  limited = { dc: await server.as('admin', 'DC01'), group: await server.as('admin') }
})
afterAll(() => server.close())

const stock = (code: string, owner: string, pieces: number) =>
  server.inside('DC01', async (ctx) => {
    const to = await keyOf(ctx, yard, { bin: 'P-01', product: code, owner })
    const from = { ...to, binId: yard.bins.get('V_ADJUST') ?? '' }
    await post(ctx, {
      bizType: 'ADJ_INC',
      idemKey: `${code} ${owner}`,
      lines: [
        { key: from, delta: -wholeQty(pieces) },
        { key: to, delta: wholeQty(pieces) },
      ],
    })
  })

test('a face is short of his goods, however many of another owner’s lie there', async () => {
  await server.inside('DC01', async (ctx) => {
    const face = { productId: yard.products.get('X')?.id, binId: yard.bins.get('P-01'), role: 'PICK', minCases: 5 }
    await bulkInsert(ctx.tx, 'wms_product_bin', [
      { tenantId: ctx.tenantId, orgId: ctx.org.id, id: ctx.newId(), ...face },
    ])
  })
  await stock('X', 'O1', 2)
  const short = () => limited.dc.call(queryStock, { groupBy: ['productId'], pageSize: 0, belowMin: true } as never)
  const alone = await short()
  expect(alone.records).toMatchObject([{ qty: '2.000' }])
  await stock('X', 'O2', 9)
  expect(await short()).toEqual(alone)
})

test('what keeps a product in use is told in his goods, and of another’s no quantity', async () => {
  const disable = (code: string) =>
    limited.group.call(crudCalls(product).disable, { id: yard.products.get(code)?.id ?? '', version: 0 })
  await expect(disable('X')).rejects.toThrow('商品仍有库存2，不能停用')
  await stock('Y', 'O2', 7)
  await expect(disable('Y')).rejects.toMatchObject({ code: 40305 })
})

test('of a pack he is told neither who else has its barcode nor what others do with it', async () => {
  const { id, qpcId } = yard.products.get('X') ?? { id: '', qpcId: '' }
  const other = await server.inside('DC01', async (ctx) => {
    const [hidden, second, taskId] = [ctx.newId(), ctx.newId(), ctx.newId()]
    const here = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    const ownerId = yard.owners.get('O2')
    const at = { tenantId: ctx.tenantId }
    await bulkInsert(ctx.tx, 'mdm_product', [{ ...at, id: hidden, code: 'SECRET', name: 'SECRET' }])
    await bulkInsert(ctx.tx, 'mdm_product_owner', [{ ...at, id: ctx.newId(), productId: hidden, ownerId }])
    await bulkInsert(ctx.tx, 'mdm_product_barcode', [
      { ...at, id: ctx.newId(), productId: hidden, code: '6901234567892' },
    ])
    await bulkInsert(ctx.tx, 'mdm_product_qpc', [{ ...at, id: second, productId: id, name: '1*7', qpc: '7' }])
    await bulkInsert(ctx.tx, 'wms_task', [
      { ...here, id: taskId, taskNo: 'T1', taskType: 'PICK', state: 'READY', ownerId, queue: 'PICK' },
    ])
    await bulkInsert(ctx.tx, 'wms_task_line', [
      { ...here, id: ctx.newId(), taskId, lineNo: 1, ownerId, productId: id, qpcId: second, planQty: '7' },
    ])
    return second
  })
  const { update, disable } = crudCalls(qpc)
  await expect(limited.group.call(disable, { id: other, version: 0 })).rejects.toMatchObject({ code: 40305 })
  const typed = limited.group.call(update, { id: qpcId, version: 0, barcode: '6901234567892' })
  await expect(typed).rejects.toThrow(/\[6901234567892\]已存在/)
})
