import { refuse } from '@lading/contract/kernel/fault.ts'
import { client } from '@lading/contract/tms/client.ts'
import { clientFeeAgreement, feeAgreement } from '@lading/contract/tms/feeAgreement.ts'
import { feeBill } from '@lading/contract/tms/feeBill.ts'
import { feeFaults } from '@lading/contract/tms/feeFaults.ts'
import { moneyText } from '@lading/contract/tms/feeMoney.ts'
import { rateStores, storeDaysMax, storeTrial } from '@lading/contract/tms/storage.ts'
import { type OwnerDay, type StoreDay, storeBases } from '@lading/contract/tms/warehouse.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { acrossOrgs, from, fromHere, named } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'
import type { Job } from '../../platform/job/run.ts'
import { readerAt, type Warehouse } from '../warehouse/asks.ts'
import { atCentre, atRow } from './centre.ts'
import { chargesOf, hasRules, readAgreements } from './charges.ts'
import { rateUnit } from './rate.ts'
import type { Item, Unit } from './units.ts'
import { type Rating, type Subject, writeCharges } from './write.ts'

/*
 * What a warehouse does for the owner of goods is charged by days that are over, to the client whose goods they are, by the
 * transport centre that the warehouse works with. All of it is read from the ledger: a day charged again is the same.
 */

interface Owning {
  readonly id: string
  readonly name: string
  readonly ownerId: string
}
/** Clients whose goods are kept in warehouses. */
const owning = (ctx: Ctx): Promise<Owning[]> =>
  ctx.tx.query<Owning>(sql`
    select c.id, c.name, c.owner_ref as owner_id from ${named(ctx, client, 'c')} where c.owner_ref is not null order by c.id`)
/** The warehouses that this centre works with. */
const depotsOf = async (ctx: Ctx): Promise<string[]> =>
  (
    await ctx.tx.query<{ id: string }>(sql`
      select id from sys_org where tenant_id = ${ctx.tenantId} and transport_org_id = ${ctx.org.id} and type = 'DC' order by id`)
  ).map(({ id }) => id)

const none = { weight: '0', volume: '0', pieces: '0', containers: 0, pallets: 0, value: '0' }
const itemOf = ({ zone, done }: OwnerDay): Item => ({
  ...{ ...none, wayBillId: '', stopId: null, kind: '', tempZone: zone, regionId: null, done },
})
const weekdayOf = (day: string): string => String(new Date(day).getUTCDay() || 7)
/** A day of a warehouse for one owner of goods. */
const storeUnit = ({ depot, owners }: StoreDay, day: string, ownerId: string): Unit => ({
  ...{ id: `${depot.id}:${day}`, no: `${depot.code} ${day}`, dayKey: depot.id, day, weekday: weekdayOf(day), depot },
  ...{ truckId: null, truckTypeId: null, route: null, kmAct: 0n, kmPlan: 0n, hours: 0n, role: null, stops: [] },
  items: owners.filter((o) => o.ownerId === ownerId).map(itemOf),
})

/** Whose goods were charged before is never kept for nothing: that would be an agreement that somebody forgot to renew. */
const hasBeenAgreed = async (ctx: Ctx, clientId: string, day: string): Promise<boolean> =>
  (await ctx.tx.maybe(sql`
    select 1 from ${fromHere(ctx, feeAgreement.header, 'a')} where a.party = 'CLIENT' and a.state <> 'DRAFT' and a.valid_from <= ${day}
      and (a.client_id = ${clientId} or a.client_id is null) and ${hasRules(ctx, true)} limit 1`)) !== undefined

