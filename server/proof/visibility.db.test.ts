import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { permissionSubjects, tables } from '@lading/contract/tables.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTenant, type MadeTenant } from '../demo/tenant.ts'
import { permissionRegistry } from '../permissions.ts'
import { inTenant } from '../platform/job/run.ts'
import { fillTables, type Rows } from '../testing/fixtures.ts'
import { type Client, logIn, openTestServer, password, type TestServer } from '../testing/server.ts'

/** Who looks: one organisation of each kind, its user with every right there is. */
const lookers = ['PLAT', 'AG01', 'G', 'DC01', 'TC01', 'BC01', 'FC01'] as const
/** Whose rows there are: of each kind one, of a second centre, and of another enterprise. */
const owners = ['G', 'DC01', 'DC02', 'TC01', 'AG01', 'two'] as const
const shown = [
  ...[
    'sys.user',
    'sys.role',
    'mdm.productQpc',
    'mdm.product',
    'wms.bin',
    'wms.operateBill',
    'wms.task',
    'wms.diffBill',
  ],
  ...['tms.wayBill', 'tms.shipPlanBill', 'dps.tag', 'saas.tenantApplication'],
]

let server: TestServer
let plat: MadeTenant
const rows = new Map<string, Rows>()
const clients = new Map<string, Client>()
beforeAll(async () => {
  server = await openTestServer()
  const permissions = permissionRegistry(server.served, permissionSubjects).map((p) => p.code)
  const operator = { username: 'operator', realName: 'o', role: 'o', org: 'PLAT', orgs: ['PLAT'], permissions }
  const orgs = [{ code: 'PLAT', name: 'platform', type: 'PLAT' as const }]
  plat = await createTenant(server.kernel, { code: 'plat', name: 'platform', orgs, users: [operator] }, password)
  server.tenants.forget()
  for (const org of owners) {
    const two = server.two.orgs.get('DC01')
    if (org !== 'two') rows.set(org, await server.inside(org, (ctx) => fillTables(ctx, org)))
    else if (two)
      rows.set(org, await inTenant(server.kernel, server.two.tenantId, two, (ctx) => fillTables(ctx, 'ZWEI')))
  }
  for (const org of lookers)
    clients.set(
      org,
      org === 'PLAT' ? await logIn(server, plat, 'plat', 'operator', org) : await server.as('admin', org),
    )
})
afterAll(() => server.close())

const entityOf = (key: string): AnyEntity => {
  const e = tables.find((one) => one.key === key)
  if (!e) throw new Error(`there is no ${key}`)
  return e
}
/** Whose rows somebody sees of a table: those whose id its list finds, or its detail opens. */
async function seenBy(looker: string, e: AnyEntity): Promise<string> {
  const { getById, query } = crudCalls(e)
  const client = clients.get(looker)
  const ids = owners.map((owner) => rows.get(owner)?.get(e.key) ?? '')
  if (!client) return ''
  const told = await Promise.all(
    ids.map(async (id) =>
      getById && server.app.hasRoute({ method: 'GET', url: getById.path })
        ? await client.envelope(getById, { id })
        : undefined,
    ),
  )
  const list = await client.envelope(query, { pageSize: 200 })
  const listed = new Set((list.data as { records?: { id: string }[] } | null)?.records?.map(({ id: one }) => one))
  return owners.filter((_, i) => told[i]?.code === 0 || listed.has(ids[i] ?? '')).join(' ') || '-'
}

test('each of seven kinds of organisations sees of twelve tables its own, and of others what is its business', async () => {
  const matrix = []
  for (const key of shown) {
    const line = []
    for (const looker of lookers) line.push(`${looker}: ${await seenBy(looker, entityOf(key))}`)
    matrix.push(`${key} ${line.join('; ')}`)
  }
  const all = 'G DC01 DC02 TC01 AG01'
  // Of the whole enterprise: who works there, and what it trades in.
  const common = `PLAT: -; ${lookers
    .slice(1)
    .map((looker) => `${looker}: ${all}`)
    .join('; ')}`
  // Of an organisation: its own, and the enterprise above it; not its finance and business, and never who resells the product.
  const own = `PLAT: -; AG01: AG01; G: ${all}; DC01: DC01; TC01: TC01; BC01: -; FC01: -`
  // But for trips, whose money the finance centre works on.
  const ofTrips = own.replace('FC01: -', `FC01: ${all}`)
  const rowOf = (key: string, i: number) => (i < 4 ? common : key === 'tms.shipPlanBill' ? ofTrips : own)
  expect(matrix).toEqual(shown.map((key, i) => `${key} ${rowOf(key, i)}`))
})
