import { orgCalls } from '@lading/contract/sys/orgCalls.ts'
import { tables } from '@lading/contract/tables.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/server.ts'
import { unfinished } from './dcBusy.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('every numbered paper of a centre is among what keeps it open', () => {
  const papers = tables.filter(
    (t) => t.area === 'wms' && t.scope === 'org' && t.fields.state && t.unique.some((key) => key.includes('billNo')),
  )
  expect(papers.length).toBeGreaterThan(8)
  const known = new Set(unfinished.map(({ header }) => header.key))
  expect(papers.map((t) => t.key).filter((key) => !known.has(key))).toEqual([])
})

test('a count that nobody has ended keeps a centre open, and is named with how many there are', async () => {
  const admin = await server.as('admin')
  const id = server.one.orgs.get('DC02')?.id
  const ask = (language: 'zh-CN' | 'en-US') => admin.call(orgCalls.checkDisable, { id }, { language })
  const before = await ask('zh-CN')
  expect(before.blockers).toEqual([])
  await server.db.owner.query(
    `insert into wms_stock_take_bill (tenant_id, org_id, id, bill_no, state) values ($1, $2, 1, 'PD1', 'SAVED'), ($1, $2, 2, 'PD2', 'APPROVED')`,
    [server.one.tenantId, id],
  )
  expect(await ask('zh-CN')).toEqual({
    allowed: false,
    message: '组织下存在库存/未完成单据，不能停用',
    blockers: [{ kind: '盘点单', count: 2 }],
  })
  expect((await ask('en-US')).blockers).toEqual([{ kind: 'Stock count', count: 2 }])
  await server.db.owner.query(`update wms_stock_take_bill set state = 'CANCELED'`)
  expect(await ask('zh-CN')).toEqual(before)
})
