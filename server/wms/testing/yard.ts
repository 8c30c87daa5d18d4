import sql from 'sql-template-tag'
import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { prepareDc } from '../masters/prepareDc.ts'
import type { StockKey } from '../stock/key.ts'
import { lotOf } from '../stock/lot.ts'

export interface ProductSpec {
  readonly code: string
  readonly qpc?: string
  readonly mid?: string
  readonly shelfLifeDays?: number
  readonly acceptDays?: number
  readonly isWeigh?: boolean
  readonly lotBy?: readonly string[]
  readonly palletTi?: number
  readonly palletHi?: number
}

/** Ids of a small made-up warehouse, by code. */
export interface Yard {
  readonly bins: Map<string, string>
  readonly owners: Map<string, string>
  readonly products: Map<string, { id: string; qpcId: string }>
  readonly loose: string
}

/** Fills the organisation with bins, owners and products, and prepares it as a logistics centre. */
export async function buildYard(
  ctx: Ctx,
  o: {
    bins: Readonly<Record<string, string>>
    owners?: readonly string[]
    products: readonly ProductSpec[]
    mix?: boolean
  },
): Promise<Yard> {
  await prepareDc(ctx)
  const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
  const area = await ctx.tx.one<{ id: string }>(
    sql`select id from wms_area where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'SYS'`,
  )
  const mix = o.mix ?? true
  await bulkInsert(
    ctx.tx,
    'wms_bin',
    Object.entries(o.bins).map(([code, usage], i) => ({
      ...at,
      id: ctx.newId(),
      code,
      usage,
      areaId: area.id,
      mixProduct: mix,
      mixLot: mix,
      mixOwner: mix,
      pickSeq: i,
      putawaySeq: i,
    })),
  )
  const owners = new Map<string, string>()
  for (const code of o.owners ?? ['O1']) {
    const id = ctx.newId()
    owners.set(code, id)
    await bulkInsert(ctx.tx, 'wms_owner', [{ tenantId: ctx.tenantId, id, code, name: code }])
  }
  const products = new Map<string, { id: string; qpcId: string }>()
  for (const p of o.products) products.set(p.code, await insertProduct(ctx, p, [...owners.values()]))
  const rows = await ctx.tx.query<{ code: string; id: string }>(
    sql`select code, id from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`,
  )
  const loose = await ctx.tx.one<{ id: string }>(
    sql`select id from wms_container where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'LOOSE'`,
  )
  return { bins: new Map(rows.map((r) => [r.code, r.id])), owners, products, loose: loose.id }
}

async function insertProduct(
  ctx: Ctx,
  p: ProductSpec,
  ownerIds: readonly string[],
): Promise<{ id: string; qpcId: string }> {
  const [id, qpcId] = [ctx.newId(), ctx.newId()]
  const { tenantId } = ctx
  await bulkInsert(ctx.tx, 'mdm_product', [
    {
      tenantId,
      id,
      code: p.code,
      name: p.code,
      shelfMode: p.shelfLifeDays === undefined ? 'NONE' : 'PROD_DATE',
      shelfLifeDays: p.shelfLifeDays ?? null,
      acceptDays: p.acceptDays ?? null,
      isWeigh: p.isWeigh ?? false,
      lotBy: p.lotBy ?? ['EXPIRY'],
      weightKg: '0.5',
      volumeM3: '0.001',
    },
  ])
  await bulkInsert(ctx.tx, 'mdm_product_qpc', [
    {
      tenantId,
      id: qpcId,
      productId: id,
      name: `1*${p.qpc ?? '1'}`,
      qpc: p.qpc ?? '1',
      midQpc: p.mid ?? null,
      isDefault: true,
      palletTi: p.palletTi ?? null,
      palletHi: p.palletHi ?? null,
    },
  ])
  await bulkInsert(
    ctx.tx,
    'mdm_product_owner',
    ownerIds.map((ownerId) => ({ tenantId, id: ctx.newId(), productId: id, ownerId })),
  )
  return { id, qpcId }
}

/** A stock key of the yard, by codes. */
export async function keyOf(
  ctx: Ctx,
  yard: Yard,
  k: {
    bin: string
    product: string
    owner?: string
    expire?: string | null
    type?: StockKey['stockType']
    container?: string
  },
): Promise<StockKey> {
  const product = yard.products.get(k.product)
  const ownerId = yard.owners.get(k.owner ?? 'O1') ?? ''
  if (!product) throw new Error(`no product ${k.product}`)
  const facts = { productionDate: null, expireDate: k.expire ?? null, productionBatch: null, vendorId: null }
  return {
    ownerId,
    productId: product.id,
    qpcId: product.qpcId,
    lotId: await lotOf(ctx, ownerId, product.id, facts, ['EXPIRY']),
    stockType: k.type ?? 'GOOD',
    binId: yard.bins.get(k.bin) ?? '',
    containerId: k.container ?? yard.loose,
  }
}
