// engine: locks trucks and drivers, and reads their papers

import { type Refusal, refuse } from '@lading/contract/kernel/fault.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import { carrier } from '@lading/contract/tms/carrier.ts'
import { driverLicence } from '@lading/contract/tms/licence.ts'
import { shipPlanBill, takenStates } from '@lading/contract/tms/shipPlanBill.ts'
import { staff } from '@lading/contract/tms/staff.ts'
import { tripFaults } from '@lading/contract/tms/tripFaults.ts'
import { truck } from '@lading/contract/tms/truck.ts'
import { truckType } from '@lading/contract/tms/truckType.ts'
import sql, { raw } from 'sql-template-tag'
import { allowed, type Ctx, found } from '../../kernel/ctx.ts'
import { fromHere, named } from '../../kernel/scope.ts'
import { dayOf } from '../../platform/document/day.ts'
import { showInstant } from '../../platform/sheet/showCell.ts'
import { readOption } from '../option.ts'
import type { Trip } from './read.ts'

/** What a trip is driven with and when: as planned, or as somebody wants to change it. */
export type Crew = Pick<
  Trip,
  | 'id'
  | 'billNo'
  | 'truckId'
  | 'driverId'
  | 'coDriverId'
  | 'planDepartAt'
  | 'planReturnAt'
  | 'peakWeight'
  | 'peakVolume'
>

interface TruckRow {
  readonly code: string
  readonly disabled: boolean
  readonly inRepair: boolean
  readonly loadKg: string
  readonly volumeM3: string
  readonly grossKg: string | null
  readonly typeId: string
  readonly licenceId: string | null
  readonly licence: string | null
  readonly carrierId: string
  readonly carrier: string
  readonly carrierDisabled: boolean
  readonly contractTo: string | null
  readonly driverId: string | null
}
/** A truck with what its type and its carrier say of it. */
export async function readTruck(ctx: Ctx, id: string): Promise<TruckRow> {
  const row = await ctx.tx.maybe<TruckRow & object>(sql`
    select k.code, k.disabled, k.in_repair, coalesce(k.load_kg, y.load_kg) as load_kg, coalesce(k.volume_m3, y.volume_m3) as volume_m3,
      y.gross_kg, k.type_id, y.licence_id, l.code as licence, k.carrier_id, c.code || ' ' || c.name as carrier, c.disabled as carrier_disabled,
      c.contract_to::text, k.driver_id
    from ${named(ctx, truck, 'k')} join ${named(ctx, truckType, 'y')} on y.id = k.type_id join ${named(ctx, carrier, 'c')} on c.id = k.carrier_id
    left join ${named(ctx, driverLicence, 'l')} on l.id = y.licence_id where k.id = ${id}`)
  return found(row, truck.title, id)
}

/** Trucks and staff are locked in this order: two dispatchers who want one truck come one after the other. */
export async function lockCrew(ctx: Ctx, { truckId, driverId, coDriverId }: Crew): Promise<void> {
  const people = [driverId, coDriverId].filter((id) => id !== null)
  for (const [table, ids] of [
    [truck.table, [truckId]],
    [staff.table, people],
  ] as const)
    await ctx.tx.query(sql`
      select 1 from ${raw(table)} t where t.tenant_id = ${ctx.tenantId} and t.id = any(${ids}::bigint[]) order by t.id for update`)
}

interface Clash {
  readonly billNo: string
  readonly id: string
  readonly from: Date
  readonly to: Date
}
/**
 * T1, T2: nobody drives two trips at once. Of those on the road it counts when they left. A trip that was opened again is
 * corrected, not driven. The crew is locked.
 */
