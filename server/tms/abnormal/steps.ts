import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { user } from '@lading/contract/sys/user.ts'
import { abnormal, abnormalDeduct, type Duty, duties } from '@lading/contract/tms/abnormal.ts'
import type { Party } from '@lading/contract/tms/feeTerms.ts'
import { roadFaults } from '@lading/contract/tms/roadFaults.ts'
import { wayBill, wayBillLine } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { fromHere } from '../../kernel/scope.ts'
import type { BillRow, StepWorks } from '../../platform/document/steps.ts'
import { personHere } from '../../platform/personHere.ts'
import { tellWho } from '../../platform/tellWho.ts'
import { chargeAbnormal } from '../fee/deduct.ts'
import { claimGoodsTopic, tripTopic } from '../warehouse/topics.ts'
import { wayBillOnce } from '../wayBill/make.ts'
import { parted } from '../wayBill/rearrange.ts'

type Row = BillRow<typeof abnormal>
const { header } = abnormal

/** Whoever is to settle it hears of it. */
function tellHandler(ctx: Ctx, bill: Row, handlerId: string): void {
  tellWho(ctx, {
    ...{
      kind: 'ABNORMAL_ASSIGNED',
      about: `${bill.id}:${bill.version}`,
      link: `${header.key}?id=${bill.id}`,
    },
    args: { by: ctx.username, no: bill.billNo, what: bill.what },
    to: { userIds: [handlerId] },
  })
}

/** Who bears it, by name of what he is. */
async function partyOf(ctx: Ctx, bill: Row, duty: Duty) {
  const client = bill.wayBillId
    ? await ctx.tx.maybe<{ clientId: string } & object>(sql`
        select w.client_id from ${fromHere(ctx, wayBill.header, 'w')} where w.id = ${bill.wayBillId}`)
    : undefined
  const all = { CARRIER: bill.carrierId, DRIVER: bill.driverId, STORE: client?.clientId, CLIENT: client?.clientId }
  const party = duty in all ? (all[duty as keyof typeof all] ?? null) : undefined
  if (party === null) refuse(roadFaults.noParty, { no: bill.billNo, party: duties[duty] })
  return {
    carrierId: duty === 'CARRIER' ? bill.carrierId : duty === 'DRIVER' ? bill.carrierId : null,
    driverId: duty === 'DRIVER' ? bill.driverId : null,
    clientId: duty === 'STORE' || duty === 'CLIENT' ? (client?.clientId ?? null) : null,
  }
}

/** Who is charged; a warehouse, or nobody known, is not. */
function bearerOf(of: Awaited<ReturnType<typeof partyOf>>): readonly [Party, string] | undefined {
  const { carrierId, driverId, clientId } = of as { carrierId?: string; driverId?: string; clientId?: string }
  // Of a driver his carrier is named as well.
  if (driverId) return ['EMPLOYEE', driverId]
  if (carrierId) return ['CARRIER', carrierId]
  return clientId ? ['CLIENT', clientId] : undefined
}

/** 扣款: of one abnormal there is one amount, with who bears it. */
async function deduct(ctx: Ctx, bill: Row): Promise<undefined> {
  if (bill.amount === null || Number(bill.amount) <= 0) refuse(roadFaults.noAmount, { no: bill.billNo })
  const duty = bill.duty ?? refuse(roadFaults.noDuty)
  const party = await partyOf(ctx, bill, duty)
  const bearer = bearerOf(party)
  const { count } = await insert(
    ctx,
    abnormalDeduct,
    [
      {
        abnormalId: bill.id,
        duty,
        tripId: bill.tripId,
        amount: bill.amount,
        state: bearer ? 'TAKEN' : 'OPEN',
        ...party,
      },
    ],
    sql`on conflict do nothing`,
  )
  if (count === 0) refuse(roadFaults.deducted, { no: bill.billNo })
  const { id, billNo: no, tripId } = bill
  if (bearer) await chargeAbnormal(ctx, { id, no, tripId, amount: bill.amount ?? '0' }, ...bearer)
  return undefined
}

type Bill = BillRow<typeof wayBill>
type Line = RowOf<
  typeof wayBillLine,
  | 'id'
  | 'lineNo'
  | 'productCode'
  | 'productName'
  | 'uom'
  | 'planQty'
  | 'loadedQty'
  | 'signedQty'
  | 'weight'
  | 'volume'
  | 'lot'
> & { readonly outOrderId: string | null; readonly outLineId: string | null }

