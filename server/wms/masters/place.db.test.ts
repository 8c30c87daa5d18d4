import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty, wholeQty } from '@lading/contract/kernel/qty.ts'
import { dockSteps } from '@lading/contract/wms/masterCalls.ts'
import { bin, dock, storageArea } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { propose } from '../putAway/propose.ts'
import { lotOf } from '../stock/lot.ts'
import { createTasks } from '../task/create.ts'
import { buildYard, type Yard } from '../testing/yard.ts'
import { readProduct } from './facts.ts'

let server: TestServer
let yard: Yard
let clerk: Client
let areaId: string
const storageId = { near: '', far: '' }
beforeAll(async () => {
  server = await openTestServer()
  yard = await server.inside('DC01', async (ctx) => {
    const bins = { 'A-2': 'STORAGE', 'A-1': 'STORAGE', 'B-1': 'STORAGE', P: 'PICK', R: 'RECEIVE' }
    const made = await buildYard(ctx, { bins, owners: ['O1', 'O2'], products: [{ code: 'X', qpc: '10' }] })
    const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    areaId = (
      await ctx.tx.one<{ id: string }>(sql`
        select id from wms_area where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'SYS'`)
    ).id
    for (const [key, code] of [
      ['near', 'A'],
      ['far', 'B'],
    ] as const) {
      storageId[key] = ctx.newId()
      const row = { ...at, id: storageId[key], code, name: code, areaId, searchOrder: key === 'near' ? 1 : 2 }
      await bulkInsert(ctx.tx, 'wms_storage_area', [row])
      await ctx.tx.run(sql`
        update wms_bin set storage_area_id = ${storageId[key]} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code like ${`${code}-%`}`)
    }
    // A-2 comes first by its sequence, stands higher and nearer to the dock.
    const spots = { 'A-2': [4, 1, 0], 'A-1': [1, 9, 0], R: [0, 0, 0] } as const
    for (const [code, [level, x, y]] of Object.entries(spots))
      await ctx.tx.run(sql`
        update wms_bin set level = ${level}, x = ${x}, y = ${y} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = ${code}`)
    return made
  })
  clerk = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

const docks = crudCalls(dock)
const areas = crudCalls(storageArea)
const read = (id: string) => clerk.call<{ version: number; state: string; closeReason: string }>(docks.getById, { id })

test('a dock closes with a reason when nothing is to be done there, and takes no work until it opens', async () => {
  const binId = yard.bins.get('R')
  const made = await clerk.call<{ id: string }>(docks.create, {
    code: 'D1',
    name: 'd1',
    binId,
    dockGroup: '东',
    openFrom: '22:00',
    openTo: '06:00',
  })
  const work = () =>
    server.inside('DC01', async (ctx) => {
      const [task] = await createTasks(ctx, [
        { taskType: 'RECEIVE', dockId: made.id, lines: [{ planQty: wholeQty(1) }] },
      ])
      return task?.id ?? ''
    })
  const setState = (id: string, state: string) =>
    server.inside('DC01', (ctx) =>
      ctx.tx.run(sql`update wms_task set state = ${state} where tenant_id = ${ctx.tenantId} and id = ${id}`),
    )
  const step = async (verb: keyof typeof dockSteps, reason?: string) =>
    clerk.call(dockSteps[verb], { rows: [{ id: made.id, version: (await read(made.id)).version }], reason })
  expect(await read(made.id)).toMatchObject({ state: 'FREE' })
  const task = await work()
  await setState(task, 'RUNNING')
  expect(await read(made.id)).toMatchObject({ state: 'BUSY' })
  expect(await step('close', '维修')).toMatchObject({ failed: [{ message: '月台有未完成的预约或作业' }] })
  await setState(task, 'DONE')
  expect(await step('close')).toMatchObject({ ok: 0 })
  expect(await step('close', '维修')).toMatchObject({ ok: 1 })
  expect(await read(made.id)).toMatchObject({ state: 'CLOSED', closeReason: '维修' })
  await expect(work()).rejects.toMatchObject({ about: [{ key: 'wms.dock', id: made.id, no: 'D1' }] })
  expect(await step('open')).toMatchObject({ ok: 1 })
  expect(await read(made.id)).toMatchObject({ state: 'FREE', closeReason: null })
  await work()
  await expect(clerk.call(docks.create, { code: 'D2', name: 'd2', binId, openFrom: '08:00' })).rejects.toThrow(
    '不能为空',
  )
  const rows = [{ id: made.id, version: 2 }]
  const viewer = await server.as('viewer', 'DC01')
  await expect(viewer.call(dockSteps.close, { rows, reason: 'x' })).rejects.toMatchObject({ code: 40301 })
  expect(await (await server.as('admin', 'DC01', 'two')).call(dockSteps.close, { rows, reason: 'x' })).toMatchObject({
    ok: 0,
  })
})

test('a dock stands at a bin for what comes and goes, and that bin stays one', async () => {
  const make = (bin: string) =>
    clerk.call<{ id: string }>(docks.create, { code: 'D5', name: 'd5', binId: yard.bins.get(bin) })
  await expect(make('B-1')).rejects.toMatchObject({
    message: expect.stringContaining('月台只能绑定收货暂存或月台暂存货位'),
    about: [{ key: 'wms.bin', id: yard.bins.get('B-1'), no: 'B-1' }],
  })
  const { id } = await make('SYS-DOCK')
  const set = (bin: string) => clerk.call(docks.update, { id, version: 0, binId: yard.bins.get(bin) })
  await expect(set('P')).rejects.toThrow('[P]是拣货位')
  await set('SYS-RECEIVE')
  const bins = crudCalls(bin)
  const turn = (usage: string) => clerk.call(bins.update, { id: yard.bins.get('SYS-RECEIVE'), version: 0, usage })
  await expect(turn('STORAGE')).rejects.toThrow('月台[D5]')
  await turn('DOCK')
  await clerk.call(docks.remove, { id, version: 1 })
})

/** Where goods of an owner would go, bin by bin. */
const where = (owner = 'O1') =>
  server.inside('DC01', async (ctx) => {
    const product = await readProduct(ctx, yard.products.get('X')?.id ?? '')
    const ownerId = yard.owners.get(owner) ?? ''
    const dates = { productionDate: null, expireDate: null }
    const lotId = await lotOf(ctx, ownerId, product.id, { ...dates, productionBatch: null, vendorId: null }, ['EXPIRY'])
    const goods = { product, ownerId, lotId, stockType: 'GOOD', ...dates, qty: parseQty('10'), whole: false }
    const { targets, bins } = await propose(ctx, goods)
    return bins.find((b) => b.id === targets[0]?.binId)?.code
  })
const setArea = async (input: object) => {
  const { version } = await clerk.call<{ version: number }>(areas.getById, { id: storageId.near })
  await clerk.call(areas.update, { id: storageId.near, version, ...input })
}

test('a storage area is filled as it says, for whom and in bins of the types that it names', async () => {
  expect(await where()).toBe('A-2')
  await setArea({ fill: 'LOW' })
  expect(await where()).toBe('A-1')
  const binId = yard.bins.get('R')
  await clerk.call(docks.create, { code: 'D9', name: 'd9', binId })
  await setArea({ fill: 'NEAR_DOCK' })
  expect(await where()).toBe('A-2')
  await setArea({ fill: 'NEAR_PICK' })
  await server.inside('DC01', async (ctx) => {
    const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    await bulkInsert(ctx.tx, 'wms_product_bin', [
      {
        ...at,
        id: ctx.newId(),
        productId: yard.products.get('X')?.id,
        binId: yard.bins.get('P'),
        role: 'PICK',
        maxCases: 0,
      },
    ])
    await ctx.tx.run(
      sql`update wms_bin set bay = 5 where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code in ('P', 'A-1')`,
    )
    await ctx.tx.run(
      sql`update wms_bin set bay = 1 where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'A-2'`,
    )
  })
  expect(await where()).toBe('A-1')
  await setArea({ owners: [{ ownerId: yard.owners.get('O2') }] })
  expect(await where()).toBe('B-1')
  expect(await where('O2')).toBe('A-1')
  await setArea({ owners: [] })
  const type = await server.inside('DC01', async (ctx) => {
    const id = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_bin_type', [{ tenantId: ctx.tenantId, orgId: ctx.org.id, id, code: 'T', name: 't' }])
    return id
  })
  await setArea({ binTypes: [{ binTypeId: type }] })
  expect(await where()).toBe('B-1')
})
