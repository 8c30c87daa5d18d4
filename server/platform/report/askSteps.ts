import { setImmediate } from 'node:timers/promises'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { reportFaults } from '@lading/contract/sys/reportFaults.ts'
import sql, { join, raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from } from '../../kernel/scope.ts'
import { askedOf, compared, keyText, type OrderKey } from './ask.ts'
import { type Chunk, chunkRows, type ListAsked } from './askList.ts'

/** Runs work in a transaction of its own: whoever waits comes in between. */
type Step = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
interface Limits {
  readonly most: number
  /** Rows of a statement. */
  readonly rows?: number
}

/** What one key says of each row, by the number of its text; -1: nothing. */
interface Column {
  readonly key: OrderKey
  readonly numbers: Map<string, number>
  /** A page to each statement. */
  readonly said: Int32Array[]
}

/**
 * Which rows a set of single rows finds, in the same order as `chunksOf`, by statements of so many rows at most. They are
 * read in the order of their ids; the database puts the different texts of each key in order, and here rows are dealt out
 * by the places of these, the least weighty key first.
 * @throws Fault as `askModel`
 */
export async function chunksInSteps(
  step: Step,
  asked: ListAsked,
  { most, rows: size = chunkRows }: Limits,
): Promise<Chunk[]> {
  const { ids, columns, rows } = await collected(step, asked, most, size)
  let order = Uint32Array.from({ length: rows }, (_, row) => row)
  // What a key said is let go once its rows are dealt.
  for (let column = columns.pop(); column; column = columns.pop()) {
    const { key, numbers, said } = column
    const sort = (some: readonly string[]): Promise<string[]> => step((ctx) => sortedBy(ctx, key, some))
    const texts = [...numbers.keys()]
    const isPlain = key.isNumeric && texts.every((text) => text.length <= exactDigits)
    const places = isPlain ? placesByNumber(texts) : placesByText(await sorted(sort, texts, size), numbers)
    // Whoever waits for this thread comes in between, too.
    await setImmediate()
    order = dealt(order, texts.length + 1, (row) => {
      const place = places[said[Math.floor(row / size)]?.[row % size] ?? -1] ?? texts.length
      return key.desc && place < texts.length ? texts.length - 1 - place : place
    })
    await setImmediate()
  }
  return Array.from({ length: Math.ceil(rows / size) }, (_, i) => {
    const some = Array.from(
      order.subarray(i * size, (i + 1) * size),
      (row) => ids[Math.floor(row / size)]?.[row % size],
    )
    return { ids: some.join(), n: some.length }
  })
}

/** Numbers of so many characters are told apart, and keep their order, as the machine has them. */
const exactDigits = 15
/** Equal numbers have one place, however they are written. */
function placesByNumber(texts: readonly string[]): Uint32Array {
  const values = Float64Array.from(texts, Number)
  const inOrder = values.slice().sort()
  return Uint32Array.from(values, (value) => firstAt(inOrder, value))
}
function firstAt(inOrder: Float64Array, value: number): number {
  let from = 0
  for (let to = inOrder.length; from < to; ) {
    const half = (from + to) >>> 1
    if ((inOrder[half] ?? 0) < value) from = half + 1
    else to = half
  }
  return from
}
function placesByText(inOrder: readonly string[], numbers: ReadonlyMap<string, number>): Uint32Array {
  const places = new Uint32Array(numbers.size)
  for (const [at, text] of inOrder.entries()) places[numbers.get(text) ?? 0] = at
  return places
}

async function collected(step: Step, { model, set, params }: ListAsked, most: number, size: number) {
  const ids: BigInt64Array[] = []
  let columns: Column[] | undefined
  let last = '0'
  let all = 0
  for (let isMore = true; isMore; ) {
    const { rows, keys } = await step((ctx) => readPage(ctx, { model, set, params }, last, size))
    columns ??= keys.map((key) => ({ key, numbers: new Map(), said: [] }))
    ids.push(BigInt64Array.from(rows, ({ id }) => BigInt(id)))
    for (const [i, { numbers, said }] of columns.entries())
      said.push(Int32Array.from(rows, (row) => numbered(numbers, row[`k${i}`] ?? null)))
    all += rows.length
    if (all > most) refuse(reportFaults.tooMany, { max: most })
    last = rows.at(-1)?.id ?? last
    isMore = rows.length === size
  }
  return { ids, columns: columns ?? [], rows: all }
}
async function readPage(ctx: Ctx, { model, set, params }: ListAsked, after: string, size: number) {
  const { keys, columns, joins, where } = askedOf(ctx, model, set, params)
  const texts = keys.map((key, i) => sql`${keyText(key)} as ${raw(`k${i}`)}`)
  const rows = await ctx.tx.once<{ id: string } & Record<string, string | null>>(sql`
    select ${join([sql`q.id`, ...texts])} from (
      select t.id, ${columns} from ${from(ctx, model.of, 't')} ${joins}
      where ${where} and t.id > ${after}::bigint order by t.id limit ${size}) q
    order by q.id`)
  return { rows, keys }
}
function numbered(numbers: Map<string, number>, text: string | null): number {
  if (text === null) return -1
  const known = numbers.get(text) ?? numbers.size
  numbers.set(text, known)
  return known
}

async function sortedBy({ tx }: Ctx, key: OrderKey, some: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ v: string }>(sql`
    select w.v from unnest(${some}::text[]) as w (v) order by ${compared(key, sql`w.v`)}`)
  return rows.map(({ v }) => v)
}

/** Puts different texts in order, so many at a time: some of them mark where the others belong. */
async function sorted(
  sort: (some: readonly string[]) => Promise<string[]>,
  texts: readonly string[],
  size: number,
): Promise<string[]> {
  if (texts.length <= size) return sort(texts)
  const half = Math.floor(size / 2)
  const marks = await sort(Array.from({ length: half }, (_, i) => texts[Math.floor((i * texts.length) / half)] ?? ''))
  const behind = new Map(marks.map((mark): [string, string[]] => [mark, [mark]]))
  const before: string[] = []
  const others = texts.filter((text) => !behind.has(text))
  for (let at = 0; at < others.length; at += half) {
    let part = before
    for (const text of await sort([...marks, ...others.slice(at, at + half)])) {
      const next = behind.get(text)
      if (next) part = next
      else part.push(text)
    }
  }
  const parts: string[][] = []
  for (const part of [before, ...behind.values()]) {
    const last = parts.at(-1)
    if (last && last.length + part.length <= size) last.push(...part)
    else parts.push([...part])
  }
  const whole: string[][] = []
  for (const part of parts) whole.push(await sorted(sort, part, size))
  return whole.flat()
}

/** Rows by their places; those of one place stay as they are. */
function dealt(rows: Uint32Array, places: number, placeOf: (row: number) => number): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(places + 1)
  for (const row of rows) starts[placeOf(row) + 1] = (starts[placeOf(row) + 1] ?? 0) + 1
  for (let place = 1; place <= places; place += 1) starts[place] = (starts[place] ?? 0) + (starts[place - 1] ?? 0)
  const out = new Uint32Array(rows.length)
  for (const row of rows) {
    const place = placeOf(row)
    const at = starts[place] ?? 0
    out[at] = row
    starts[place] = at + 1
  }
  return out
}
