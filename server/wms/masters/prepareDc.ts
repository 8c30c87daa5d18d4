// engine: locks master data, makes it, and refuses what would contradict goods of anybody

import { container, containerType } from '@lading/contract/wms/container.ts'
import { area, bin, virtualBins } from '@lading/contract/wms/place.ts'
import {
  schemeTransition,
  schemeType,
  stockTypeScheme,
  usualTransitions,
  usualTypes,
} from '@lading/contract/wms/stockTypeScheme.ts'
import { systemBins } from '@lading/contract/wms/systemBins.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { prepareTaskTypes } from '../task/typeConfig.ts'
import { looseCode } from './loose.ts'

export const virtualTypeCode = 'VIRT'
export const systemAreaCode = 'SYS'

/** One bin per stage through which goods pass, so that work can begin before anybody has drawn the building. */
export const stagingBins = systemBins

const skip = sql`on conflict do nothing`

/**
 * Gives a logistics centre what every engine relies on: the one container of loose goods, the bins outside the
 * warehouse, and one bin per stage. What is there already stays as it is.
 */
export async function prepareDc(ctx: Ctx, orgId: string = ctx.org.id): Promise<void> {
  const { tx, tenantId } = ctx
  const there = { ...ctx, org: { ...ctx.org, id: orgId } }
  const virtual = { code: virtualTypeCode, name: '虚拟容器', category: 'VIRTUAL', prefix: virtualTypeCode } as const
  await insert(ctx, containerType, [{ ...virtual, returnable: false, maxFillPct: 100 }], skip)
  const type = await tx.one<RowOf<typeof containerType, 'id'>>(sql`
    select id from wms_container_type where tenant_id = ${tenantId} and code = ${virtualTypeCode}`)
  await insert(there, container, [{ code: looseCode, typeId: type.id }], skip)
  await insert(there, area, [{ code: systemAreaCode, name: '系统库区' }], skip)
  const { id: areaId } = await tx.one<RowOf<typeof area, 'id'>>(sql`
    select id from wms_area where tenant_id = ${tenantId} and org_id = ${orgId} and code = ${systemAreaCode}`)
  const outside = Object.keys(virtualBins).map((code) => [code, 'VIRTUAL'] as const)
  const rules = { areaId, mixOwner: true, mixProduct: true, mixLot: true }
  const bins = [...outside, ...Object.entries(stagingBins)].map(([code, usage]) => ({ code, usage, ...rules }))
  await insert(there, bin, bins, skip)
  await prepareTypes(there)
  await prepareTaskTypes(ctx)
}

/** What usually holds of each type of stock stands where it can be looked at and changed. */
async function prepareTypes(ctx: Ctx): Promise<void> {
  const known = await ctx.tx.maybe(sql`
    select 1 from wms_stock_type_scheme where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} limit 1`)
  if (known) return
  const { ids } = await insert(ctx, stockTypeScheme, [{ code: 'STD', name: '标准方案' }])
  const [schemeId = ''] = ids
  await insert(
    ctx,
    schemeType.entity,
    usualTypes.map((type) => ({ ...type, schemeId })),
  )
  await insert(
    ctx,
    schemeTransition.entity,
    usualTransitions.map((rule) => ({ ...rule, schemeId })),
  )
}
