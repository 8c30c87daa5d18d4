// engine: takes deliveries in: docks, pallets and dates that concern all who deliver

import { refuse } from '@lading/contract/kernel/fault.ts'
import type { Qty } from '@lading/contract/kernel/qty.ts'
import type { containerType } from '@lading/contract/wms/container.ts'
import { palletsAtOnce, receiveFaults } from '@lading/contract/wms/receiveCalls.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { makeContainers } from '../masters/containers.ts'
import { type ContainerFacts, containerByCode, type ProductFacts } from '../masters/facts.ts'
import { palletSplit } from '../strategy/receiving.ts'

/**
 * 分托: divides what came by the pallet pattern of its pack, each part on a new pallet of the centre's first serialised
 * pallet type. Source: wms.md 7.1.7.
 * @throws Fault noPattern, noPalletType, tooManyPallets
 */
export async function newPallets(
  ctx: Ctx,
  product: ProductFacts,
  qty: Qty,
): Promise<{ readonly qty: Qty; readonly container: ContainerFacts }[]> {
  if (product.palletQty === null || product.isWeigh) return refuse(receiveFaults.noPattern, { code: product.code })
  const parts = palletSplit(qty, product.palletQty)
  if ('code' in parts || parts.length > palletsAtOnce)
    return refuse(receiveFaults.tooManyPallets, { max: palletsAtOnce })
  const type = await ctx.tx.maybe<RowOf<typeof containerType, 'id'>>(sql`
    select id from wms_container_type where tenant_id = ${ctx.tenantId} and category = 'PALLET' and serialised and not disabled
    order by code limit 1`)
  if (!type) return refuse(receiveFaults.noPalletType)
  const codes = await makeContainers(ctx, { typeId: type.id, count: parts.length })
  return Promise.all(
    parts.map(async (part, i) => ({ qty: part, container: await containerByCode(ctx, codes[i] ?? '') })),
  )
}
