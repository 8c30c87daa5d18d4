import { owner } from '@lading/contract/mdm/owner.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import type { Filled } from '@lading/contract/sys/printForm.ts'
import { container } from '@lading/contract/wms/container.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { lot, stock } from '@lading/contract/wms/stock.ts'
import { stockTakeBill, stockTakeBin } from '@lading/contract/wms/stockTakeBill.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { type Head, type Paper, papers } from '../../platform/print/sheet.ts'
import { shownCode } from '../masters/facts.ts'
import { countableOf } from '../stockTake/countable.ts'
import { cases } from './figures.ts'

type CountHead = Head & {
  billNo: string | null
  round: number
  bins: number
  owner: string | null
}
interface CountLine {
  headId: string
  bin: string
  code: string | null
  name: string | null
  pack: string | null
  qpc: string | null
  mid: string | null
  expireDate: string | null
  batch: string | null
  box: string | null
  book: string | null
}

/** What a counter with paper fills in: bin by bin, without the book's quantity where the count is blind. */
export async function countSheets(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const heads = await ctx.tx.query<CountHead>(sql`
    select t.id, t.task_no as no, o.name as org_name, t.bill_no, w.name as owner, w.id as owner_id, t.line_count as bins,
      coalesce((select max(b.round) from ${from(ctx, stockTakeBin, 'b')} join ${from(ctx, taskLine, 'l')} on l.id = b.task_line_id where l.task_id = t.id), 1) as round
    from ${from(ctx, task, 't')} join sys_org o on o.tenant_id = t.tenant_id and o.id = t.org_id
    left join ${named(ctx, owner, 'w')} on w.id = t.owner_id
    where t.task_type = 'STOCK_TAKE' and t.id = any(${ids}::bigint[])`)
  const counted = (await countableOf(ctx, 'SPOT')).where('s')
  const lines = await ctx.tx.query<CountLine>(sql`
    select l.task_id as head_id, ${shownCode('b')} as bin, p.code, ${spoken(ctx, product, 'name', 'p')} as name, q.name as pack, q.qpc, q.mid_qpc as mid, x.expire_date,
      x.production_batch as batch, c.code as box, case when k.blind is false then s.qty end as book
    from ${from(ctx, taskLine, 'l')} join ${from(ctx, task, 't')} on t.id = l.task_id left join ${from(ctx, stockTakeBill.header, 'k')} on k.id = t.bill_id
    join ${named(ctx, bin, 'b')} on b.id = l.from_bin_id
    left join ${from(ctx, stock, 's')} on s.org_id = l.org_id and s.bin_id = l.from_bin_id and s.qty > 0
      and (l.product_id is null or s.product_id = l.product_id) and (l.owner_id is null or s.owner_id = l.owner_id)
      and (k.kind = 'EXCEPTION' or ${counted})
    left join ${named(ctx, product, 'p')} on p.id = s.product_id
    left join ${named(ctx, qpc, 'q')} on q.id = s.qpc_id
    left join ${named(ctx, lot, 'x')} on x.id = s.lot_id
    left join ${named(ctx, container, 'c')} on c.id = s.container_id
    where l.task_id = any(${ids}::bigint[]) and l.state = 'OPEN'
    order by l.task_id, l.seq, l.line_no, p.code, x.expire_date nulls last, s.id`)
  const cells = lines.map((l) => ({
    headId: l.headId,
    cells: [
      l.bin,
      l.code,
      l.name,
      l.pack,
      l.expireDate ?? l.batch,
      l.box === 'LOOSE' ? '' : l.box,
      l.book === null ? '' : cases(l.book, l.qpc, l.mid),
      '',
    ].map((v) => v ?? ''),
  }))
  return papers(ctx, countPaper, ids, heads, cells)
}

export const countPaper: Paper<CountHead> = {
  kind: 'COUNT_SHEET',
  title: ['盘点表', 'Count sheet'],
  name: 'count sheets',
  columns: [
    [['货位', 'Bin'], 28],
    [['商品', 'Product'], 22],
    [['名称', 'Name'], 50],
    [['规格', 'Pack'], 14],
    [['效期/批号', 'Date or batch'], 24],
    [['容器', 'Container'], 18],
    [['账面', 'Book'], 16, 'right'],
    [['实盘', 'Counted'], 18],
  ],
  party: (h) => h.billNo ?? '',
  facts: (h) => [
    [['货位数', 'Bins'], String(h.bins)],
    [['轮次', 'Round'], String(h.round)],
    [['货主', 'Owner'], h.owner],
  ],
  foot: ['盘点人：____________  日期：____________', 'Counted by: ____________  Date: ____________'],
}
