import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../testing/server.ts'
import { insert } from './insert.ts'

const { offer } = documentCalls(operateBill)
let server: TestServer
let writer: Client
beforeAll(async () => {
  server = await openTestServer()
  await server.inside('G', async (ctx) => {
    await insert(ctx, store, [
      { code: 'S001', name: '南京西路店', contact: '王喆' },
      { code: 'S002', name: '徐家汇店' },
    ])
    await insert(ctx, owner, [{ code: 'O1', name: 'one' }])
  })
  // All that is left to the clerk is to write outbound orders.
  await server.db.owner.query(`
    delete from sys_role_permission p using sys_role r
    where r.tenant_id = p.tenant_id and r.id = p.role_id and r.name = 'clerk' and p.permission <> 'wms:bill.operate:create'`)
  writer = await server.as('clerk', 'DC01')
})
afterAll(() => server.close())

const ask = (input: object, who = writer) => who.call<Record<string, unknown>[]>(offer as never, input)

test('who may write an order finds its store by what it is called, and learns no more of it', async () => {
  await expect(writer.call(crudCalls(store).query, { filter: {} })).rejects.toMatchObject({ code: 40301 })
  expect(await ask({ to: 'wms.store', filter: { keyword: '徐家' } })).toEqual([
    { id: expect.any(String), code: 'S002', name: '徐家汇店' },
  ])
  const all = await ask({ to: 'wms.store', filter: { disabled: false } })
  expect(all.map((r) => Object.keys(r).sort())).toEqual([
    ['code', 'id', 'name'],
    ['code', 'id', 'name'],
  ])
  expect(await ask({ to: 'wms.store', filter: { id: [String(all[0]?.id)] } })).toEqual([all[0]])
})

test('nothing is asked by what is not told, and nothing but what the form names', async () => {
  await expect(ask({ to: 'wms.store', filter: { contact: '王' } })).rejects.toThrow()
  await expect(ask({ to: 'wms.bin', filter: {} })).rejects.toThrow()
  await expect(ask({ to: 'sys.user', filter: {} })).rejects.toThrow()
})

test('who may not write the form is offered nothing; another tenant has its own', async () => {
  await expect(ask({ to: 'wms.store', filter: {} }, await server.as('viewer', 'DC01'))).rejects.toMatchObject({
    code: 40301,
  })
  expect(await ask({ to: 'wms.store', filter: {} }, await server.as('admin', 'DC01', 'two'))).toEqual([])
})
