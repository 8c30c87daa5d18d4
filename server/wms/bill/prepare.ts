// engine: locks bills, sums up their lines, and checks what they name before it is written

import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty, qtyLimit } from '@lading/contract/kernel/qty.ts'
import type { owner as ownerTable } from '@lading/contract/mdm/owner.ts'
import type { productOwner, qpc } from '@lading/contract/mdm/product.ts'
import type { AnyBill } from '@lading/contract/wms/bill.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import sql from 'sql-template-tag'
import { type Ctx, demandOwner } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Input } from '../../kernel/rules.ts'
import { demandAt } from '../../kernel/scope.ts'
import { begin } from '../../platform/document/served.ts'
import { readProducts } from '../masters/facts.ts'
import { demandServedHere } from '../masters/ownerDc.ts'
import { demandWhole } from '../stock/whole.ts'

type Line = Input & { productId: string; qpcId?: string | null; planQty: string; unitPrice?: string | null }
export const linesOf = (input: Input): Line[] => (input.lines ?? []) as Line[]

/**
 * Completes bills before they are inserted: numbers, first state, packs, totals; and refuses what no bill may have.
 * Several at once, so that an import asks the database once and not once per bill.
 */
export async function prepareBills(ctx: Ctx, b: AnyBill, inputs: readonly Input[]): Promise<void> {
  demandAt(b.header, ctx)
  await demandServedHere(
    ctx,
    inputs.map((input) => String(input.ownerId)),
  )
  await completeLines(ctx, inputs)
  begin(ctx, b, inputs)
  for (const input of inputs) {
    demandOwner(ctx, String(input.ownerId))
    Object.assign(input, totals(linesOf(input)))
  }
}

/** Totals of a header that is being written; more than a column holds is refused. */
export function totals(lines: readonly { planQty: string; unitPrice?: string | null }[]): Input {
  const planned = lines.reduce((sum, l) => sum + parseQty(l.planQty), 0n)
  const amount = lines.reduce((sum, l) => sum + parseQty(l.planQty) * tenThousandths(l.unitPrice ?? '0'), 0n)
  if (planned >= qtyLimit || amount >= amountLimit) refuse(wmsFaults.tooMuch)
  return {
    lineCount: lines.length,
    planQty: formatQty(planned),
    amount: lines.some((l) => l.unitPrice) ? moneyText(amount) : null,
  }
}

/** 10^14, what `numeric(18,4)` holds, in thousandths of pieces at ten-thousandths each. */
const amountLimit = 10n ** 21n - 500n
/** Money as the database holds it, in whole ten-thousandths. */
const tenThousandths = (text: string): bigint => {
  const [whole = '0', digits = ''] = text.split('.')
  return BigInt(whole + digits.padEnd(4, '0'))
}
/** Thousandths of pieces at ten-thousandths each, rounded half up to what money holds. */
const moneyText = (amount: bigint): string => {
  const digits = ((amount + 500n) / 1000n).toString().padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}

/** Each line has a possible quantity of a product of the bill's owner, in a pack of that product. */
export async function completeLines(ctx: Ctx, inputs: readonly Input[]): Promise<void> {
  const all = inputs.flatMap(linesOf)
  if (inputs.some((i) => linesOf(i).length === 0)) refuse(faults.emptyLines)
  const products = await readProducts(
    ctx,
    all.map((l) => l.productId),
  )
  const packs = await packsOf(ctx, all)
  const owned = await ownedProducts(ctx, [...products.keys()])
  for (const input of inputs) {
    await demandQuantities(ctx, linesOf(input))
    for (const [i, line] of linesOf(input).entries()) {
      const product = products.get(line.productId)
      if (!product) return missingProduct(line.productId, i)
      // Goods of owners that the user may not see are not there for him.
      if (ctx.owners !== null && !ctx.owners.some((o) => owned.has(`${line.productId}/${o}`)))
        missingProduct(line.productId, i)
      if (!owned.has(`${line.productId}/${input.ownerId}`))
        throw new Fault(
          wmsFaults.notOwners,
          { code: product.code, owner: await ownerCode(ctx, String(input.ownerId)) },
          [{ field: `lines.${i}.productId`, rule: 'owner', message: product.code }],
        )
      if (line.qpcId && packs.get(line.qpcId) !== line.productId)
        throw new Fault(faults.notFound, { subject: ['规格', 'Pack'], no: '' })
      line.qpcId ??= product.qpcId
    }
  }
}

/** A positive quantity; whether a part of a piece is one, its product says. */
async function demandQuantities(ctx: Ctx, lines: readonly Line[]): Promise<void> {
  const field = (i: number) => `lines.${i}.planQty`
  const counted = lines.map((l) => ({ productId: l.productId, qty: parseQty(l.planQty) }))
  for (const [i, { qty }] of counted.entries())
    if (qty <= 0n)
      throw new Fault(wmsFaults.qtyNotPositive, {}, [{ field: field(i), rule: 'positive', message: formatQty(qty) }])
  await demandWhole(ctx, counted, field)
}

async function packsOf(ctx: Ctx, lines: readonly Line[]): Promise<Map<string, string>> {
  const ids = lines.map((l) => l.qpcId).filter((id): id is string => typeof id === 'string')
  if (ids.length === 0) return new Map()
  const rows = await ctx.tx.query<RowOf<typeof qpc, 'id' | 'productId'>>(sql`
    select id, product_id from mdm_product_qpc where tenant_id = ${ctx.tenantId} and id = any(${[...new Set(ids)]}::bigint[])`)
  return new Map(rows.map((r) => [r.id, r.productId]))
}
async function ownedProducts(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.tx.query<RowOf<typeof productOwner.entity, 'productId' | 'ownerId'>>(sql`
    select product_id, owner_id from mdm_product_owner where tenant_id = ${ctx.tenantId} and product_id = any(${ids}::bigint[])`)
  return new Set(rows.map((r) => `${r.productId}/${r.ownerId}`))
}
const ownerCode = async (ctx: Ctx, id: string): Promise<string> =>
  (
    await ctx.tx.maybe<RowOf<typeof ownerTable, 'code'>>(
      sql`select code from wms_owner where tenant_id = ${ctx.tenantId} and id = ${id}`,
    )
  )?.code ?? id

function missingProduct(id: string, line: number): never {
  throw new Fault(faults.notFound, { subject: ['商品', 'Product'], no: '' }, [
    { field: `lines.${line}.productId`, rule: 'ref', message: id },
  ])
}
