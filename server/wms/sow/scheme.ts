import { Fault, refuse } from '@lading/contract/kernel/fault.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { bin, pickArea } from '@lading/contract/wms/place.ts'
import { sowFaults } from '@lading/contract/wms/sowFaults.ts'
import { sowingScheme, sowPosition } from '@lading/contract/wms/sowingScheme.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Changes, Rules, Seen } from '../../kernel/rules.ts'
import { from, fromHere, named } from '../../kernel/scope.ts'

interface Sent {
  readonly id?: string
  readonly removed?: boolean
  readonly binId?: string
  readonly storeId?: string | null
}
const wrong = (fault: typeof sowFaults.positionTwice, args: object, at: number, field: string): Fault =>
  new Fault(fault, { ...args }, [{ field: `positions.${at}.${field}`, rule: 'scheme', message: '' }])

/** Each bin is one position of one wall, and each store has at most one of its own. */
async function demandPositions(ctx: Ctx, input: Changes<typeof sowingScheme>, id: string | undefined): Promise<void> {
  const sent: readonly Sent[] = input.positions ?? []
  const stored = id === undefined ? [] : await readStored(ctx, id)
  const named = sent.flatMap((p, at) => (p.removed ? [] : [{ ...stored.find((s) => s.id === p.id), ...p, at }]))
  const untouched = stored.filter((s) => !sent.some((p) => p.id === s.id)).map((s) => ({ ...s, at: 0 }))
  const all = [...untouched, ...named]
  await demandBins(ctx, named, id)
  for (const [i, p] of all.entries()) {
    const before = all.slice(0, i)
    if (before.some((o) => o.binId === p.binId))
      throw wrong(sowFaults.positionTwice, { what: await binCode(ctx, p.binId) }, p.at, 'binId')
    if (p.storeId && before.some((o) => o.storeId === p.storeId))
      throw wrong(sowFaults.positionTwice, { what: await storeCode(ctx, p.storeId) }, p.at, 'storeId')
  }
}
const readStored = (ctx: Ctx, id: string): Promise<Sent[]> =>
  ctx.tx.query<Sent & object>(sql`
    select p.id, p.bin_id, p.store_id from ${from(ctx, sowPosition.entity, 'p')} where p.scheme_id = ${id} order by p.seq, p.id`)
const binCode = async (ctx: Ctx, id: string | undefined): Promise<string> =>
  (await ctx.tx.maybe<{ code: string }>(sql`select b.code from ${named(ctx, bin, 'b')} where b.id = ${id}`))?.code ?? ''
const storeCode = async (ctx: Ctx, id: string): Promise<string> =>
  (await ctx.tx.maybe<{ code: string }>(sql`select s.code from ${named(ctx, store, 's')} where s.id = ${id}`))?.code ??
  ''

/** Bins for sorting, of no other wall. */
async function demandBins(ctx: Ctx, sent: readonly (Sent & { at: number })[], id: string | undefined): Promise<void> {
  const ids = sent.flatMap((p) => p.binId ?? [])
  const bins = await ctx.tx.query<{ id: string; code: string; usage: string; scheme: string | null }>(sql`
    select b.id, b.code, b.usage, (select c.code from ${from(ctx, sowPosition.entity, 'p')}
        join ${fromHere(ctx, sowingScheme, 'c')} on c.id = p.scheme_id and not c.disabled
        where p.bin_id = b.id and p.scheme_id is distinct from ${id ?? null}::bigint limit 1) as scheme
    from ${fromHere(ctx, bin, 'b')} where b.id = any(${ids}::bigint[])`)
  for (const p of sent) {
    const of = bins.find((b) => b.id === p.binId)
    if (!of) continue
    const name = rowName(bin, of.id, of.code)
    if (of.usage !== 'SOW') throw wrong(sowFaults.notSowBin, { bin: name }, p.at, 'binId')
    if (of.scheme !== null) throw wrong(sowFaults.positionTaken, { bin: name, scheme: of.scheme }, p.at, 'binId')
  }
}

async function demandUnused(ctx: Ctx, row: Seen): Promise<void> {
  const area = await ctx.tx.maybe<{ id: string; code: string }>(sql`
    select a.id, a.code from ${fromHere(ctx, pickArea, 'a')} where a.sowing_scheme_id = ${row.id} limit 1`)
  if (area) refuse(sowFaults.schemeUsed, { area: rowName(pickArea, area.id, area.code) })
}

export const sowingSchemeRules: Rules<typeof sowingScheme> = {
  beforeCreate: (ctx, input) => demandPositions(ctx, input, undefined),
  beforeUpdate: (ctx, input, before) => demandPositions(ctx, input, before.id),
  beforeDisable: demandUnused,
  beforeRemove: demandUnused,
}
