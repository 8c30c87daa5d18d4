import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { moveFaults } from '@lading/contract/wms/moveFaults.ts'
import type { changeTarget, otherBins } from '@lading/contract/wms/putAwayCalls.ts'
import { taskTypes } from '@lading/contract/wms/taskTypes.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { lockKeys } from '../stock/rows.ts'
import { demandChangeable, demandOn } from '../task/guards.ts'
import { logTasks } from '../task/log.ts'
import { isOpen, type LineRow, lockTaskOf, placeOf, readLine, readLines, readTask } from '../task/read.ts'
import { renewEquipment } from '../worker/assign.ts'
import { demandFits } from './fit.ts'
import { goodsOfLines } from './lines.ts'
import { bestBins, claimBins } from './propose.ts'
import type { Goods } from './rules.ts'
import { demandTarget } from './usage.ts'

const othersMax = 5

/** Other bins that would take the line's goods, the next best first; asked only when somebody looks. */
export async function findOthers(
  ctx: Ctx,
  input: z.output<typeof otherBins.input>,
): Promise<z.output<typeof otherBins.output>> {
  demandDc(ctx)
  const line = await readLine(ctx, input.taskLineId)
  demandOn(ctx, await readTask(ctx, line.taskId), 'view')
  if (!isOpen(line)) return { bins: [] }
  const {
    goods: [goods, ...aboard],
  } = await together(ctx, line)
  if (!goods || goods.qty === 0n) return { bins: [] }
  const bins = await bestBins(ctx, { ...goods, aboard }, line.toBinId, othersMax)
  return { bins: bins.map((b) => ({ ...b, why: [b.why[0], b.why[1]] })) }
}

/** The open lines that go where a line goes: all that stand on its pallet, else it alone. */
export async function together(ctx: Ctx, line: LineRow): Promise<{ lines: LineRow[]; goods: Goods[] }> {
  const [alone] = await goodsOfLines(ctx, [line])
  if (!alone?.whole) return { lines: [line], goods: alone ? [alone] : [] }
  const lines = (await readLines(ctx, line.taskId)).filter(
    (l) => isOpen(l) && l.fromContainerId === line.fromContainerId,
  )
  return { lines, goods: await goodsOfLines(ctx, lines) }
}

/** A person knows better: another bin, which must take the goods. The claim moves with the line. */
export async function setTarget(
  ctx: Ctx,
  input: z.output<typeof changeTarget.input>,
): Promise<z.output<typeof changeTarget.output>> {
  demandDc(ctx)
  const task = await lockTaskOf(ctx, input.taskLineId)
  demandOn(ctx, task, 'run')
  const line = await readLine(ctx, input.taskLineId)
  if (!isOpen(line) || task.state === 'WAIT' || taskTypes[task.taskType].asks !== 'toBin') refuse(wmsFaults.lineDone)
  const bin = await demandTarget(ctx, input.bin, line.toBinId)
  if (bin.id === line.toBinId) return bin
  if (bin.id === line.fromBinId) refuse(moveFaults.sameBin, { bin: bin.code })
  await demandChangeable(ctx, line)
  const { lines, goods } = await together(ctx, line)
  await lockKeys(ctx, lines.map(placeOf))
  await demandFits(ctx, goods, bin.id)
  for (const [i, l] of lines.entries()) await moveTo(ctx, l, goods[i], { binId: bin.id, why: byHand })
  logTasks(ctx, [
    {
      taskId: task.id,
      taskLineId: line.id,
      action: 'changeTarget',
      from: task.state,
      to: task.state,
      payload: { from: line.toBinId, to: bin.id, bin: bin.code },
    },
  ])
  return bin
}
export const byHand: Text = ['人工指定', 'Chosen by hand']

/** Writes a line's new bin and moves what it claims there. */
export async function moveTo(
  ctx: Ctx,
  line: LineRow,
  goods: Goods | undefined,
  to: { readonly binId: string | null; readonly why: Text; readonly qty?: Qty },
): Promise<void> {
  const planQty = to.qty === undefined ? line.planQty : formatQty(to.qty + parseQty(line.doneQty))
  await ctx.tx.run(sql`
    update wms_task_line set to_bin_id = ${to.binId}, why = ${JSON.stringify(to.why)}, plan_qty = ${planQty}::numeric,
      version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.id}`)
  ctx.tx.later(renewEquipment(ctx, line.taskId))
  const rest = to.qty ?? parseQty(line.planQty) - parseQty(line.doneQty)
  await ctx.tx.run(sql`
    delete from wms_bin_claim where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and task_line_id = ${line.id}`)
  if (goods) await claimBins(ctx, goods, [{ id: line.id, binId: to.binId, qty: rest }])
}
