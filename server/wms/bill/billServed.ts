import type { AnyBill } from '@lading/contract/kernel/bill.ts'
import { billCalls } from '@lading/contract/kernel/crud.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import sql from 'sql-template-tag'
import type { Input, Rules, Seen } from '../../kernel/crud.ts'
import { crudServed } from '../../kernel/crudServed.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve, serveEach } from '../../kernel/http/serve.ts'
import { fromHere } from '../../kernel/scope.ts'
import { demandServedHere } from '../masters/ownerDc.ts'
import { completeLines, prepareBills, totals } from './prepare.ts'
import { createOnce } from './pushed.ts'
import { type BillRow, demandStep, type StepWork, takeStep } from './steps.ts'

/** Bills are typed in while SAVED; afterwards only steps and tasks change them. */
function demandSaved(b: AnyBill, row: Input & Seen): void {
  const [first] = Object.keys(b.flow.steps)
  if (row.state !== b.flow.initial && first !== undefined) demandStep(b, first, row as BillRow)
}

const storedLines = (ctx: Ctx, b: AnyBill, billId: string): Promise<Input[]> =>
  ctx.tx.query<Input>(sql`
    select l.product_id, l.qpc_id, l.plan_qty, l.unit_price from ${fromHere(ctx, b.line, 'l')}
    where l.bill_id = ${billId} order by l.line_no`)

/** The rules of every bill's own form. */
export const billRules = (b: AnyBill): Rules => ({
  beforeCreate: (ctx: Ctx, input: Input) => prepareBills(ctx, b, [input]),
  beforeCreateMany: (ctx, inputs) => prepareBills(ctx, b, inputs),
  beforeUpdate: async (ctx, input, before) => {
    demandSaved(b, before as Input & Seen)
    if (typeof input.ownerId === 'string') await demandServedHere(ctx, [input.ownerId])
    if (input.lines === undefined && (input.ownerId ?? before.ownerId) === before.ownerId) return
    // Lines that are not sent stay: they are asked like the others whether they suit what the header will be.
    const after: Input = { ownerId: before.ownerId, lines: await storedLines(ctx, b, input.id), ...input }
    await completeLines(ctx, [after])
    Object.assign(input, totals(after.lines as never))
  },
  beforeRemove: async (_ctx, row) => {
    demandSaved(b, row)
    if (row.upstreamNo !== null) refuse(wmsFaults.upstream)
  },
})

/** Serves a bill's list, form and steps. A step without work only changes the state. */
export function billServed(
  b: AnyBill,
  steps: Readonly<Record<string, StepWork>>,
  rules: Rules = billRules(b),
): Served[] {
  const calls = billCalls(b)
  const create = calls.create
  return [
    ...crudServed(b.header, rules).filter((s) => s.call.path !== create?.path),
    ...(create ? [serve(create, (ctx, input) => createOnce(ctx, b, input as Input, rules))] : []),
    ...Object.keys(b.flow.steps).flatMap((step) => {
      const call = calls[step]
      return call ? [serveEach(call, (ctx, row) => takeStep(ctx, b, step, row, steps[step]))] : []
    }),
  ]
}
