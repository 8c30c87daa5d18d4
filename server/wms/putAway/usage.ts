// engine: looks for room among the goods of all owners, and claims it

import { refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { bin as binTable } from '@lading/contract/wms/place.ts'
import { putAwayUsages } from '@lading/contract/wms/scheme.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { refuseOther } from '../masters/scanned.ts'
import { readPlaces, usageText } from '../stock/places.ts'

/** The bin of a code, or of the check digit of the instructed one; refused when it is a stage of other work. */
export async function demandTarget(
  ctx: Ctx,
  scanned: string,
  instructed: string | null,
): Promise<{ id: string; code: string }> {
  const bin = await ctx.tx.maybe<RowOf<typeof binTable, 'id' | 'code'>>(sql`
    select id, code from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and (code = ${scanned} or (check_digit = ${scanned} and id = ${instructed}))
    order by (id = ${instructed}) desc nulls last limit 1`)
  if (!bin) {
    await refuseOther(ctx, scanned, 'BIN')
    return refuse(wmsFaults.unknownCode, { code: scanned })
  }
  const places = await readPlaces(ctx, instructed === null ? [bin.id] : [bin.id, instructed])
  const place = places.get(bin.id)
  // What goes by a transit bin may go by another one.
  const isByTransit = instructed !== null && places.get(instructed)?.usage === 'RPL_TRANSIT'
  if (isByTransit && place?.usage === 'RPL_TRANSIT') return bin
  if (place && !Object.hasOwn(putAwayUsages, place.usage))
    refuse(wmsFaults.binUsage, { bin: rowName(binTable, place.id, place.code), usage: usageText(place.usage) })
  return bin
}
