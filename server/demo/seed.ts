import { isOfUseAt } from '@lading/contract/kernel/permission.ts'
import { permissionSubjects } from '@lading/contract/tables.ts'
import sql from 'sql-template-tag'
import { prepareOrg, seedAreas } from '../areas.ts'
import { asOwner } from '../kernel/database.ts'
import { grantedBy, permissionRegistry } from '../permissions.ts'
import { type Site, siteOf } from '../platform/demo/site.ts'
import { learnUnknown } from '../platform/job/statistics.ts'
import type { Server } from '../server.ts'
import { allCollected } from '../sys/collection/runs.ts'
import { randomPassword } from '../sys/session/password.ts'
import { demoOrgs, demoPeople, demoUsers } from './people.ts'
import { createTenant, type NewTenant } from './tenant.ts'

/** The longest of the demo users' names. */
const nameWidth = Math.max(...demoUsers.map((u) => u.username.length))

/** Fills an empty database with the demo tenants. @returns what to print about the log-ins, or undefined when there was data */
export async function seedDemo(server: Server, password: string | undefined): Promise<string | undefined> {
  const { kernel } = server
  const { n } = await asOwner(kernel.db, (tx) => tx.one<{ n: string }>(sql`select count(*) as n from sys_tenant`))
  if (n !== '0') return undefined
  const secret = password ?? randomPassword()
  const every = permissionRegistry(server.served, permissionSubjects).map((p) => p.code)
  const all = every.filter((p) => isOfUseAt('GROUP', p))
  const make = async (company: NewTenant): Promise<Site[]> => {
    const { tenantId, orgs } = await createTenant(kernel, company, secret)
    const sites = [...orgs.values()].map((org) => siteOf(server, tenantId, org))
    for (const { org, run } of sites) await run((ctx) => prepareOrg(ctx, org))
    return sites
  }
  const demo = await make({
    code: 'demo',
    name: '来丁演示企业',
    slogan: 'Make Your Supply Chain Smarter',
    orgs: demoOrgs,
    users: demoPeople((grants) => grantedBy(all, grants)),
  })
  await seedAreas(demo)
  await make({
    code: 'demo2',
    name: '第二演示企业',
    orgs: [
      { code: 'G2', name: '第二演示企业', type: 'GROUP' },
      { code: 'DC01', name: '第二物流中心', type: 'DC', upper: 'G2' },
    ],
    users: [
      {
        username: 'admin',
        realName: '系统管理员',
        role: '系统管理员',
        org: 'G2',
        orgs: ['G2', 'DC01'],
        permissions: all,
      },
    ],
  })
  const plat = await make({
    code: 'plat',
    name: '平台',
    orgs: [{ code: 'PLAT', name: '平台', type: 'PLAT' }],
    users: [
      {
        username: 'operator',
        realName: '平台运营',
        role: '系统管理员',
        org: 'PLAT',
        orgs: ['PLAT'],
        permissions: every.filter((p) => /^(sys|saas)(:|$)/.test(p)),
      },
    ],
  })
  await seedAreas(plat)
  server.tenants.forget()
  // What is collected is written after the call that sent it, and no listener waits for it.
  await server.relay.drain()
  await allCollected()
  await server.relay.drain()
  await learnUnknown(kernel.db)
  return [
    `Demo log-ins: tenant demo, users ${demoUsers.map((u) => u.username).join(', ')}; tenant demo2, user admin; tenant plat, user operator. Password: ${password === undefined ? secret : '(as set in LADING_DEMO_PASSWORD)'}`,
    ...demoUsers.flatMap((u) => (u.does === undefined ? [] : `  ${u.username.padEnd(nameWidth)} ${u.does}`)),
  ].join('\n')
}
