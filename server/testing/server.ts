import type { Logger } from 'pino'
import type { MadeTenant } from '../demo/tenant.ts'
import type { Ctx } from '../kernel/ctx.ts'
import type { Database } from '../kernel/database.ts'
import type { RateLimits } from '../kernel/http/rateLimit.ts'
import { inTenant } from '../platform/job/run.ts'
import { createLog, createServer, type Server } from '../server.ts'
import { hashAt } from '../sys/session/password.ts'
import { type Client, type LoggedIn, logInAt, type Reach, Refused } from './client.ts'
import { openTestDatabase, testSecret } from './database.ts'
import { wordlessActions } from './logWords.ts'
import { makeTwoTenants, password, readTwoTenants, twoTenants } from './twoTenants.ts'

export { type Client, password, Refused }

const plenty = { perSecond: 1e6, burst: 1e6 }

export interface TestServer extends Server {
  readonly db: Database
  /** Tenant `one`: GROUP `G`, `DC01`, `DC02`; users `admin` (all rights), `clerk` (all of WMS at DC01), `viewer`, `nobody`. */
  readonly one: MadeTenant
  /** Tenant `two`: GROUP `G`, `DC01`; user `admin`. */
  readonly two: MadeTenant
  /** Logs in; `org` is the code of the organisation to work in. */
  as(username: string, org?: string, tenant?: 'one' | 'two'): Promise<Client>
  /** Runs work as the product itself in an organisation of tenant `one`. */
  inside<T>(org: string, work: (ctx: Ctx) => Promise<T>): Promise<T>
}

/** A server on a fresh database with two small tenants; nothing listens. */
export async function openTestServer(
  o: {
    now?: () => Date
    db?: Database
    limits?: RateLimits
    webFolder?: string
    dataDir?: string
    log?: Logger
    hashes?: 'as served'
    /** `made`: by the clock of the test, for what is about the order of all that was ever written. */
    tenants?: 'made'
  } = {},
): Promise<TestServer> {
  // What is kept so is protected from nobody; most tests are about something else.
  hashAt(o.hashes === 'as served' ? undefined : { memory: 64, passes: 1 })
  // Tenants are copied, unless the test says how their passwords are kept, or when they are made.
  const isCopied = !o.db && !o.hashes && !o.tenants
  const db = o.db ?? (await openTestDatabase(isCopied ? twoTenants : undefined))
  const log = o.log ?? createLog(process.env.LOG_LEVEL ?? 'error')
  const server = await createServer({
    db,
    log,
    // Tests listen on this machine, and reach nothing else inside.
    config: {
      secret: testSecret,
      trustProxy: false,
      tls: undefined,
      outbound: ['127.0.0.1'],
      ...(o.dataDir && { dataDir: o.dataDir }),
    },
    // Tests ask faster than any user.
    limits: o.limits ?? { session: plenty, open: plenty, stranger: plenty },
    ...(o.now && { now: o.now }),
    webFolder: o.webFolder,
  })
  const made = (await readTwoTenants(db)) ?? (await makeTwoTenants(server))
  const { one, two } = made
  server.tenants.forget()
  return {
    ...server,
    db,
    one,
    two,
    as: (username, org = 'G', tenant = 'one') => logIn(server, made[tenant], tenant, username, org),
    inside: (org, work) => {
      const at = one.orgs.get(org)
      if (!at) throw new Error(`no organisation ${org}`)
      return inTenant(server.kernel, one.tenantId, at, work)
    },
    close: async () => {
      await server.close()
      const wordless = await wordlessActions(db, [one.tenantId, two.tenantId]).finally(() => db.close())
      if (wordless.length > 0) throw new Error(`logs have no word for ${wordless.join(', ')}`)
    },
  }
}

/** Logs in to a tenant that a test made itself, with the password of all tests. */
export const logIn = (
  server: Pick<Server, 'app' | 'kernel' | 'served'>,
  made: MadeTenant,
  tenant: string,
  username: string,
  org: string,
): Promise<LoggedIn> => logInAt(reachOf(server), { tenant, username, password, workingOrgId: made.orgs.get(org)?.id })

const reachOf = ({ app, kernel, served }: Pick<Server, 'app' | 'kernel' | 'served'>): Reach => ({
  callAt: (path) => served.find(({ call }) => call.path === path)?.call,
  send: (request) => app.inject(request),
  now: kernel.now,
})
