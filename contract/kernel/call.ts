import { z } from 'zod'
import { idText } from './schema.ts'
import type { Text } from './text.ts'

/**
 * A call is a fixed path with a typed input and output. The server registers it, the client derives its typed
 * function from it, the OpenAPI document and the tests of every route come from the registry of calls.
 */
export interface Call<I = unknown, O = unknown> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly title: Text
  /** A permission code; `open` needs no session, `session` any. */
  readonly permission: string
  readonly input: z.ZodType<I>
  readonly output: z.ZodType<O>
  /** A writing call opens a writing transaction and honours `Idempotency-Key`. */
  readonly writes: boolean
  /** The answer is a file, not an envelope. */
  readonly binary: boolean
  /** The body is multipart: fields as the input, one file beside them. */
  readonly upload: boolean
  /** It may also come as a form, of a page without script or of others' programs: its fields count as those of the body. */
  readonly form?: boolean
  /**
   * The entities whose rows its answer is about, first the one under whose key a page keeps it; left out: the one of its
   * path. None: what it answers stands as it was asked for.
   */
  readonly reads?: readonly string[]
}

/** The entities whose rows a call's answer is about: news of them ask it again. */
export const readsOf = ({ path, reads }: Pick<Call, 'path' | 'reads'>): readonly string[] => reads ?? [keyIn(path)]
/** `/wms/api/owner/query` is `wms.owner`, `/fw/api/sys/user/query` is `sys.user`. */
function keyIn(path: string): string {
  const [, area = '', , noun = '', more = ''] = path.split('/')
  return area === 'fw' ? `${noun}.${more}` : `${area}.${noun}`
}

interface Options<I, O> {
  title: Text
  permission: string
  input?: z.ZodType<I>
  output?: z.ZodType<O>
  binary?: boolean
  upload?: boolean
  form?: boolean
  reads?: readonly string[]
}

function make<I, O>(method: Call['method'], path: string, writes: boolean, o: Options<I, O>): Call<I, O> {
  return {
    method,
    path,
    writes,
    title: o.title,
    permission: o.permission,
    // Without a schema the call takes nothing and answers nothing in particular.
    input: o.input ?? (z.object({}) as unknown as z.ZodType<I>),
    output: o.output ?? (z.unknown() as unknown as z.ZodType<O>),
    binary: o.binary ?? false,
    upload: o.upload ?? false,
    ...(o.form && { form: true }),
    ...(o.reads && { reads: o.reads }),
  }
}

/** A call that changes nothing; its input comes from the query string. */
export const get = <I = object, O = unknown>(path: string, o: Options<I, O>): Call<I, O> => make('GET', path, false, o)
/** A call that changes nothing but has a body, as the specification's `query` calls. */
export const query = <I = object, O = unknown>(path: string, o: Options<I, O>): Call<I, O> =>
  make('POST', path, false, o)
/** A call that writes. */
export const post = <I = object, O = unknown>(path: string, o: Options<I, O>): Call<I, O> => make('POST', path, true, o)
export const del = <I = object, O = unknown>(path: string, o: Options<I, O>): Call<I, O> =>
  make('DELETE', path, true, o)

export interface Envelope<T> {
  code: number
  message: string
  data: T
  traceId: string
  /** What a refusal names: rows that have to be settled first. */
  about?: MadeRecord[]
  errors?: { field: string; rule: string; message: string; row?: number }[]
}

/** What of an upload its caller signs: the fields in order of their names, not the file. Forms write line ends anew. */
export const fieldsText = (fields: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))).replace(/\\r\\n|\\r/g, '\\n')

export const id = idText
export const version = z.number().int().min(0).max(2_147_483_647)
/** What a form or a bulk action names: the row as it was seen. */
export const seen = z.object({ id, version })
/** Bulk actions take at most this many rows. */
export const bulkMax = 500
/**
 * An input that has it asks only whether the call would be refused: all is done as it would be, and nothing of it is kept.
 * What it would have answered is not told.
 */
export const foresee = { foresee: z.boolean().optional() }
export const seenMany = z.object({
  rows: z.array(seen).min(1).max(bulkMax),
  reason: z.string().max(200).optional(),
  ...foresee,
})
/** A row by its number, such as an action brought into being: `key` is the entity whose page shows it. */
export const madeRecord = z.object({ key: z.string(), id: z.string(), no: z.string() })
export type MadeRecord = z.infer<typeof madeRecord>
/** One answer per row: a refused row never hides behind the others. */
export const bulkAnswer = z.object({
  ok: z.number(),
  failed: z.array(
    z.object({ id: z.string(), code: z.number(), message: z.string(), about: z.array(madeRecord).optional() }),
  ),
  made: z.array(madeRecord).optional(),
  /** Of rows that went well in part only: what of them did not. */
  partly: z.array(z.object({ id: z.string(), message: z.string() })).optional(),
})

export const pageSizeMax = 10_000
const filterValue = z.union([
  z.string().max(200),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.union([z.string().max(64), z.number()])).max(1000),
  z.object({ from: z.string().max(40).optional(), to: z.string().max(40).optional() }),
])
export type FilterValue = z.infer<typeof filterValue>
/** A list's question. `pageSize` 0 means all, up to the cap; `orderBy` is `code,-createTime`. */
export const listQuery = z.object({
  filter: z.record(z.string().max(64), filterValue).default({}),
  page: z.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.number().int().min(0).max(pageSizeMax).default(20),
  orderBy: z.string().max(200).optional(),
  /** One column and its direction, for callers that name them apart; `orderBy` comes first. */
  orderField: z.string().max(64).optional(),
  orderDirection: z.enum(['ASC', 'DESC']).optional(),
  /** Count and totals cost a pass over what fits, up to `countMax` rows. */
  searchCount: z.boolean().default(true),
})
export type ListQuery = z.input<typeof listQuery>

export interface Page<T> {
  records: T[]
  /** Null when not asked for; counting ends at `countMax`. */
  total: number | null
  page: number
  pageSize: number
  /** Exact decimals of everything that was counted. Left out: what may be below zero, when not all of it was. */
  sums?: Record<string, string>
  /** There is more than was counted: total and sums are at least so much. */
  isCut?: true
}
/** So many rows are counted and summed at most: a list costs no more, however much there is. */
export const countMax = 100_000
export const pageOf = <T extends z.ZodType>(record: T) =>
  z.object({
    records: z.array(record),
    total: z.number().nullable(),
    page: z.number(),
    pageSize: z.number(),
    sums: z.record(z.string(), z.string()).optional(),
    isCut: z.literal(true).optional(),
  })
