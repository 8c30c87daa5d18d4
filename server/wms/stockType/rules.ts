import { Fault, type Refusal } from '@lading/contract/kernel/fault.ts'
import { orderModes } from '@lading/contract/wms/orderBill.ts'
import { type StockType, stockTypes } from '@lading/contract/wms/place.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { stockBillFaults } from '@lading/contract/wms/stockBillFaults.ts'
import { neverAgain, schemeType, type stockTypeScheme } from '@lading/contract/wms/stockTypeScheme.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Changes, Rules, StoredRow } from '../../kernel/rules.ts'
import { from } from '../../kernel/scope.ts'
import type { TypeRule } from './types.ts'

type Row = RowOf<typeof schemeType.entity, 'id' | 'type' | 'enabled' | 'caption' | 'captionEn' | 'colour'>
type Sent<R> = Partial<R> & { readonly id?: string; readonly removed?: boolean }
type Told = Changes<typeof stockTypeScheme>
type Kept = StoredRow<typeof stockTypeScheme>
const typesIn = (input: Told): readonly Sent<TypeRule & Row>[] => input.types ?? []
const wrong = (refusal: Refusal, args: object, field: string): Fault =>
  new Fault(refusal, { ...args }, [{ field, rule: 'scheme', message: '' }])

/** Nothing becomes what it is, or what it can never be again; one mode of receipts brings one type. */
function demandSense(input: Told): void {
  for (const [i, { typeFrom, typeTo }] of (input.transitions ?? []).entries())
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

type Shown = Partial<Pick<Row, 'type' | 'caption' | 'captionEn' | 'colour'>> & { readonly id?: string }

/** What the whole centre calls a type no owner says, and no two types are called the same, in either language. */
function demandNames(rows: readonly Shown[], ownerId: unknown): void {
  const named = rows.findIndex((r) => r.caption || r.captionEn || r.colour)
  if (ownerId && named >= 0) throw wrong(stockBillFaults.captionOwner, {}, `types.${named}.caption`)
  const nameOf = (type: StockType, i: 0 | 1) => {
    const row = rows.find((r) => r.type === type)
    return (i === 0 ? row?.caption : row?.captionEn) || stockTypes[type][i]
  }
  for (const [at, { type, ...row }] of rows.entries())
    for (const i of [0, 1] as const) {
      const name = i === 0 ? row.caption : row.captionEn
      const other = (Object.keys(stockTypes) as StockType[]).find(
        (t) => t !== type && name && nameOf(t, i).toLowerCase() === name.toLowerCase(),
      )
      if (other)
        throw wrong(
          stockBillFaults.captionTaken,
          { name, type: stockTypes[other] },
          `types.${at}.${i === 0 ? 'caption' : 'captionEn'}`,
        )
    }
}

/** A type of which there is stock stays in use. */
async function demandUnused(ctx: Ctx, input: Told, before: Kept): Promise<void> {
  const stored = await storedTypes(ctx, before)
  const off = typesIn(input).flatMap((sent) => {
    const type = stored.find(({ id, enabled }) => id === sent.id && enabled)?.type
    return type && (sent.removed || sent.enabled === false || (sent.type && sent.type !== type)) ? [type] : []
  })
  if (off.length === 0) return
  const owner = before.ownerId ? sql`t.owner_id = ${before.ownerId}` : sql`true`
  const there = await ctx.tx.maybe<{ type: StockType }>(sql`
    select t.stock_type as type from ${from(ctx, stock, 't')} where t.stock_type = any(${off}::text[]) and t.qty > 0 and ${owner} limit 1`)
  if (there) throw wrong(stockBillFaults.typeInUse, { type: stockTypes[there.type] }, 'types')
}

const storedTypes = (ctx: Ctx, before: Kept): Promise<Row[]> =>
  ctx.tx.query<Row>(sql`
    select r.id, r.type, r.enabled, r.caption, r.caption_en, r.colour from ${from(ctx, schemeType.entity, 'r')} where r.scheme_id = ${before.id} order by r.id`)

/** The types as they will stand: what was sent in its own places, and what it leaves alone behind it. */
async function demandNamesThen(ctx: Ctx, input: Told, before: Kept): Promise<void> {
  const ownerId = 'ownerId' in input ? input.ownerId : before.ownerId
  if (input.types === undefined && !ownerId) return
  const stored = await storedTypes(ctx, before)
  const sent = typesIn(input).map((row): Shown & { removed?: boolean } => ({
    ...stored.find(({ id }) => id === row.id),
    ...row,
  }))
  const left = stored.filter(({ id }) => !sent.some((row) => row.id === id))
  demandNames([...sent.map((row) => (row.removed ? {} : row)), ...left], ownerId)
}

export const stockTypeRules: Rules<typeof stockTypeScheme> = {
  beforeCreate: async (_ctx, input) => {
    demandSense(input)
    demandNames(typesIn(input), input.ownerId)
  },
  beforeUpdate: async (ctx, input, before) => {
    demandSense(input)
    await demandNamesThen(ctx, input, before)
    await demandUnused(ctx, input, before)
  },
}
