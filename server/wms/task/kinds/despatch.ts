import { parseQty } from '@lading/contract/kernel/qty.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { despatchShip } from '../../ship/despatch.ts'
import type { LineRow, TaskRow } from '../read.ts'
import type { Confirm, Confirmed, TaskKind } from '../type.ts'

/** The truck leaves: everything on it goes to its stores in one transaction. */
async function confirm(ctx: Ctx, task: TaskRow, line: LineRow, _input: Confirm): Promise<Confirmed> {
  await despatchShip(ctx, task.billId ?? '')
  return { done: parseQty(line.planQty), short: 0n, closed: true }
}

export const despatchKind: TaskKind = { confirm, endsEarly: false }
