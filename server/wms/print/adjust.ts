import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { countOf } from '@lading/contract/mdm/units.ts'
import type { Filled } from '@lading/contract/sys/printForm.ts'
import { user } from '@lading/contract/sys/user.ts'
import { container } from '@lading/contract/wms/container.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { lot } from '@lading/contract/wms/stock.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import { type TaskType, taskTypes } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { called, type Head, type Paper, papers } from '../../platform/print/sheet.ts'
import { shownCode } from '../masters/facts.ts'
import { cases } from './figures.ts'

interface AdjustHead extends Head {
  cause: string | null
  owner: string | null
  note: string | null
  maker: string | null
  approver: string | null
}
interface AdjustLine {
  headId: string
  lineNo: number
  bin: string | null
  container: string | null
  code: string
  name: string
  unit: string
  pack: string | null
  qpc: string | null
  mid: string | null
  expireDate: string | null
  batch: string | null
  qty: string
}

/** 损益单: what is to leave the book, or to come into it, signed by who did it. */
export async function adjustSheets(
  ctx: Ctx,
  type: TaskType & ('STOCK_DEC' | 'STOCK_INC'),
  ids: readonly string[],
): Promise<Filled> {
  const heads = await ctx.tx.query<AdjustHead>(sql`
    select t.id, t.task_no as no, o.name as org_name, t.cause, w.name as owner, w.id as owner_id, t.note, m.real_name as maker, a.real_name as approver
    from ${from(ctx, task, 't')} join sys_org o on o.tenant_id = t.tenant_id and o.id = t.org_id
    left join ${named(ctx, owner, 'w')} on w.id = t.owner_id
    left join ${named(ctx, user, 'm')} on m.id = t.created_by left join ${named(ctx, user, 'a')} on a.id = t.approved_by
    where t.task_type = ${type} and t.id = any(${ids}::bigint[])`)
  const isIn = taskTypes[type].at === 'to'
  const [binId, boxId] = isIn
    ? [sql`l.to_bin_id`, sql`l.to_container_id`]
    : [sql`l.from_bin_id`, sql`l.from_container_id`]
  const lines = await ctx.tx.query<AdjustLine>(sql`
    select l.task_id as head_id, l.line_no, ${shownCode('b')} as bin, nullif(c.code, 'LOOSE') as container, p.code, ${spoken(ctx, product, 'name', 'p')} as name,
      ${spoken(ctx, product, 'baseUnit', 'p')} as unit, q.name as pack, q.qpc, q.mid_qpc as mid, x.expire_date, x.production_batch as batch, l.plan_qty as qty
    from ${from(ctx, taskLine, 'l')} join ${named(ctx, product, 'p')} on p.id = l.product_id
    left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id left join ${named(ctx, bin, 'b')} on b.id = ${binId}
    left join ${named(ctx, container, 'c')} on c.id = ${boxId} left join ${named(ctx, lot, 'x')} on x.id = l.lot_id
    where l.task_id = any(${ids}::bigint[]) and l.state <> 'CANCELED' order by l.task_id, l.line_no`)
  const cells = lines.map((l) => ({
    headId: l.headId,
    cells: [
      String(l.lineNo),
      called(l.bin, l.container),
      l.code,
      l.name,
      l.expireDate ?? l.batch ?? '',
      countOf(formatQty(parseQty(l.qty)), l.unit),
      cases(l.qty, l.qpc, l.mid),
      '',
    ],
  }))
  const causes = viewOf(type).fields.cause?.choices ?? {}
  const told = heads.map((h) => ({ ...h, cause: say(causes[h.cause ?? ''] ?? ['', ''], ctx.language) }))
  return papers(ctx, adjustPaper, ids, told, cells, [`${taskTypes[type].title[0]}单`, taskTypes[type].title[1]])
}

export const adjustPaper: Paper<AdjustHead> = {
  kind: 'ADJUST_SHEET',
  title: ['库存增减单', 'Stock adjustment'],
  party: (h) => h.cause ?? '',
  name: 'adjustment sheets',
  columns: [
    [['行', '#'], 8, 'center'],
    [['货位', 'Bin'], 34],
    [['商品', 'Product'], 22],
    [['名称', 'Name'], 46],
    [['效期/批号', 'Date or batch'], 24],
    [['数量', 'Quantity'], 22, 'right'],
    [['件数', 'Cases'], 16, 'right'],
    [['实际', 'Actual'], 18],
  ],
  facts: (h) => [
    [['货主', 'Owner'], h.owner],
    [['制单人', 'Made by'], h.maker],
    [['审核人', 'Approved by'], h.approver],
    [['备注', 'Note'], h.note],
  ],
  foot: [
    '执行人：____________  见证人：____________  日期：____________',
    'Done by: ____________  Witness: ____________  Date: ____________',
  ],
}
