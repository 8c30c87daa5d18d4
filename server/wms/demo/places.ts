import { binCapacity } from '@lading/contract/wms/binCapacity.ts'
import { collectBinScheme } from '@lading/contract/wms/collectScheme.ts'
import { bin, binType, pickArea, storageArea } from '@lading/contract/wms/place.ts'
import { productBin } from '@lading/contract/wms/scheme.ts'
import { sowingScheme } from '@lading/contract/wms/sowingScheme.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import sql from 'sql-template-tag'
import { createRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { fromHere } from '../../kernel/scope.ts'
import { collectSchemeRules } from '../collect/scheme.ts'
import { binCapacityRules } from '../masters/binCapacity.ts'
import { sowingSchemeRules } from '../sow/scheme.ts'

/** How much goes into a bin: of all racks, of the cold store, and of two faces whose goods are small. */
export async function seedCapacities(ctx: Ctx): Promise<void> {
  const { rack, cold } = await ctx.tx.one<{ rack: string; cold: string }>(sql`
    select (select id from ${fromHere(ctx, binType, 't')} where code = 'RACK') as rack,
      (select id from ${fromHere(ctx, storageArea, 'a')} where code = 'ST-F') as cold`)
  const faces = await ctx.tx.query<{ binId: string; productId: string }>(sql`
    select bin_id, product_id from ${fromHere(ctx, productBin, 'f')} where role = 'PICK' order by id desc limit 2`)
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
    select area_id from ${fromHere(ctx, pickArea, 'a')} where code = 'PK-A'`)
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
    select id from ${fromHere(ctx, bin, 'b')} where usage = 'DOCK' and code like 'DK-%' order by code`)
  const bins = docks.map(({ id }, i) => ({ seq: (i + 1) * 10, binId: id, overflow: i > 0 }))
  await createRow(
    ctx,
    collectBinScheme,
    { code: 'TRANSFER', name: '调拨集货 Transfers', kind: 'NONE', modes: ['TRANSFER'], bins },
    collectSchemeRules,
  )
}

/** Racks that a truck ran into, and one that is being checked: nothing goes in, or neither in nor out. */
export const seedLocks = (ctx: Ctx): Promise<unknown> =>
  ctx.tx.run(sql`
    update wms_bin set lock_in = true, lock_out = level = 4, lock_reason = case when level = 4 then '货架检修' else '横梁变形' end
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(array(
      select b.id from ${fromHere(ctx, bin, 'b')} where b.usage = 'STORAGE' and b.level > 3
        and not exists (select 1 from ${fromHere(ctx, stock, 's')} where s.bin_id = b.id)
      order by b.code desc limit 5))`)
