import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import type { AnyBill } from '@lading/contract/wms/bill.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import type { Input, Rules } from '../../kernel/rules.ts'
import { fromHere } from '../../kernel/scope.ts'
import { demandUnbegun, documentServed } from '../../platform/document/served.ts'
import type { StepWorks } from '../../platform/document/steps.ts'
import { demandServedHere } from '../masters/ownerDc.ts'
import { completeLines, linesOf, prepareBills, totals } from './prepare.ts'
import { createOnce } from './pushed.ts'

const storedLines = (ctx: Ctx, b: AnyBill, billId: string): Promise<Input[]> =>
  ctx.tx.query<Input>(sql`
    select l.product_id, l.qpc_id, l.plan_qty, l.unit_price from ${fromHere(ctx, b.line, 'l')}
    where l.bill_id = ${billId} order by l.line_no`)

/** The rules of every bill's own form. */
export function billRules<B extends AnyBill>(b: B): Rules<B['header']>
export function billRules(b: AnyBill): Rules {
  return {
    beforeCreate: (ctx, input) => prepareBills(ctx, b, [input]),
    beforeCreateMany: (ctx, inputs) => prepareBills(ctx, b, inputs),
    beforeUpdate: async (ctx, input, before) => {
      demandUnbegun(b, before)
      if (typeof input.ownerId === 'string') await demandServedHere(ctx, [input.ownerId])
      if (input.lines === undefined && (input.ownerId ?? before.ownerId) === before.ownerId) return
      // Lines that are not sent stay: they are asked like the others whether they suit what the header will be.
      const after: Input = { ownerId: before.ownerId, lines: await storedLines(ctx, b, input.id), ...input }
      await completeLines(ctx, [after])
      Object.assign(input, totals(linesOf(after)))
    },
    beforeRemove: async (_ctx, row) => {
      demandUnbegun(b, row, 'remove')
      if (row.upstreamNo !== null) refuse(wmsFaults.upstream)
    },
  }
}

/** Serves a bill's list, form and steps. A step without work only changes the state. */
export function billServed<B extends AnyBill>(
  b: B,
  steps: StepWorks<NoInfer<B>>,
  rules?: Rules<NoInfer<B>['header']>,
): Served[]
export function billServed(b: AnyBill, steps: StepWorks, rules: Rules = billRules(b)): Served[] {
  const { create } = documentCalls(b)
  return [
    ...documentServed(b, steps, rules).filter((s) => s.call.path !== create?.path),
    ...(create ? [serve(create, (ctx, input) => createOnce(ctx, b, input as Input, rules))] : []),
  ]
}
