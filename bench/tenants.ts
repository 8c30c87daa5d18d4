/**
 * `npm run bench:tenants`: how log-in and lists of a tenant fare beside many others, and how long the channel takes to count
 * what all of them used of a day. Ratios of medians in one run, against a PostgreSQL of its own.
 */
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { quotaPackage } from '@lading/contract/saas/quotaPackage.ts'
import { tenantApplication } from '@lading/contract/saas/tenantApplication.ts'
import { units } from '@lading/contract/saas/units.ts'
import { org } from '@lading/contract/sys/org.ts'
import type { MadeTenant } from '@lading/server/demo/tenant.ts'
import { application, makeAgent, openChannelDesk } from '@lading/server/saas/testing/channelDesk.ts'
import { logIn } from '@lading/server/testing/server.ts'
import { setup } from '../tools/dbSetup.ts'

const many = Number(process.env.LADING_BENCH_TENANTS ?? 1_000)
const few = 10
const asks = 60
const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1] ?? Number.NaN
async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const from = performance.now()
  return [await work(), performance.now() - from]
}

process.env.LADING_TEST_DB = 'postgres'
const stop = await setup()
const desk = await openChannelDesk()
const trial = await desk.make(desk.operator, quotaPackage.header, {
  ...{ code: 'TRY', name: 'TRY', audience: 'TRIAL', modules: ['wms', 'tms', 'dps'], isUnlimited: true },
  lines: Object.keys(units).map((unit) => ({ unit, qty: '12', price: '0', validDays: null, priority: 5 })),
})
await desk.step(desk.operator, quotaPackage, trial, 'publish')
await makeAgent(desk, 'A1')
const agent = await desk.agentUser('A1')
const db = desk.server.db.owner
const names: string[] = []
async function grow(to: number): Promise<void> {
  while (names.length < to) {
    const code = `t${names.length + 100_000}`
    const id = await desk.make(agent, tenantApplication.header, application({ licenceNo: code, dcs: 1, tcs: 0 }))
    const approved = { tenantCode: code, packageId: trial, trialDays: 90 }
    for (const [who, step, input] of [
      [agent, 'submit'],
      [desk.operator, 'approve', approved],
    ] as const) {
      const refused = await desk.step(who, tenantApplication, id, step, input)
      if (refused) throw new Error(refused)
    }
    names.push(code)
    if (names.length % 20 === 0 || names.length === to) await desk.server.relay.drain()
  }
  // Their administrators get a password that is known here.
  await db.query(
    `update sys_user set original_password = false, password_hash = (select password_hash from sys_user where username = 'operator' limit 1)
     where username = 'admin' and tenant_id in (select id from sys_tenant where code like 't1%')`,
  )
  await db.query('analyze')
  desk.server.tenants.forget()
}
async function made(code: string): Promise<MadeTenant> {
  const { rows } = await db.query<{ id: string; g: string }>(
    `select t.id, o.id as g from sys_tenant t join sys_org o on o.tenant_id = t.id and o.code = 'G' where t.code = $1`,
    [code],
  )
  return { tenantId: rows[0]?.id ?? '', orgs: new Map([['G', { id: rows[0]?.g } as never]]), users: new Map() }
}
/** Medians of log-in and of a list, asked of tenants in turn. */
async function measured(): Promise<{ login: number; list: number }> {
  const [logins, lists]: [number[], number[]] = [[], []]
  for (let i = 0; i < asks; i++) {
    const code = names[(i * 7919) % few] ?? ''
    const [client, ms] = await timed(async () => logIn(desk.server, await made(code), code, 'admin', 'G'))
    logins.push(ms)
    lists.push((await timed(() => client.call(crudCalls(org).query, {})))[1])
  }
  return { login: median(logins), list: median(lists) }
}

await grow(few)
await measured()
const alone = await measured()
const [, grown] = await timed(() => grow(many))
const beside = await measured()
const entries = async (): Promise<number> => Number((await db.query('select count(*) as n from saas_entry')).rows[0].n)
desk.at = new Date(desk.at.getTime() + 86_400_000)
await desk.again()
const before = await entries()
const [, counted] = await timed(() => desk.meter())
const posted = (await entries()) - before
const ratio = (a: number, b: number): string => (a / b).toFixed(2)
console.log(`tenants: ${few} and ${many}, set up in ${(grown / 1000).toFixed(0)} s`)
console.log(`log-in: ${ratio(beside.login, alone.login)} times (at most 1.3)`)
console.log(`list: ${ratio(beside.list, alone.list)} times (at most 1.3)`)
console.log(`a day of all: ${posted} entries in ${(counted / 1000).toFixed(1)} s (at most 60)`)
console.log(`faults of the ledger: ${JSON.stringify(await desk.faults())}`)
await desk.server.close()
await stop?.()
