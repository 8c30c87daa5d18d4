import { say } from '@lading/contract/kernel/text.ts'
import { container, containerCategories, containerType } from '@lading/contract/wms/container.ts'
import { store } from '@lading/contract/wms/partner.ts'
import { area, bin, binUsages } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import {
  a4,
  code128,
  label,
  type Mark,
  type PrintJob,
  qrcode,
  rule,
  smallLabel,
  textMark,
} from '../../platform/print/page.ts'
import { showInstant } from '../../platform/sheet/showCell.ts'
import { inAskedOrder } from './order.ts'

interface ContainerRow {
  id: string
  code: string
  typeName: string
  category: keyof typeof containerCategories
  storeCode: string | null
  storeName: string | null
  orgName: string
}

/** 100 × 150 mm: what stands on a pallet, tote or cage. */
export async function containerLabels(ctx: Ctx, ids: readonly string[]): Promise<PrintJob> {
  const rows = await ctx.tx.query<ContainerRow>(sql`
    select c.id, c.code, t.name as type_name, t.category, s.code as store_code, s.name as store_name, o.name as org_name
    from ${from(ctx, container, 'c')} join ${named(ctx, containerType, 't')} on t.id = c.type_id
    join sys_org o on o.tenant_id = c.tenant_id and o.id = c.org_id
    left join ${named(ctx, store, 's')} on s.id = c.store_id
    where c.id = any(${ids}::bigint[])`)
  const at = showInstant(ctx, ctx.now())
  const page = (c: ContainerRow): Mark[] => [
    textMark(c.orgName, 5, 4, 90, 8, 12, { fit: true }),
    rule(5, 13, 90),
    textMark(c.storeCode, 5, 16, 90, 16, 36, { align: 'center', fit: true }),
    textMark(c.storeName, 5, 33, 90, 12, 18, { align: 'center', fit: true }),
    rule(5, 47, 90),
    code128(c.code, 10, 52, 80, 30),
    textMark(c.code, 5, 83, 90, 14, 28, { align: 'center', fit: true }),
    rule(5, 99, 90),
    qrcode(c.code, 8, 104, 36),
    textMark(c.typeName, 50, 106, 45, 10, 16, { fit: true }),
    textMark(say(containerCategories[c.category], ctx.language), 50, 118, 45, 8, 12, { fit: true }),
    textMark(at, 50, 130, 45, 7, 10, { fit: true }),
  ]
  return { title: 'containers', ...label, pages: inAskedOrder(ids, rows).map(page) }
}

interface BinRow {
  id: string
  code: string
  usage: keyof typeof binUsages
  checkDigit: string | null
  areaName: string
}

const binMarks = (ctx: Ctx, b: BinRow, x: number, y: number): Mark[] => [
  textMark(b.code, x + 4, y + 3, 92, 15, 32, { align: 'center', fit: true }),
  code128(b.code, x + 12, y + 20, 76, 18),
  textMark(b.areaName, x + 4, y + 40, 40, 7, 10, { fit: true }),
  textMark(say(binUsages[b.usage], ctx.language), x + 45, y + 40, 25, 7, 10, { align: 'center', fit: true }),
  textMark(b.checkDigit, x + 72, y + 39, 24, 9, 16, { align: 'right', fit: true }),
]

/** 100 × 50 mm each, on a roll or ten to an A4 sheet. */
export async function binLabels(ctx: Ctx, ids: readonly string[], paper: 'LABEL' | 'A4'): Promise<PrintJob> {
  const rows = await ctx.tx.query<BinRow>(sql`
    select b.id, b.code, b.usage, b.check_digit, a.name as area_name from ${from(ctx, bin, 'b')}
    join ${named(ctx, area, 'a')} on a.id = b.area_id
    where b.id = any(${ids}::bigint[])`)
  const bins = inAskedOrder(ids, rows)
  return onPaper('bins', paper, bins, (b, x, y) => binMarks(ctx, b, x, y))
}

/** Labels of 100 × 50 mm: one to a page of a roll, or ten to an A4 sheet. */
export function onPaper<T>(
  title: string,
  paper: 'LABEL' | 'A4',
  items: readonly T[],
  draw: (item: T, x: number, y: number) => Mark[],
): PrintJob {
  if (paper === 'LABEL') return { title, ...smallLabel, pages: items.map((item) => draw(item, 0, 0)) }
  const perSheet = 10
  const pages: Mark[][] = []
  for (let from = 0; from < items.length; from += perSheet)
    pages.push(
      items
        .slice(from, from + perSheet)
        .flatMap((item, i) => draw(item, 5 + (i % 2) * 100, 20 + Math.floor(i / 2) * 51)),
    )
  return { title, ...a4, pages }
}
