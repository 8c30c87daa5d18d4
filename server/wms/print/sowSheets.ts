import { store } from '@lading/contract/mdm/partner.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import type { Filled } from '@lading/contract/sys/printForm.ts'
import { container } from '@lading/contract/wms/container.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { type Head, type Paper, papers } from '../../platform/print/sheet.ts'
import { shownCode } from '../masters/facts.ts'
import { cases } from './figures.ts'

type SowHead = Head & { billNo: string | null; tote: string | null; lineCount: number }
interface SowLine {
  headId: string
  seq: number
  bin: string | null
  store: string
  code: string
  name: string
  qpc: string | null
  mid: string | null
  qty: string
  target: string | null
}

/** What somebody sorts by who has no handheld: which goods go to which position, and how many. */
export async function sowSheets(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const heads = await ctx.tx.query<SowHead>(sql`
    select t.id, t.task_no as no, o.name as org_name, t.bill_no, c.code as tote, t.line_count
    from ${from(ctx, task, 't')} join sys_org o on o.tenant_id = t.tenant_id and o.id = t.org_id
    left join ${named(ctx, container, 'c')} on c.id = t.container_id
    where t.task_type = 'SOW' and t.id = any(${ids}::bigint[])`)
  const lines = await ctx.tx.query<SowLine>(sql`
    select l.task_id as head_id, l.seq, ${shownCode('b')} as bin, s.code || ' ' || ${spoken(ctx, store, 'name', 's')} as store, p.code, ${spoken(ctx, product, 'name', 'p')} as name,
      q.qpc, q.mid_qpc as mid, l.plan_qty as qty, c.code as target
    from ${from(ctx, taskLine, 'l')} join ${named(ctx, store, 's')} on s.id = l.store_id
    join ${named(ctx, product, 'p')} on p.id = l.product_id
    left join ${named(ctx, bin, 'b')} on b.id = l.to_bin_id
    left join ${named(ctx, qpc, 'q')} on q.id = l.qpc_id
    left join ${named(ctx, container, 'c')} on c.id = l.to_container_id
    where l.task_id = any(${ids}::bigint[]) and l.state <> 'CANCELED' order by l.task_id, l.seq, l.line_no`)
  const cells = lines.map((l) => ({
    headId: l.headId,
    cells: [String(l.seq), l.bin ?? '', l.store, l.code, l.name, cases(l.qty, l.qpc, l.mid), l.target ?? '', ''],
  }))
  return papers(ctx, sowPaper, ids, heads, cells)
}

export const sowPaper: Paper<SowHead> = {
  kind: 'SOW_SHEET',
  title: ['播种单', 'Sorting sheet'],
  name: 'sorting sheets',
  columns: [
    [['序', '#'], 8, 'center'],
    [['播种位', 'Position'], 22],
    [['门店', 'Store'], 42],
    [['商品', 'Product'], 22],
    [['名称', 'Name'], 44],
    [['件数', 'Cases'], 18, 'right'],
    [['容器', 'Container'], 20],
    [['实播', 'Sorted'], 14],
  ],
  party: (h) => h.tote ?? '',
  facts: (h) => [
    [['来源单号', 'Source'], h.billNo],
    [['行数', 'Lines'], String(h.lineCount)],
  ],
  foot: ['播种人：____________  日期：____________', 'Sorted by: ____________  Date: ____________'],
}
