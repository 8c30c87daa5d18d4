import { refuse } from '@lading/contract/kernel/fault.ts'
import { reportFaults } from '@lading/contract/sys/reportFaults.ts'
import type { ReportSet } from '@lading/contract/sys/reportTemplate.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from } from '../../kernel/scope.ts'
import { type AskedRow, askedOf, setOf, wordsOf } from './ask.ts'
import type { SetData } from './grid/data.ts'
import type { ReportModel } from './model.ts'

/** So many rows are read at a time: where one connection serves all, nobody waits for more. */
const chunkRows = 2_000

/** The rows of a model that a list shows, in its order, as they are asked for later: some at a time. */
export interface Chunk {
  /** As the database reads a list of ids. */
  readonly ids: string
  readonly n: number
}

type Params = Readonly<Record<string, string>>

/** Which rows a set of single rows finds. @throws Fault as `askModel` */
export async function chunksOf(
  ctx: Ctx,
  model: ReportModel,
  set: ReportSet,
  params: Params,
  most: number,
): Promise<Chunk[]> {
  const { columns, joins, where, order } = askedOf(ctx, model, set, params)
  const chunks = await ctx.tx.once<Chunk & object>(sql`
    select '{' || string_agg(x.id::text, ',' order by x.n) || '}' as ids, count(*)::integer as n from (
      select q.id, row_number() over (order by ${order}, q.id) as n from (
        select t.id, ${columns} from ${from(ctx, model.of, 't')} ${joins} where ${where}) q
      order by n limit ${most + 1}) x
    group by (x.n - 1) / ${chunkRows}::integer order by min(x.n)`)
  if (chunks.reduce((sum, { n }) => sum + n, 0) > most) refuse(reportFaults.tooMany, { max: most })
  return chunks
}

/** A set without its rows. */
export const emptySet = (ctx: Ctx, model: ReportModel, set: ReportSet, params: Params): SetData =>
  setOf(askedOf(ctx, model, set, params), [], [])

/** Some of its rows as they are by now; those that are no longer found, or no longer the reader's, are left out. */
export async function askChunk(
  ctx: Ctx,
  model: ReportModel,
  set: ReportSet,
  params: Params,
  { ids }: Chunk,
): Promise<SetData> {
  const asked = askedOf(ctx, model, set, params)
  const rows = await ctx.tx.once<AskedRow>(sql`
    select ${asked.columns} from unnest(${ids}::bigint[]) with ordinality as w (id, n)
    join ${from(ctx, model.of, 't')} on t.id = w.id ${asked.joins} where ${asked.where} order by w.n`)
  return setOf(asked, rows, await wordsOf(ctx, asked.dims))
}
