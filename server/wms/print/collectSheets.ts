import { store } from '@lading/contract/mdm/partner.ts'
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

type CollectHead = Head & { billNo: string | null; lineCount: number }
interface CollectLine {
  headId: string
  code: string
  store: string | null
  source: string | null
  target: string | null
}

/** Which container somebody brings to which staging bin who has no handheld. */
export async function collectSheets(
  ctx: Ctx,
  ids: readonly string[],
  type: 'PICK_COLLECT' | 'STORE_COLLECT_CHECK' = 'PICK_COLLECT',
): Promise<Filled> {
  const heads = await ctx.tx.query<CollectHead>(sql`
    select t.id, t.task_no as no, o.name as org_name, t.bill_no, t.line_count
    from ${from(ctx, task, 't')} join sys_org o on o.tenant_id = t.tenant_id and o.id = t.org_id
    where t.task_type = ${type} and t.id = any(${ids}::bigint[])`)
  const lines = await ctx.tx.query<CollectLine>(sql`
    select l.task_id as head_id, c.code, s.code || ' ' || ${spoken(ctx, store, 'name', 's')} as store, ${shownCode('f')} as source, ${shownCode('g')} as target
    from ${from(ctx, taskLine, 'l')} join ${named(ctx, container, 'c')} on c.id = l.from_container_id
    left join ${named(ctx, store, 's')} on s.id = l.store_id
    left join ${named(ctx, bin, 'f')} on f.id = l.from_bin_id
    left join ${named(ctx, bin, 'g')} on g.id = l.to_bin_id
    where l.task_id = any(${ids}::bigint[]) and l.state <> 'CANCELED' order by l.task_id, g.code nulls last, l.seq, l.line_no`)
  const cells = lines.map((l, i) => ({
    headId: l.headId,
    cells: [String(i + 1), l.code, l.store ?? '', l.source ?? '', l.target ?? '', ''],
  }))
  return papers(ctx, type === 'PICK_COLLECT' ? collectPaper : checkPaper, ids, heads, cells)
}

/** What of a store should stand where, to tick off. */
export const checkPaper: Paper<CollectHead> = {
  kind: 'COLLECT_CHECK_SHEET',
  title: ['门店集货复核单', 'Store staging check'],
  name: 'store staging checks',
  columns: [
    [['序', '#'], 10, 'center'],
    [['容器', 'Container'], 44],
    [['门店', 'Store'], 66],
    [['集货位', 'Staging bin'], 36],
    [['', ''], 14],
    [['在位', 'There'], 20, 'center'],
  ],
  party: (h) => h.no,
  facts: (h) => [[['容器数', 'Containers'], String(h.lineCount)]],
  foot: ['复核人：____________  日期：____________', 'Checked by: ____________  Date: ____________'],
}

export const collectPaper: Paper<CollectHead> = {
  kind: 'COLLECT_SHEET',
  title: ['集货单', 'Staging sheet'],
  name: 'staging sheets',
  columns: [
    [['序', '#'], 10, 'center'],
    [['容器', 'Container'], 44],
    [['门店', 'Store'], 60],
    [['当前货位', 'From'], 28],
    [['集货位', 'Staging bin'], 28],
    [['实放', 'Put to'], 20],
  ],
  party: (h) => h.billNo ?? '',
  facts: (h) => [[['容器数', 'Containers'], String(h.lineCount)]],
  foot: ['集货人：____________  日期：____________', 'Staged by: ____________  Date: ____________'],
}
