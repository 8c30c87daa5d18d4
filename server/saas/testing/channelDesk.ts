import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { agent } from '@lading/contract/saas/agent.ts'
import { quotaPackage } from '@lading/contract/saas/quotaPackage.ts'
import { agentOrder, platOrder } from '@lading/contract/saas/rationOrder.ts'
import { permissionSubjects } from '@lading/contract/tables.ts'
import sql from 'sql-template-tag'
import { createTenant, type MadeTenant } from '../../demo/tenant.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { permissionRegistry } from '../../permissions.ts'
import { inTenant } from '../../platform/job/run.ts'
import { type Client, logIn, openTestServer, type TestServer } from '../../testing/server.ts'
import { password } from '../../testing/twoTenants.ts'
import { askMeters } from '../tenant/meter.ts'

type Seen = { id: string; version: number }
type Row = Readonly<Record<string, unknown>> & Seen & { state: string }

/** The platform's tenant with an operator, and a clock that a test sets. */
export interface ChannelDesk {
  readonly server: TestServer
  readonly plat: MadeTenant
  operator: Client
  at: Date
  /** Logs the operator in anew, after the clock went on. */
  again(): Promise<void>
  /** Another of the platform's people, who may all that the operator may. */
  secondOperator(): Promise<Client>
  /** A user who works for an agent. */
  agentUser(code: string): Promise<Client>
  make(who: Client, of: AnyEntity, input: object): Promise<string>
  read(who: Client, of: AnyEntity, id: string): Promise<Row>
  step(
    who: Client,
    of: AnyDocument,
    id: string,
    step: string,
    input?: object,
    reason?: string,
  ): Promise<string | undefined>
  /** Counts all days that are over. */
  meter(): Promise<void>
  /** Balance of an account by the beginning of its code, and who holds it. */
  balance(kind: string, unit?: string): Promise<string>
  /** The sum of all entries, and whatever breaks an invariant. */
  faults(): Promise<unknown>
}

/** Whatever breaks an invariant of the ledger. */
const ledgerFaults = (ctx: Ctx): Promise<unknown[]> =>
  ctx.tx.query(sql`
    select 'txn ' || x.idem_key as what from saas_txn x join saas_entry e on e.tenant_id = x.tenant_id and e.txn_id = x.id
      where x.tenant_id = ${ctx.tenantId} group by x.idem_key having sum(e.amount) <> 0
    union all select 'account ' || a.code from saas_account a where a.tenant_id = ${ctx.tenantId}
      and a.balance <> coalesce((select sum(e.amount) from saas_entry e where e.tenant_id = a.tenant_id and e.account_id = a.id), 0)
    union all select 'lot of ' || a.code from saas_lot l join saas_account a on a.tenant_id = l.tenant_id and a.id = l.account_id
      where l.tenant_id = ${ctx.tenantId} and l.left_qty <> coalesce((select sum(e.amount) from saas_entry e where e.tenant_id = l.tenant_id and e.lot_id = l.id), 0)`)

