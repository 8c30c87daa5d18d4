import { product, qpc } from '@lading/contract/mdm/product.ts'
import { container } from '@lading/contract/wms/container.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { lot } from '@lading/contract/wms/stock.ts'
import { taskLine } from '@lading/contract/wms/task.ts'
import { type TaskType, taskTypes } from '@lading/contract/wms/taskTypes.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'

interface Stored {
  id: string
  productId: string
  qpcId: string
  lotId: string
  stockType: string
  binId: string
  containerId: string
  planQty: string
  planPieces: number | null
  productCode: string
  productName: string
  packName: string
  binCode: string
  boxCode: string
  lotNo: string
}

/**
 * The lines of a task as they were typed, for the form that changes them: its goods, place and lot by id with what these
 * are called. Its lot is the one that was found or made of what was said.
 */
export async function typedLines(ctx: Ctx, type: TaskType, taskId: string): Promise<Record<string, unknown>[]> {
  const isIn = taskTypes[type].at === 'to'
  const [binId, boxId] = isIn
    ? [sql`l.to_bin_id`, sql`l.to_container_id`]
    : [sql`l.from_bin_id`, sql`l.from_container_id`]
  const rows = await ctx.tx.query<Stored>(sql`
    select l.id, l.product_id, l.qpc_id, l.lot_id, l.stock_type, ${binId} as bin_id, ${boxId} as container_id, l.plan_qty, l.plan_pieces,
      p.code as product_code, ${spoken(ctx, product, 'name', 'p')} as product_name, q.name as pack_name, b.code as bin_code, c.code as box_code, g.lot_no
    from ${from(ctx, taskLine, 'l')} join ${named(ctx, product, 'p')} on p.id = l.product_id
    join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id join ${named(ctx, bin, 'b')} on b.id = ${binId}
    join ${named(ctx, container, 'c')} on c.id = ${boxId} join ${named(ctx, lot, 'g')} on g.id = l.lot_id
    where l.task_id = ${taskId} order by l.line_no`)
  const label = (code: string, name = code) => ({ code, name })
  return rows.map(({ productCode, productName, packName, binCode, boxCode, lotNo, planPieces, planQty, ...ids }) => ({
    ...ids,
    ...(isIn ? { planQty } : { qty: planQty }),
    pieces: planPieces,
    refs: {
      productId: label(productCode, productName),
      qpcId: label(packName),
      binId: label(binCode),
      containerId: label(boxCode),
      lotId: label(lotNo),
    },
  }))
}
