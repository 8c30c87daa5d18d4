import { refuse } from '@lading/contract/kernel/fault.ts'
import { orderFaults } from '@lading/contract/tms/orderFaults.ts'
import { takeDeliveryBill, takeDeliveryLine, taskedStates } from '@lading/contract/tms/takeDeliveryBill.ts'
import { carriedGoods, wayBill } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Rules } from '../../kernel/rules.ts'
import { fromHere } from '../../kernel/scope.ts'
import { documentRules } from '../../platform/document/served.ts'
import { type BillRow, type StepWorks, takeStep } from '../../platform/document/steps.ts'
import { wayBillOnce } from '../wayBill/make.ts'
import { demandLines, demandSites, demandWay, demandWindow, hasMeasure } from '../wayBill/rules.ts'

type Row = BillRow<typeof takeDeliveryBill>
type Rule = Rules<typeof takeDeliveryBill.header>

const typed = documentRules(takeDeliveryBill, {
  beforeCreate: async (_ctx, input) => {
    demandLines(input)
    demandWay(input)
    demandWindow(input.wantFrom, input.wantTo, 'wantTo')
  },
  beforeUpdate: async (_ctx, input, before) => {
    demandLines(input)
    const after = { ...before, ...input }
    demandWay(after)
    demandWindow(after.wantFrom, after.wantTo, 'wantTo')
  },
})
/** One that has become a task is not typed into: whoever tries hears why. */
export const takeDeliveryRules: Rule = {
  ...typed,
  beforeUpdate: async (ctx, input, before) => {
    if (taskedStates.some((s) => s === before.state)) refuse(orderFaults.taskedEdit)
    await typed.beforeUpdate?.(ctx, input, before)
  },
}

/** Its lines as somebody types them. */
async function linesOf(ctx: Ctx, bill: Row): Promise<readonly Record<string, unknown>[]> {
  const rows = await ctx.tx.query<Record<string, unknown>>(sql`
    select l.* from ${fromHere(ctx, takeDeliveryLine, 'l')} where l.bill_id = ${bill.id} order by l.line_no`)
  return rows.map((row) => Object.fromEntries(Object.keys(carriedGoods).map((name) => [name, row[name]])))
}

export const takeDeliverySteps: StepWorks<typeof takeDeliveryBill> = {
  approve: {
    effect: async (ctx, bill, made) => {
      await demandSites(ctx, bill)
      if (!hasMeasure(bill)) refuse(orderFaults.noGoods, { no: bill.billNo })
      const { clientId, fromSiteId, toSiteId, bizDate, wantFrom: windowFrom, wantTo: windowTo, note } = bill
      const { id, billNo } = await wayBillOnce(ctx, {
        ...{ clientId, fromSiteId, toSiteId, bizDate, note },
        windowFrom: windowFrom?.toISOString(),
        windowTo: windowTo?.toISOString(),
        ...{ kind: 'PICKUP', source: 'TAKE_DELIVERY', sourceNo: bill.billNo },
        lines: await linesOf(ctx, bill),
      })
      made.push({ key: wayBill.header.key, id, no: billNo })
      return { wayBillId: id }
    },
  },
  copy: {
    effect: async (ctx, bill, made) => {
      const { clientId, fromSiteId, toSiteId, wantFrom, wantTo, contact, phone, vendorRef, orderRef, note } = bill
      const input: Record<string, unknown> = {
        ...{ clientId, fromSiteId, toSiteId, wantFrom, wantTo, contact, phone, vendorRef, orderRef, note },
        lines: await linesOf(ctx, bill),
      }
      const { id } = await createRow(ctx, takeDeliveryBill.header, { ...input, source: 'MANUAL' }, takeDeliveryRules)
      const [row] = await ctx.tx.query<{ billNo: string }>(sql`
        select t.bill_no from ${fromHere(ctx, takeDeliveryBill.header, 't')} where t.id = ${id}`)
      made.push({ key: takeDeliveryBill.header.key, id, no: row?.billNo ?? '' })
      return undefined
    },
  },
  cancel: {
    // What was made of it is not fetched either.
    effect: async (ctx, bill) => {
      const made = await ctx.tx.maybe<{ id: string; version: number; state: string } & object>(sql`
        select t.id, t.version, t.state from ${fromHere(ctx, wayBill.header, 't')} where t.id = ${bill.wayBillId}`)
      if (made && made.state !== 'CANCELLED')
        await takeStep(ctx, wayBill, 'cancel', { id: made.id, version: made.version, reason: bill.billNo })
      return undefined
    },
  },
}
