import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { parentColumn } from '../../kernel/listQuery.ts'
import { entityByKey } from '../../kernel/registry.ts'
import { visible } from '../../kernel/scope.ts'
import { tableOf } from '../../kernel/tables.ts'
import { snake } from '../../kernel/tx.ts'
import { type Draft, type DraftRow, keyOf } from './importDrafts.ts'
import type { Report } from './importReport.ts'

interface Target {
  id: string
  code: string
  off: boolean
  parent?: string
}

const refsOf = (e: AnyEntity): [string, Field][] =>
  Object.entries(e.fields).filter(([, f]) => (f.kind === 'ref' || f.kind === 'refs') && f.derived !== true)

/** The rows that the codes of one field name. */
async function targetsOf(ctx: Ctx, target: AnyEntity, codes: readonly string[]): Promise<Target[]> {
  const off = target.actions.includes('enable_disable') ? 't.disabled' : 'false'
  const parent = target.parent === undefined ? undefined : parentColumn(target, entityByKey(target.parent))
  const code = raw(`t.${snake(target.label.code)}`)
  const found = (said: Sql): Promise<Target[]> =>
    ctx.tx.query<Target>(sql`
      select t.id, ${said} as code, ${raw(off)} as off ${raw(parent === undefined ? '' : `, t.${parent} as parent`)}
      from ${raw(tableOf(target))} t ${raw(isOfOrg(target) ? 'join sys_org o on o.tenant_id = t.tenant_id and o.id = t.org_id' : '')}
      where ${visible(target, ctx, 't')} and ${said} = any(${codes}::text[])`)
  // What each organisation names for itself is also named with the organisation before it: `DC01/拣货员`.
  return isOfOrg(target) ? [...(await found(code)), ...(await found(sql`o.code || '/' || ${code}`))] : found(code)
}
const isOfOrg = (e: AnyEntity): boolean =>
  e.unique.some((key) => key.length === 2 && key.includes('orgId') && key.includes(e.label.code))

/** In whose rows a child's code is looked for: the pack `1*24` is one of the same row's product. */
const siblingOf = (e: AnyEntity, target: AnyEntity): string | undefined =>
  target.parent === undefined ? undefined : Object.keys(e.fields).find((name) => e.fields[name]?.to === target.parent)

/**
 * Replaces codes by ids, one question per field. A code may also name a row of the same file: a category below one that
 * comes with it.
 */
export async function resolveRefs(
  ctx: Ctx,
  e: AnyEntity,
  rows: readonly DraftRow[],
  report: Report,
  own: readonly Draft[],
  prefix = '',
): Promise<void> {
  // Plain refs first: a child's code is looked for below what they name.
  const fields = refsOf(e).sort(([, a], [, b]) => Number(isChild(a)) - Number(isChild(b)))
  for (const [name, f] of fields) {
    const naming = rows.filter((r) => namesIn(r, name).length > 0)
    if (naming.length === 0) continue
    const target = entityByKey(f.to ?? '')
    const codes = [...new Set(naming.flatMap((r) => namesIn(r, name)))]
    const sibling = siblingOf(e, target)
    const found = Map.groupBy(await targetsOf(ctx, target, codes), (t) => `${sibling ? t.parent : ''} ${t.code}`)
    const inFile = ownCodes(e, target, own)
    for (const row of naming) {
      const ids = namesIn(row, name).map((code) => {
        const hits = found.get(`${sibling ? row.values[sibling] : ''} ${code}`) ?? []
        const id = hits.length === 1 ? hits[0]?.id : inFile.get(code)
        const args = { title: f.title, code, name: code }
        if (id === undefined) report.error(row.row, prefix + name, hits.length > 1 ? notOne : notThere, args)
        else if (hits[0]?.off) report.error(row.row, prefix + name, faults.disabled.text, args)
        return id ?? null
      })
      row.values[name] = f.kind === 'refs' ? ids : (ids[0] ?? null)
    }
  }
}

const notOne: Text = ['{title}[{code}]不唯一', '{title} [{code}] is not unique']
const notThere: Text = ['{title}[{code}]不存在', '{title} [{code}] does not exist']
/** The codes that a cell gave for a field. */
const namesIn = (row: DraftRow, name: string): readonly string[] =>
  [row.values[name] ?? []].flat().filter((v): v is string => typeof v === 'string')

const isChild = (f: Field): boolean => entityByKey(f.to ?? '').parent !== undefined

function ownCodes(e: AnyEntity, target: AnyEntity, drafts: readonly Draft[]): Map<string, string> {
  // A table may go by further names.
  if (target.table !== e.table || drafts.length === 0) return new Map()
  const key = keyOf(e)
  if (key.length !== 1 || key[0] !== target.label.code) return new Map()
  return new Map(drafts.map((d) => [String(d.values[target.label.code]), d.id]))
}

/** The drafts with those first that others of the same file refer to. A circle keeps its order and is refused later. */
export function inOrder(e: AnyEntity, drafts: readonly Draft[]): Draft[] {
  const self = refsOf(e).filter(([, f]) => entityByKey(f.to ?? '').table === e.table)
  if (self.length === 0) return [...drafts]
  const byId = new Map(drafts.map((d) => [d.id, d]))
  const done = new Set<Draft>()
  const visit = (draft: Draft, above: ReadonlySet<Draft>): void => {
    if (done.has(draft) || above.has(draft)) return
    const chain = new Set([...above, draft])
    for (const [name] of self) {
      const upper = byId.get(String(draft.values[name]))
      if (upper) visit(upper, chain)
    }
    done.add(draft)
  }
  for (const draft of drafts) visit(draft, new Set())
  return [...done]
}
