import { toCaseText } from '@lading/contract/kernel/caseText.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Column, code128, type Mark, rule, tablePages, textMark } from '../../platform/print/page.ts'
import { showInstant } from '../../platform/sheet/showCell.ts'

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

/** Code and name on one line. */
export const called = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' ')
