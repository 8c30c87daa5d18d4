import { store, vendor } from '@lading/contract/mdm/partner.ts'
import { containerType } from '@lading/contract/wms/container.ts'
import { rtiBuy, rtiDiff, rtiIn, rtiLoss, rtiOut } from '@lading/contract/wms/rtiBills.ts'
import { rtiDeposit } from '@lading/contract/wms/rtiDeposit.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Input, Rules } from '../../kernel/rules.ts'
import { named } from '../../kernel/scope.ts'
import { as, type Run } from '../../platform/demo/site.ts'
import { type AnyHeader, readBill, type StepWorks, takeStep } from '../../platform/document/steps.ts'
import { buyRules, buySteps, inRules, inSteps, lossRules, lossSteps, outRules, outSteps } from '../rti/bills.ts'
import { depositRules, depositSteps } from '../rti/deposit.ts'
import { diffRules, diffSteps } from '../rti/diff.ts'

const papers = {
  buy: [rtiBuy, buyRules, buySteps],
  out: [rtiOut, outRules, outSteps],
  in: [rtiIn, inRules, inSteps],
  loss: [rtiLoss, lossRules, lossSteps],
  diff: [rtiDiff, diffRules, diffSteps],
  deposit: [rtiDeposit, depositRules, depositSteps],
} as unknown as Readonly<Record<string, readonly [AnyHeader, Rules, StepWorks]>>

/** Makes a paper of so many days ago, and takes steps of it. */
async function paper(
  ctx: Ctx,
  daysAgo: number,
  kind: string,
  input: Input,
  ...verbs: readonly string[]
): Promise<void> {
  const [of, rules, works] = papers[kind] ?? []
  if (!of || !rules || !works) throw new Error(`there is no paper ${kind}`)
  const then = { ...ctx, now: () => new Date(ctx.now().getTime() - daysAgo * 86_400_000) }
  const { id } = await createRow(then, of.header, input, rules)
  for (const verb of verbs) {
    const { version } = await readBill(then, of, id)
    await takeStep(then, of, verb, { id, version, reason: '演示' }, works[verb])
  }
}

/** Cages and totes of three weeks: bought, given out, come back in part, lost, counted otherwise, and paid for. */
export async function seedContainerAccounts(run: Run): Promise<void> {
  await run(async (system) => {
    const ctx = await as(system, 'shipper')
    const types = await ctx.tx.query<{ id: string }>(sql`
      select t.id from ${named(ctx, containerType, 't')} where t.returnable and not t.disabled order by t.category, t.code limit 2`)
    const stores = await ctx.tx.query<{ id: string }>(sql`
      select s.id from ${named(ctx, store, 's')} where not s.disabled order by s.code limit 5`)
    const vendors = await ctx.tx.query<{ id: string }>(sql`
      select v.id from ${named(ctx, vendor, 'v')} where not v.disabled order by v.code limit 1`)
    const vendorId = vendors[0]?.id
    const lines = (...n: readonly number[]) =>
      types.flatMap(({ id: typeId }, i) =>
        n[i] ? [{ typeId, qty: n[i], backQty: 0, coded: false, condition: 'GOOD' }] : [],
      )
    const at = (i: number) => ({ storeId: stores[i]?.id })
    await paper(ctx, 24, 'buy', { vendorId, lines: lines(400, 600) }, 'approve', 'finish')
    await paper(ctx, 0, 'buy', { vendorId, lines: lines(50) }, 'approve')
    for (const [i, days] of [21, 12, 6, 3, 1].entries())
      await paper(ctx, days, 'out', { ...at(i), lines: lines(8 + i, 12 - i) }, 'approve')
    await paper(ctx, 0, 'out', { vendorId, lines: lines(20) })
    await paper(ctx, 5, 'in', { ...at(1), lines: lines(6, 8) }, 'approve')
    await paper(ctx, 2, 'in', { ...at(2), lines: lines(4, 4) }, 'approve')
    await paper(ctx, 0, 'in', { ...at(3), lines: lines(3, 2) })
    await paper(ctx, 4, 'loss', { ...at(0), cause: 'LOST', isCharged: true, lines: lines(1) }, 'approve')
    await paper(ctx, 0, 'loss', { cause: 'BROKEN', lines: lines(0, 3) })
    await paper(ctx, 3, 'deposit', { kind: 'IN', ...at(0), amount: '2000' }, 'pay')
    await paper(ctx, 1, 'deposit', { kind: 'TERMS', ...at(4), depositMode: 'OVERDUE' }, 'apply')
    await paper(ctx, 1, 'deposit', { kind: 'STATEMENT', ...at(1) }, 'send')
    await paper(ctx, 0, 'deposit', { kind: 'OUT', ...at(2), amount: '300' })
    const counted = lines(1).map(({ typeId }) => ({ typeId, countQty: 1, verdict: 'STAY' }))
    await paper(ctx, 0, 'diff', { ...at(1), lines: counted })
  })
}
