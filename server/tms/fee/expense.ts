import { entityPermission } from '@lading/contract/kernel/entity.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { expensesMax, needsPhoto, type tellExpense } from '@lading/contract/tms/driverExpense.ts'
import { employeeFeeBill, feeBill } from '@lading/contract/tms/feeBill.ts'
import { feeFaults } from '@lading/contract/tms/feeFaults.ts'
import { settleBills } from '@lading/contract/tms/settleBill.ts'
import { shipPlanBill, takenStates, tripStates } from '@lading/contract/tms/shipPlanBill.ts'
import type { Expense } from '@lading/contract/tms/tripCalls.ts'
import { tripFaults } from '@lading/contract/tms/tripFaults.ts'
import sql, { raw } from 'sql-template-tag'
import type { z } from 'zod'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Upload } from '../../kernel/http/serve.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Input } from '../../kernel/rules.ts'
import { fromHere } from '../../kernel/scope.ts'
import { keepPhoto } from '../../platform/file/photos.ts'
import { tellWho } from '../../platform/tellWho.ts'
import { driversOf } from '../trip/drivers.ts'
import { feeRules } from './bills.ts'
import { openDay } from './closing.ts'
import { isOwnStaff } from './rate.ts'

type Told = z.output<typeof tellExpense.input>
type Trip = RowOf<typeof shipPlanBill.header, 'id' | 'billNo' | 'state' | 'driverId' | 'coDriverId'> & {
  readonly bizDate: string
}
const { header } = employeeFeeBill
const prefix = 'EXPENSE|'
/** By it an expense that comes again is known: whose it is, and the name that his device gave it. */
const keyOf = (staffId: string, uid: string): string => `${prefix}${staffId}|${uid}`
const claimableStates: readonly string[] = [...takenStates, 'RETURNED', 'CLOSED']

/** The trip, locked: what is told of it twice at once is told one after the other. And as whom of its crew he drives. @throws Fault */
async function demandOwn(ctx: Ctx, tripId: string): Promise<{ readonly trip: Trip; readonly staffId: string }> {
  const trip = await ctx.tx.maybe<Trip>(sql`
    select t.id, t.bill_no, t.state, t.driver_id, t.co_driver_id, t.biz_date from ${fromHere(ctx, shipPlanBill.header, 't')}
    where t.id = ${tripId} for no key update of t`)
  const drivers = (await driversOf(ctx)).map((d) => d.id)
  const staffId = [trip?.driverId, trip?.coDriverId].find((id) => id && drivers.includes(id))
  if (!trip || !staffId) return refuse(tripFaults.notYours)
  return { trip, staffId }
}

/** One receipt is often claimed twice. @throws Fault claimedBefore */
async function demandOther(ctx: Ctx, trip: Trip, staffId: string, { feeType, amount, again }: Told): Promise<void> {
  if (again) return
  const like = await ctx.tx.maybe<{ billNo: string } & object>(sql`
    select f.bill_no from ${fromHere(ctx, feeBill.header, 'f')} where f.trip_id = ${trip.id} and f.staff_id = ${staffId}
      and f.fee_type = ${feeType} and abs(f.amount) = ${amount}::numeric and f.source <> 'AUTO' and f.state <> 'VOID' order by f.id limit 1`)
  if (like) refuse(feeFaults.claimedBefore, { no: like.billNo })
}

/** @throws Fault notOut, notOwnDriver, noReceipt, manyExpenses, claimedBefore */
async function demandClaim(ctx: Ctx, trip: Trip, staffId: string, told: Told, photo?: Upload): Promise<void> {
  const { billNo: no, state } = trip
  if (!claimableStates.includes(state)) refuse(feeFaults.notOut, { no, state: tripStates[state] })
  if (!(await isOwnStaff(ctx, staffId))) refuse(feeFaults.notOwnDriver, { no })
  if (needsPhoto(told.feeType) && !photo) refuse(feeFaults.noReceipt)
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::int as n from ${fromHere(ctx, feeBill.header, 'f')}
    where f.trip_id = ${trip.id} and f.staff_id = ${staffId} and f.source = 'DRIVER'`)
  if (n >= expensesMax) refuse(feeFaults.manyExpenses, { no, max: expensesMax })
  await demandOther(ctx, trip, staffId, told)
}

/** What somebody has paid has nothing to do with whose goods and carriers he may see. */
const asPayer = (ctx: Ctx): Ctx => ({ ...ctx, owners: null, carriers: null, sight: null })

/** What was claimed under this name before, as whomever he drives. */
async function knownBy(ctx: Ctx, uid: string): Promise<{ billNo: string } | undefined> {
  const keys = (await driversOf(ctx)).map((d) => keyOf(d.id, uid))
  return ctx.tx.maybe<{ billNo: string } & object>(sql`
    select f.bill_no from ${fromHere(asPayer(ctx), feeBill.header, 'f')} where f.rate_key = any(${keys}::text[]) limit 1`)
}

/**
 * 报销: a charge of the driver's that waits to be confirmed, with the photo of its receipt; 借款 below nothing. On a day whose
 * books are closed it counts on the first open one. Told again it is the same charge, whatever has become of it.
 */
export async function claimExpense(asker: Ctx, told: Told, upload?: Upload): Promise<{ billNo: string }> {
  // It has landed, whoever drives the trip by now.
  const landed = await knownBy(asker, told.uid)
  if (landed) return landed
  const { trip, staffId } = await demandOwn(asker, told.tripId)
  const ctx = asPayer(asker)
  // The other of two that came at once.
  const before = await knownBy(asker, told.uid)
  if (before) return before
  const rateKey = keyOf(staffId, told.uid)
  await demandClaim(ctx, trip, staffId, told, upload)
  const { feeType, amount, note = null } = told
  const input: Input = { staffId, tripId: trip.id, feeType, amount, note, bizDate: await openDay(ctx, trip.bizDate) }
  const { id } = await createRow(ctx, header, input, feeRules('EMPLOYEE', 'DRIVER'))
  await ctx.tx.run(sql`
    update ${raw(feeBill.header.table)} set rate_key = ${rateKey} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id}`)
  if (upload) await keepPhoto(ctx, { subject: header.key, subjectId: id }, upload)
  const billNo = String(input.billNo)
  tellWho(ctx, {
    ...{
      kind: 'APPROVAL',
      about: billNo,
      args: { by: ctx.username, no: billNo },
      link: settleBills.EMPLOYEE.header.key,
    },
    to: { permission: entityPermission(header, 'approve'), ownerId: null },
  })
  return { billNo }
}

/** What drivers have claimed for trips, as their phones show it. */
export async function expensesOf(
  ctx: Ctx,
  staffIds: readonly string[],
  tripIds: readonly string[],
): Promise<Expense[]> {
  const rows = await ctx.tx.query<Omit<Expense, 'uid'> & { rateKey: string }>(sql`
    select f.rate_key, f.bill_no, f.trip_id, f.fee_type, f.amount, f.state, f.note, f.reason from ${fromHere(asPayer(ctx), feeBill.header, 'f')}
    where f.trip_id = any(${tripIds}::bigint[]) and f.staff_id = any(${staffIds}::bigint[]) and f.source = 'DRIVER' order by f.id`)
  return rows.map(({ rateKey, ...row }) => ({ ...row, uid: rateKey.slice(rateKey.lastIndexOf('|') + 1) }))
}