export async function openChannelDesk(start = '2026-11-01T02:00:00Z', dataDir?: string): Promise<ChannelDesk> {
  const clock = { at: new Date(start) }
  const server = await openTestServer({ now: () => clock.at, ...(dataDir && { dataDir }) })
  const all = permissionRegistry(server.served, permissionSubjects).map((p) => p.code)
  const user = (username: string, permissions: readonly string[]) => ({
    ...{ username, realName: username, role: username, org: 'PLAT', orgs: ['PLAT'], permissions },
  })
  const plat = await createTenant(
    server.kernel,
    {
      code: 'plat',
      name: 'platform',
      orgs: [{ code: 'PLAT', name: 'platform', type: 'PLAT' }],
      users: [user('operator', all), user('second', all)],
    },
    password,
  )
  server.tenants.forget()
  const root = plat.orgs.get('PLAT')
  if (!root) throw new Error('there is no platform')
  const inside = <T>(work: Parameters<typeof inTenant<T>>[3]) => inTenant(server.kernel, plat.tenantId, root, work)
  const desk: ChannelDesk = {
    server,
    plat,
    operator: await logIn(server, plat, 'plat', 'operator', 'PLAT'),
    get at() {
      return clock.at
    },
    set at(moment) {
      clock.at = moment
    },
    again: async () => {
      desk.operator = await logIn(server, plat, 'plat', 'operator', 'PLAT')
    },
    secondOperator: () => logIn(server, plat, 'plat', 'second', 'PLAT'),
    agentUser: async (code) => {
      const orgs = new Map(plat.orgs)
      await inside(async (ctx) => {
        const org = await ctx.tx.one<{ id: string }>(sql`
          select id, code, type, time_zone from sys_org where tenant_id = ${ctx.tenantId} and code = ${code}`)
        orgs.set(code, org as never)
        const known = await ctx.tx.maybe(
          sql`select 1 from sys_user where tenant_id = ${ctx.tenantId} and username = ${`u${code}`.toLowerCase()}`,
        )
        if (known) return
        const id = ctx.newId()
        await ctx.tx.run(sql`
          insert into sys_user (tenant_id, id, username, real_name, org_id, password_hash, password_time, original_password, created_at)
          select tenant_id, ${id}, ${`u${code}`.toLowerCase()}, 'agent', ${org.id}, password_hash, password_time, false, created_at
          from sys_user where tenant_id = ${ctx.tenantId} and username = 'operator'`)
        await ctx.tx.run(sql`
          insert into sys_user_role (tenant_id, id, user_id, role_id, created_at)
          select tenant_id, ${ctx.newId()}, ${id}, id, created_at from sys_role where tenant_id = ${ctx.tenantId} and org_id = ${org.id} and name = '代理商'`)
      })
      return logIn(server, { ...plat, orgs }, 'plat', `u${code}`.toLowerCase(), code)
    },
    make: async (who, of, input) => (await who.call<Seen>(crudCalls(of).create, input)).id,
    read: (who, of, id) => who.call<Row>(crudCalls(of).getById, { id }),
    step: async (who, of, id, step, input, reason) => {
      const { version } = await desk.read(who, of.header, id)
      const call = documentCalls(of)[step]
      const answer = await who.call<{ failed: { message: string }[] }>(call, {
        rows: [{ id, version }],
        ...(input && { input }),
        ...(reason && { reason }),
      })
      return answer.failed[0]?.message
    },
    meter: async () => {
      await inside(askMeters)
      await server.relay.drain()
    },
    balance: (kind, unit = 'ORG_MONTH') =>
      inside(async (ctx) => {
        const { n } = await ctx.tx.one<{ n: string }>(sql`
          select trim_scale(coalesce(sum(balance), 0))::text as n from saas_account where tenant_id = ${ctx.tenantId} and starts_with(code, ${`${kind}.${unit}`})`)
        return n
      }),
    faults: () => inside(ledgerFaults),
  }
  return desk
}

/** A package on sale with one line. */
export async function sell(
  desk: ChannelDesk,
  o: {
    code: string
    audience: string
    qty: string
    price?: string
    validDays?: number
    priority?: number
    modules?: string[]
  },
): Promise<string> {
  const { code, audience, qty, price = '100', validDays, priority = 5, modules = ['wms', 'tms'] } = o
  const id = await desk.make(desk.operator, quotaPackage.header, {
    ...{ code, name: code, audience, modules, isUnlimited: true },
    lines: [{ unit: 'ORG_MONTH', qty, price, validDays: validDays ?? null, priority }],
  })
  const refused = await desk.step(desk.operator, quotaPackage, id, 'publish')
  if (refused) throw new Error(refused)
  return id
}

export const makeAgent = (desk: ChannelDesk, code: string, more: object = {}): Promise<string> =>
  desk.make(desk.operator, agent, {
    ...{ code, name: `agent ${code}`, contractFrom: '2026-01-01', contractTo: '2030-12-31', discount: '0' },
    ...more,
  })

/** An order, taken all the way. */
export async function buy(
  desk: ChannelDesk,
  who: Client,
  of: typeof agentOrder | typeof platOrder,
  input: object,
  seller: Client,
): Promise<string> {
  const id = await desk.make(who, of.header, input)
  for (const [by, step] of [
    [who, 'submit'],
    [seller, 'approve'],
  ] as const) {
    const refused = await desk.step(by, of, id, step)
    if (refused) throw new Error(`${step}: ${refused}`)
  }
  const { amount } = await desk.read(seller, of.header, id)
  const refused = await desk.step(seller, of, id, 'pay', { paid: amount, voucher: 'V1' })
  if (refused) throw new Error(`pay: ${refused}`)
  return id
}

export const application = (more: object = {}): object => ({
  ...{ company: '苏州试用仓储', licenceNo: '91320500MA1X', contact: '王', phone: '13800000000', email: 'w@example.cn' },
  ...{ modules: ['wms', 'tms'], dcs: 2, tcs: 1 },
  ...more,
})
export { agentOrder, platOrder }
