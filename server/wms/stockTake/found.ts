// engine: counts bins whose locks it holds: who sees a count sees all that it counts

import { Fault, refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { product, productOwner } from '@lading/contract/mdm/product.ts'
import { container } from '@lading/contract/wms/container.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { bin as binTable } from '@lading/contract/wms/place.ts'
import { takeFaults } from '@lading/contract/wms/stockTakeFaults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { businessDay } from '../../platform/document/day.ts'
import { containerByCode, looseContainer, type ProductFacts, readProduct } from '../masters/facts.ts'
import { goodsByCode } from '../masters/scanned.ts'
import type { StockKey } from '../stock/key.ts'
import { lotOf } from '../stock/lot.ts'
import { shelfDates } from '../strategy/receiving.ts'
import type { Confirm } from '../task/type.ts'
import type { TakeBin } from './bins.ts'

/** Owners whose goods they can be: those of the count, of the bin, of the product, or all that the counter may see. */
export async function ownersOf(
  ctx: Ctx,
  bin: TakeBin,
  productId: string,
): Promise<{ id: string; code: string; name: string }[]> {
  return ctx.tx.query(sql`
    select o.id, o.code, o.name from ${from(ctx, owner, 'o')} where not o.disabled
      and (${bin.ownerId}::bigint is null or o.id = ${bin.ownerId})
      and o.id = coalesce((select b.owner_id from wms_bin b where b.tenant_id = ${ctx.tenantId} and b.id = ${bin.binId}), o.id)
      and (exists (select 1 from ${named(ctx, productOwner.entity, 'w')} where w.product_id = ${productId} and w.owner_id = o.id)
        or not exists (select 1 from ${named(ctx, productOwner.entity, 'w')} where w.product_id = ${productId}))
    order by o.code`)
}

/**
 * Goods that the book does not know in this bin, as they would stand in it. Dates that nobody could read are those of the
 * lot in the centre that goes first. Source: wms.md 7.8.
 * @returns the key, and whether its lot is a guess
 */
export async function foundGoods(ctx: Ctx, bin: TakeBin, input: Confirm): Promise<{ key: StockKey; guessed: boolean }> {
  const meant = await goodsByCode(ctx, input.scans.product ?? '')
  const facts = await readProduct(ctx, meant.productId, meant.qpcId)
  if (bin.productId !== null && bin.productId !== meant.productId)
    refuse(takeFaults.outOfScope, { code: rowName(product, facts.id, facts.code) })
  const ownerId = await ownerOf(ctx, bin, facts, input.ownerId)
  const [containerId, lot] = await Promise.all([
    boxOf(ctx, bin, input.toContainer),
    lotFor(ctx, facts, ownerId, meant.lotId, input),
  ])
  return {
    key: {
      ownerId,
      productId: facts.id,
      qpcId: facts.qpcId,
      lotId: lot.id,
      stockType: input.stockType ?? 'GOOD',
      binId: bin.binId,
      containerId,
    },
    guessed: lot.guessed,
  }
}

async function ownerOf(ctx: Ctx, bin: TakeBin, goods: ProductFacts, wished: string | undefined): Promise<string> {
  const owners = await ownersOf(ctx, bin, goods.id)
  const [only] = owners.filter((o) => wished === undefined || o.id === wished)
  const code = rowName(product, goods.id, goods.code)
  if (!only) return refuse(takeFaults.outOfScope, { code })
  if (wished === undefined && owners.length > 1) refuse(takeFaults.ownerUnclear, { code })
  return only.id
}

/** A pallet counts where the book has it. */
async function boxOf(ctx: Ctx, bin: TakeBin, code: string | undefined): Promise<string> {
  if (!code) return looseContainer(ctx)
  const box = await containerByCode(ctx, code)
  if (code === 'LOOSE' || box.binId === bin.binId) return box.id
  const at = await ctx.tx.maybe<{ id: string; code: string }>(sql`
    select id, code from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = ${box.binId}`)
  return refuse(takeFaults.elsewhere, {
    code: rowName(container, box.id, box.code),
    bin: at ? rowName(binTable, at.id, at.code) : '–',
  })
}

async function lotFor(
  ctx: Ctx,
  goods: ProductFacts,
  ownerId: string,
  labelled: string | null,
  input: Confirm,
): Promise<{ id: string; guessed: boolean }> {
  if (labelled !== null) {
    const own = await ctx.tx.maybe<{ id: string }>(sql`
      select o.id from wms_lot o where o.tenant_id = ${ctx.tenantId} and o.org_id = ${ctx.org.id} and o.id = ${labelled} and o.owner_id = ${ownerId}`)
    if (own) return { id: own.id, guessed: false }
  }
  const given = { productionDate: input.productionDate ?? null, expireDate: input.expireDate ?? null }
  const isDated = given.productionDate !== null || given.expireDate !== null
  if (!isDated && goods.shelfMode !== 'NONE') {
    const first = await ctx.tx.maybe<{ id: string }>(sql`
      select o.id from wms_lot o where o.tenant_id = ${ctx.tenantId} and o.org_id = ${ctx.org.id} and o.owner_id = ${ownerId} and o.product_id = ${goods.id}
      order by exists (select 1 from wms_stock s where s.tenant_id = o.tenant_id and s.org_id = o.org_id and s.lot_id = o.id and s.qty > 0) desc,
        o.expire_date nulls last, o.id limit 1`)
    if (first) return { id: first.id, guessed: true }
  }
  const shelf = { mode: goods.shelfMode, shelfLifeDays: goods.shelfLifeDays, acceptDays: null }
  const dates =
    isDated || goods.shelfMode === 'NONE'
      ? shelfDates(given, shelf, businessDay(ctx))
      : { productionDate: null, expireDate: null }
  if ('code' in dates) throw new Fault(wmsFaults.dateRefused, { reason: dates.text })
  const facts = { ...dates, productionBatch: input.batch ?? null, vendorId: null }
  const id = await lotOf(ctx, ownerId, goods.id, facts, goods.lotBy)
  return { id, guessed: !isDated && goods.shelfMode !== 'NONE' }
}
