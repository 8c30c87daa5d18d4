import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { packChange } from '@lading/contract/mdm/packChange.ts'
import { packFaults } from '@lading/contract/mdm/packFaults.ts'
import { packProduct, product, qpc } from '@lading/contract/mdm/product.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetOptions } from '../../platform/option.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { letApprove } from '../testing/steward.ts'

interface Seen {
  id: string
  version: number
}
type Pack = Seen & { name: string; qpc: string; barcode: string | null }
let server: TestServer
let group: Client
let steward: Client
beforeAll(async () => {
  server = await openTestServer()
  await server.inside('G', letApprove)
  group = await server.as('admin')
  steward = await server.as('viewer')
})
afterAll(() => server.close())

const calls = documentCalls(packChange)
const today = () => new Date().toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' })
const packsOf = async (productId: string) =>
  (await group.call<{ records: Pack[] }>(crudCalls(qpc).query, { filter: { productId: [productId] }, orderBy: 'qpc' }))
    .records
const newProduct = async (code: string) => {
  const qpcs = [{ qpc: '24' }]
  const { id } = await group.call<Seen>(crudCalls(product).create, { code, name: code, qpcs })
  const [pack] = await packsOf(id)
  return { id, pack: pack as Pack }
}
const ask = (productId: string, more: object, who = group) =>
  who.call<Seen>(calls.create, { productId, cause: '换装', effectiveOn: today(), ...more })
const step = async (name: string, { id }: { id: string }, who = group, more: object = {}) => {
  const { version } = await group.call<Seen>(calls.getById, { id })
  const { failed } = await who.call<{ failed: { code: number }[] }>(calls[name], { rows: [{ id, version }], ...more })
  await server.relay.drain()
  return failed[0]?.code ?? 0
}
const read = (row: { id: string }) => group.call<{ state: string; problem: string | null }>(calls.getById, row)

test('what is agreed to holds from its day, once, and keeps what it does not name', async () => {
  const { id, pack } = await newProduct('CH1')
  const asked = await ask(id, { qpcId: pack.id, barcode: '16901234567899', weightKg: '8.4' })
  expect((await packsOf(id))[0]).toMatchObject({ barcode: null })
  expect(await step('submit', asked)).toBe(0)
  const waiting = async () =>
    (
      await group.call<{ records: { code: string; changes: string }[] }>(crudCalls(packProduct).query, {
        filter: { changes: ['SUBMITTED'] },
      })
    ).records.map((r) => [r.code, r.changes])
  expect(await waiting()).toEqual([['CH1', 'SUBMITTED']])
  expect(await step('approve', asked, steward)).toBe(0)
  expect(await waiting()).toEqual([])
  expect((await read(asked)).state).toBe('APPLIED')
  expect(await packsOf(id)).toMatchObject([{ name: '1*24', qpc: '24.000', barcode: '16901234567899', version: 1 }])
  expect(await step('approve', asked, steward)).not.toBe(0)
  expect(await packsOf(id)).toMatchObject([{ version: 1 }])
})

test('nobody approves what he submitted, whoever began it; a rejected one is changed and submitted again', async () => {
  const { id, pack } = await newProduct('CH2')
  const asked = await ask(id, { qpcId: pack.id, weightKg: '1' })
  expect(await step('submit', asked, steward)).toBe(0)
  expect(await step('approve', asked, steward)).toBe(packFaults.ownChange.code)
  expect(await step('reject', asked, steward, { reason: '重量不对' })).toBe(0)
  const { version } = await group.call<Seen>(calls.getById, asked)
  await group.call(calls.update, { id: asked.id, version, weightKg: '2' })
  expect(await step('submit', asked)).toBe(0)
  expect(await step('approve', asked, steward)).toBe(0)
  expect(await packsOf(id)).toMatchObject([{ weightKg: '2.000' }])
})

test('a request that changes nothing, is too late, of another product or beside another is refused', async () => {
  const { id, pack } = await newProduct('CH3')
  const code = (refusal: { code: number }) => ({ code: refusal.code })
  await expect(ask(id, { qpcId: pack.id, qpc: '24.000' })).rejects.toMatchObject(code(packFaults.nothingChanges))
  await expect(ask(id, { qpcId: pack.id, weightKg: '1', effectiveOn: '2020-01-01' })).rejects.toMatchObject(
    code(packFaults.pastDay),
  )
  await expect(ask(id, { qpc: '24' })).rejects.toThrow('已存在')
  await expect(ask(id, { weightKg: '1' })).rejects.toThrow('每箱数量')
  const other = await newProduct('CH3-B')
  await expect(ask(id, { qpcId: other.pack.id, weightKg: '1' })).rejects.toMatchObject(code(packFaults.otherProduct))
  const [first, second] = [
    await ask(id, { qpcId: pack.id, weightKg: '1' }),
    await ask(id, { qpcId: pack.id, qpc: '6' }),
  ]
  expect([await step('submit', first), await step('submit', second)]).toEqual([0, packFaults.changeOpen.code])
  expect(await step('cancel', first, group, { reason: '重复' })).toBe(0)
  expect(await step('submit', second)).toBe(0)
  expect(await packsOf(id)).toMatchObject([{ name: '1*24', version: 0 }])
})

