// engine: locks master data, makes it, and refuses what would contradict goods of anybody

import { refuse } from '@lading/contract/kernel/fault.ts'
import type { productCategory } from '@lading/contract/mdm/partner.ts'
import { masterFaults } from '@lading/contract/wms/masterFaults.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Changes, NewRow, Rules, Seen, StoredRow } from '../../kernel/rules.ts'

const levelsMax = 4

type Node = RowOf<typeof productCategory, 'id' | 'path' | 'level'>

/** The category above, locked, so that nobody moves it meanwhile. */
const upperOf = (ctx: Ctx, id: string): Promise<Node | undefined> =>
  ctx.tx.maybe<Node>(sql`
    select id, path, level from wms_product_category where tenant_id = ${ctx.tenantId} and id = ${id} for share`)

/** Places new categories in the tree; one may hang below another of the same file. */
async function placeNew(ctx: Ctx, inputs: readonly NewRow<typeof productCategory>[]): Promise<void> {
  const fresh = new Map<string, Node>()
  for (const input of inputs) {
    const { id } = input
    const upperId = input.upperId || undefined
    const upper = upperId === undefined ? undefined : (fresh.get(upperId) ?? (await upperOf(ctx, upperId)))
    if (upperId !== undefined && !upper) refuse(masterFaults.circle)
    input.path = `${upper?.path ?? '/'}${id}/`
    input.level = (upper?.level ?? 0) + 1
    if (input.level > levelsMax) refuse(masterFaults.tooDeep, { max: levelsMax })
    fresh.set(id, { id, path: input.path, level: input.level })
  }
}

/** Moves a category with all that hangs below it. */
async function move(
  ctx: Ctx,
  input: Changes<typeof productCategory> & Seen,
  before: StoredRow<typeof productCategory>,
): Promise<void> {
  if (input.upperId === undefined || (input.upperId ?? null) === (before.upperId ?? null)) return
  // One move at a time in a tenant: two crossing moves could make a circle.
  await ctx.tx.query(sql`
    select id from wms_product_category where tenant_id = ${ctx.tenantId} order by id for update`)
  const from = before.path
  const upper = input.upperId ? found(await upperOf(ctx, input.upperId), ['上级类别', 'Parent category']) : undefined
  if (upper?.path.startsWith(from)) refuse(masterFaults.circle)
  const to = `${upper?.path ?? '/'}${input.id}/`
  const lift = (upper?.level ?? 0) + 1 - before.level
  const { deepest } = await ctx.tx.one<{ deepest: number }>(sql`
    select max(level) as deepest from wms_product_category
    where tenant_id = ${ctx.tenantId} and path >= ${from} and path < ${`${from}\u{10FFFF}`}`)
  if (deepest + lift > levelsMax) refuse(masterFaults.tooDeep, { max: levelsMax })
  await ctx.tx.run(sql`
    update wms_product_category set path = ${to} || substr(path, ${from.length + 1}), level = level + ${lift}, updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and path >= ${from} and path < ${`${from}\u{10FFFF}`}`)
}

async function demandUnused(ctx: Ctx, row: Seen): Promise<void> {
  const { used } = await ctx.tx.one<{ used: boolean }>(sql`
    select exists (select 1 from wms_product_category where tenant_id = ${ctx.tenantId} and upper_id = ${row.id})
      or exists (select 1 from mdm_product where tenant_id = ${ctx.tenantId} and category_id = ${row.id}) as used`)
  if (used) refuse(masterFaults.categoryUsed)
}

export const categoryRules: Rules<typeof productCategory> = {
  beforeCreateMany: placeNew,
  beforeUpdate: move,
  beforeRemove: demandUnused,
}
