import type { Call } from '@lading/contract/kernel/call.ts'
import { login, modifyPassword } from '@lading/contract/sys/session.ts'
import { permissionSubjects } from '@lading/contract/tables.ts'
import { areaServed } from '../../areas.ts'
import { createTenant } from '../../demo/tenant.ts'
import { type Database, openPostgres } from '../../kernel/database.ts'
import { migrate } from '../../kernel/migrate.ts'
import { permissionRegistry } from '../../permissions.ts'
import { createLog, createServer } from '../../server.ts'
import { hashAt } from '../../sys/session/password.ts'
import { type Client, clientOf, type LoggedIn, logInAt, Refused } from '../../testing/client.ts'
import { type Clocked, type ClockedServer, clockedServers } from '../../testing/clocked.ts'
import { emptyPostgres, testSecret } from '../../testing/database.ts'

export const initialPassword = 'Start2026x'
export const ownPassword = 'Kite5moonA'

/** What the story happens in: one PostgreSQL, two server processes, a clock that moves for both. */
export interface Company {
  readonly db: Database
  readonly clock: Clocked
  readonly a: ClockedServer
  readonly b: ClockedServer
  readonly tenantId: string
  close(): Promise<void>
}

/** The clock of Suzhou on the day of the story. */
export const oClock = (hours: number, minutes = 0): Date => new Date(Date.UTC(2026, 10, 20, hours - 8, minutes))

const allPermissions = (): readonly string[] =>
  permissionRegistry(areaServed(testSecret), permissionSubjects).map((p) => p.code)

/** Two tenants, of whom the first has 50 users and two centres at most, and nobody but its administrator. */
export async function openCompany(): Promise<Company> {
  const { url, drop } = await emptyPostgres()
  const db = openPostgres({ url, secret: testSecret })
  await migrate(db, testSecret)
  hashAt({ memory: 64, passes: 1 })
  const clock = clockedServers(url, oClock(8))
  const server = await createServer({
    db,
    log: createLog('warn'),
    config: { secret: testSecret, trustProxy: false, tls: undefined },
    now: clock.now,
  })
  const permissions = allPermissions()
  const tenant = (code: string, name: string, group: string) =>
    createTenant(
      server.kernel,
      {
        code,
        name,
        orgs: [{ code: group, name, type: 'GROUP' }],
        users: [{ username: 'admin', realName: '管理员', org: group, orgs: [group], role: '系统管理员', permissions }],
      },
      initialPassword,
    )
  const { tenantId } = await tenant('sunmart', '阳光超市', 'SM')
  await tenant('moonmart', '月光超市', 'MM')
  await server.close()
  await db.owner.query(
    `insert into sys_entitlement (tenant_id, id, code, state, modules, is_unlimited, max_users, max_centres, max_tags, seq)
     values ($1, 1, 'PLAN', 'ACTIVE', '{wms,tms,dps}', false, 50, 2, 0, 0)`,
    [tenantId],
  )
  await db.owner.query(`update sys_user set original_password = true`)
  const [a, b] = [await clock.start(), await clock.start()]
  return {
    db,
    clock,
    a,
    b,
    tenantId,
    close: async () => {
      await clock.close()
      await db.close()
      await drop()
    },
  }
}

/** Logs in to the company, at either of its servers. */
export const enter = (
  at: ClockedServer,
  username: string,
  o: { password?: string; workingOrgId?: string; tenant?: string } = {},
): Promise<LoggedIn> =>
  logInAt(at, {
    tenant: o.tenant ?? 'sunmart',
    username,
    password: o.password ?? ownPassword,
    workingOrgId: o.workingOrgId,
  })

/** The same session at the other server: another tab of his browser. */
export const tabAt = (at: ClockedServer, who: Client, tenant = 'sunmart'): Client => ({
  ...clientOf(at, tenant, who.token, who.signKey),
  userId: who.userId,
})

/** Changes an initial password to one of his own. */
export async function settleIn(
  at: ClockedServer,
  username: string,
  given: string,
  tenant = 'sunmart',
): Promise<LoggedIn> {
  const first = await enter(at, username, { password: given, tenant })
  await first.call(modifyPassword, { oldPassword: given, newPassword: ownPassword })
  return enter(at, username, { tenant })
}

/** Code and words of a refusal. */
export const refusalOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'done',
    (error) => (error instanceof Refused ? `${error.code} ${error.message}` : Promise.reject(error)),
  )

export interface Row {
  readonly id: string
  readonly version: number
}
export const listOf = async <T extends Row>(who: Client, calls: { readonly query?: Call }, filter: object) =>
  (await who.call<{ records: (T & Row)[]; total: number }>(calls.query, { filter, pageSize: 200 })).records

/** One try to log in, as whoever guesses makes it. */
export async function tryIn(at: ClockedServer, username: string, password: string): Promise<number> {
  const answer = await at.send({
    method: 'POST',
    url: login.path,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ tenant: 'sunmart', username, password }),
  })
  return (answer.json() as { code: number }).code
}
