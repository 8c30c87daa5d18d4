// engine: locks master data, makes it, and refuses what would contradict goods of anybody

import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { isQtyText, parseQty } from '@lading/contract/kernel/qty.ts'
import { rowName, say } from '@lading/contract/kernel/text.ts'
import { allWritten, oneWritten } from '@lading/contract/mdm/goodsCode.ts'
import { product, productBarcode, qpc } from '@lading/contract/mdm/product.ts'
import type { AnyBill } from '@lading/contract/wms/bill.ts'
import { masterFaults } from '@lading/contract/wms/masterFaults.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { orderBill } from '@lading/contract/wms/orderBill.ts'
import { type EachFacts, fromParts, type PackFacts, packName, packProblems } from '@lading/contract/wms/pack.ts'
import { task, taskLine } from '@lading/contract/wms/task.ts'
import { isTaskType } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { Changes, Claim, NewRow, Rules, Seen, StoredRow } from '../../kernel/rules.ts'
import { from, named, ofAllOwners, visible } from '../../kernel/scope.ts'
import { levelsOfPack, packHas } from './goodsCode.ts'

interface Stored {
  readonly id: string
  readonly name: string
  readonly qpc: string
  readonly midQpc: string | null
  readonly isDefault: boolean
  readonly disabled: boolean
  readonly used: boolean
}
type Codes = Pick<PackFacts, 'barcode' | 'midBarcode' | 'palletBarcode'> & { readonly id?: unknown }

/** The packs of a product, and whether goods were ever booked in them. */
export const storedPacks = (ctx: Ctx, productId: string): Promise<Stored[]> =>
  ctx.tx.query<Stored>(sql`
    select q.id, q.name, q.qpc, q.mid_qpc, q.is_default, q.disabled,
      (exists (select 1 from wms_stock s where s.tenant_id = q.tenant_id and s.qpc_id = q.id)
        or exists (select 1 from wms_ledger l where l.tenant_id = q.tenant_id and l.product_id = q.product_id and l.qpc_id = q.id)) as used
    from mdm_product_qpc q where q.tenant_id = ${ctx.tenantId} and q.product_id = ${productId} order by q.id`)

const same = (a: unknown, b: unknown): boolean =>
  (a ?? null) === (b ?? null) ||
  (typeof a === 'string' && typeof b === 'string' && isQtyText(a) && isQtyText(b) && parseQty(a) === parseQty(b))

/** Goods stand in a pack for good: its factors stay once stock or the ledger uses it. */
export function guardFactors(old: Stored, now: PackFacts): void {
  const changed = (['qpc', 'midQpc'] as const).some((k) => now[k] !== undefined && !same(now[k], old[k]))
  if (old.used && changed) refuse(masterFaults.packFactors, { name: old.name })
}

/** What a product is to be known by, as far as it is changed. */
export interface Numbered {
  readonly id: string | undefined
  /** Of a new one; it never changes. */
  readonly code?: unknown
  readonly barcodes?: readonly { readonly code?: unknown }[] | undefined
  readonly packs?: readonly Codes[] | undefined
  /** Only this pack is changed, or added where it has no id yet: the others stay beside it. */
  readonly alone?: { readonly id: string | null }
}
const packCodes = ['barcode', 'midBarcode', 'palletBarcode'] as const

/** The codes that a product is to be known by, each one once for how it is written. */
export function claimedCodes({ code: own, barcodes = [], packs = [] }: Numbered): Claim[] {
  const said = [
    ...barcodes.map((b, i) => [`barcodes.${i}.code`, b.code] as const),
    ...packs.flatMap((p, i) => packCodes.map((name) => [`qpcs.${i}.${name}`, p[name]] as const)),
  ]
  const claims = said.flatMap(([field, code]) => claimOf(field, code))
  // Scanned, its own code means it as well; shops often use the number of the piece for it.
  return [...claimOf('code', own).filter(({ same }) => !claims.some((c) => c.same === same)), ...claims]
}
const claimOf = (field: string, code: unknown): Claim[] =>
  typeof code === 'string' && code !== '' ? [{ field, value: code, same: oneWritten(code) }] : []

