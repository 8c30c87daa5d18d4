import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { isSameMoment } from './clock.ts'
import type { Ctx } from './ctx.ts'
import { entityByKey } from './registry.ts'
import type { Input } from './rules.ts'
import { visible } from './scope.ts'
import { tableOf } from './tables.ts'
import { snake } from './tx.ts'

export const columnsOf = (e: AnyEntity, input: Input): [string, Field][] =>
  Object.entries(e.fields).filter(
    ([name, f]) => f.kind !== 'rows' && Object.hasOwn(input, name) && input[name] !== undefined,
  )

const stamp = (ctx: Ctx) => ({
  createdAt: ctx.now(),
  createdBy: ctx.userId,
  updatedAt: ctx.now(),
  updatedBy: ctx.userId,
})
/** What every new row has. */
export const base = (ctx: Ctx, e: AnyEntity, id: string) => ({
  tenantId: ctx.tenantId,
  ...(e.scope === 'org' && { orgId: ctx.org.id }),
  id,
  ...stamp(ctx),
})

/** Refs must name rows that the caller may see and that are in use. */
export async function checkRefs(ctx: Ctx, e: AnyEntity, inputs: readonly Input[]): Promise<void> {
  for (const [name, f] of Object.entries(e.fields)) {
    if ((f.kind !== 'ref' && f.kind !== 'refs') || f.to === undefined || f.derived) continue
    const ids = [...new Set(inputs.flatMap((i) => i[name]).filter((v): v is string => typeof v === 'string'))]
    if (ids.length === 0) continue
    const target = entityByKey(f.to)
    const off = target.actions.includes('enable_disable') ? 't.disabled' : 'false'
    const rows = await ctx.tx.query<{ id: string; off: boolean; name: string }>(sql`
      select t.id, ${raw(off)} as off, t.${raw(snake(target.label.name))} as name from ${raw(tableOf(target))} t
      where ${visible(target, ctx, 't')} and t.id = any(${ids}::bigint[])`)
    const known = new Set(rows.map((r) => r.id))
    const missing = ids.find((id) => !known.has(id))
    if (missing)
      throw new Fault(faults.notFound, { subject: target.title, no: '' }, [
        { field: name, rule: 'ref', message: missing },
      ])
    const disabled = rows.find((r) => r.off)
    if (disabled) throw new Fault(faults.disabled, { name: disabled.name })
  }
}

export const same = (a: unknown, b: unknown): boolean => {
  const plain = (v: unknown) => (v instanceof Date ? v.toISOString() : v)
  const [x, y] = [plain(a ?? null), plain(b ?? null)]
  if (x === y || isSameMoment(a, b) || isSameMoment(b, a)) return true
  if (typeof x === 'object' || typeof y === 'object') return JSON.stringify(x) === JSON.stringify(y)
  return (
    typeof x === 'string' &&
    typeof y === 'string' &&
    x !== '' &&
    y !== '' &&
    /^-?[\d.]+$/.test(x) &&
    /^-?[\d.]+$/.test(y) &&
    Number(x) === Number(y) &&
    x.length < 16
  )
}

/** What every change of a row writes. */
export const touch = (ctx: Ctx): Sql[] => [
  sql`version = version + 1`,
  sql`updated_at = ${ctx.now()}`,
  sql`updated_by = ${ctx.userId}`,
]
