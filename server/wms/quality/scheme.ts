// engine: inspects what is received and judges it, under the lock of its receipt or bill

import { Fault, type Refusal } from '@lading/contract/kernel/fault.ts'
import { rowName, type Text } from '@lading/contract/kernel/text.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { qualityFaults } from '@lading/contract/wms/qualityFaults.ts'
import { qualityItems, type qualityScheme } from '@lading/contract/wms/qualityScheme.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Changes, Rules } from '../../kernel/rules.ts'
import { fromHere } from '../../kernel/scope.ts'
import { readDictionaries } from '../../platform/dictionary.ts'

const wrong = (fault: Refusal, field: string, args: object = {}): Fault =>
  new Fault(fault, { ...args }, [{ field, rule: 'scheme', message: '' }])
const kept = <R extends { readonly removed?: boolean }>(list: readonly R[] = []): readonly R[] =>
  list.filter((r) => !r.removed)

/** A scheme says all that it needs: how a sample is drawn, what is within range, and both numbers of lots or none. */
type Told = Changes<typeof qualityScheme>
async function demand(
  ctx: Ctx,
  input: Told,
  before: Told & { readonly id?: string; readonly hasSamples?: boolean },
): Promise<void> {
  const all = { ...before, ...input }
  const samples = kept(input.samples)
    .map((s) => ({
      lotTo: Number(s.lotTo),
      sample: Number(s.sample),
      accept: Number(s.accept),
      reject: Number(s.reject),
    }))
    .sort((a, b) => a.lotTo - b.lotTo)
  const isOdd = (s: (typeof samples)[number], i: number) =>
    s.sample > s.lotTo || s.accept >= s.reject || (samples[i - 1]?.lotTo ?? 0) >= s.lotTo
  if (samples.some(isOdd)) throw wrong(qualityFaults.samples, 'samples')
  const hasTable = input.samples === undefined ? before.hasSamples === true : samples.length > 0
  if (all.kind === 'SAMPLE' && !hasTable && (all.percent ?? null) === null)
    throw wrong(qualityFaults.needSampling, 'percent')
  if (((all.skipAfter ?? null) === null) !== ((all.skipLots ?? null) === null))
    throw wrong(qualityFaults.needSkip, 'skipLots')
  const items = kept(input.items)
  const called = await demandItems(
    ctx,
    items.flatMap(({ name }) => name ?? []),
    before.id ?? '',
  )
  for (const item of items) {
    const { kind, name, least, most } = item
    const isBad = least != null && most != null && Number(least) > Number(most)
    if (isBad || (kind === 'RANGE' && least == null && most == null))
      throw wrong(qualityFaults.needRange, 'items', { item: called(name ?? '') })
  }
  if (!input.binId) return
  const place = await ctx.tx.maybe<{ id: string; code: string; usage: string }>(sql`
    select b.id, b.code, b.usage from ${fromHere(ctx, bin, 'b')} where b.id = ${input.binId}`)
  if (place && place.usage !== 'QC')
    throw wrong(qualityFaults.notQcBin, 'binId', { bin: rowName(bin, place.id, place.code) })
}

/**
 * What is looked at is one of the dictionary's; what a scheme has named before it stays.
 * @returns what each is called
 * @throws Fault unknownItem
 */
async function demandItems(ctx: Ctx, names: readonly string[], schemeId: string): Promise<(name: string) => Text> {
  const entries = await readDictionaries(ctx, [qualityItems])
  const strange = names.filter((name) => !entries.some((e) => e.queryKey === name && !e.disabled))
  if (strange.length > 0) {
    const had = await ctx.tx.query<{ name: string }>(sql`
      select name from wms_quality_item where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and scheme_id = ${schemeId || null}`)
    const item = strange.find((name) => !had.some((h) => h.name === name))
    if (item !== undefined) throw wrong(qualityFaults.unknownItem, 'items', { item })
  }
  return (name) => entries.find((e) => e.queryKey === name)?.text ?? [name, name]
}

async function hasSamples(ctx: Ctx, id: string): Promise<boolean> {
  const row = await ctx.tx.maybe(sql`
    select 1 from wms_quality_sample where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and scheme_id = ${id} limit 1`)
  return row !== undefined
}

export const qualitySchemeRules: Rules<typeof qualityScheme> = {
  beforeCreate: (ctx, input) => demand(ctx, input, {}),
  beforeUpdate: async (ctx, input, before) =>
    demand(ctx, input, { ...before, hasSamples: await hasSamples(ctx, before.id) }),
}
