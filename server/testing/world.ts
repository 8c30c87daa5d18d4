import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { permissionSubjects, tables } from '@lading/contract/tables.ts'
import sql from 'sql-template-tag'
import { bulkInsert } from '../kernel/bulk.ts'
import { permissionRegistry } from '../permissions.ts'
import { inTenant } from '../platform/job/run.ts'
import { raiseRights } from '../sys/session/identify.ts'
import { fillTables, type Rows } from './fixtures.ts'
import type { Client, TestServer } from './server.ts'

/** Somebody in the enterprise, in a logistics centre, in a transport centre, and at an agent. */
export interface Callers {
  readonly group: Client
  readonly dc: Client
  readonly tc: Client
  readonly agent: Client
}
/** Where an organisation's rows are written that are no warehouse's: by whom, and the code of the organisation. */
export const places = { group: 'G', tc: 'TC01', agent: 'AG01' } as const
export type Place = keyof typeof places
/** Rows of four strangers to one another: own, of another owner, of another organisation, of another tenant. */
export interface World {
  readonly own: Rows
  readonly otherOwner: Rows
  readonly otherOrg: Rows
  readonly otherTenant: Rows
  readonly admin: Callers
  /** May do everything, with the goods of his own owner only. */
  readonly limited: Callers
}

export const markOfTwo = 'ZWEI'

/** Of what is written elsewhere: where. */
export function placeOf(e: AnyEntity): Place | undefined {
  if (e.worksAt?.join() === 'GROUP') return 'group'
  // Money of transport is worked at a finance centre too, and stands at the transport centre.
  if (e.worksAt?.[0] === 'TC') return 'tc'
  if (e.worksAt?.includes('AGENT')) return 'agent'
  const up = e.parent === undefined ? undefined : tables.find((one) => one.key === e.parent)
  return up && placeOf(up)
}
/** Who may write rows of an entity where they are. */
export function writerOf(callers: Callers, e: AnyEntity | undefined): Client {
  const place = e && placeOf(e)
  if (place) return callers[place]
  return e?.scope === 'group' ? callers.group : callers.dc
}
/** Puts rows where they are worked on. Counted at once: what a bare statement writes is counted up to ten seconds later, in the middle of a proof. */
export async function putInPlace(server: TestServer, rows: readonly Rows[]): Promise<void> {
  for (const e of tables) {
    const place = placeOf(e)
    if (!place || e.scope !== 'org') continue
    const ids = rows.map((one) => one.get(e.key))
    await server.db.owner.query(
      `update ${e.table} set org_id = ${server.one.orgs.get(places[place])?.id} where id in (${ids}); select pg_stat_force_next_flush()`,
    )
  }
}

export async function makeWorld(server: TestServer): Promise<World> {
  const { one, two } = server
  const nobody = one.users.get('nobody') ?? ''
  const fill = (org: string, mark: string) => server.inside(org, (ctx) => fillTables(ctx, mark))
  const own = await fill('DC01', 'OWN')
  const otherOwner = await fill('DC01', 'OTHER')
  const otherOrg = await fill('DC02', 'DCTWO')
  await putInPlace(server, [own, otherOwner])
  // His truck takes his order: one that takes none is nobody's.
  await server.inside('DC01', (ctx) =>
    ctx.tx.run(sql`update wms_operate_bill set ship_bill_id = ${otherOwner.get('wms.shipBill')}
      where tenant_id = ${ctx.tenantId} and id = ${otherOwner.get('wms.operateBill')}`),
  )
  const dc = two.orgs.get('DC01')
  if (!dc) throw new Error('tenant two has no DC01')
  const otherTenant = await inTenant(server.kernel, two.tenantId, dc, (ctx) => fillTables(ctx, markOfTwo))
  await server.inside('G', async (ctx) => {
    const all = permissionRegistry(server.served, permissionSubjects).map((p) => p.code)
    const roleId = ctx.newId()
    const common = { tenantId: ctx.tenantId }
    await bulkInsert(ctx.tx, 'sys_role', [{ ...common, id: roleId, name: 'limited', orgId: ctx.org.id }])
    await bulkInsert(ctx.tx, 'sys_user_role', [{ ...common, id: ctx.newId(), userId: nobody, roleId }])
    await bulkInsert(
      ctx.tx,
      'sys_role_permission',
      all.map((permission) => ({ ...common, id: ctx.newId(), roleId, permission })),
    )
    await bulkInsert(ctx.tx, 'sys_user_owner', [
      { ...common, id: ctx.newId(), userId: nobody, ownerId: own.get('wms.owner') },
    ])
    await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  })
  const everywhere = async (username: string): Promise<Callers> => ({
    group: await server.as(username, 'G'),
    dc: await server.as(username, 'DC01'),
    tc: await server.as(username, 'TC01'),
    agent: await server.as(username, 'AG01'),
  })
  return {
    own,
    otherOwner,
    otherOrg,
    otherTenant,
    admin: await everywhere('admin'),
    limited: await everywhere('nobody'),
  }
}
