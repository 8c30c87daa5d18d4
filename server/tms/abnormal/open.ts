import {
  type AbnormalKind,
  abnormal,
  abnormalKinds,
  type Level,
  levelOf,
  settleMin,
} from '@lading/contract/tms/abnormal.ts'
import { shipPlanBill, tripItem } from '@lading/contract/tms/shipPlanBill.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Input, Rules } from '../../kernel/rules.ts'
import { from, fromHere, named } from '../../kernel/scope.ts'
import { documentRules } from '../../platform/document/served.ts'
import { tellWho } from '../../platform/tellWho.ts'

const { header } = abnormal

interface About {
  readonly tripId: string | null
  readonly stopId: string | null
  readonly siteId: string | null
  readonly truckId: string | null
  readonly driverId: string | null
  readonly carrierId: string | null
}
const nobody: About = { tripId: null, stopId: null, siteId: null, truckId: null, driverId: null, carrierId: null }

/** What follows from a trip, or from a way bill, of who and where it is about. */
async function aboutOf(ctx: Ctx, { tripId, wayBillId }: Input): Promise<About> {
  const onTrip = wayBillId
    ? await ctx.tx.maybe<{ tripId: string; stopId: string } & object>(sql`
        select i.bill_id as trip_id, i.stop_id from ${from(ctx, tripItem, 'i')} where i.way_bill_id = ${wayBillId} and i.is_live limit 1`)
    : undefined
  const site = wayBillId
    ? await ctx.tx.maybe<{ id: string } & object>(sql`
        select case when w.kind in ('PICKUP', 'RETURN', 'CONTAINER') then w.from_site_id else w.to_site_id end as id
        from ${from(ctx, wayBill.header, 'w')} where w.id = ${wayBillId}`)
    : undefined
  const of = tripId ?? onTrip?.tripId ?? null
  const trip = of
    ? await ctx.tx.maybe<Pick<About, 'truckId' | 'driverId' | 'carrierId'> & object>(sql`
        select t.truck_id, t.driver_id, t.carrier_id from ${from(ctx, shipPlanBill.header, 't')} where t.id = ${of}`)
    : undefined
  const isSame = onTrip?.tripId === of
  const stopId = isSame ? (onTrip?.stopId ?? null) : null
  return { ...nobody, tripId: of === null ? null : String(of), stopId, siteId: site?.id ?? null, ...trip }
}

async function complete(ctx: Ctx, input: Input): Promise<void> {
  const about = await aboutOf(ctx, input)
  for (const [name, value] of Object.entries(about)) input[name] ??= value
  const level = String(input.level ?? levelOf[input.kind as AbnormalKind] ?? 'L3') as Level
  const opened = input.openedAt instanceof Date ? input.openedAt : ctx.now()
  const due = { openedAt: opened, deadlineAt: new Date(ctx.now().getTime() + settleMin[level] * 60_000) }
  Object.assign(input, { level, source: input.source ?? 'DISPATCHER', ...due })
}
export const abnormalRules: Rules<typeof header> = documentRules(abnormal, {
  beforeCreate: async (ctx, input) => {
    await complete(ctx, input as Input)
    input.id && (await tellOpened(ctx, input as Input))
  },
  beforeUpdate: async (ctx, input) => {
    if (input.level === undefined) return
    const level = input.level as Level
    Object.assign(input, { deadlineAt: new Date(ctx.now().getTime() + settleMin[level] * 60_000) })
  },
})

/** Whoever may settle it hears of it. */
async function tellOpened(ctx: Ctx, input: Input): Promise<void> {
  const trip = input.tripId
    ? await ctx.tx.maybe<{ billNo: string } & object>(sql`
        select t.bill_no from ${named(ctx, shipPlanBill.header, 't')} where t.id = ${input.tripId}`)
    : undefined
  const [kind, kindEn] = abnormalKinds[input.kind as AbnormalKind]
  tellWho(ctx, {
    ...{ kind: 'TRIP_ABNORMAL', about: String(input.id), link: `${header.key}?id=${String(input.id)}` },
    args: { no: String(input.billNo), kind, kindEn, what: String(input.what), trip: trip?.billNo ?? '—' },
    to: { permission: 'tms:message.abnormal:update', ownerId: null },
  })
}

export interface Found {
  readonly kind: AbnormalKind
  readonly what: string
  /** What happened when, as one word: told again it is the same. */
  readonly episode: string
  readonly source?: 'AUTO' | 'DRIVER' | 'STORE' | 'DISPATCHER'
  readonly openedAt?: Date
  readonly level?: Level
  readonly tripId?: string | null
  readonly stopId?: string | null
  readonly siteId?: string | null
  readonly wayBillId?: string | null
  readonly lng?: string | null
  readonly lat?: string | null
}
/** Opens an abnormal for what was found, once. @returns undefined: it is there already, whatever became of it */
export async function openAbnormal(ctx: Ctx, found: Found): Promise<{ id: string; billNo: string } | undefined> {
  const { episode, ...of } = found
  const there = await ctx.tx.maybe(sql`
    select 1 from ${fromHere(ctx, header, 'a')} where a.episode = ${episode}`)
  if (there) return undefined
  const input: Input = { source: 'AUTO', ...of, what: of.what.slice(0, 200) }
  const { id } = await createRow(ctx, header, input, abnormalRules)
  await ctx.tx.run(sql`
    update tms_abnormal set episode = ${episode} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${id}`)
  return { id, billNo: String(input.billNo) }
}
