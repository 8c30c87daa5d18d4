import { createHash } from 'node:crypto'
import type { ChainAnswer } from '@lading/contract/sys/auditLog.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { asOwner, type Database } from '../../kernel/database.ts'

/** So many rows one block seals; its marks fit their column. */
export const blockRows = 400
const markSigns = 16
/** What the first block names as the one before. */
export const chainStart = '0'.repeat(64)
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * The last id that any block has sealed: what is made from now on stands behind it, whatever the clock says. Tenant by
 * tenant, since their walls may hold for the owner of the tables as well.
 */
export const sealedUpTo = (db: Database): Promise<string> =>
  asOwner(db, async (tx) => {
    let last = '0'
    for (const { id } of await tx.query<{ id: string }>(sql`select id from sys_tenant`)) {
      await tx.query(sql`select set_config('app.tenant_id', ${id}, true)`)
      const sealed = await tx.one<{ id: string }>(sql`
        select coalesce(max(last_id), 0) as id from sys_audit_seal where tenant_id = ${id}`)
      if (BigInt(sealed.id) > BigInt(last)) last = sealed.id
    }
    return last
  })

type Row = { readonly id: string; readonly line: string }
/** Rows as the database says them, each column as text: what is sealed depends on nothing that a driver makes of it. */
export const sealedRows = (ctx: Pick<Ctx, 'tx' | 'tenantId'>, where: Sql): Promise<Row[]> =>
  ctx.tx.query<Row>(sql`
    select id, jsonb_build_array(id::text, extract(epoch from created_at)::text, created_by::text, org_id::text, username, source, ip,
      trace_id, subject, subject_id::text, subject_no, action, result, refusal::text, message, path, before::text, after::text)::text as line
    from sys_audit_log where tenant_id = ${ctx.tenantId} and ${where} order by id limit ${blockRows}`)

export interface Block {
  readonly digest: string
  readonly marks: string
}
/** Seals rows behind what was sealed before. */
export function blockOf(previous: string, rows: readonly Row[]): Block {
  const hashes = rows.map(({ line }) => sha256(line))
  return { digest: sha256([previous, ...hashes].join('\n')), marks: hashes.map((h) => h.slice(0, markSigns)).join('') }
}
/** Seals that rows were taken away by retention. */
export const cutDigest = (previous: string, firstId: string, lastId: string, count: number): string =>
  sha256([previous, 'CUT', firstId, lastId, count].join('\n'))

export interface Seal extends Block {
  readonly number: number
  readonly kind: string
  readonly firstId: string
  readonly lastId: string
  readonly rowCount: number
  readonly previous: string
}
const readSeals = (ctx: Ctx, after: number): Promise<Seal[]> =>
  ctx.tx.query<Seal>(sql`
    select number, kind, first_id, last_id, row_count, previous, digest, marks from sys_audit_seal
    where tenant_id = ${ctx.tenantId} and number > ${after} order by number limit 50`)

/** The first row of a block that is not what was sealed; undefined when all are. */
function firstBad(seal: Seal, rows: readonly Row[]): string | undefined {
  const { digest, marks } = blockOf(seal.previous, rows)
  if (digest === seal.digest && rows.length === seal.rowCount) return undefined
  for (const [i, row] of rows.entries())
    if (marks.slice(i * markSigns, (i + 1) * markSigns) !== seal.marks.slice(i * markSigns, (i + 1) * markSigns))
      return row.id
  return seal.lastId
}

type Reading = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
interface Span {
  readonly from: Date
  readonly to: Date
}

/**
 * Whether the audit log is what was sealed: every link, and every row that retention has not taken.
 * @param read opens a transaction; each block is read in its own
 * @param span rows of these moments alone; the links are followed from the beginning all the same
 */
export async function verifyChain(read: Reading, span?: Span): Promise<ChainAnswer> {
  const cut = await read((ctx) =>
    ctx.tx.one<{ id: string }>(sql`
      select coalesce(max(last_id), 0) as id from sys_audit_seal where tenant_id = ${ctx.tenantId} and kind = 'CUT'`),
  )
  let head = chainStart
  let number = 0
  let lastId = '0'
  let rows = 0
  const bad = (firstBadId: string): ChainAnswer => ({ ok: false, firstBadId, rows, unsealed: 0, head })
  for (;;) {
    const seals = await read((ctx) => readSeals(ctx, number))
    for (const seal of seals) {
      if (seal.number !== number + 1 || seal.previous !== head) return bad(seal.firstId)
      if (seal.kind === 'CUT') {
        if (seal.digest !== cutDigest(head, seal.firstId, seal.lastId, seal.rowCount)) return bad(seal.firstId)
      } else if (BigInt(seal.lastId) > BigInt(cut.id)) {
        // Also what was put between the rows of two blocks.
        const found = await read((ctx) => rowsOf(ctx, lastId, seal, span))
        const wrong = found && firstBad(seal, found)
        if (wrong) return bad(wrong)
        rows += found?.length ?? 0
      }
      if (seal.kind === 'ROWS') lastId = seal.lastId
      head = seal.digest
      number = seal.number
    }
    if (seals.length === 0) break
  }
  const { n } = await read((ctx) =>
    ctx.tx.one<{ n: number }>(sql`
      select count(*)::int as n from sys_audit_log where tenant_id = ${ctx.tenantId} and id > ${lastId}`),
  )
  return { ok: true, firstBadId: null, rows, unsealed: n, head }
}

/** The rows that stand where a block was sealed; nothing where none of them is of the time that is asked about. */
async function rowsOf(ctx: Ctx, before: string, { lastId }: Seal, span: Span | undefined): Promise<Row[] | undefined> {
  const within = sql`id > ${before} and id <= ${lastId}`
  if (span) {
    const any = await ctx.tx.maybe(sql`
      select 1 from sys_audit_log where tenant_id = ${ctx.tenantId} and ${within}
        and created_at >= ${span.from} and created_at < ${span.to} limit 1`)
    if (!any) return undefined
  }
  return sealedRows(ctx, within)
}
