import { refuse } from '@lading/contract/kernel/fault.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import type { tryPutAway } from '@lading/contract/wms/schemeCalls.ts'
import type { lot as lotTable } from '@lading/contract/wms/stock.ts'
import type { z } from 'zod'
import { getRow } from '../../kernel/crud.ts'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { businessDay } from '../../platform/document/day.ts'
import { readProduct } from '../masters/facts.ts'
import { lotNamed } from '../stock/lot.ts'
import { shelfDates } from '../strategy/receiving.ts'
import { propose } from './propose.ts'
import type { Goods } from './rules.ts'

type Input = z.output<typeof tryPutAway.input>
type Answer = z.output<typeof tryPutAway.output>

/** Dates follow from each other as on receipt; what the rules of receipt would refuse is tried all the same. */
function datesOf(ctx: Ctx, input: Input, facts: Awaited<ReturnType<typeof readProduct>>) {
  const given = { productionDate: input.productionDate ?? null, expireDate: input.expireDate ?? null }
  const { shelfLifeDays, acceptDays, shelfMode: mode } = facts
  const dates = shelfDates(given, { mode, shelfLifeDays, acceptDays }, businessDay(ctx))
  return 'code' in dates ? given : dates
}

/** 试算: the same engine as on receipt, without a lock or a written row. */
export async function tryOut(ctx: Ctx, input: Input): Promise<Answer> {
  demandDc(ctx)
  const qty = parseQty(input.qty)
  if (qty <= 0n) refuse(wmsFaults.qtyNotPositive)
  // Both must be visible to who asks.
  const row = await getRow(ctx, product, input.productId)
  await getRow(ctx, owner, input.ownerId)
  const facts = await readProduct(ctx, input.productId, input.qpcId ?? null)
  const dates = datesOf(ctx, input, facts)
  const lot = { ...dates, productionBatch: null, vendorId: null }
  const known = await ctx.tx.maybe<RowOf<typeof lotTable, 'id'>>(
    lotNamed(ctx, input.ownerId, input.productId, lot, facts.lotBy),
  )
  const goods: Goods = {
    product: facts,
    ownerId: input.ownerId,
    // A lot that is not yet there has no number.
    lotId: known?.id ?? '0',
    stockType: input.stockType,
    ...dates,
    qty,
    whole: input.pallet,
  }
  const { scheme, targets, rest, refused, refusedCount, bins } = await propose(ctx, goods)
  const codes = new Map(bins.map((b) => [b.id, b.code]))
  return {
    scheme,
    targets: targets.map((t) => ({
      binId: t.binId,
      bin: codes.get(t.binId) ?? '',
      qty: formatQty(t.qty),
      seq: t.ruleSeq,
      method: t.method,
    })),
    rest: formatQty(rest),
    refused: refused.map((r) => ({
      seq: r.ruleSeq,
      method: r.method,
      bin: (r.binId && codes.get(r.binId)) ?? null,
      why: [r.reason.text[0], r.reason.text[1]],
    })),
    refusedCount,
    qpc: formatQty(facts.qpc),
    baseUnit: String(row.baseUnit),
  }
}
