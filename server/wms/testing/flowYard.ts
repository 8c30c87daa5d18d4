import { bulkInsert } from '../../kernel/bulk.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { buildYard, type Yard } from './yard.ts'

/** A centre through which goods can flow: bins, a dated and a weighed product, a vendor, a store and two totes. */
export async function flowYard(ctx: Ctx): Promise<{ yard: Yard; vendor: string; store: string }> {
  const yard = await buildYard(ctx, {
    bins: { 'S-01': 'STORAGE', 'S-02': 'STORAGE', 'P-01': 'PICK', 'DEF-1': 'DEFECT' },
    products: [
      { code: 'X', qpc: '12', shelfLifeDays: 365 },
      { code: 'W', isWeigh: true },
    ],
  })
  const ids = { vendor: ctx.newId(), store: ctx.newId() }
  const { tenantId } = ctx
  for (const key of ['vendor', 'store'] as const)
    await bulkInsert(ctx.tx, `wms_${key}`, [{ tenantId, id: ids[key], code: `${key}1`, name: key }])
  const typeId = ctx.newId()
  await bulkInsert(ctx.tx, 'wms_container_type', [
    { tenantId, id: typeId, code: 'TOTE', name: 'tote', category: 'TOTE', prefix: 'T' },
  ])
  await bulkInsert(
    ctx.tx,
    'wms_container',
    ['T1', 'T2'].map((code) => ({ tenantId, orgId: ctx.org.id, id: ctx.newId(), code, typeId })),
  )
  return { yard, ...ids }
}
