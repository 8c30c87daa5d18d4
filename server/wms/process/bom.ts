// engine: keeps versions of recipes, and looks at all of an owner's for circles

import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { rowName } from '@lading/contract/kernel/text.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import { bom } from '@lading/contract/wms/bom.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { processFaults } from '@lading/contract/wms/processFaults.ts'
import { processTask } from '@lading/contract/wms/processTask.ts'
import sql, { join, raw } from 'sql-template-tag'
import { createRow, getRow } from '../../kernel/crud.ts'
import { type Ctx, demandOwner, found } from '../../kernel/ctx.ts'
import type { Input } from '../../kernel/rules.ts'
import { named } from '../../kernel/scope.ts'
import { snake } from '../../kernel/tx.ts'
import { documentRules } from '../../platform/document/served.ts'
import type { BillRow, StepWorks } from '../../platform/document/steps.ts'
import { demandOwned } from '../masters/owned.ts'
import { demandServedHere } from '../masters/ownerDc.ts'
import { demandWhole } from '../stock/whole.ts'
import { circleFrom } from './recipe.ts'

type Paper = BillRow<typeof bom>
interface Goods {
  readonly productId: string
  readonly qpcId?: string | null
  readonly qty: string
}
type Said = Pick<Paper, 'code' | 'ownerId' | 'kind' | 'productId' | 'outputQty'> & {
  readonly qpcId?: string | null
  readonly lines: readonly Goods[]
}

const linesOf = (ctx: Ctx, bomId: string): Promise<Goods[]> =>
  ctx.tx.query<Goods & object>(sql`
    select product_id, qpc_id, qty from wms_bom_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bom_id = ${bomId} order by line_no`)

/** Goods of the owner, in packs of theirs, so many of each, and nothing made of itself. */
async function demandSense(ctx: Ctx, said: Said): Promise<void> {
  if (said.lines.length === 0) refuse(faults.emptyLines)
  demandOwner(ctx, said.ownerId)
  await demandServedHere(ctx, [said.ownerId])
  const goods: Goods[] = [...said.lines, { productId: said.productId, qpcId: said.qpcId ?? null, qty: said.outputQty }]
  const at = (name: string) => (i: number) => (i < said.lines.length ? `lines.${i}.${name}` : name)
  for (const { qty } of goods) if (parseQty(qty) <= 0n) refuse(wmsFaults.qtyNotPositive)
  await demandOwned(
    ctx,
    said.ownerId,
    goods.map((g) => g.productId),
    at('productId'),
  )
  await demandPacks(ctx, goods)
  await demandWhole(ctx, [{ productId: said.productId, qty: parseQty(said.outputQty) }], () => 'outputQty')
  await demandNoCircle(ctx, said)
}

async function demandPacks(ctx: Ctx, goods: readonly Goods[]): Promise<void> {
  const ids = goods.flatMap((g) => g.qpcId ?? [])
  const rows = await ctx.tx.query<{ id: string; productId: string }>(sql`
    select q.id, q.product_id from ${named(ctx, qpc, 'q')} where q.id = any(${ids}::bigint[])`)
  const productOf = new Map(rows.map((r) => [r.id, r.productId]))
  for (const { qpcId, productId } of goods) if (qpcId) found(productOf.get(qpcId) === productId || undefined, qpc.title)
}

/**
 * What is made is made of other things, all the way down; what is taken apart holds nothing of its kind. The same goods in
 * another pack are other things.
 * @throws Fault circle
 */
async function demandNoCircle(ctx: Ctx, { code, ownerId, kind, productId, qpcId, lines }: Said): Promise<void> {
  const repacks = (l: Goods): boolean =>
    kind === 'REPACK' && l.productId === productId && !!l.qpcId && !!qpcId && l.qpcId !== qpcId
  const others = await ctx.tx.query<{ productId: string; part: string }>(sql`
    select b.product_id, l.product_id as part from wms_bom b
    join wms_bom_line l on l.tenant_id = b.tenant_id and l.org_id = b.org_id and l.bom_id = b.id
    where b.tenant_id = ${ctx.tenantId} and b.org_id = ${ctx.org.id} and b.owner_id = ${ownerId} and b.state = 'ACTIVE' and b.code <> ${code}
      and (b.kind = 'DISASSEMBLY') = ${kind === 'DISASSEMBLY'} and not (b.kind = 'REPACK' and l.product_id = b.product_id)`)
  const madeOf = new Map(
    [...Map.groupBy(others, (o) => o.productId)].map(([id, of]) => [id, of.map((o) => o.part)] as const),
  )
  const own = lines.filter((l) => !repacks(l)).map((l) => l.productId)
  madeOf.set(productId, [...(madeOf.get(productId) ?? []), ...own])
  const circle = circleFrom(productId, madeOf)
  if (!circle) return
  const rows = await ctx.tx.query<{ id: string; code: string }>(sql`
    select p.id, p.code from ${named(ctx, product, 'p')} where p.id = any(${circle}::bigint[])`)
  const codes = new Map(rows.map((r) => [r.id, r.code]))
  refuse(processFaults.circle, { path: circle.map((id) => codes.get(id) ?? id).join(' → ') })
}

