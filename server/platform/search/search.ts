import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { entityPermission } from '@lading/contract/kernel/entity.ts'
import { foundBy } from '@lading/contract/kernel/found.ts'
import { isRoot, type OrgType } from '@lading/contract/kernel/org.ts'
import { org } from '@lading/contract/sys/org.ts'
import { type FoundKind, hitsMax, searchCalls } from '@lading/contract/sys/search.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { allowed, type Ctx } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { beyond, parentColumn } from '../../kernel/listQuery.ts'
import { from, named } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'
import { snake } from '../../kernel/tx.ts'

/** Rows that one index gives for one code: a few more than are told, since several codes may be of one row. */
const readMax = 20
/** Rows of a kind whose names are read: they have no index that a part of a name could use. */
const namesMax = 100_000

/** How well a row answers; less is better. */
const ranks = { exact: 0, code: 1, name: 2, part: 3 } as const

interface Hit {
  readonly kind: number
  readonly id: string
  readonly code: string
  readonly name: string
  readonly state: string | null
  readonly rank: number
}

/** What the caller may view, each row under one name: views of a table are for those who may not see all of it. */
function kindsFor(ctx: Ctx, findable: readonly AnyEntity[]): readonly AnyEntity[] {
  const seen = findable.filter((e) => allowed(ctx, entityPermission(e, 'view')))
  const whole = new Set(seen.filter((e) => !e.only).map((e) => e.table))
  return seen.filter((e) => !e.only || !whole.has(e.table))
}

/** Keys begin with tenant and organisation, so that whoever sees several names them all. */
const inOrgs = (ctx: Ctx, e: AnyEntity, t: string): Sql =>
  e.scope === 'org' && (isRoot(ctx.org.type) || e.seenFrom[ctx.org.type as OrgType] !== undefined)
    ? sql`${raw(t)}.org_id = any(array(select o.id from ${named(ctx, org, 'o')}))`
    : sql`true`

/** Ids of rows that have the code, or codes that begin with it, by the code's own index. */
function byCode(ctx: Ctx, e: AnyEntity, path: string, word: string): Sql {
  const [first = '', second] = path.split('.')
  const child = second === undefined ? undefined : e.fields[first]?.rows?.entity
  const of = child ?? e
  const field = second ?? first
  const column = sql`c.${raw(snake(field))}`
  const id = sql`c.${raw(child ? parentColumn(child, e) : 'id')}`
  const isCode = of.fields[field]?.kind === 'code'
  const fits = isCode ? sql`${column} >= ${word} and ${column} < ${beyond(word)}` : sql`${column} = ${word}`
  return sql`(select ${id} as id, case when ${column} = ${word} then ${ranks.exact}::int else ${ranks.code}::int end as rank
    from ${from(ctx, of, 'c')} where ${inOrgs(ctx, of, 'c')} and ${fits} order by ${column} limit ${readMax})`
}

/** What is told of a row `t`. */
function told(ctx: Ctx, e: AnyEntity, kind: number): Sql {
  const { code, name } = e.label
  const { state } = e.fields
  const hasState = state?.kind === 'choice' && !state.computed
  return sql`${kind}::int as kind, t.id, t.${raw(snake(code))} as code,
    ${name === code ? sql`''` : spoken(ctx, e, name, 't')} as name, ${hasState ? sql`t.state` : sql`null`} as state`
}

/** One statement for all kinds: each reads a few rows of each index that it is found by. */
const codeHits = (ctx: Ctx, kinds: readonly AnyEntity[], words: readonly string[]): Promise<Hit[]> =>
  ask(
    ctx,
    kinds.map((e, kind) => {
      const { codes = [], alike } = foundBy(e) ?? {}
      const all = alike ? [...new Set(words.flatMap((word) => [word, ...alike(word)]))] : words
      const paths = codes.flatMap((path) => all.map((word) => byCode(ctx, e, path, word)))
      const rank = sql`select id, min(rank) as rank from (${join(paths, ' union all ')}) found group by id`
      return sql`(select ${told(ctx, e, kind)}, h.rank from (${rank}) h join ${from(ctx, e, 't')} on t.id = h.id
        order by h.rank, code limit ${hitsMax + 1})`
    }),
  )

/** One statement for all kinds that have names: whether any part of one is what was typed. */
const nameHits = (ctx: Ctx, kinds: readonly AnyEntity[], word: string): Promise<Hit[]> =>
  ask(
    ctx,
    kinds.flatMap((e, kind) => {
      const names = (foundBy(e)?.names ?? []).map(
        (name) => sql`position(lower(${word}) in lower(t.${raw(snake(name))}))`,
      )
      if (names.length === 0) return []
      const begins = join(
        names.map((at) => sql`${at} = 1`),
        ' or ',
      )
      const holds = join(
        names.map((at) => sql`${at} > 0`),
        ' or ',
      )
      const rows = sql`(select * from ${from(ctx, e, 'a')} limit ${namesMax}) t`
      return [
        sql`(select ${told(ctx, e, kind)}, case when ${begins} then ${ranks.name}::int else ${ranks.part}::int end as rank
          from ${rows} where ${holds} order by rank, code limit ${hitsMax + 1})`,
      ]
    }),
  )

const ask = async (ctx: Ctx, parts: readonly Sql[]): Promise<Hit[]> =>
  parts.length === 0 ? [] : ctx.tx.query<Hit>(join(parts, ' union all '))

/** What the caller may see that is called so, the best kinds first, a few of each. */
async function findRecords(ctx: Ctx, findable: readonly AnyEntity[], word: string): Promise<FoundKind[]> {
  const kinds = kindsFor(ctx, findable)
  // Codes are compared byte by byte, and most are written in capitals.
  const byCodes = await codeHits(ctx, kinds, [...new Set([word, word.toUpperCase()])])
  // Whoever scans means what he scanned: names, which cost a pass over their tables, are not asked.
  const isScanned = byCodes.some((hit) => hit.rank === ranks.exact)
  const all = [...byCodes, ...(isScanned ? [] : await nameHits(ctx, kinds, word))]
  return kinds
    .map((e, kind) => ({ e, hits: best(all.filter((hit) => hit.kind === kind)) }))
    .filter(({ hits }) => hits.length > 0)
    .sort((a, b) => (a.hits[0]?.rank ?? 0) - (b.hits[0]?.rank ?? 0))
    .map(({ e, hits }) => ({
      key: e.key,
      isCut: hits.length > hitsMax,
      hits: hits.slice(0, hitsMax).map(({ id, code, name, state, rank }) => ({
        id,
        code,
        name,
        state: (state !== null && e.fields.state?.choices?.[state]) || null,
        isExact: rank === ranks.exact,
      })),
    }))
}

/** Each row once, as it answers best. */
function best(hits: readonly Hit[]): readonly Hit[] {
  const sorted = [...hits].sort((a, b) => a.rank - b.rank)
  return sorted.filter((hit, i) => sorted.findIndex(({ id }) => id === hit.id) === i)
}

/** @param findable what has pages, whoever may see them */
export const searchServed = (findable: readonly AnyEntity[]): Served[] => [
  serve(searchCalls.records, async (ctx, { word }) => ({ kinds: await findRecords(ctx, findable, word) })),
]
