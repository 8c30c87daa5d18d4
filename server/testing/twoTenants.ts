import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OrgType } from '@lading/contract/kernel/org.ts'
import { optionSeed } from '@lading/contract/sys/optionDefs.ts'
import { permissionSubjects } from '@lading/contract/tables.ts'
import sql from 'sql-template-tag'
import { areaServed } from '../areas.ts'
import { createTenant, type MadeTenant, type NewTenant } from '../demo/tenant.ts'
import type { Org } from '../kernel/ctx.ts'
import { type Database, transaction } from '../kernel/database.ts'
import { permissionRegistry } from '../permissions.ts'
import { createLog, createServer, type Server } from '../server.ts'
import { hashAt } from '../sys/session/password.ts'
import { type Snapshot, testSecret } from './database.ts'

export const password = 'Test1234'

export interface TwoTenants {
  readonly one: MadeTenant
  readonly two: MadeTenant
}

/** Every right that the areas' calls and entities ask for; sessions ask for none. */
const allPermissions = (): readonly string[] =>
  permissionRegistry(areaServed(testSecret), permissionSubjects).map((p) => p.code)

function newTenant(
  code: string,
  below: Partial<Record<OrgType, readonly string[]>>,
  all: readonly string[],
): NewTenant {
  const places = Object.entries(below).flatMap(([type, codes]) =>
    codes.map((c) => ({ code: c, type: type as OrgType })),
  )
  const orgs = ['G', ...places.map((p) => p.code)]
  const user = (username: string, role: string, permissions: readonly string[], at: readonly string[] = orgs) => ({
    username,
    realName: username,
    role,
    org: at[0] ?? 'G',
    orgs: at,
    permissions,
  })
  const clerks = all.filter((p) => !p.startsWith('sys:'))
  const views = all.filter((p) => p.endsWith(':view'))
  return {
    code,
    name: `tenant ${code}`,
    orgs: [{ code: 'G', name: 'Group', type: 'GROUP' }, ...places.map((p) => ({ ...p, name: p.code, upper: 'G' }))],
    users: [
      user('admin', '系统管理员', all),
      user('clerk', 'clerk', clerks, ['DC01']),
      user('viewer', 'viewer', views),
      user('nobody', 'nobody', []),
    ],
  }
}

const orgsOf = {
  one: {
    DC: ['DC01', 'DC02'],
    TC: ['TC01'],
    FC: ['FC01'],
    BC: ['BC01'],
    // In an installation it is in the platform's tenant: here what is the channel's is asked with the rest.
    AGENT: ['AG01'],
  },
  two: { DC: ['DC01'] },
} as const satisfies Record<string, Partial<Record<OrgType, readonly string[]>>>

/** Makes both tenants in an empty database. */
export async function makeTwoTenants({ kernel }: Pick<Server, 'kernel'>): Promise<TwoTenants> {
  const all = allPermissions()
  return {
    one: await createTenant(kernel, newTenant('one', orgsOf.one, all), password),
    two: await createTenant(kernel, newTenant('two', orgsOf.two, all), password),
  }
}

const sources = ['../demo/tenant.ts', './twoTenants.ts'].map((file) => join(import.meta.dirname, file))

let source: string | undefined
/** Both tenants, to be copied: whatever decides what they hold is its name. */
export const twoTenants: Snapshot = {
  get source() {
    const texts = () => sources.map((file) => readFileSync(file, 'utf8'))
    source ??= [...texts(), JSON.stringify(optionSeed), ...allPermissions()].join('\n')
    return source
  },
  fill: async (db) => {
    hashAt({ memory: 64, passes: 1 })
    const config = { secret: testSecret, trustProxy: false as const, tls: undefined }
    const server = await createServer({ db, log: createLog('error'), config })
    await makeTwoTenants(server)
    await server.close()
  },
}

/** What `makeTwoTenants` answered when the snapshot was made; nothing where there is no tenant. */
export async function readTwoTenants(db: Database): Promise<TwoTenants | undefined> {
  const { rows } = await db.owner.query<{ id: string; code: string }>('select id, code from sys_tenant')
  if (rows.length === 0) return undefined
  const read = async (code: string): Promise<MadeTenant> => {
    const tenantId = rows.find((row) => row.code === code)?.id
    if (tenantId === undefined) throw new Error(`the snapshot has no tenant ${code}`)
    return transaction(db, tenantId, async (tx) => {
      const [orgs, users] = await Promise.all([
        tx.query<Org>(sql`select id, code, type, time_zone, path, level from sys_org where tenant_id = ${tenantId}`),
        tx.query<{ id: string; username: string }>(
          sql`select id, username from sys_user where tenant_id = ${tenantId}`,
        ),
      ])
      return {
        tenantId,
        orgs: new Map(orgs.map((org) => [org.code, org])),
        users: new Map(users.map((u) => [u.username, u.id])),
      }
    })
  }
  return { one: await read('one'), two: await read('two') }
}