export const bomRules = documentRules(bom, {
  warn: ({ validFrom, validTo }) =>
    validFrom && validTo && validTo < validFrom ? [{ field: 'validTo', message: processFaults.dates.text }] : [],
  beforeCreate: (ctx, input) => demandSense(ctx, input as unknown as Said),
  beforeUpdate: async (ctx, input, before) => {
    const lines = input.lines ?? (await linesOf(ctx, input.id))
    await demandSense(ctx, { ...before, ...input, lines } as unknown as Said)
  },
})

/** From now on it is made so: the version before is no longer in force. Of one owner one at a time, that none makes a circle. */
async function approve(ctx: Ctx, row: Paper): Promise<undefined> {
  await holdOwner(ctx, row.ownerId)
  await demandInForce(ctx, row)
  await ctx.tx.run(sql`
    update wms_bom set state = 'STOPPED', version = version + 1, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = ${row.code} and state = 'ACTIVE' and id <> ${row.id}`)
}
const holdOwner = (ctx: Ctx, ownerId: string): Promise<unknown> =>
  ctx.tx.query(sql`select id from wms_owner where tenant_id = ${ctx.tenantId} and id = ${ownerId} for no key update`)

async function demandInForce(ctx: Ctx, row: Paper): Promise<void> {
  const lines = await linesOf(ctx, row.id)
  const ids = [row.productId, ...lines.map((l) => l.productId)]
  const off = await ctx.tx.maybe<{ name: string }>(sql`
    select concat_ws(' ', p.code, p.name) as name from ${named(ctx, product, 'p')} where p.id = any(${ids}::bigint[]) and p.disabled order by p.code limit 1`)
  if (off) refuse(faults.disabled, { name: off.name })
  await demandSense(ctx, { ...row, lines })
}

/** @throws Fault newer, circle */
async function restore(ctx: Ctx, row: Paper): Promise<undefined> {
  await holdOwner(ctx, row.ownerId)
  const other = await ctx.tx.maybe<{ edition: number }>(sql`
    select edition from wms_bom where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = ${row.code} and state = 'ACTIVE'`)
  if (other) refuse(processFaults.newer, { bom: row.code, edition: other.edition })
  await demandInForce(ctx, row)
}

/** @throws Fault bomBusy */
async function retire(ctx: Ctx, row: Paper): Promise<undefined> {
  const open = await ctx.tx.maybe<{ id: string; billNo: string }>(sql`
    select id, bill_no from wms_process_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bom_id = ${row.id}
      and state not in ('FINISHED', 'CANCELED') order by id limit 1`)
  if (open) refuse(processFaults.bomBusy, { no: rowName(processTask.header, open.id, open.billNo), bom: row.code })
}

const kept = Object.keys(bom.header.fields).filter((name) => bom.header.form.includes(name))
/** The next version as a draft, of which everything may be changed but its code. */
async function revise(ctx: Ctx, id: string): Promise<{ id: string; no: string }> {
  const before = await getRow(ctx, bom.header, id)
  const columns = Object.keys(bom.line.fields).flatMap((n) => (n === 'bomId' || n === 'lineNo' ? [] : [raw(snake(n))]))
  const lines = await ctx.tx.query<Input>(sql`
    select ${join(columns)} from wms_bom_line where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and bom_id = ${id} order by line_no`)
  const { edition } = await ctx.tx.one<{ edition: number }>(sql`
    select max(edition) + 1 as edition from wms_bom where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = ${before.code}`)
  const input: Input = { ...Object.fromEntries(kept.map((name) => [name, before[name]])), lines, edition }
  const made = await createRow(ctx, bom.header, input, bomRules)
  const { billNo } = await ctx.tx.one<{ billNo: string }>(
    sql`select bill_no from wms_bom where tenant_id = ${ctx.tenantId} and id = ${made.id}`,
  )
  return { id: made.id, no: billNo }
}

export const bomSteps: StepWorks<typeof bom> = {
  approve: { effect: approve },
  restore: { effect: restore },
  retire: { effect: retire },
  revise: {
    effect: async (ctx, row, made) => {
      made.push({ key: bom.header.key, ...(await revise(ctx, row.id)) })
      return undefined
    },
  },
}
