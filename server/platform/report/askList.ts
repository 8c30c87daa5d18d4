import { refuse } from '@lading/contract/kernel/fault.ts'
import { reportFaults } from '@lading/contract/sys/reportFaults.ts'
import type { ReportSet } from '@lading/contract/sys/reportTemplate.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from } from '../../kernel/scope.ts'
import { type AskedRow, askedOf, ordered, setOf, wordsOf } from './ask.ts'
import type { SetData } from './grid/data.ts'
import type { ReportModel } from './model.ts'

/** So many rows are read at a time: where one connection serves all, nobody waits for more. */
export const chunkRows = 2_000

/** The rows of a model that a list shows, in its order, as they are asked for later: some at a time. */
export interface Chunk {
  /** Parted by commas: many of them take little room. */
  readonly ids: string
  readonly n: number
}

/** What a list shows: rows of a model. */
export interface ListAsked {
  readonly model: ReportModel
  readonly set: ReportSet
  readonly params: Readonly<Record<string, string>>
}

/** Which rows a set of single rows finds, by one statement. @throws Fault as `askModel` */
export async function chunksOf(ctx: Ctx, { model, set, params }: ListAsked, most: number): Promise<Chunk[]> {
  const { columns, joins, where, keys } = askedOf(ctx, model, set, params)
  const chunks = await ctx.tx.once<{ ids: string; n: number }>(sql`
    select string_agg(x.id::text, ',' order by x.n) as ids, count(*)::integer as n from (
      select q.id, row_number() over (${ordered(keys, true)}) as n from (
        select t.id, ${columns} from ${from(ctx, model.of, 't')} ${joins} where ${where}) q
      order by n limit ${most + 1}) x
    group by (x.n - 1) / ${chunkRows}::integer order by min(x.n)`)
  if (chunks.reduce((sum, { n }) => sum + n, 0) > most) refuse(reportFaults.tooMany, { max: most })
  return chunks
}

/** How many rows it finds; it looks for no more than `most`. */
export async function countList(ctx: Ctx, { model, set, params }: ListAsked, most: number): Promise<number> {
  const { joins, where } = askedOf(ctx, model, set, params)
  const [row] = await ctx.tx.once<{ n: number }>(sql`
    select count(*)::integer as n from (
      select 1 from ${from(ctx, model.of, 't')} ${joins} where ${where} limit ${most}) q`)
  return row?.n ?? 0
}

/** A set without its rows. */
export const emptySet = (ctx: Ctx, { model, set, params }: ListAsked): SetData =>
  setOf(askedOf(ctx, model, set, params), [], [])

/** Some of its rows as they are by now; those that are no longer found, or no longer the reader's, are left out. */
export async function askChunk(ctx: Ctx, { model, set, params }: ListAsked, { ids }: Chunk): Promise<SetData> {
  const asked = askedOf(ctx, model, set, params)
  // Put in order here: a join with the list of ids would have the whole table read.
  const found = await ctx.tx.once<{ readonly id: string } & AskedRow>(sql`
    select t.id, ${asked.columns} from ${from(ctx, model.of, 't')} ${asked.joins}
    where ${asked.where} and t.id = any(${`{${ids}}`}::bigint[])`)
  const rows = new Map(found.map((row) => [row.id, row]))
  const inOrder = ids.split(',').flatMap((id) => rows.get(id) ?? [])
  return setOf(asked, inOrder, await wordsOf(ctx, asked.dims))
}
