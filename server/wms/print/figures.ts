import { toCaseText } from '@lading/contract/kernel/caseText.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { say } from '@lading/contract/kernel/text.ts'
import type { Ctx } from '../../kernel/ctx.ts'

/** A quantity as cases and pieces of its pack. */
export const cases = (qty: string, qpc: string | null, mid: string | null): string =>
  qpc === null ? formatQty(parseQty(qty)) : toCaseText(parseQty(qty), { qpc: parseQty(qpc), mid: parseQty(mid ?? qpc) })

/** Under the columns of product and name: how many containers, and how heavy all of it is. */
export const totalCells = (ctx: Ctx, containers: number, weight: string): readonly [string, string] => [
  say(['合计', 'Total'], ctx.language),
  say(['容器 {n}，{w} kg', 'Containers: {n}, {w} kg'], ctx.language, { n: containers, w: formatQty(parseQty(weight)) }),
]
