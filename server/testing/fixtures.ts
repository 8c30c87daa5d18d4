import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import { brandImageNames } from '@lading/contract/sys/brand.ts'
import { tables } from '@lading/contract/tables.ts'
import sql, { raw } from 'sql-template-tag'
import { bulkInsert } from '../kernel/bulk.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { tableOf } from '../kernel/tables.ts'
import { snake } from '../kernel/tx.ts'

/** Ids of rows by entity key. */
export type Rows = ReadonlyMap<string, string>

let sequence = 0
/**
 * What no field tells: nobody asks for places where nothing stands, the path of a tree is made of its ids, and a file
 * belongs to one row, here the product.
 */
const special: Readonly<Record<string, (id: string, ctx: Ctx) => object>> = {
  'sys.brand': () => Object.fromEntries(brandImageNames.map((name) => [`${name}Id`, null])),
  // One that works nowhere is nobody's to see.
  'sys.openAccount': (_, ctx) => ({ orgIds: [ctx.org.id] }),
  // A role's: what is a user's own only he could reach for.
  'sys.listView': () => ({ userId: null, body: JSON.stringify({ filter: {}, sort: '' }) }),
  'tms.roadNet': () => ({ distanceM: 1, durationS: 1 }),
  'tms.settleBill': () => ({ amount: '0', adjust: '0', net: '0', paid: '0' }),
  'wms.stock': () => ({ qty: '1' }),
  'wms.taskLine': () => ({ why: JSON.stringify(['最近的空位', 'The nearest free bin']) }),
  'wms.productCategory': (id) => ({ path: `/${id}/` }),
}

/** A value that the table takes; texts carry the mark, so that they betray themselves wherever they turn up. */
function sampleOf(f: Field, mark: string, ctx: Ctx, made: Rows): unknown {
  if (f.kind === 'ref') return made.get(f.to ?? '') ?? (f.required && f.loose ? ctx.newId() : null)
  if (f.initial !== undefined) return f.initial
  sequence += 1
  switch (f.kind) {
    case 'code':
      return `${mark}${sequence}`.slice(-(f.max ?? 30))
    case 'text':
    case 'note':
      return `${mark} ${sequence}`.slice(0, f.max ?? 64)
    case 'int':
      return f.least ?? 1
    case 'qty':
      // Balances that contradict each other are refused by the tables; nothing contradicts zero but a movement.
      return (f.least ?? 0) < 0 ? '1' : '0'
    case 'decimal':
    case 'money':
      return String(f.least ?? 1)
    case 'choice':
      return Object.keys(f.choices ?? {})[0]
    case 'date':
      return '2026-11-20'
    case 'time':
      return '08:00'
    case 'instant':
      // Tomorrow: whatever waits for its time stays where it is while a test looks on.
      return new Date(ctx.now().getTime() + 86_400_000)
    case 'json':
      return JSON.stringify({ mark })
    case 'dict':
      return 'X'
    case 'flag':
      return false
    case 'choices':
    case 'refs':
      return []
    case 'rows':
      return undefined
  }
}

/** The field by whose choices there is one row each, where there is such a one. */
const soleChoice = (e: AnyEntity): string | undefined =>
  e.unique.flatMap((key) => (key.length === 1 ? key : [])).find((name) => e.fields[name]?.kind === 'choice')
/** A choice that has no row yet, or the row that is used again when all have theirs. */
async function freeChoice(ctx: Ctx, e: AnyEntity, name: string): Promise<{ choice: string } | { id: string }> {
  const here = e.scope === 'org' ? sql`and org_id = ${ctx.org.id}` : sql``
  const rows = await ctx.tx.query<{ id: string; choice: string }>(sql`
    select id, ${raw(snake(name))} as choice from ${raw(tableOf(e))} where tenant_id = ${ctx.tenantId} ${here} order by id`)
  const free = Object.keys(e.fields[name]?.choices ?? {}).find((key) => rows.every((row) => row.choice !== key))
  return free === undefined ? { id: rows[0]?.id ?? '' } : { choice: free }
}

const refsOf = (e: AnyEntity): readonly Field[] =>
  Object.values(e.fields).filter((f) => f.kind === 'ref' && !f.computed && f.to !== e.key)

/**
 * Fills every declared table with one row of the context's tenant and organisation, whatever tables there are. The rows
 * make no sense as a warehouse; they are there to be reached for.
 * @param known rows that are there already and are used in place of new ones
 */
export async function fillTables(ctx: Ctx, mark: string, known: Rows = new Map()): Promise<Rows> {
  const made = new Map<string, string>([['sys.org', ctx.org.id], ...known])
  const reused = new Set<string>()
  const again = async (e: AnyEntity): Promise<string> =>
    (
      await ctx.tx.one<{ id: string }>(sql`
        select id from ${raw(tableOf(e))} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} order by id limit 1`)
    ).id
  const insert = async (e: AnyEntity): Promise<void> => {
    // What belongs to a row that is used again is there with it.
    if (e.parent !== undefined && reused.has(e.parent)) {
      made.set(e.key, await again(e))
      return
    }
    const id = ctx.newId()
    const values: Record<string, unknown> = {}
    for (const [name, f] of Object.entries({ ...e.fields, ...e.secrets }))
      if (f.kind !== 'rows' && !f.computed) values[name] = sampleOf(f, mark, ctx, made)
    const sole = soleChoice(e)
    const free = sole === undefined ? undefined : await freeChoice(ctx, e, sole)
    if (free && 'id' in free) {
      made.set(e.key, free.id)
      reused.add(e.key)
      return
    }
    if (sole !== undefined && free) values[sole] = free.choice
    const once = e.unique.some((key) => key.length === 0)
    const row = {
      tenantId: ctx.tenantId,
      ...(e.scope === 'org' && { orgId: ctx.org.id }),
      id,
      ...values,
      ...special[e.key]?.(id, ctx),
    }
    await bulkInsert(ctx.tx, tableOf(e), [row], once ? sql`on conflict do nothing` : sql``)
    made.set(e.key, id)
  }
  const open = new Set(tables.filter((e) => e.scope !== 'platform' && !made.has(e.key)))
  const ready = (isHeld: (f: Field) => boolean) =>
    [...open].find((e) => refsOf(e).every((f) => made.has(f.to ?? '') || !isHeld(f)))
  while (open.size > 0) {
    // What it refers to comes before it, as far as that goes: some refer to each other.
    const next = ready(() => true) ?? ready((f) => f.required && f.loose !== true)
    if (!next) throw new Error(`no way to make ${[...open].map((e) => e.key).join(', ')}`)
    open.delete(next)
    await insert(next)
  }
  return made
}