/** Two that charge the same day of a warehouse do so one after the other. */
const oneAtATime = (ctx: Ctx, depotId: string) =>
  ctx.tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`tms.storage:${ctx.org.id}:${depotId}`}, 0))`)

/** What a warehouse did on a day, read behind the wall of the one who asks. */
const doneIn = (ctx: Ctx, warehouse: Warehouse, depotId: string, day: string): Promise<StoreDay> =>
  acrossOrgs(ctx, async () => warehouse.storeDayOf(await readerAt(ctx, depotId), day))

/** Charges all clients for a day of a warehouse that is over. */
async function rateStore(ctx: Ctx, warehouse: Warehouse, depotId: string, day: string, o: Rating): Promise<void> {
  await oneAtATime(ctx, depotId)
  const done = await doneIn(ctx, warehouse, depotId, day)
  for (const { id, ownerId } of await owning(ctx)) {
    const unit = storeUnit(done, day, ownerId)
    const of: Subject = { party: 'CLIENT', partyId: id, tripId: null, wayBillId: null }
    if (unit.items.length === 0) await writeCharges(ctx, of, unit, [], o)
    else await rateUnit(ctx, of, unit, [unit], await hasBeenAgreed(ctx, id, day), o)
  }
}

const dayMs = 86_400_000
const daysFrom = (from: string, n: number): string[] =>
  Array.from({ length: n }, (_, i) => new Date(Date.parse(from) + i * dayMs).toISOString().slice(0, 10))
/** What is done to a day after it is over, as a receipt that is taken back, is found for so long. */
const lookedBack = 3

/** The last days, and before them those since anything was charged: nights in which nothing ran are made up for. */
async function daysDue(ctx: Ctx): Promise<string[]> {
  const today = Date.parse(businessDay(ctx))
  const { last } = await ctx.tx.one<{ last: string | null }>(sql`
    select max(f.biz_date)::text as last from ${fromHere(ctx, feeBill.header, 'f')} where f.party = 'CLIENT' and f.source = 'AUTO'
      and f.basis = any(${Object.keys(storeBases)}::text[])`)
  const missed = last === null ? 0 : (today - Date.parse(last)) / dayMs - 1
  const n = Math.min(storeDaysMax, Math.max(lookedBack, missed))
  return daysFrom(new Date(today - n * dayMs).toISOString(), n)
}

/** Every night the days that are due, which are the same where nothing was taken back. */
export const storageJobs = (warehouse: Warehouse): Readonly<Record<string, Job>> => ({
  tmsStorage: {
    title: ['仓储计费', 'Charge storage'],
    cron: '40 1 * * *',
    worksAt: ['TC'],
    steps: async (by) => {
      const { depots, days } = await by.perform(async (ctx) => ({
        depots: await depotsOf(ctx),
        days: await daysDue(ctx),
      }))
      // Day by day: where it is cut off, what is missing is what comes after.
      for (const day of days)
        for (const depotId of depots) await by.perform((ctx) => rateStore(ctx, warehouse, depotId, day, {}))
      return `${depots.length} warehouses, ${days.length} days`
    },
  },
})

/** @throws Fault noCentre, storeDays */
const rate =
  (warehouse: Warehouse) =>
  async (seenAt: Ctx, { centreId, from: first, to }: { centreId?: string | undefined; from: string; to: string }) => {
    const there = await atCentre(seenAt, centreId)
    const n = (Date.parse(to) - Date.parse(first)) / dayMs + 1
    if (n < 1 || n > storeDaysMax || to >= businessDay(there)) refuse(feeFaults.storeDays, { max: storeDaysMax })
    // What is due does not depend on how much of it the asker may see.
    const whole = { ...there, owners: null, carriers: null, sight: null }
    const depots = await depotsOf(whole)
    for (const depotId of depots)
      for (const day of daysFrom(first, n)) await rateStore(whole, warehouse, depotId, day, { byHand: true })
    const { charges } = await there.tx.one<{ charges: number }>(sql`
      select count(*)::int as charges from ${from(there, feeBill.header, 'f')} where f.org_id = ${there.org.id} and f.party = 'CLIENT'
        and f.basis = any(${Object.keys(storeBases)}::text[]) and f.state <> 'VOID' and f.biz_date between ${first} and ${to}`)
    return { days: n, charges }
  }

/** By this agreement alone, in force or not: of each client that it is for and its asker may see. @throws Fault storeDays */
const tryOut =
  (warehouse: Warehouse) =>
  async (seenAt: Ctx, { id, day }: { id: string; day: string }) => {
    const ctx = await atRow(seenAt, clientFeeAgreement.header, id)
    if (day >= businessDay(ctx)) refuse(feeFaults.storeDays, { max: storeDaysMax })
    const { clientId } = found(
      await ctx.tx.maybe<{ clientId: string | null } & object>(sql`
        select a.client_id from ${fromHere(ctx, feeAgreement.header, 'a')} where a.id = ${id}`),
      feeAgreement.header.title,
    )
    const agreements = await readAgreements(ctx, [id])
    const clients = (await owning(ctx)).filter(
      (c) => (clientId === null || c.id === clientId) && (ctx.owners?.includes(c.ownerId) ?? true),
    )
    const all = []
    for (const depotId of await depotsOf(ctx)) {
      const done = await doneIn(ctx, warehouse, depotId, day)
      for (const c of clients) {
        const unit = storeUnit(done, day, c.ownerId)
        const { charges } = chargesOf(ctx, agreements, unit, [unit])
        all.push(...charges.map((one) => ({ ...one, explain: { ...one.explain, about: [c.name, done.depot.name] } })))
      }
    }
    return {
      charges: all.map(({ feeType, amount, explain }) => ({ feeType, amount: moneyText(amount), explain })),
      amount: moneyText(all.reduce((n, c) => n + c.amount, 0n)),
    }
  }

export const storageServed = (warehouse: Warehouse): Served[] => [
  serve(rateStores, rate(warehouse)),
  serve(storeTrial, tryOut(warehouse)),
]
