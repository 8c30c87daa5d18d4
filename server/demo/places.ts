import { binCapacity } from '@lading/contract/wms/binCapacity.ts'
import { collectBinScheme } from '@lading/contract/wms/collectScheme.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { sowingScheme } from '@lading/contract/wms/sowingScheme.ts'
import sql from 'sql-template-tag'
import { createRow } from '../kernel/crud.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { insert } from '../kernel/insert.ts'
import { collectSchemeRules } from '../wms/collect/scheme.ts'
import { binCapacityRules } from '../wms/masters/binCapacity.ts'
import { sowingSchemeRules } from '../wms/sow/scheme.ts'

/** How much goes into a bin: of all racks, of the cold store, and of two faces whose goods are small. */
export async function seedCapacities(ctx: Ctx): Promise<void> {
  const here = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
  const { rack, cold } = await ctx.tx.one<{ rack: string; cold: string }>(sql`
    select (select id from wms_bin_type where ${here} and code = 'RACK') as rack, (select id from wms_storage_area where ${here} and code = 'ST-F') as cold`)
  const faces = await ctx.tx.query<{ binId: string; productId: string }>(sql`
    select bin_id, product_id from wms_product_bin where ${here} and role = 'PICK' order by id desc limit 2`)
  const rules = [
    { place: 'TYPE', binTypeId: rack, maxPallets: 1 },
    { place: 'AREA', storageAreaId: cold, maxPallets: 1 },
    ...faces.map((face, i) => ({ place: 'BIN', ...face, maxCases: 60, minCases: 3, topCases: 40 + 10 * i })),
  ]
  for (const rule of rules) await createRow(ctx, binCapacity, rule, binCapacityRules)
}

/** A second wall, by paper, that no pick area uses yet; and where goods wait that go to other centres. */
export async function seedSpareSchemes(ctx: Ctx): Promise<void> {
  const { areaId } = await ctx.tx.one<{ areaId: string }>(sql`
    select area_id from wms_pick_area where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'PK-A'`)
  const walls = [1, 2, 3, 4, 5, 6].map((n) => ({ id: ctx.newId(), code: `SW-1${n}`, usage: 'SOW' as const, areaId }))
  await insert(
    ctx,
    bin,
    walls.map((w, i) => ({ ...w, mixOwner: true, mixProduct: true, checkDigit: `${i + 1}${i + 2}` })),
  )
  const positions = walls.map(({ id }, i) => ({ seq: (i + 1) * 10, binId: id }))
  await createRow(
    ctx,
    sowingScheme,
    { code: 'WALL-A', name: '常温分播墙 Ambient wall', mode: 'PAPER', positions },
    sowingSchemeRules,
  )
  const docks = await ctx.tx.query<{ id: string }>(sql`
    select id from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and usage = 'DOCK' and code like 'DK-%' order by code`)
  const bins = docks.map(({ id }, i) => ({ seq: (i + 1) * 10, binId: id, overflow: i > 0 }))
  await createRow(
    ctx,
    collectBinScheme,
    { code: 'TRANSFER', name: '调拨集货 Transfers', kind: 'NONE', modes: ['TRANSFER'], bins },
    collectSchemeRules,
  )
}
