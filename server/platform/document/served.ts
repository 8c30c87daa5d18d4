import { documentCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { actions } from '@lading/contract/kernel/permission.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serveEach } from '../../kernel/http/serve.ts'
import type { Input, Rules } from '../../kernel/rules.ts'
import { demandAt } from '../../kernel/scope.ts'
import { masterServed } from '../masterServed.ts'
import { tellWho } from '../tellWho.ts'
import { businessDay } from './day.ts'
import { type StepWorks, takeStep } from './steps.ts'

/** Begins papers before they are inserted: their numbers, their first state, the day on which they count. */
export function begin(ctx: Ctx, d: AnyDocument, inputs: readonly Input[]): void {
  demandAt(d.header, ctx)
  const numbers = ctx.numbers(d.prefix, inputs.length)
  for (const [i, input] of inputs.entries()) {
    input.billNo = numbers[i]
    input.state = d.flow.initial
    input.bizDate ??= businessDay(ctx)
  }
  tellApprovers(ctx, d, inputs)
}

/** A paper whose next step is somebody else's: who may take it hears of it, of many at once together. */
function tellApprovers(ctx: Ctx, d: AnyDocument, [first, ...others]: readonly Input[]): void {
  const next = Object.entries(d.flow.steps).find(([, s]) => s.notByMaker && s.from.includes(d.flow.initial))
  const call = next && documentCalls(d)[next[0]]
  if (!first || typeof call?.permission !== 'string') return
  const no = String(first.billNo)
  tellWho(ctx, {
    kind: 'APPROVAL',
    about: no,
    args: { by: ctx.username, no: others.length > 0 ? `${no} +${others.length}` : no },
    link: `${d.header.key}?billNo=${no}`,
    to: { permission: call.permission, ownerId: typeof first.ownerId === 'string' ? first.ownerId : null },
  })
}

/** Papers are typed in while they are in their first state; afterwards only steps and tasks change them. */
export function demandUnbegun(d: AnyDocument, row: Input, action: 'update' | 'remove' = 'update'): void {
  const { typedIn, states, steps, initial } = d.flow
  const state = String(row.state)
  const [first] = Object.values(steps)
  const open = typedIn ?? [initial, ...(first?.from ?? Object.keys(states))]
  if (!open.includes(state))
    refuse(faults.state, { no: row.billNo, state: states[state] ?? [state, state], action: actions[action] })
}

/** Serves a paper's list, form, files and steps. A step without work does what its declaration says. */
export function documentServed<D extends AnyDocument>(
  d: D,
  steps: StepWorks<NoInfer<D>>,
  rules?: Rules<NoInfer<D>['header']>,
): Served[]
export function documentServed(d: AnyDocument, steps: StepWorks, rules: Rules = documentRules(d)): Served[] {
  const taken = Object.keys(d.flow.steps).flatMap((step) => {
    const call = documentCalls(d)[step]
    return call ? [serveEach(call, (ctx, row) => takeStep(ctx, d, step, row, steps[step]))] : []
  })
  return [...masterServed(d.header, rules), ...taken]
}

/** The rules of every paper's own form, before those of its kind. */
export function documentRules<D extends AnyDocument>(d: D, rules?: Rules<NoInfer<D>['header']>): Rules<D['header']>
export function documentRules(d: AnyDocument, { beforeCreate, beforeCreateMany, ...own }: Rules = {}): Rules {
  return {
    ...own,
    beforeCreateMany: async (ctx, inputs) => {
      begin(ctx, d, inputs)
      if (beforeCreateMany) await beforeCreateMany(ctx, inputs)
      else for (const input of inputs) await beforeCreate?.(ctx, input)
    },
    beforeUpdate: async (ctx, input, before) => {
      demandUnbegun(d, before)
      await own.beforeUpdate?.(ctx, input, before)
    },
    beforeRemove: async (ctx, row) => {
      demandUnbegun(d, row, 'remove')
      await own.beforeRemove?.(ctx, row)
    },
  }
}