/** Of two who give the same code at once, the second sees the first. */
const oneAtATime = (ctx: Ctx): Promise<unknown> =>
  ctx.tx.run(sql`select pg_advisory_xact_lock(${codesLock}, hashtext(${ctx.tenantId}::text))`)
const codesLock = 7_246_010

/**
 * A code leads to one product and one level of its packs, however long its number is written; to which, only who may see
 * it is told.
 * @throws Fault duplicate, codeTaken
 */
export async function demandFreeCodes(ctx: Ctx, products: readonly Numbered[]): Promise<void> {
  const own = products.flatMap((n) => {
    const stays = { each: n.barcodes === undefined, packs: n.packs === undefined || n.alone !== undefined }
    const of = { id: n.id ?? null, packId: n.alone?.id ?? null, ...stays }
    return claimedCodes(n).map((c) => ({ ...c, code: c.value, of }))
  })
  if (own.length === 0) return
  const seen = new Set<string>()
  for (const { code, same } of own) {
    if (seen.has(same)) refuse(faults.duplicate, { field: productBarcode.entity.fields.code.title, value: code })
    seen.add(same)
  }
  await oneAtATime(ctx)
  const written = own.flatMap(({ code, of }) => allWritten(code).map((text) => ({ text, ...of })))
  const codes = written.map((w) => w.text)
  const of = (name: keyof (typeof written)[number]) => written.map((w) => w[name])
  const [taken] = await ctx.tx.query<{ code: string; id: string | null; product: string; pack: string }>(sql`
    select x.code, p.id, p.code as product, x.pack from (
      select b.product_id, b.code, '1*1' as pack, 'EACH' as kind, null::bigint as pack_id from ${named(ctx, productBarcode.entity, 'b')} where b.code = any(${codes}::text[])
      union all
      select o.id, o.code, '1*1', 'OWN', null from ${named(ctx, product, 'o')} where o.code = any(${codes}::text[])
      union all
      select q.product_id, c.code, q.name, 'PACK', q.id from ${named(ctx, qpc, 'q')}, ${levelsOfPack} where ${packHas(codes)} and c.code = any(${codes}::text[])) x
    join unnest(${codes}::text[], ${of('id')}::bigint[], ${of('packId')}::bigint[], ${of('each')}::boolean[], ${of('packs')}::boolean[])
      as mine(code, id, pack_id, each, packs) on mine.code = x.code and (x.product_id is distinct from mine.id
        or (x.kind = 'EACH' and mine.each) or (x.kind = 'PACK' and mine.packs and x.pack_id is distinct from mine.pack_id))
    left join ${from(ctx, product, 'p')} on p.id = x.product_id order by p.code limit 1`)
  if (taken?.id) {
    const { code, id, pack } = taken
    refuse(masterFaults.codeTaken, { code, product: rowName(product, id, taken.product), pack })
  }
  if (taken) refuse(faults.duplicate, { field: qpc.fields.barcode.title, value: taken.code })
}

/** The product of a pack, locked: two people who change its packs do so one after the other. */
const lockProduct = async (ctx: Ctx, id: unknown): Promise<EachFacts & { id: string }> =>
  found(
    await ctx.tx.maybe<EachFacts & { id: string }>(sql`
      select t.id, t.is_weigh, t.length_cm, t.width_cm, t.height_cm, t.volume_m3, t.weight_kg, t.net_weight_kg
      from mdm_product t where ${visible(product, ctx, 't')} and t.id = ${String(id)} for update`),
    product.title,
  )

function refuseProblems(ctx: Ctx, each: EachFacts, pack: PackFacts): void {
  const problems = packProblems(each, pack)
  const [first] = problems
  if (!first) return
  throw new Fault(
    { ...faults.invalid, text: first.text },
    {},
    problems.map(({ field, text }) => ({ field, rule: 'warn', message: say(text, ctx.language) })),
  )
}

const leaveOneDefault = (ctx: Ctx, productId: string, but: string): Promise<number> =>
  ctx.tx.run(sql`
    update mdm_product_qpc set is_default = false, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and product_id = ${productId} and id <> ${but} and is_default`)

