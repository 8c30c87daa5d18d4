import { Fault, type Refusal, refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { collectFaults } from '@lading/contract/wms/collectFaults.ts'
import { type collectBinScheme, collectRow } from '@lading/contract/wms/collectScheme.ts'
import { bin } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Changes, Rules } from '../../kernel/rules.ts'
import { from, fromHere, named } from '../../kernel/scope.ts'

interface Sent {
  readonly id?: string
  readonly removed?: boolean
  readonly binId?: string
  readonly storeId?: string | null
  readonly route?: string | null
}
const wrong = (fault: Refusal, args: object, at: number, field: string): Fault =>
  new Fault(fault, { ...args }, [{ field: `bins.${at}.${field}`, rule: 'scheme', message: '' }])

/** A bin that is one store's is no other's; each row names a store, a route or nobody. */
async function demandBins(ctx: Ctx, input: Changes<typeof collectBinScheme>, id: string | undefined): Promise<void> {
  if (input.bins === undefined) return
  const sent: readonly Sent[] = input.bins
  const stored =
    id === undefined
      ? []
      : await ctx.tx.query<Sent & object>(sql`
          select r.id, r.bin_id, r.store_id, r.route from ${from(ctx, collectRow.entity, 'r')} where r.scheme_id = ${id}`)
  const named = sent.flatMap((r, at) => (r.removed ? [] : [{ ...stored.find((s) => s.id === r.id), ...r, at }]))
  const untouched = stored.filter((s) => !sent.some((r) => r.id === s.id)).map((s) => ({ ...s, at: 0 }))
  const bins = await ctx.tx.query<{ id: string; code: string; usage: string }>(sql`
    select b.id, b.code, b.usage from ${fromHere(ctx, bin, 'b')} where b.id = any(${named.flatMap((r) => r.binId ?? [])}::bigint[])`)
  for (const [i, r] of named.entries()) {
    if (r.storeId && r.route) throw wrong(collectFaults.oneOf, {}, r.at, 'route')
    const place = bins.find((b) => b.id === r.binId)
    if (!place) continue
    const name = rowName(bin, place.id, place.code)
    if (place.usage !== 'COLLECT' && place.usage !== 'DOCK')
      throw wrong(collectFaults.notCollectBin, { bin: name }, r.at, 'binId')
    const other = [...untouched, ...named.slice(0, i)].find(
      (o) => o.binId === r.binId && o.storeId && o.storeId !== r.storeId,
    )
    if (other?.storeId)
      throw wrong(collectFaults.binOfStore, { bin: name, s: await storeName(ctx, other.storeId) }, r.at, 'binId')
  }
}
async function storeName(ctx: Ctx, id: string) {
  const row = await ctx.tx.maybe<{ name: string }>(sql`select s.name from ${named(ctx, store, 's')} where s.id = ${id}`)
  return row ? rowName(store, id, row.name) : refuse(collectFaults.noBin)
}

export const collectSchemeRules: Rules<typeof collectBinScheme> = {
  beforeCreate: (ctx, input) => demandBins(ctx, input, undefined),
  beforeUpdate: (ctx, input, before) => demandBins(ctx, input, before.id),
}
