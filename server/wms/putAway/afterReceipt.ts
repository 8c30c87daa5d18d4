// engine: looks for room among the goods of all owners, and claims it

import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty } from '@lading/contract/kernel/qty.ts'
import { rowName, type Text } from '@lading/contract/kernel/text.ts'
import { container as containerOf } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import type { task as taskTable } from '@lading/contract/wms/task.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { ContainerFacts } from '../masters/facts.ts'
import { keyText, type StockKey } from '../stock/key.ts'
import type { Posted } from '../stock/posting.ts'
import { reserveHeld } from '../stock/reservations.ts'
import { addLines, createTasks, type NewLine } from '../task/create.ts'
import type { LineRow, TaskRow } from '../task/read.ts'
import { demandTogether, goodsOn, openLines, placePallet } from './pallet.ts'
import { claimBins, type Looked, proposeAndLock } from './propose.ts'
import type { Goods } from './rules.ts'

const uninspected: Text = ['待检，判定后上架', 'Waiting for inspection']
const awaiting: Readonly<Record<string, Text>> = {
  WAIT: ['待检', 'Waiting for inspection'],
  READY: ['待上架', 'To be put away'],
}

/** The put-away that a container waits for; tasks are locked before containers. */
const openPutAway = (ctx: Ctx, containerId: string, how: Sql) =>
  ctx.tx.maybe<RowOf<typeof taskTable, 'id' | 'lineCount' | 'state'>>(sql`
    select id, line_count, state from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and container_id = ${containerId}
      and task_type = 'PUTAWAY' and state not in ('DONE', 'CANCELED') ${how}`)
/** Before anything is received onto a container: whoever puts it away locks his task first as well. */
export const lockPutAway = (ctx: Ctx, { id, code }: ContainerFacts) =>
  code === 'LOOSE' ? undefined : openPutAway(ctx, id, sql`for update`)

/** Where the goods go: by themselves, or with all that stands on their pallet. */
async function targetsOf(
  ctx: Ctx,
  goods: Goods,
  container: ContainerFacts,
  state: 'WAIT' | 'READY',
  taskId: string | undefined,
  looked: Looked | undefined,
): Promise<Awaited<ReturnType<typeof proposeAndLock>>> {
  const onPallet = goods.whole ? await goodsOn(ctx, container.id, goods) : goods
  if (goods.whole) await demandTogether(ctx, container, onPallet)
  if (state === 'WAIT') return [{ binId: null, qty: goods.qty, why: uninspected }]
  if (!goods.whole) return proposeAndLock(ctx, goods, looked)
  const before = taskId === undefined ? [] : await openLines(ctx, taskId, container.id)
  return [{ ...(await placePallet(ctx, onPallet, before)), qty: goods.qty }]
}

/**
 * What was received is promised to its put-away at once: one task per container, one per confirm of loose goods. Goods to
 * be inspected stay where they are until the verdict: their put-away waits and claims no bin. Source: wms.md 7.1.
 */
export async function planPutAway(
  ctx: Ctx,
  task: Pick<TaskRow, 'vendorId' | 'billKey' | 'billId' | 'billNo'>,
  line: Pick<LineRow, 'id' | 'billLineId'>,
  key: StockKey,
  container: ContainerFacts,
  goods: Goods,
  posted: Posted,
  looked?: Looked,
): Promise<void> {
  const state = goods.stockType === 'QC' ? 'WAIT' : 'READY'
  const open =
    container.code === 'LOOSE'
      ? undefined
      : // Made while the container was waited for, and taken by somebody already: he may wait for the container in turn.
        await openPutAway(ctx, container.id, sql`for update nowait`)
  if (open && open.state !== state)
    refuse(wmsFaults.containerState, {
      code: rowName(containerOf, container.id, container.code),
      state: awaiting[open.state] ?? ['上架中', 'Being put away'],
      action: ['收货', 'Receive'],
    })
  const targets = await targetsOf(ctx, goods, container, state, open?.id, looked)
  const lines = targets.map(
    (t): NewLine => ({
      ownerId: key.ownerId,
      productId: key.productId,
      qpcId: key.qpcId,
      lotId: key.lotId,
      stockType: key.stockType,
      fromBinId: key.binId,
      fromContainerId: key.containerId,
      toBinId: t.binId,
      billLineId: line.billLineId,
      originId: line.id,
      planQty: t.qty,
      why: [t.why[0], t.why[1]],
    }),
  )
  let ids: readonly string[]
  if (open) {
    ids = await addLines(ctx, open, lines)
    await ctx.tx.run(sql`
      update wms_task set line_count = line_count + ${lines.length}, plan_qty = plan_qty + ${formatQty(goods.qty)}::numeric, version = version + 1
      where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${open.id}`)
  } else {
    const [made] = await createTasks(ctx, [
      {
        taskType: 'PUTAWAY',
        state,
        ownerId: key.ownerId,
        vendorId: task.vendorId,
        containerId: container.code === 'LOOSE' ? null : container.id,
        ...(task.billKey && task.billId && { bill: { key: task.billKey, id: task.billId, no: task.billNo ?? '' } }),
        lines,
      },
    ])
    ids = made?.lineIds ?? []
  }
  await reserveHeld(
    ctx,
    targets.map((t, i) => ({
      stockId: posted.rowIds.get(keyText(key)) ?? '',
      qty: t.qty,
      kind: 'MOVE' as const,
      taskLineId: ids[i] ?? '',
      idemKey: `pa:${ids[i]}`,
    })),
    posted.rows,
  )
  ctx.tx.later(
    claimBins(
      ctx,
      goods,
      targets.map((t, i) => ({ id: ids[i] ?? '', binId: t.binId, qty: t.qty })),
    ),
  )
}
