import { Fault, refuse } from '@lading/contract/kernel/fault.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import { ofLine, paperFaults } from '@lading/contract/wms/paperFaults.ts'
import type { confirmSheet as sheetCall } from '@lading/contract/wms/taskCalls.ts'
import { taskTypes } from '@lading/contract/wms/taskTypes.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc, found } from '../../kernel/ctx.ts'
import { confirmLine } from './confirm.ts'
import { demandMine, demandOn } from './guards.ts'
import { type LineRow, lockTask, readLine, readLines, readTask } from './read.ts'

type Sheet = z.output<typeof sheetCall.input>
type Entry = Sheet['lines'][number]

/**
 * Enters what was written on a sheet. Each line goes the way of every confirm, in walk order and in one transaction: the
 * first that is refused refuses the sheet, and says which line it is.
 */
export async function confirmSheet(ctx: Ctx, input: Sheet): Promise<z.output<typeof sheetCall.output>> {
  demandDc(ctx)
  const task = await lockTask(ctx, input.id)
  demandOn(ctx, task, 'run')
  if (!taskTypes[task.taskType].sheet) refuse(paperFaults.noSheet)
  await demandMine(ctx, task)
  const lines = await readLines(ctx, task.id)
  const entries = new Map<string, Entry>()
  for (const entry of input.lines) {
    const line = found(
      lines.find((l) => l.id === entry.taskLineId),
      ['任务明细', 'Task line'],
    )
    if (entries.has(line.id)) refuse(paperFaults.twice, { line: line.lineNo })
    entries.set(line.id, entry)
  }
  await ctx.tx.run(sql`
    update wms_task set mode = 'PAPER' where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${task.id}`)
  const warnings = await enter(ctx, lines, entries)
  return { task: await readTask(ctx, task.id), lines: entries.size, warnings }
}

async function enter(
  ctx: Ctx,
  lines: readonly LineRow[],
  entries: ReadonlyMap<string, Entry>,
): Promise<[string, string][]> {
  const warnings: [string, string][] = []
  /** Where pallets went with all that stands on them, by the first of their lines. */
  const pallets = new Map<string, Entry>()
  for (const line of lines) {
    const entry = entries.get(line.id)
    if (!entry) continue
    try {
      const closer = pallets.get(line.fromContainerId ?? '')
      if (closer && (await wentAlong(ctx, line, entry, closer))) continue
      const answer = await confirmLine(ctx, { ...entry, partial: false, scans: {}, device: 'PAPER' })
      pallets.set(line.fromContainerId ?? '', entry)
      for (const [zh, en] of answer.warnings) warnings.push([zh, en])
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      throw await named(ctx, error, line)
    }
  }
  return warnings
}

/** Whether the line was closed by another of its pallet on this sheet: then both must have said the same. */
async function wentAlong(ctx: Ctx, line: LineRow, entry: Entry, closer: Entry): Promise<boolean> {
  if (line.state !== 'OPEN') return false
  const now = await readLine(ctx, line.id)
  if (now.state !== 'DONE') return false
  const isSame = parseQty(entry.qty) === parseQty(now.doneQty) - parseQty(line.doneQty) && entry.toBin === closer.toBin
  return isSame || refuse(paperFaults.onePallet)
}

async function named(ctx: Ctx, fault: Fault, line: LineRow): Promise<Fault> {
  const product = await ctx.tx.maybe<{ code: string; name: string }>(sql`
    select code, name from mdm_product where tenant_id = ${ctx.tenantId} and id = ${line.productId}`)
  const reason: Text = [say(fault.refusal.text, 'zh-CN', fault.args), say(fault.refusal.text, 'en-US', fault.args)]
  const what = product ? `${product.code} ${product.name}` : ''
  return new Fault(ofLine(fault.refusal), { line: line.lineNo, what, reason }, fault.errors)
}
