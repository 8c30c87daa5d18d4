// engine: locks tasks and their lines, and moves what they say

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import type { task as taskTable } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { RowOf } from '../../../kernel/rowOf.ts'
import { binByCode, looseContainer } from '../../masters/facts.ts'
import { freeEmptied } from '../../stock/emptied.ts'
import { keyText } from '../../stock/key.ts'
import { namesOf } from '../../stock/namesOf.ts'
import { post } from '../../stock/post.ts'
import { release, releaseAll, reservationsOf, reserve } from '../../stock/reservations.ts'
import { lockKeys } from '../../stock/rows.ts'
import { demandPlanned } from '../overPlan.ts'
import { type LineRow, placeOf, readLines, type TaskRow } from '../read.ts'
import { demandBin, demandProduct } from '../scan.ts'
import type { Confirm, Confirmed, TaskKind } from '../type.ts'

/** So many of what is still to be done, or fewer with a reason, or for now. @returns what will not be */
export function fewer(line: LineRow, input: Confirm): { qty: bigint; short: bigint; closed: boolean } {
  const qty = parseQty(input.qty)
  const rest = parseQty(line.planQty) - parseQty(line.doneQty) - parseQty(line.shortQty)
  demandPlanned(line, qty, rest)
  if (qty < rest && !input.reason && !input.partial) refuse(wmsFaults.needReason)
  const short = input.partial && !input.reason ? 0n : rest - qty
  if (qty === 0n && short === 0n) refuse(wmsFaults.qtyNotPositive)
  return { qty, short, closed: qty + short >= rest }
}

/** Why the goods go or come, for the ledger. */
export const causeOf = async (ctx: Ctx, task: TaskRow): Promise<string | undefined> =>
  (
    await ctx.tx.one<RowOf<typeof taskTable, 'cause'>>(sql`
      select cause from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${task.id}`)
  ).cause ?? undefined

/** What has been approved is kept from everybody else. @throws Fault stockShort when somebody was promised it meanwhile */
async function approve(ctx: Ctx, task: TaskRow): Promise<void> {
  const lines = await readLines(ctx, task.id)
  const rows = await lockKeys(ctx, lines.map(placeOf))
  for (const line of lines) {
    const row = rows.get(keyText(placeOf(line)))
    const [free, need] = [row ? row.qty - row.reserved : 0n, parseQty(line.planQty)]
    if (free < need)
      refuse(wmsFaults.stockShort, {
        ...(await namesOf(ctx, placeOf(line))),
        avail: formatQty(free),
        need: formatQty(need),
      })
  }
  await reserve(
    ctx,
    lines.map((line) => ({
      stockId: rows.get(keyText(placeOf(line)))?.id ?? '',
      qty: parseQty(line.planQty),
      pieces: line.planPieces,
      kind: 'HOLD' as const,
      taskLineId: line.id,
      idemKey: `dec:${line.id}`,
    })),
  )
}

/** The goods leave the book; what is not there after all is free again. */
async function confirm(ctx: Ctx, task: TaskRow, line: LineRow, input: Confirm): Promise<Confirmed> {
  const { qty, short, closed } = fewer(line, input)
  await demandBin(ctx, line.fromBinId ?? '', input.scans.bin)
  await demandProduct(ctx, line.productId ?? '', input.scans.product)
  const from = placeOf(line)
  const pieces = input.pieces ?? (qty === parseQty(line.planQty) ? (line.planPieces ?? undefined) : undefined)
  if (qty > 0n) {
    const gone = { ...from, binId: await binByCode(ctx, 'V_ADJUST'), containerId: await looseContainer(ctx) }
    const reason = await causeOf(ctx, task)
    await post(ctx, {
      bizType: 'ADJ_DEC',
      idemKey: `tl:${line.id}:${ctx.key}`,
      source: { type: task.taskType, id: task.id },
      taskLineId: line.id,
      ...(reason && { reason }),
      lines: [
        { key: from, delta: -qty, pieces: pieces === undefined ? undefined : -pieces },
        { key: gone, delta: qty, pieces },
      ],
      own: { qty },
    })
  }
  if (short > 0n) await release(ctx, await reservationsOf(ctx, 'task_line_id', [line.id]))
  if (closed) await freeEmptied(ctx, [from.containerId])
  return { done: qty, short, closed, ...(pieces !== undefined && { pieces }) }
}

export const decreaseKind: TaskKind = {
  approve,
  confirm,
  dropLine: (ctx, _task, line) => releaseAll(ctx, 'task_line_id', [line.id]),
  endsEarly: true,
}