export async function demandFree(ctx: Ctx, trip: Crew, states: readonly string[] = takenStates): Promise<void> {
  const clash = (columns: string, id: string) =>
    ctx.tx.maybe<Clash & object>(sql`
      select t.id, t.bill_no, coalesce(t.act_depart_at, t.plan_depart_at) as "from", t.plan_return_at as "to"
      from ${fromHere(ctx, shipPlanBill.header, 't')}
      where t.id <> ${trip.id} and ${id} in (${raw(columns)}) and t.state = any(${[...states]}::text[]) and t.round = 0
        and (${states !== takenStates} or (least(coalesce(t.act_depart_at, t.plan_depart_at), t.plan_depart_at) < ${trip.planReturnAt} and t.plan_return_at > ${trip.planDepartAt}))
      order by t.id limit 1`)
  const demand = async (refusal: Refusal, columns: string, id: string | null, of: typeof truck | typeof staff) => {
    if (id === null) return
    const other = await clash(columns, id)
    if (!other) return
    const { name } = await ctx.tx.one<{ name: string }>(sql`
      select t.${raw(of === truck ? 'code' : 'name')} as name from ${named(ctx, of, 't')} where t.id = ${id}`)
    const hour = (at: Date) => showInstant(ctx, at).slice(5, 16)
    refuse(refusal, { p: name, t1: hour(other.from), t2: hour(other.to), no: other.billNo })
  }
  await demand(tripFaults.truckBusy, 't.truck_id', trip.truckId, truck)
  for (const id of [trip.driverId, trip.coDriverId])
    await demand(tripFaults.driverBusy, 't.driver_id, t.co_driver_id', id, staff)
}

interface Driver {
  readonly name: string
  readonly disabled: boolean
  readonly isDriver: boolean
  readonly leftOn: string | null
  readonly licenceTo: string | null
  readonly qualificationTo: string | null
  readonly covers: boolean
  readonly licence: string | null
}
const certificates = {
  COMPULSORY: ['交强险', 'compulsory insurance'],
  INSPECTION: ['年检', 'inspection'],
  ROAD_PERMIT: ['道路运输证', 'road permit'],
} as const satisfies Record<string, Text>
/** Above it truck and driver need papers of the trade. Source: the ministry's rule of 2019. */
const lightKg = 4500

const ended = (day: string | null, last: string): boolean => day !== null && day < last
const wrong = (is: boolean, zh: string, en: string): Text[] => (is ? [[zh, en]] : [])

/** What of a truck or its carrier has ended, is missing or out of service on the trip's last day. */
async function truckWrongs(ctx: Ctx, id: string, k: TruckRow, day: string): Promise<Text[]> {
  const papers = await ctx.tx.query<{ kind: string; validTo: string }>(sql`
    select c.kind, max(c.valid_to)::text as valid_to from tms_truck_certificate c
    where c.tenant_id = ${ctx.tenantId} and c.truck_id = ${id} group by c.kind`)
  const isHeavy = Number(k.grossKg ?? 0) > lightKg
  const needed = (['COMPULSORY', 'INSPECTION', ...(isHeavy ? (['ROAD_PERMIT'] as const) : [])] as const).flatMap(
    (kind) => {
      const to = papers.find((p) => p.kind === kind)?.validTo
      const [zh, en] = certificates[kind]
      if (to === undefined) return wrong(true, `车辆【${k.code}】没有${zh}`, `truck [${k.code}] has no ${en}`)
      return wrong(to < day, `车辆【${k.code}】${zh}${to}到期`, `the ${en} of truck [${k.code}] ended on ${to}`)
    },
  )
  return [
    ...wrong(k.disabled, `车辆【${k.code}】已停用`, `truck [${k.code}] is disabled`),
    ...wrong(k.inRepair, `车辆【${k.code}】维修中`, `truck [${k.code}] is in repair`),
    ...wrong(k.carrierDisabled, `承运商【${k.carrier}】已停用`, `carrier [${k.carrier}] is disabled`),
    ...wrong(
      ended(k.contractTo, day),
      `承运商【${k.carrier}】资质已过期`,
      `the contract of carrier [${k.carrier}] has ended`,
    ),
    ...needed,
  ]
}

