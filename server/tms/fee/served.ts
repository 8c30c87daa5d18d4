import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import { createRow, removeRow, updateRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type SeenRow, type Served, serve, serveEach } from '../../kernel/http/serve.ts'
import type { Input, Rules, Seen } from '../../kernel/rules.ts'
import { type StepWorks, takeStep } from '../../platform/document/steps.ts'
import { masterServed } from '../../platform/masterServed.ts'
import { atCentre, atRow } from './centre.ts'

/** In which length a flow is taken with this paper, where that depends on it. */
export type FlowOf = (ctx: Ctx, step: string, row: SeenRow) => Promise<AnyDocument>

/** A paper of money: served as every paper is, and each of its writing calls done where the paper stands. */
export function moneyServed(d: AnyDocument, steps: StepWorks, rules: Rules, flowOf?: FlowOf): Served[] {
  const calls = crudCalls(d.header)
  const own: Served[] = []
  if (calls.create)
    own.push(
      serve(calls.create, async (ctx: Ctx, input: unknown) => {
        const row = input as Input
        const there = await atCentre(ctx, row.centreId)
        return createRow(there, d.header, { ...row, centreId: there.org.id }, rules)
      }),
    )
  if (calls.update)
    own.push(
      serve(calls.update, async (ctx: Ctx, input: unknown) => {
        const row = input as Input & Seen
        return updateRow(await atRow(ctx, d.header, row.id), d.header, row, rules)
      }),
    )
  if (calls.remove)
    own.push(
      serve(calls.remove, async (ctx: Ctx, input: unknown) => {
        const row = input as Seen
        await removeRow(await atRow(ctx, d.header, row.id), d.header, row, rules)
        return null
      }),
    )
  const paths = new Set(own.map(({ call }) => call.path))
  const taken = Object.keys(d.flow.steps).flatMap((step) => {
    const call = documentCalls(d)[step]
    if (!call) return []
    return [
      serveEach(call, async (ctx, row) => {
        const there = await atRow(ctx, d.header, row.id)
        // What is written of a step beside its paper says why as well.
        const { reason } = row
        const told = reason === undefined ? row : { ...row, input: { ...row.input, reason } }
        return takeStep(there, (await flowOf?.(there, step, told)) ?? d, step, told, steps[step])
      }),
    ]
  })
  return [...masterServed(d.header, rules).filter(({ call }) => !paths.has(call.path)), ...own, ...taken]
}
