// engine: settles what an account and a count say differently

import { refuse } from '@lading/contract/kernel/fault.ts'
import { rtiDiff, rtiLines } from '@lading/contract/wms/rtiBills.ts'
import { rtiFaults } from '@lading/contract/wms/rtiFaults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { documentRules } from '../../platform/document/served.ts'
import type { StepWorks } from '../../platform/document/steps.ts'
import { codeOf, dc, type Holder, holderOf, loss, type Party } from './accounts.ts'
import { demandParty, keyOf, lossCharge, worthOf } from './bills.ts'
import { demandLines, readLines } from './lines.ts'
import { type Leg, postRti, undoRti } from './post.ts'

type Line = RowOf<typeof rtiLines.diff, 'typeId' | 'bookQty' | 'countQty' | 'verdict'> & { readonly diffQty: number }
/** What somebody holds of a type by his account. */
async function bookOf(ctx: Ctx, holder: Holder, typeId: string): Promise<number> {
  const row = await ctx.tx.maybe<{ qty: number }>(sql`
    select qty from wms_rti_account where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = ${codeOf(holder, typeId)}`)
  return row?.qty ?? 0
}
interface TypedLine {
  readonly typeId: string
  readonly countQty: number
}
/** Beside what was counted stands what the account says now. */
async function complete(ctx: Ctx, of: Party, lines: readonly TypedLine[]): Promise<void> {
  demandParty(of)
  await demandLines(
    ctx,
    lines.map(({ typeId, countQty: qty }) => ({ typeId, qty })),
    0,
  )
  for (const line of lines) {
    const bookQty = await bookOf(ctx, holderOf(of), line.typeId)
    Object.assign(line, { bookQty, diffQty: bookQty - line.countQty })
  }
}
export const diffRules = documentRules(rtiDiff, {
  beforeCreate: (ctx, input) => complete(ctx, input, input.lines ?? []),
  beforeUpdate: async (ctx, input, before) => {
    const all = { ...before, ...input }
    const lines = input.lines ?? (await readLines<Line & { qty: number }>(ctx, rtiLines.diff.table, input.id))
    await complete(ctx, all, lines)
    Object.assign(input, { lines })
  },
})

/** Where the containers go that are missing; of more than was booked the other way round. */
const bearerOf = (verdict: Line['verdict'], carrierId: string | null): Holder => {
  if (verdict === 'DC') return dc
  if (verdict !== 'CARRIER') return loss
  return carrierId ? { kind: 'CARRIER', id: carrierId } : refuse(rtiFaults.noCarrier)
}
export const diffSteps: StepWorks<typeof rtiDiff> = {
  approve: {
    effect: async (ctx, bill) => {
      const lines = await readLines<Line & { qty: number }>(ctx, rtiLines.diff.table, bill.id)
      const open = lines.findIndex((l) => l.diffQty !== 0 && l.verdict === null)
      if (open >= 0) refuse(rtiFaults.noVerdict, { n: open + 1 })
      const holder = holderOf(bill)
      const legs = lines.flatMap(({ typeId, diffQty, verdict }): Leg[] => {
        if (diffQty === 0 || verdict === 'STAY') return []
        const other = bearerOf(verdict, bill.bearerId)
        const [from, to] = diffQty > 0 ? [holder, other] : [other, holder]
        return [{ typeId, from, to, n: Math.abs(diffQty) }]
      })
      const paid = lines.flatMap(({ typeId, diffQty: n, verdict }) =>
        verdict === 'HOLDER' && n > 0 ? [{ typeId, n }] : [],
      )
      const of = { bizType: 'DIFF', key: keyOf(rtiDiff, bill), billNo: bill.billNo } as const
      await postRti(ctx, of, legs, lossCharge(holder, await worthOf(ctx, paid)))
      return undefined
    },
  },
  reverse: {
    effect: async (ctx, bill) => {
      await undoRti(ctx, keyOf(rtiDiff, bill), bill.billNo)
      return undefined
    },
  },
}
