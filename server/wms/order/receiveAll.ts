import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { type receiveAll as receiveAllCall, receiveAllMax, receiveFaults } from '@lading/contract/wms/receiveCalls.ts'
import type { z } from 'zod'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { readProducts } from '../masters/facts.ts'
import { confirmLine } from '../task/confirm.ts'
import { demandMine } from '../task/guards.ts'
import { lockTask, readLines, readTask } from '../task/read.ts'

/** 整单收货: each open line is confirmed as planned, by the same confirm as one that is scanned; one refusal undoes them all. */
export async function receiveAll(
  ctx: Ctx,
  input: z.output<typeof receiveAllCall.input>,
): Promise<z.output<typeof receiveAllCall.output>> {
  demandDc(ctx)
  const task = await lockTask(ctx, input.id)
  if (task.taskType !== 'RECEIVE') refuse(faults.notFound, { subject: ['收货任务', 'Receiving task'], no: '' })
  await demandMine(ctx, task)
  const lines = (await readLines(ctx, task.id)).filter((l) => l.state === 'OPEN')
  if (lines.length === 0) refuse(wmsFaults.nothingToDo)
  if (lines.length > receiveAllMax) refuse(receiveFaults.tooManyLines, { n: lines.length, max: receiveAllMax })
  const products = await readProducts(
    ctx,
    lines.map((l) => l.productId ?? ''),
  )
  for (const p of products.values()) {
    if (p.shelfMode !== 'NONE') refuse(receiveFaults.hasDates, { code: p.code })
    if (p.isWeigh) refuse(receiveFaults.isWeighed, { code: p.code })
  }
  for (const l of lines)
    await confirmLine(ctx, {
      taskLineId: l.id,
      qty: formatQty(parseQty(l.planQty) - parseQty(l.doneQty) - parseQty(l.shortQty)),
      partial: false,
      scans: {},
    })
  return { task: await readTask(ctx, task.id), lines: lines.length }
}
