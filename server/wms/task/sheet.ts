// engine: locks tasks and their lines, and moves what they say

import { Fault, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import type { product as productTable } from '@lading/contract/mdm/product.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { ofLine, paperFaults } from '@lading/contract/wms/paperFaults.ts'
import type { confirmSheet as sheetCall } from '@lading/contract/wms/taskCalls.ts'
import { bringsIn, taskTypes } from '@lading/contract/wms/taskTypes.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc, found } from '../../kernel/ctx.ts'
import { RunAgain } from '../../kernel/database.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { alikeOf, isBatch } from './alike.ts'
import { confirmLine, confirmLines, entriesOf } from './confirm.ts'
import { fairRuleOf } from './fair.ts'
import { demandMine, demandOn } from './guards.ts'
import { taskKinds } from './kinds.ts'
import { isOpen, type LineRow, lockTask, readLine, readLines, readTask, type TaskRow } from './read.ts'
import type { Confirm } from './type.ts'

type Sheet = z.output<typeof sheetCall.input>
type Entry = NonNullable<Sheet['lines']>[number]
interface Written {
  readonly line: LineRow
  readonly input: Confirm
}

/** Sheets that were refused when all of their lines were worked at once. */
const refused = new WeakSet<Sheet>()

/**
 * Enters what was written on a sheet, or all that is open as it was planned: all of it in one transaction or nothing, in
 * statements that do not grow with the lines where the kind works so. A sheet that is refused so is worked again from its
 * beginning, line by line in walk order: that finds the line, and says which it is and what is wrong with it.
 */
export async function confirmSheet(ctx: Ctx, input: Sheet): Promise<z.output<typeof sheetCall.output>> {
  demandDc(ctx)
  const task = await lockTask(ctx, input.id)
  demandOn(ctx, task, 'run')
  if (!taskTypes[task.taskType].sheet) refuse(paperFaults.noSheet)
  await demandMine(ctx, task)
  if (!input.lines && bringsIn(task.taskType)) refuse(paperFaults.uncounted)
  const lines = await readLines(ctx, task.id)
  const given = input.lines ?? (isBatch(task) ? plannedTogether(lines) : lines.filter(isOpen).map(planned))
  const written = writtenOf(lines, given)
  ctx.tx.later(
    ctx.tx.run(sql`
    update wms_task set mode = case when mode = 'LABEL' then mode else 'PAPER' end where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${task.id}`),
  )
  const warnings = refused.has(input) ? await oneByOne(ctx, written) : await atOnce(ctx, task, written, input)
  return { task: await readTask(ctx, task.id), lines: written.length, warnings: warnings.map(([zh, en]) => [zh, en]) }
}

/** Lines in walk order with what was written of them. */
function writtenOf(lines: readonly LineRow[], given: readonly Entry[]): Written[] {
  const entries = new Map<string, Entry>()
  for (const entry of given) {
    const line = found(
      lines.find((l) => l.id === entry.taskLineId),
      ['任务明细', 'Task line'],
    )
    if (entries.has(line.id)) refuse(paperFaults.twice, { line: line.lineNo })
    entries.set(line.id, entry)
  }
  if (entries.size === 0) refuse(wmsFaults.lineDone)
  return lines.flatMap((line) => {
    const entry = entries.get(line.id)
    return entry ? { line, input: { ...entry, partial: false, scans: {}, device: 'PAPER' } } : []
  })
}

/** All of goods for several stores that is still to be done, of each place once. */
function plannedTogether(lines: readonly LineRow[]): Entry[] {
  const open = lines.filter(isOpen)
  return open.flatMap((line) => {
    const alike = alikeOf(open, line)
    if (alike[0] !== line) return []
    const sum = alike.reduce((n, l) => n + parseQty(planned(l).qty), 0n)
    return [{ ...planned(line), qty: formatQty(sum) }]
  })
}
/** What was written of them is divided among the lines of all stores. */
async function batchOf(ctx: Ctx, task: TaskRow, written: readonly Written[]): Promise<Written[]> {
  const lines = await readLines(ctx, task.id)
  const fair = fairRuleOf(ctx, task, lines)
  const all = (await Promise.all(written.map((w) => entriesOf(lines, w.line, w.input, () => fair)))).flat()
  const twice = all.find((w, i) => all.findIndex((x) => x.line === w.line) < i)
  return twice ? refuse(paperFaults.twice, { line: twice.line.lineNo }) : all
}

/** All that is still to be done of a line, or is in hand. */
function planned(line: LineRow): Entry {
  const rest = parseQty(line.planQty) - parseQty(line.doneQty) - parseQty(line.shortQty)
  return { taskLineId: line.id, qty: formatQty(line.state === 'INHAND' ? parseQty(line.handQty) : rest) }
}

async function atOnce(ctx: Ctx, task: TaskRow, written: readonly Written[], sheet: Sheet): Promise<readonly Text[]> {
  const { confirmAll } = taskKinds[task.taskType]
  if (!confirmAll || written.some((w) => w.line.state === 'INHAND')) return oneByOne(ctx, written)
  try {
    const entries = isBatch(task) ? await batchOf(ctx, task, written) : written
    return await confirmLines(ctx, task, entries, confirmAll)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    refused.add(sheet)
    throw new RunAgain(async () => undefined)
  }
}

async function oneByOne(ctx: Ctx, written: readonly Written[]): Promise<readonly Text[]> {
  const warnings: Text[] = []
  /** Where pallets went with all that stands on them, by the first of their lines. */
  const pallets = new Map<string, Confirm>()
  for (const { line, input } of written) {
    try {
      const closer = pallets.get(line.fromContainerId ?? '')
      if (closer && (await wentAlong(ctx, line, input, closer))) continue
      const answer = await confirmLine(ctx, input)
      pallets.set(line.fromContainerId ?? '', input)
      warnings.push(...answer.warnings)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      throw await named(ctx, error, line)
    }
  }
  return warnings
}

/** Whether the line was closed by another of its pallet on this sheet: then both must have said the same. */
async function wentAlong(ctx: Ctx, line: LineRow, entry: Confirm, closer: Confirm): Promise<boolean> {
  if (line.state !== 'OPEN') return false
  const now = await readLine(ctx, line.id)
  if (now.state !== 'DONE') return false
  const isSame = parseQty(entry.qty) === parseQty(now.doneQty) - parseQty(line.doneQty) && entry.toBin === closer.toBin
  return isSame || refuse(paperFaults.onePallet)
}

async function named(ctx: Ctx, fault: Fault, line: LineRow): Promise<Fault> {
  const product = await ctx.tx.maybe<RowOf<typeof productTable, 'code' | 'name'>>(sql`
    select code, name from mdm_product where tenant_id = ${ctx.tenantId} and id = ${line.productId}`)
  const reason: Text = [say(fault.refusal.text, 'zh-CN', fault.args), say(fault.refusal.text, 'en-US', fault.args)]
  const what = product ? `${product.code} ${product.name}` : ''
  return new Fault(ofLine(fault.refusal), { line: line.lineNo, what, reason }, fault.errors)
}