async function completeNew(ctx: Ctx, input: NewRow<typeof qpc>): Promise<void> {
  const each = await lockProduct(ctx, input.productId)
  const pack: PackFacts = input
  refuseProblems(ctx, each, pack)
  await demandFreeCodes(ctx, [{ id: each.id, packs: [pack], alone: { id: null } }])
  Object.assign(input, { name: input.name || packName(pack) })
  if (!input.volumeM3) input.volumeM3 = fromParts({}, pack).volumeM3 ?? null
  if (input.isDefault === true) await leaveOneDefault(ctx, each.id, input.id)
  else input.isDefault = !(await storedPacks(ctx, each.id)).some((p) => p.isDefault)
}

async function guardChange(ctx: Ctx, input: Changes<typeof qpc> & Seen, before: StoredRow<typeof qpc>): Promise<void> {
  const each = await lockProduct(ctx, before.productId)
  const { id: _, version: __, ...changes } = input
  const after = { ...before, ...changes }
  refuseProblems(ctx, each, after)
  const old = (await storedPacks(ctx, each.id)).find((p) => p.id === input.id)
  if (old) guardFactors(old, changes)
  if (packCodes.some((name) => changes[name] !== undefined && changes[name] !== before[name]))
    await demandFreeCodes(ctx, [{ id: each.id, packs: [after], alone: { id: before.id } }])
  // A name that told the factors goes on telling them.
  if (!input.name && before.name === packName(before)) Object.assign(input, { name: packName(after) })
  if (input.isDefault === false && before.isDefault === true) refuse(masterFaults.packDefault, { name: before.name })
  if (input.isDefault === true && after.disabled === true) refuse(faults.disabled, { name: before.name })
  if (input.isDefault === true) await leaveOneDefault(ctx, each.id, input.id)
}

interface Open {
  readonly id: string
  readonly no: string
  /** The document's own key; of a task without a bill its type. */
  readonly key: string
}
const nameOf = ({ id, no, key }: Open) => rowName(isTaskType(key) ? viewOf(key) : { key }, id, no)

/** Documents under way that name the pack: orders that are not finished, and tasks without one. */
async function demandNoBusiness(ctx: Ctx, id: string): Promise<void> {
  const open = (who: Ctx, b: AnyBill) => sql`
    select h.id, h.bill_no as no, ${b.header.key}::text as key from ${from(who, b.line, 'l')} join ${from(who, b.header, 'h')} on h.id = l.bill_id
    where l.qpc_id = ${id} and h.state not in ('FINISHED', 'CLOSED', 'CANCELED')`
  const business = (who: Ctx) => sql`(
    ${open(who, orderBill)} union all ${open(who, operateBill)} union all
    select coalesce(k.bill_id, k.id), coalesce(k.bill_no, k.task_no), coalesce(k.bill_key, k.task_type) from ${from(who, taskLine, 'l')} join ${from(who, task, 'k')} on k.id = l.task_id
    where l.qpc_id = ${id} and l.state in ('OPEN', 'INHAND')) x`
  const seen = await ctx.tx.query<Open>(
    sql`select distinct on (x.id) x.id, x.no, x.key from ${business(ctx)} order by x.id, x.no`,
  )
  if (seen[0]) refuse(masterFaults.packBusy, { n: seen.length, at: nameOf(seen[0]) })
  const { isAny } = await ctx.tx.one<{ isAny: boolean }>(
    sql`select exists (select 1 from ${business(ofAllOwners(ctx))}) as is_any`,
  )
  // How much of it others have under way is theirs to know.
  if (isAny) refuse(faults.someOwners)
}

async function demandOther(ctx: Ctx, row: StoredRow<typeof qpc>): Promise<void> {
  await lockProduct(ctx, row.productId)
  if (row.isDefault === true) refuse(masterFaults.packDefault, { name: row.name })
}

/** A pack by itself. The same holds for the packs in a product's own form: see `productRules`. */
export const packRules: Rules<typeof qpc> = {
  beforeCreate: completeNew,
  beforeUpdate: guardChange,
  beforeDisable: async (ctx, row) => {
    await demandOther(ctx, row)
    await demandNoBusiness(ctx, row.id)
  },
  beforeRemove: async (ctx, row) => {
    await demandOther(ctx, row)
    const old = (await storedPacks(ctx, row.productId)).find((p) => p.id === row.id)
    if (old?.used) refuse(masterFaults.packUsed, { name: old.name })
  },
}
