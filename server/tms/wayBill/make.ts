import { createSchema } from '@lading/contract/kernel/schema.ts'
import { wayBill, type wayBillSources } from '@lading/contract/tms/wayBill.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Input, Rules } from '../../kernel/rules.ts'
import { fromHere } from '../../kernel/scope.ts'
import { wayBillRules } from './rules.ts'

export interface MadeWayBill {
  readonly id: string
  readonly billNo: string
}
/** What another paper hands over, as a form would give it, lines included. */
export type HandedOver = Input & {
  readonly source: keyof typeof wayBillSources
  readonly sourceNo: string
  /** Why it cannot be planned yet: then somebody has to confirm it. */
  readonly reason?: string | undefined
}
/** What a line says of where it comes from; no form gives it. */
const origins = ['sourceNo', 'sourceLine'] as const
const originOf = (line: object | undefined): Input =>
  Object.fromEntries(Object.entries(line ?? {}).filter(([name]) => origins.some((one) => one === name)))

/** Whoever hands over has seen to it that it can be planned, or says why not. */
const confirmed: Rules<typeof wayBill.header> = {
  ...wayBillRules,
  beforeCreateMany: async (ctx, inputs) => {
    await wayBillRules.beforeCreateMany?.(ctx, inputs)
    for (const input of inputs) {
      if (input.reason) continue
      input.state = 'CONFIRMED'
      input.approvedAt = ctx.now()
    }
  },
}

/**
 * A way bill that waits for planning, of what is handed over. Told again it is the one that was made, whatever became of it.
 * @throws Fault duplicate, where another source knows a paper by that number
 */
export async function wayBillOnce(ctx: Ctx, handed: HandedOver): Promise<MadeWayBill> {
  const { source, sourceNo } = handed
  const there = await ctx.tx.maybe<MadeWayBill & object>(sql`
    select t.id, t.bill_no from ${fromHere(ctx, wayBill.header, 't')} where t.source = ${source} and t.source_no = ${sourceNo}`)
  if (there) return there
  const parsed: Input = createSchema(wayBill.header).parse(handed)
  const given = (list: unknown): readonly Input[] => (Array.isArray(list) ? list : [])
  const lines = given(parsed.lines).map((line, i) => ({ ...line, ...originOf(given(handed.lines)[i]) }))
  const input: Input = { ...parsed, source, lines, ...(handed.reason && { reason: handed.reason }) }
  const { id } = await createRow(ctx, wayBill.header, input, confirmed)
  return { id, billNo: String(input.billNo) }
}
