import { setTimeout as sleep } from 'node:timers/promises'
import { controller, tag } from '@lading/contract/dps/equipment.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRow } from '../../kernel/crud.ts'
import { inTenant } from '../../platform/job/run.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { putPlan } from '../entitlement/put.ts'
import { demandPlan } from './plan.ts'

let server: TestServer
let dc: Client
beforeAll(async () => {
  server = await openTestServer()
  dc = await server.as('admin', 'DC01')
})
afterAll(() => server.close())

const allow = (caps: object, seq: number) =>
  inTenant(server.kernel, server.one.tenantId, server.one.orgs.get('G') as never, (ctx) =>
    putPlan(ctx, { state: 'ACTIVE', modules: ['wms', 'tms', 'dps'], isUnlimited: false, ...caps, seq }),
  )
type Seen = { id: string; version: number }
const codeOf = async (call: Parameters<Client['envelope']>[0], input: object) => (await dc.envelope(call, input)).code

test('no more tags are made or switched on than the plan says, and what was refused left nothing', async () => {
  const of = await dc.call<Seen>(crudCalls(controller).create, { code: 'K9', name: 'K9', driver: 'SIM' })
  const make = (node: number) => ({ controllerId: of.id, bus: 1, node })
  const { create, query, disable, enable } = crudCalls(tag)
  await allow({ maxTags: 1 }, 1)
  const first = await dc.call<Seen>(create, make(1))
  expect(await codeOf(create, make(2))).toBe(sysFaults.planTags.code)
  await dc.call(disable, { rows: [first] })
  await dc.call(create, make(2))
  const { failed } = await dc.call<{ failed: { code: number }[] }>(enable, {
    rows: [{ ...first, version: first.version + 1 }],
  })
  expect(failed.map((one) => one.code)).toEqual([sysFaults.planTags.code])
  const { records } = await dc.call<{ records: { disabled: boolean }[] }>(query, {})
  expect(records.filter((one) => !one.disabled)).toHaveLength(1)
})

test('what is brought late never takes the place of what is newer', async () => {
  await allow({ maxTags: 100 }, 5)
  await allow({ maxTags: 1 }, 4)
  const { rows } = await server.db.owner.query('select max_tags from sys_entitlement where tenant_id = $1', [
    server.one.tenantId,
  ])
  expect(rows).toEqual([{ max_tags: 100 }])
})

test('of two who add the last one that the plan allows at once, one does', async () => {
  const of = await dc.call<Seen>(crudCalls(controller).create, { code: 'K8', name: 'K8', driver: 'SIM' })
  await allow({ maxTags: 2 }, 6)
  const add = (node: number) =>
    inTenant(server.kernel, server.one.tenantId, server.one.orgs.get('DC01') as never, (ctx) =>
      createRow(
        ctx,
        tag,
        { controllerId: of.id, bus: 1, node, code: `K8-${node}` },
        {
          beforeCreate: async () => {
            await demandPlan(ctx, 'maxTags')
            await sleep(300)
          },
        },
      ),
    )
  const done = await Promise.allSettled([add(1), add(2)])
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
