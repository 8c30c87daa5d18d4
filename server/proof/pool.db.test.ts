import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTenant, type MadeTenant } from '../demo/tenant.ts'
import { bulkInsert } from '../kernel/bulk.ts'
import { transaction } from '../kernel/database.ts'
import { isFull } from '../testing/full.ts'
import { openTestServer, type TestServer } from '../testing/server.ts'

const tenantCount = 20
const turns = isFull ? 10_000 : 800
let server: TestServer
const tenants: MadeTenant[] = []
beforeAll(async () => {
  server = await openTestServer()
  for (let i = 0; i < tenantCount; i++)
    tenants.push(
      await createTenant(
        server.kernel,
        { code: `t${i}`, name: `t${i}`, orgs: [{ code: 'G', name: 'G', type: 'GROUP' }], users: [] },
        'Test1234',
      ),
    )
})
afterAll(() => server.close())

test('T32 connections that serve one tenant after the other, with errors between, never mix them', async () => {
  const wrong: string[] = []
  const written = new Map<string, number>()
  const one = async (i: number): Promise<void> => {
    const tenantId = tenants[(i * 7) % tenantCount]?.tenantId ?? ''
    const fails = i % 3 === 0
    await transaction(server.db, tenantId, async (tx) => {
      await bulkInsert(tx, 'wms_owner', [{ tenantId, id: server.kernel.newId(), code: `O${i}`, name: tenantId }])
      // Without a word about the tenant: the connection alone must know whose it is.
      const seen = await tx.query<{ name: string }>(sql`select name from wms_owner`)
      for (const { name } of seen) if (name !== tenantId) wrong.push(`${tenantId} sees a row of ${name}`)
      if (i % 9 === 0) await tx.query(sql`select 1 / 0`)
      if (fails) throw new Error('on purpose')
    }).then(
      () => written.set(tenantId, (written.get(tenantId) ?? 0) + 1),
      (error: Error) => {
        if (!fails) wrong.push(error.message)
      },
    )
  }
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < turns) await one(next++)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  expect(wrong).toEqual([])
  for (const { tenantId } of tenants) {
    const { rows } = await server.db.owner.query(
      `select count(*)::int as n from wms_owner where tenant_id = ${tenantId}`,
    )
    expect(rows[0].n).toBe(written.get(tenantId))
  }
})
