import { say } from '@lading/contract/kernel/text.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { product } from '@lading/contract/mdm/product.ts'
import type { Filled } from '@lading/contract/sys/printForm.ts'
import { user } from '@lading/contract/sys/user.ts'
import { pickBinBill, pickBinTimes } from '@lading/contract/wms/pickBinBill.ts'
import { bin } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { type Head, type Paper, papers } from '../../platform/print/sheet.ts'
import { shownCode } from '../masters/facts.ts'

interface FaceHead extends Head {
  cause: string
  owner: string | null
  note: string | null
  maker: string | null
}
interface FaceLine {
  headId: string
  lineNo: number
  code: string
  name: string
  bin: string | null
  toBin: string | null
  minCases: number | null
  maxCases: number | null
  effective: keyof typeof pickBinTimes
}

/** 拣货位调整单: which products leave which faces for which, for who puts up the labels. */
export async function faceSheets(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const heads = await ctx.tx.query<FaceHead>(sql`
    select t.id, t.bill_no as no, o.name as org_name, t.cause, w.name as owner, w.id as owner_id, t.note, m.real_name as maker
    from ${from(ctx, pickBinBill.header, 't')} join sys_org o on o.tenant_id = t.tenant_id and o.id = t.org_id
    left join ${named(ctx, owner, 'w')} on w.id = t.owner_id left join ${named(ctx, user, 'm')} on m.id = t.created_by
    where t.id = any(${ids}::bigint[])`)
  const lines = await ctx.tx.query<FaceLine>(sql`
    select l.bill_id as head_id, l.line_no, p.code, ${spoken(ctx, product, 'name', 'p')} as name, ${shownCode('b')} as bin, ${shownCode('n')} as to_bin,
      l.min_cases, l.max_cases, l.effective
    from ${from(ctx, pickBinBill.line, 'l')} join ${named(ctx, product, 'p')} on p.id = l.product_id
    left join ${named(ctx, bin, 'b')} on b.id = l.bin_id left join ${named(ctx, bin, 'n')} on n.id = l.to_bin_id
    where l.bill_id = any(${ids}::bigint[]) and l.state <> 'CANCELED' order by l.bill_id, l.line_no`)
  const cells = lines.map((l) => ({
    headId: l.headId,
    cells: [
      String(l.lineNo),
      l.code,
      l.name,
      l.bin ?? '–',
      l.toBin ?? '–',
      [l.minCases ?? '', l.maxCases ?? ''].join('–'),
      say(pickBinTimes[l.effective], ctx.language),
      '',
    ],
  }))
  return papers(ctx, facePaper, ids, heads, cells)
}

export const facePaper: Paper<FaceHead> = {
  kind: 'FACE_SHEET',
  title: ['拣货位调整单', 'Pick face change'],
  name: 'pick face changes',
  columns: [
    [['行', '#'], 8, 'center'],
    [['商品', 'Product'], 22],
    [['名称', 'Name'], 50],
    [['原拣货位', 'From'], 28],
    [['新拣货位', 'To'], 28],
    [['箱数', 'Cases'], 18, 'center'],
    [['生效', 'Takes effect'], 22],
    [['完成', 'Done'], 14],
  ],
  party: (h) => h.cause,
  facts: (h) => [
    [['货主', 'Owner'], h.owner],
    [['制单人', 'Made by'], h.maker],
    [['备注', 'Note'], h.note],
  ],
  foot: ['执行人：____________  日期：____________', 'Done by: ____________  Date: ____________'],
}
