import { documentCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import { permissionSubjects } from '@lading/contract/tables.ts'
import { feeAgreements } from '@lading/contract/tms/feeAgreement.ts'
import { feeBills } from '@lading/contract/tms/feeBill.ts'
import type { Party } from '@lading/contract/tms/feeTerms.ts'
import { settleBills } from '@lading/contract/tms/settleBill.ts'
import { recordTrip } from '@lading/contract/tms/tripCalls.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import { bulkInsert } from '../../kernel/bulk.ts'
import { permissionRegistry } from '../../permissions.ts'
import { raiseRights } from '../../sys/session/identify.ts'
import type { Client, TestServer } from '../../testing/server.ts'
import { at, type Bulk, openTrips, type Row, type Seen, type TripWorld } from './tripWorld.ts'

/** A rule as it is typed, of all that it does not say the usual. */
export const ruleOf = (seq: number, feeType: string, basis: string, calc: string, o: object = {}) => ({
  ...{ seq, feeType, basis, calc, round: 'CENT', weightRule: 'ACTUAL', merge: 'PER_TRIP', share: 'WEIGHT', days: [] },
  ...o,
})
/** 起步 300 with 20 km and two stops, 4.5 a kilometre, 30 a stop beyond. */
export const usualRules = [
  ruleOf(10, 'START', 'TRIP', 'FLAT', { price: '300' }),
  ruleOf(20, 'KM', 'KM_ACT', 'BASE_PLUS', { price: '4.5', baseQty: '20' }),
  ruleOf(30, 'STOP', 'STOP', 'BASE_PLUS', { price: '30', baseQty: '2' }),
]

/** A second person who may do everything, or what is said; limited to some carriers, where they are given. */
export async function letWork(
  server: TestServer,
  username: string,
  carrierIds: readonly string[] = [],
  may: (permission: string) => boolean = () => true,
): Promise<void> {
  await server.inside('G', async (ctx) => {
    const common = { tenantId: ctx.tenantId }
    const [userId, roleId] = [server.one.users.get(username) ?? '', ctx.newId()]
    const all = permissionRegistry(server.served, permissionSubjects)
      .map((p) => p.code)
      .filter(may)
    await bulkInsert(ctx.tx, 'sys_role', [{ ...common, id: roleId, name: `all of ${username}`, orgId: ctx.org.id }])
    await bulkInsert(ctx.tx, 'sys_user_role', [{ ...common, id: ctx.newId(), userId, roleId }])
    const rights = all.map((permission) => ({ ...common, id: ctx.newId(), roleId, permission }))
    await bulkInsert(ctx.tx, 'sys_role_permission', rights)
    const carriers = carrierIds.map((carrierId) => ({ ...common, id: ctx.newId(), userId, carrierId }))
    await bulkInsert(ctx.tx, 'sys_user_carrier', carriers)
    await raiseRights(ctx.tx, ctx.tenantId, ctx.newId)
  })
}

/** A trip to stores, driven and signed for; told to whoever rates it. */
interface Driving {
  /** Of each store, in order. */
  readonly kg?: readonly string[]
  readonly metres?: number
  readonly crew?: number
}
const driver =
  (w: TripWorld) =>
  async ({ kg = ['100', '100'], metres = 22_600, crew = 0 }: Driving = {}) => {
    const bills: string[] = []
    for (const [i, one] of kg.entries()) bills.push(await w.wayBillAt(i, { kg: one }))
    const made = await w.makeTrip({ crew, stops: bills.map((b, i) => w.stop(i, b)) })
    await w.server.inside('TC01', (ctx) =>
      ctx.tx.run(
        sql`update tms_ship_plan_bill set act_distance_m = ${metres} where tenant_id = ${ctx.tenantId} and id = ${made.id}`,
      ),
    )
    await w.step('release', made.id)
    const { stops } = await w.onRoad(made.id)
    const record = async (more: object) =>
      w.tc().call(recordTrip, { id: made.id, version: (await w.get(made.id)).version, ...more })
    const arrivals = stops.map((s, i) => ({ stopId: s.id, arriveAt: at(`07:${10 + i * 15}`) }))
    await record({ departAt: at('07:00'), stops: arrivals })
    // Each waits five minutes.
    await record({
      returnAt: at('09:30'),
      stops: stops.map((s, i) => ({
        ...{ stopId: s.id, leaveAt: at(`07:${15 + i * 15}`) },
        items: s.items.map((item) => ({ wayBillId: item.wayBillId, signer: '店' })),
      })),
    })
    await w.server.relay.drain()
    return { id: made.id, bills }
  }

/** A transport centre whose trips are driven and paid for. */
export async function openMoney() {
  const w = await openTrips()
  await letWork(w.server, 'nobody')
  await w.server.inside('G', (ctx) =>
    ctx.tx.run(sql`update tms_truck_type set load_kg = 9000, volume_m3 = 90 where tenant_id = ${ctx.tenantId}`),
  )
  const second = () => w.server.as('nobody', 'TC01')
  const page = <T = Row>(d: AnyDocument, filter: object = {}, who: Client = w.tc()) =>
    who.call<{ records: T[]; total: number }>(documentCalls(d).query as never, { filter, orderBy: 'billNo' } as never)
  const take = async (
    d: AnyDocument,
    step: string,
    id: string,
    more: object = {},
    who: Client = w.tc(),
  ): Promise<Bulk> => {
    const { version } = await who.call<Row>(documentCalls(d).getById as never, { id } as never)
    return who.call<Bulk>(documentCalls(d)[step] as never, { rows: [{ id, version }], ...more } as never)
  }
  /** An agreement that is in force. */
  async function agree(party: Party, o: object, rules: readonly object[] = usualRules): Promise<string> {
    const d = feeAgreements[party]
    const common = { name: 'a', validFrom: '2026-01-01', validTo: '2026-12-31', priority: 50, taxRate: '0' }
    const { id } = await w.tc().call<Seen>(documentCalls(d).create as never, { ...common, ...o, rules } as never)
    const done = await take(d, 'approve', id)
    if (done.failed[0]) throw Object.assign(new Error(done.failed[0].message), { code: done.failed[0].code })
    return id
  }
  /** Their receipts are looked through. */
  async function close(bills: readonly string[]): Promise<void> {
    for (const id of bills)
      await w
        .tc()
        .call(documentCalls(wayBill).close as never, { rows: [{ id, version: (await w.bill(id)).version }] } as never)
    await w.server.relay.drain()
  }
  const feesOf = async (party: Party, filter: object = {}): Promise<Row[]> =>
    (await page(feeBills[party], filter)).records
  /** All that is charged a party is confirmed. */
  async function confirm(party: Party, filter: object = {}): Promise<Row[]> {
    const rows = await feesOf(party, { state: 'DRAFT', ...filter })
    await w
      .tc()
      .call(
        documentCalls(feeBills[party]).approve as never,
        { rows: rows.map(({ id, version }) => ({ id, version })) } as never,
      )
    return rows
  }
  const settle = async (party: Party, of: object, who: Client = w.tc()): Promise<string> => {
    const period = { periodFrom: '2026-11-01', periodTo: '2026-11-30' }
    return (await who.call<Seen>(documentCalls(settleBills[party]).create as never, { ...period, ...of } as never)).id
  }
  const bill = (party: Party, id: string, who: Client = w.tc()): Promise<Row> =>
    who.call<Row>(documentCalls(settleBills[party]).getById as never, { id } as never)
  return { ...w, second, page, take, agree, drive: driver(w), close, feesOf, confirm, settle, settlement: bill }
}
export type MoneyWorld = Awaited<ReturnType<typeof openMoney>>