test('what is no longer possible on its day fails with its reason, changes nothing, and is tried again', async () => {
  const { id, pack } = await newProduct('CH4')
  const tomorrow = new Date(Date.now() + 86_400_000).toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' })
  const asked = await ask(id, { qpcId: pack.id, barcode: 'CASE-CH4', effectiveOn: tomorrow })
  expect([await step('submit', asked), await step('approve', asked, steward)]).toEqual([0, 0])
  const taken = await group.call<Seen>(crudCalls(product).create, {
    code: 'CH4-B',
    name: 'x',
    barcodes: [{ code: 'CASE-CH4' }],
  })
  await server.inside('G', async (ctx) => {
    await ctx.tx.run(
      sql`update mdm_pack_change set effective_on = ${today()} where tenant_id = ${ctx.tenantId} and id = ${asked.id}`,
    )
    ctx.emit({ topic: 'mdm.packChange', key: asked.id })
  })
  await server.relay.drain()
  expect(await read(asked)).toMatchObject({ state: 'FAILED', problem: expect.stringContaining('已用于商品[CH4-B]') })
  expect(await packsOf(id)).toMatchObject([{ barcode: null, version: 0 }])
  await group.call(crudCalls(product).remove, taken)
  expect(await step('retry', asked, steward)).toBe(0)
  expect(await read(asked)).toMatchObject({ state: 'APPLIED', problem: null })
  expect(await packsOf(id)).toMatchObject([{ barcode: 'CASE-CH4' }])
})

test('two packs of one product never share a number, nor a pack one with its piece', async () => {
  const { id, pack } = await newProduct('CH5')
  const add = (more: object) => group.envelope(crudCalls(qpc).create, { productId: id, ...more })
  await group.call(crudCalls(qpc).update, { id: pack.id, version: 0, barcode: 'CASE-CH5' })
  expect(await add({ qpc: '12', barcode: 'CASE-CH5' })).toMatchObject({ code: 42768 })
  const form = (more: object) => group.envelope(crudCalls(product).update, { id, version: 0, ...more })
  expect(await form({ barcodes: [{ code: 'CASE-CH5' }] })).toMatchObject({ code: 42768 })
  expect(await form({ barcodes: [{ code: 'EACH-CH5' }] })).toMatchObject({ code: 0 })
  expect(await add({ qpc: '12', barcode: 'EACH-CH5' })).toMatchObject({ code: 42768 })
})

test('where packs change by request only, no form and no file changes one, and requests still do', async () => {
  const { id, pack } = await newProduct('CH6')
  await server.inside('G', (ctx) =>
    ctx.tx.run(
      sql`insert into sys_option (tenant_id, id, org_id, key, value) values (${ctx.tenantId}, ${ctx.newId()}, 0, 'mdm_pack_by_request', 'true')`,
    ),
  )
  forgetOptions()
  const refused = { code: packFaults.byRequest.code }
  const { create, update } = crudCalls(qpc)
  expect(await group.envelope(create, { productId: id, qpc: '12' })).toMatchObject(refused)
  expect(await group.envelope(update, { id: pack.id, version: 0, qpc: '12' })).toMatchObject(refused)
  const rows = [{ id: pack.id, qpc: '12' }]
  expect(await group.envelope(crudCalls(product).update, { id, version: 0, qpcs: rows })).toMatchObject(refused)
  const file = await group.call<{ updated: number; errors: { message: string }[] }>(
    crudCalls(product).import,
    { dryRun: 'false', mode: 'UPDATE' },
    { file: { name: 'a.csv', data: '代码,名称,规格.规格,规格.每箱数量\nCH6,甲,1*24,12\n' } },
  )
  expect(file).toMatchObject({ updated: 0, errors: [{ message: expect.stringContaining('变更申请') }] })
  expect(await group.envelope(crudCalls(product).update, { id, version: 0, name: '乙' })).toMatchObject({ code: 0 })
  const asked = await ask(id, { qpcId: pack.id, qpc: '12' })
  expect([await step('submit', asked), await step('approve', asked, steward)]).toEqual([0, 0])
  expect(await packsOf(id)).toMatchObject([{ name: '1*12', qpc: '12.000' }])
})

test('who may not, and another tenant, asks and approves nothing', async () => {
  const { id } = await newProduct('CH7')
  await expect(ask(id, { qpc: '6' }, steward)).rejects.toMatchObject({ code: 40301 })
  await expect(ask(id, { qpc: '6' }, await server.as('admin', 'DC01'))).rejects.toMatchObject({ code: 40304 })
  await expect(ask(id, { qpc: '6' }, await server.as('admin', 'G', 'two'))).rejects.toMatchObject({ code: 40400 })
})