/** The way bill that it is about, with its lines. */
async function goodsOf(ctx: Ctx, bill: Row): Promise<{ of: Bill; lines: readonly Line[] }> {
  if (bill.wayBillId === null) refuse(roadFaults.noWayBill, { no: bill.billNo })
  const of = await ctx.tx.maybe<Bill & object>(sql`
    select w.* from ${fromHere(ctx, wayBill.header, 'w')} where w.id = ${bill.wayBillId}`)
  const lines = await ctx.tx.query<Line>(sql`
    select l.id, l.line_no, l.product_code, l.product_name, l.uom, l.plan_qty, l.loaded_qty, l.signed_qty, l.weight, l.volume, l.lot, l.out_order_id, l.out_line_id
    from ${fromHere(ctx, wayBillLine, 'l')} where l.bill_id = ${bill.wayBillId} order by l.line_no`)
  return { of: found(of, wayBill.header.title), lines }
}

/** 补送: what the store did not get goes on a way bill of its own, which waits for planning. */
async function bringAgain(ctx: Ctx, bill: Row, made: MadeRecord[]) {
  if (bill.broughtById !== null) refuse(roadFaults.brought, { no: bill.billNo })
  const { of, lines } = await goodsOf(ctx, bill)
  const missing = lines.flatMap((l) => {
    const rest = parseQty(l.planQty) - parseQty(l.signedQty ?? l.planQty)
    if (rest <= 0n) return []
    const [{ planQty, weight, volume }] = parted(l, rest)
    const { productCode, productName, uom, lot } = l
    const from = { sourceNo: of.billNo, sourceLine: l.lineNo }
    return [{ productCode, productName, uom, lot, planQty, weight, volume, ...from }]
  })
  if (missing.length === 0) refuse(roadFaults.nothingShort, { no: of.billNo })
  const { kind, clientId, fromSiteId, toSiteId, tempZone, skills, priority, routeSchemeId } = of
  const way = await wayBillOnce(ctx, {
    ...{ source: 'MANUAL', sourceNo: bill.billNo, kind, clientId, fromSiteId, toSiteId, tempZone, skills, priority },
    ...{ routeSchemeId, lines: missing },
  })
  made.push({ key: wayBill.header.key, id: way.id, no: way.billNo })
  return { broughtById: way.id }
}

/** What was refused or short the warehouse has by the signature; of anything else it is told which line, and how much. */
async function raise(ctx: Ctx, bill: Row, { lineNo, qty }: Readonly<Record<string, unknown>>) {
  const { of, lines } = await goodsOf(ctx, bill)
  if (lines.every((l) => l.outLineId === null)) refuse(roadFaults.noWarehouse, { no: of.billNo })
  if (bill.kind === 'REJECT' || bill.kind === 'SHORT') {
    if (bill.tripId !== null) ctx.emit({ topic: tripTopic, key: bill.tripId })
    return undefined
  }
  const { toWmsDiff } = abnormal.flow.steps
  if (typeof lineNo !== 'number') refuse(faults.required, { field: toWmsDiff.input?.lineNo?.title })
  if (typeof qty !== 'string') refuse(faults.required, { field: toWmsDiff.input?.qty?.title })
  const line = found(
    lines.find((l) => l.lineNo === lineNo && l.outLineId !== null),
    wayBillLine.title,
    String(lineNo),
  )
  ctx.emit({ topic: claimGoodsTopic, key: bill.id })
  return { claimLineId: line.id, claimQty: qty }
}

export const abnormalSteps: StepWorks<typeof abnormal> = {
  assign: {
    effect: async (ctx, bill, _made, { handlerId }) => {
      // Whoever works elsewhere is nobody here.
      const { id } = found(await personHere(ctx, String(handlerId)), user.title)
      tellHandler(ctx, bill, id)
      return undefined
    },
  },
  handle: {
    // Whoever does something about it has it.
    effect: async (ctx, bill) => ({ handlerId: bill.handlerId ?? ctx.userId }),
  },
  resolve: {
    effect: async (ctx, bill, _made, { amount, duty }) => {
      if (Number(amount ?? 0) > 0 && !duty) refuse(roadFaults.noDuty)
      return { handlerId: bill.handlerId ?? ctx.userId }
    },
  },
  toFee: { effect: deduct },
  toWayBill: { effect: bringAgain },
  toWmsDiff: { effect: (ctx, bill, _made, input) => raise(ctx, bill, input) },
}
