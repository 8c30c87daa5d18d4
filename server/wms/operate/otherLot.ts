// engine: promises stock to orders under lock, and divides orders

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { rowName, say, type Text } from '@lading/contract/kernel/text.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { type changeLot, type otherLots, pickFaults } from '@lading/contract/wms/pickCalls.ts'
import { bin } from '@lading/contract/wms/place.ts'
import type { lot as lotTable } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { readBill } from '../../platform/document/steps.ts'
import { release, reservationsOf, reserve } from '../stock/reservations.ts'
import { lockKeys } from '../stock/rows.ts'
import { rowRefusal } from '../strategy/eligible.ts'
import { isBatch } from '../task/alike.ts'
import { demandMine, demandOn } from '../task/guards.ts'
import { logTasks } from '../task/log.ts'
import { type LineRow, lockTaskOf, placeOf, readLine, type TaskRow } from '../task/read.ts'
import { planAllocation } from './allocate.ts'
import { allStock, type Candidate } from './candidates.ts'

interface Named {
  readonly row: Candidate
  readonly lotNo: string
  readonly refused: { readonly code: 'older' | 'rule'; readonly text: Text } | undefined
}

const freeOf = (row: Candidate): Qty => row.qty - row.reserved

/** The lots beside a line's own in its bin, as the order's rules see them. Later expiry than the own lot's is refused. */
async function lotsBeside(
  ctx: Ctx,
  task: Pick<TaskRow, 'billId'>,
  line: LineRow,
): Promise<{ own: string; lots: Named[] }> {
  const bill = await readBill(ctx, operateBill, task.billId ?? '')
  const want = parseQty(line.planQty)
  const plan = await planAllocation(ctx, bill, new Map([[line.billLineId ?? '', want]]), allStock)
  const demand = found(
    plan.lines.find((l) => l.id === line.billLineId),
    ['单据行', 'Order line'],
  )
  const here = plan.rows.filter(
    (r) =>
      r.bin.id === line.fromBinId &&
      r.containerId === line.fromContainerId &&
      r.productId === line.productId &&
      r.qpcId === line.qpcId,
  )
  const lots = await ctx.tx.query<RowOf<typeof lotTable, 'id' | 'lotNo' | 'expireDate'>>(sql`
    select id, lot_no, expire_date from wms_lot
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${[...here.map((r) => r.lot.id), line.lotId]}::bigint[])`)
  const lotOf = new Map(lots.map((l) => [l.id, l]))
  const own = found(lotOf.get(line.lotId ?? ''), ['批次', 'Lot'])
  const refusedOf = (row: Candidate): Named['refused'] => {
    const why = rowRefusal(row, demand, new Map())
    if (why) return { code: 'rule', text: why.text }
    const isLater = own.expireDate !== null && (row.lot.expireDate === null || row.lot.expireDate > own.expireDate)
    return isLater ? { code: 'older', text: told(own.lotNo) } : undefined
  }
  const beside = here.filter((r) => r.lot.id !== own.id)
  return {
    own: own.lotNo,
    lots: beside.map((row) => ({ row, lotNo: lotOf.get(row.lot.id)?.lotNo ?? '', refused: refusedOf(row) })),
  }
}
const told = (lot: string): Text => [
  pickFaults.olderLot.text[0].replace('{lot}', lot),
  pickFaults.olderLot.text[1].replace('{lot}', lot),
]

/** What else lies in the bin that the worker may take when the lot he was sent for is behind it. */
export async function findLots(
  ctx: Ctx,
  input: z.output<typeof otherLots.input>,
): Promise<z.output<typeof otherLots.output>> {
  demandDc(ctx)
  const line = await readLine(ctx, input.taskLineId)
  const task = await ctx.tx.one<Pick<TaskRow, 'billId' | 'taskType' | 'storeId'>>(sql`
    select bill_id, task_type, store_id from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.taskId}`)
  if (task.taskType !== 'PICK' || isBatch(task) || line.state !== 'OPEN' || parseQty(line.doneQty) > 0n)
    return { lots: [] }
  const { lots } = await lotsBeside(ctx, task, line)
  return {
    lots: lots.map(({ row, lotNo, refused }) => ({
      id: row.lot.id,
      lotNo,
      productionDate: row.lot.productionDate,
      expireDate: row.lot.expireDate,
      free: formatQty(freeOf(row)),
      refused: refused ? say(refused.text, ctx.language) : null,
    })),
  }
}

/**
 * The line takes another lot of its bin: one that expires no later, that the order's rules allow, and of which as much
 * is free. Nothing moves; the promise changes from one stock row to the other.
 * @throws Fault olderLot, lotRefused, lotBegun, stockShort
 */
export async function setLot(
  ctx: Ctx,
  input: z.output<typeof changeLot.input>,
): Promise<z.output<typeof changeLot.output>> {
  demandDc(ctx)
  const task = await lockTaskOf(ctx, input.taskLineId)
  demandOn(ctx, task, 'run')
  await demandMine(ctx, task)
  const line = await readLine(ctx, input.taskLineId)
  if (line.state !== 'OPEN' || task.taskType !== 'PICK' || isBatch(task)) refuse(wmsFaults.lineDone)
  if (parseQty(line.doneQty) > 0n) refuse(pickFaults.lotBegun)
  const { own, lots } = await lotsBeside(ctx, task, line)
  if (input.lotId === line.lotId) return { lotNo: own }
  const { row, lotNo, refused } = found(
    lots.find((l) => l.row.lot.id === input.lotId),
    ['批次', 'Lot'],
  )
  if (refused?.code === 'older') refuse(pickFaults.olderLot, { lot: own })
  if (refused) refuse(pickFaults.lotRefused, { lot: lotNo, reason: refused.text })
  await lockKeys(ctx, [placeOf(line), { ...placeOf(line), lotId: row.lot.id }])
  const qty = parseQty(line.planQty)
  const [granted] = await reserve(ctx, [
    {
      stockId: row.id,
      qty,
      kind: 'ALLOC',
      demandType: operateBill.header.key,
      ...(line.billLineId !== null && { demandLineId: line.billLineId }),
      taskLineId: line.id,
      idemKey: `lot:${line.id}:${ctx.key}`,
    },
  ])
  if (!granted || granted.qty < qty)
    refuse(wmsFaults.stockShort, {
      code: lotNo,
      bin: rowName(bin, row.bin.id, row.bin.code),
      avail: formatQty(granted?.qty ?? 0n),
      need: formatQty(qty),
    })
  const before = (await reservationsOf(ctx, 'task_line_id', [line.id])).filter((r) => r.id !== granted?.reservationId)
  await release(ctx, before)
  await ctx.tx.run(sql`
    update wms_task_line set lot_id = ${row.lot.id}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${line.id}`)
  logTasks(ctx, [
    {
      taskId: task.id,
      taskLineId: line.id,
      action: 'changeLot',
      from: task.state,
      to: task.state,
      payload: { from: own, lot: lotNo },
    },
  ])
  return { lotNo }
}