async function driverWrongs(ctx: Ctx, id: string, k: TruckRow, day: string): Promise<Text[]> {
  const d = found(
    await ctx.tx.maybe<Driver & object>(sql`
      select s.name, s.disabled, 'DRIVER' = any(s.kinds) as is_driver, s.left_on::text, s.licence_to::text, s.qualification_to::text, l.code as licence,
        coalesce(${k.licenceId}::bigint is null or l.id = ${k.licenceId} or ${k.licenceId}::bigint = any(l.covers), false) as covers
      from ${named(ctx, staff, 's')} left join ${named(ctx, driverLicence, 'l')} on l.id = s.licence_id where s.id = ${id}`),
    staff.title,
    id,
  )
  const isHeavy = Number(k.grossKg ?? 0) > lightKg
  const n = d.name
  return [
    ...wrong(d.disabled || ended(d.leftOn, day), `司机【${n}】已停用或离职`, `driver [${n}] has left or is disabled`),
    ...wrong(!d.isDriver, `【${n}】不是司机`, `[${n}] is no driver`),
    ...wrong(d.licenceTo === null, `司机【${n}】没有驾驶证信息`, `driver [${n}] has no licence on file`),
    ...wrong(ended(d.licenceTo, day), `司机【${n}】驾驶证${d.licenceTo}到期`, `the licence of driver [${n}] ended`),
    ...wrong(
      !d.covers,
      `司机【${n}】准驾车型${d.licence ?? '-'}不含${k.licence ?? '-'}`,
      `the licence ${d.licence ?? '-'} of driver [${n}] does not cover ${k.licence ?? '-'}`,
    ),
    ...wrong(
      isHeavy && (d.qualificationTo === null || d.qualificationTo < day),
      `司机【${n}】从业资格证缺失或到期`,
      `driver [${n}] has no valid qualification`,
    ),
  ]
}

/** Q: truck, carrier and drivers are enabled, their papers hold on the trip's last day, the licence covers the truck. */
export async function demandFit(ctx: Ctx, trip: Crew): Promise<void> {
  const { truckId, driverId, coDriverId } = trip
  if (truckId === null || driverId === null) return refuse(tripFaults.noTruck, { no: trip.billNo })
  if (!(await readOption(ctx, 'tms_enforce_permit'))) return
  const day = dayOf(ctx, trip.planReturnAt)
  const k = await readTruck(ctx, truckId)
  const wrongs = await truckWrongs(ctx, truckId, k, day)
  for (const id of [driverId, coDriverId]) if (id !== null) wrongs.push(...(await driverWrongs(ctx, id, k, day)))
  if (wrongs.length > 0)
    refuse(tripFaults.unfit, { what: [wrongs.map(([zh]) => zh).join('；'), wrongs.map(([, en]) => en).join('; ')] })
}

const figure = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
/** Weight is a limit of law, volume one of practice: who has the right may go beyond it. @returns what was passed over */
export async function demandRoom(ctx: Ctx, trip: Crew): Promise<Text | undefined> {
  if (trip.truckId === null) return undefined
  const { loadKg, volumeM3 } = await readTruck(ctx, trip.truckId)
  const [w, v] = [figure(trip.peakWeight), figure(trip.peakVolume)]
  if (Number(trip.peakWeight) > Number(loadKg)) refuse(tripFaults.overWeight, { w, cap: figure(loadKg) })
  if (Number(trip.peakVolume) <= Number(volumeM3)) return undefined
  if (!allowed(ctx, `${shipPlanBill.header.permit}:permit`)) refuse(tripFaults.overVolume, { v, cap: figure(volumeM3) })
  const args = { v, cap: figure(volumeM3) }
  return [
    say(['体积超出：{v}/{cap}m³，已按放行权限发布', ''], 'zh-CN', args),
    say(['', 'Over volume, released by right: {v} of {cap} m³'], 'en-US', args),
  ]
}

export const demandDays = (from: Date | string, to: Date | string): void => {
  if (new Date(from) >= new Date(to)) refuse(tripFaults.dayOrder)
}
