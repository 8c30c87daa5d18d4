import { toCaseText } from '@lading/contract/kernel/caseText.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import {
  a4,
  type Column,
  code128,
  type Mark,
  type PrintJob,
  rule,
  tablePages,
  textMark,
} from '../../platform/print/page.ts'
import { showInstant } from '../../platform/sheet/showCell.ts'
import { inAskedOrder } from './order.ts'

/** Of one document: its number, what it is for, and up to six facts. */
export interface Head {
  id: string
  no: string
  orgName: string
  /** Whom it concerns, in large letters. */
  party: string
  facts: readonly string[]
}
export interface Line {
  headId: string
  cells: readonly string[]
}

export const cases = (qty: string, qpc: string | null, mid: string | null): string =>
  qpc === null ? formatQty(parseQty(qty)) : toCaseText(parseQty(qty), { qpc: parseQty(qpc), mid: parseQty(mid ?? qpc) })

/** A4 pages of a document: title, number as a barcode, who it is for, its lines and what is signed below. */
export function sheet(
  ctx: Ctx,
  title: Text,
  h: Head,
  columns: readonly Column[],
  lines: readonly Line[],
  foot: string,
): Mark[][] {
  const tables = tablePages(
    columns,
    lines.filter((l) => l.headId === h.id).map((l) => l.cells),
    { x: 10, top: 52, rowsPerPage: 25 },
  )
  return tables.map(({ marks, bottom }, i) => [
    textMark(say(title, ctx.language), 10, 8, 90, 12, 22, { fit: true }),
    textMark(h.orgName, 10, 21, 90, 7, 11, { fit: true }),
    code128(h.no, 120, 9, 80, 14),
    textMark(h.no, 120, 24, 80, 6, 11, { align: 'center', fit: true }),
    textMark(h.party, 10, 30, 190, 10, 18, { fit: true }),
    ...h.facts.map((fact, j) => textMark(fact, 10 + (j % 3) * 64, 42 + Math.floor(j / 3) * 5, 62, 5, 9, { fit: true })),
    ...marks,
    ...(i === tables.length - 1 ? [textMark(foot, 10, bottom + 6, 190, 7, 11, { fit: true })] : []),
    rule(10, 283, 190),
    textMark(`${showInstant(ctx, ctx.now())}  ${ctx.username}`, 10, 285, 120, 5, 8),
    textMark(`${i + 1} / ${tables.length}`, 160, 285, 40, 5, 8, { align: 'right' }),
  ])
}

export const column = (ctx: Ctx, title: Text, width: number, align: 'left' | 'center' | 'right' = 'left'): Column => ({
  title: say(title, ctx.language),
  width,
  align,
})

/** A kind of document: what its columns and its head say, and what is signed below. */
export interface Paper<H> {
  readonly title: Text
  /** What the file calls itself. */
  readonly name: string
  readonly columns: readonly (readonly [title: Text, width: number, align?: 'left' | 'center' | 'right'])[]
  readonly party: (head: H) => string
  readonly facts: (head: H) => readonly (readonly [title: Text, value: string | null])[]
  readonly foot: Text
}

/** One document for each id, in the order asked for. */
export function papers<H extends Pick<Head, 'id' | 'no' | 'orgName'>>(
  ctx: Ctx,
  p: Paper<H>,
  ids: readonly string[],
  heads: readonly H[],
  lines: readonly Line[],
): PrintJob {
  const columns = p.columns.map(([title, width, align]) => column(ctx, title, width, align))
  const pages = inAskedOrder(ids, heads).flatMap((h) => {
    const facts = p.facts(h).map(([title, value]) => `${say(title, ctx.language)} ${value ?? ''}`)
    const head = { id: h.id, no: h.no, orgName: h.orgName, party: p.party(h), facts }
    return sheet(ctx, p.title, head, columns, lines, say(p.foot, ctx.language))
  })
  return { title: p.name, ...a4, pages }
}

/** Code and name on one line. */
export const called = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' ')

export const deliverySigned: Text = [
  '送货人：____________  收货人：____________  日期：____________',
  'Delivered by: ____________  Received by: ____________  Date: ____________',
]
