import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { rowsMax } from '@lading/contract/kernel/schema.ts'
import { approveTasks, decreaseStock } from '@lading/contract/wms/adjustCalls.ts'
import { chosenStock } from '@lading/contract/wms/stock.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { crudServed } from '../../kernel/crudServed.ts'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { type Served, serve, serveEach } from '../../kernel/http/serve.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import type { Input, Seen } from '../../kernel/rules.ts'
import { importServed } from '../../platform/sheet/importRows.ts'
import { templateServed } from '../../platform/sheet/template.ts'
import { approveTask, type LimitOf } from './approve.ts'
import { isDecreasable } from './decrease.ts'
import type { TypedLine } from './type.ts'
import { type Asked, askedTypes, askFor, changeAsked } from './write.ts'

/** Of the calls of each type's page, those that write it down; the engine of tasks serves the others. */
function asked(type: Asked): Served[] {
  const view = viewOf(type)
  const { create, update, offer } = crudCalls(view)
  const make = (ctx: Ctx, input: Input) => askInParts(ctx, type, input)
  return [
    ...(create ? [serve(create, (ctx, input) => askFor(ctx, type, input as Input))] : []),
    ...(update ? [serve(update, (ctx, input) => changeAsked(ctx, type, input as Input & Seen))] : []),
    ...crudServed(view).filter((served) => served.call === offer),
    ...templateServed(view),
    ...importServed(view, { make }),
  ]
}

/** What a file brings for one reason: as many tasks as hold its lines. */
async function askInParts(ctx: Ctx, type: Asked, input: Input): Promise<void> {
  const lines = input.lines as readonly TypedLine[]
  for (let from = 0; from < lines.length; from += rowsMax)
    await askFor(ctx, type, { ...input, lines: lines.slice(from, from + rowsMax) })
}

/** 库存增加、库存减少: written down, approved by somebody else, and done as any task. */
export const adjustServed = (limitOf: LimitOf): Served[] => [
  ...askedTypes.flatMap(asked),
  serve(decreaseStock, (ctx, input) => {
    demandDc(ctx)
    return listRecords(ctx, chosenStock, input, [isDecreasable()])
  }),
  serveEach(approveTasks, approveTask(limitOf)),
]
