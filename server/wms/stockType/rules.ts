import { Fault, type Refusal } from '@lading/contract/kernel/fault.ts'
import { orderModes } from '@lading/contract/wms/orderBill.ts'
import { type StockType, stockTypes } from '@lading/contract/wms/place.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { stockBillFaults } from '@lading/contract/wms/stockBillFaults.ts'
import { neverAgain, schemeType } from '@lading/contract/wms/stockTypeScheme.ts'
import sql from 'sql-template-tag'
import type { Input, Rules } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { from } from '../../kernel/scope.ts'
import type { Transition, TypeRule } from './types.ts'

type Sent<R> = Partial<R> & { readonly id?: string; readonly removed?: boolean }
const typesIn = (input: Input) => (input.types ?? []) as readonly Sent<TypeRule>[]
const wrong = (refusal: Refusal, args: object, field: string): Fault =>
  new Fault(refusal, { ...args }, [{ field, rule: 'scheme', message: '' }])

/** Nothing becomes what it is, or what it can never be again; one mode of receipts brings one type. */
function demandSense(input: Input): void {
  for (const [i, { typeFrom, typeTo }] of ((input.transitions ?? []) as readonly Sent<Transition>[]).entries())
    if (typeFrom && typeTo && (typeFrom === typeTo || neverAgain(typeFrom, typeTo)))
      throw wrong(
        stockBillFaults.notAllowed,
        { line: i + 1, a: stockTypes[typeFrom], b: stockTypes[typeTo] },
        `transitions.${i}.typeTo`,
      )
  const by = new Map<string, StockType>()
  for (const [i, { type, receiptModes = [] }] of typesIn(input).entries())
    for (const mode of receiptModes) {
      const other = by.get(mode)
      if (other)
        throw wrong(
          stockBillFaults.receivedAs,
          { mode: orderModes[mode as keyof typeof orderModes], type: stockTypes[other] },
          `types.${i}.receiptModes`,
        )
      if (type) by.set(mode, type)
    }
}

/** A type of which there is stock stays in use. */
async function demandUnused(ctx: Ctx, input: Input, before: Input): Promise<void> {
  const stored = await ctx.tx.query<{ id: string; type: StockType }>(sql`
    select r.id, r.type from ${from(ctx, schemeType.entity, 'r')} where r.scheme_id = ${String(before.id)} and r.enabled`)
  const off = typesIn(input).flatMap((sent) => {
    const type = stored.find(({ id }) => id === sent.id)?.type
    return type && (sent.removed || sent.enabled === false || (sent.type && sent.type !== type)) ? [type] : []
  })
  if (off.length === 0) return
  const owner = before.ownerId ? sql`t.owner_id = ${String(before.ownerId)}` : sql`true`
  const there = await ctx.tx.maybe<{ type: StockType }>(sql`
    select t.stock_type as type from ${from(ctx, stock, 't')} where t.stock_type = any(${off}::text[]) and t.qty > 0 and ${owner} limit 1`)
  if (there) throw wrong(stockBillFaults.typeInUse, { type: stockTypes[there.type] }, 'types')
}

export const stockTypeRules: Rules = {
  beforeCreate: async (_ctx, input) => demandSense(input),
  beforeUpdate: async (ctx, input, before) => {
    demandSense(input)
    await demandUnused(ctx, input, before)
  },
}
