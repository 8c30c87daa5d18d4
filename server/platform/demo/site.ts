import { createHash } from 'node:crypto'
import type { user as userTable } from '@lading/contract/sys/user.ts'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { type Ctx, type Org, systemIdentity, systemOrigin } from '../../kernel/ctx.ts'
import { askServed, type OutsideRequest, type Served } from '../../kernel/http/serve.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Worker } from '../due/worker.ts'
import { inTenant } from '../job/run.ts'
import { refreshStatistics } from '../job/statistics.ts'
import type { Relay } from '../outbox/relay.ts'

/** After so many pieces of work the planner looks at what has grown. */
const runsBetweenLooks = 5

/** Runs one document's work in a transaction of its own. */
export type Run = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
/** What the demo company is made with. */
export interface DemoServer {
  readonly app: FastifyInstance
  readonly kernel: Kernel
  readonly relay: Relay
  readonly served: readonly Served[]
  readonly backups: Worker
}
/** An organisation of the demo company. */
export interface Site {
  readonly server: DemoServer
  readonly org: Org
  /** In the name of the product itself. */
  readonly run: Run
  /** What a call answers the administrator. @throws Fault as the call, Error when nothing is served at `path` */
  readonly ask: (path: string | undefined, said: object) => Promise<unknown>
}

/** The same work in somebody else's name. */
export async function as(ctx: Ctx, username: string): Promise<Ctx> {
  const user = await ctx.tx.maybe<RowOf<typeof userTable, 'id'>>(sql`
    select id from sys_user where tenant_id = ${ctx.tenantId} and username = ${username}`)
  return { ...ctx, userId: user?.id ?? null, username }
}

/** An organisation of the demo company by its code. */
export async function orgIdOf(ctx: Ctx, code: string): Promise<string> {
  const { id } = await ctx.tx.one<{ id: string }>(sql`
    select id from sys_org where tenant_id = ${ctx.tenantId} and code = ${code}`)
  return id
}

/** A number that depends on the text alone, so that demo data is the same on every machine. */
export const hashNumber = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0)

export function siteOf(server: DemoServer, tenantId: string, org: Org): Site {
  const { kernel } = server
  let runs = 0
  const run: Run = async (work) => {
    const done = await inTenant(kernel, tenantId, org, work)
    runs += 1
    // The embedded database never looks at what grew, and a plan made for an empty table would be kept.
    if (runs % runsBetweenLooks === 0) await refreshStatistics(kernel.db)
    return done
  }
  const ask: Site['ask'] = async (path, said) => {
    const one = server.served.find(({ call }) => call.path === path)
    if (path === undefined || !one || one.kind === 'each') throw new Error(`nothing is served at ${path}`)
    const { userId, username } = await run((ctx) => as(ctx, 'admin'))
    const origin = systemOrigin(kernel.newId())
    const asAdmin: OutsideRequest['perform'] = (work, o) =>
      perform(kernel, tenantId, origin, { ...systemIdentity(tenantId, org), userId, username }, work, o)
    if (one.kind === 'plain') return asAdmin((ctx) => askServed(one, ctx, said))
    const asked = { path, input: one.call.input.parse(said) }
    return askServed(one, { origin, asked, perform: asAdmin } as OutsideRequest, said)
  }
  return { server, org, run, ask }
}
