import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { looseContainer } from '../masters/facts.ts'
import { freeEmptied } from '../stock/emptied.ts'
import { post } from '../stock/post.ts'
import { release, reservationsOf } from '../stock/reservations.ts'
import { reverse } from '../stock/reverse.ts'
import { fewer } from '../task/kinds/decrease.ts'
import { comesAgain } from '../task/kinds/putAway.ts'
import { type LineRow, placeOf } from '../task/read.ts'
import { demandBin, demandProduct } from '../task/scan.ts'
import type { TaskKind } from '../task/type.ts'

/** Adds to what the paper's line counts. */
const count = (ctx: Ctx, line: LineRow, booked: Qty, moved: Qty): Promise<unknown> =>
  ctx.tx.run(sql`
    update wms_process_line set booked_qty = booked_qty + ${formatQty(booked)}::numeric, moved_qty = moved_qty + ${formatQty(moved)}::numeric
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.billLineId}`)

/** From its bin to the table; what it is promised to goes along. What is not there is free again. */
const confirm: TaskKind['confirm'] = async (ctx, task, line, input) => {
  const { qty, short, closed } = fewer(line, input)
  await demandBin(ctx, line.fromBinId ?? '', input.scans.bin)
  await demandProduct(ctx, line.productId ?? '', input.scans.product)
  const from = placeOf(line)
  const to = { ...from, binId: line.toBinId ?? '', containerId: await looseContainer(ctx) }
  const { pieces } = input
  if (qty > 0n)
    await post(ctx, {
      bizType: 'MOVE',
      idemKey: `tl:${line.id}:${ctx.key}`,
      source: { type: task.taskType, id: task.id },
      taskLineId: line.id,
      lines: [
        { key: from, delta: -qty, pieces: pieces === undefined ? undefined : -pieces },
        { key: to, delta: qty, pieces },
      ],
      own: { qty, carryTo: to },
    })
  if (short > 0n) await release(ctx, await reservationsOf(ctx, 'task_line_id', [line.id]))
  if (closed) await freeEmptied(ctx, [from.containerId])
  await count(ctx, line, -short, qty)
  return { done: qty, short, closed, pieces, ...(qty > 0n && { toBinId: to.binId, toContainerId: to.containerId }) }
}

/** Back to its bin, and promised there again, as long as it has not been used up. */
const undo: TaskKind['undo'] = async (ctx, _task, line) => {
  if (parseQty(line.shortQty) > 0n) refuse(wmsFaults.movedOn)
  await comesAgain(ctx, line)
  await reverse(ctx, line.id)
  await count(ctx, line, 0n, -parseQty(line.doneQty))
}

const dropLine: TaskKind['dropLine'] = async (ctx, _task, line) => {
  const rest = parseQty(line.planQty) - parseQty(line.doneQty) - parseQty(line.shortQty)
  await release(ctx, await reservationsOf(ctx, 'task_line_id', [line.id]))
  await count(ctx, line, -rest, 0n)
}

/** 加工领料: components are brought to the table. */
export const procMoveInKind: TaskKind = { confirm, undo, dropLine, endsEarly: true }
