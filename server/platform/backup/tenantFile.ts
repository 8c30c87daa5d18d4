import { createHash } from 'node:crypto'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type pg from 'pg'
import { columnsOf, inParts, pagesOf, quoted, type Texts } from './archive.ts'
import { carriedOf, inOrder, leftOut } from './carried.ts'
import { damaged, type Put } from './lines.ts'

/** What a file says of itself, first and last. */
export interface Manifest {
  readonly tenant: { readonly id: string; readonly code: string; readonly name: string }
  /** The moment that it shows. */
  readonly takenAt: string
  /** Names and hashes of the migrations: the version of the database. */
  readonly migrations: readonly string[]
  /** Tells by which installation's secret sealed values were sealed, and nothing of the secret. */
  readonly key: string
  /** By table: how many rows, and SHA-256 of their lines. */
  readonly tables: Readonly<Record<string, { readonly rows: number; readonly sha256: string }>>
  /** Tables that are not in it. */
  readonly leftOut: readonly string[]
}
type Head = Omit<Manifest, 'tables'> & {
  readonly ladingTenant: 1
  readonly columns: readonly string[]
  readonly row: Texts
}

/** A line of the file; `docs/operations.md` describes it. */
export type TenantLine =
  | Head
  | { readonly table: string; readonly columns: readonly string[] }
  | { readonly rows: readonly Texts[] }
  | { readonly end: string; readonly rows: number; readonly sha256: string }
  | { readonly manifest: Manifest }
  | { readonly sha256: string }

export interface DumpOptions {
  readonly tenantId: string
  readonly tables: readonly AnyEntity[]
  readonly migrations: readonly string[]
  readonly key: string
  readonly takenAt: Date
  readonly put: Put
  /** Told how many rows there are, and how many are written. */
  readonly progress?: (done: number, all: number) => Promise<void>
}
/** A line of rows has about so many characters at most, but for a single row that has more. */
const lineCharacters = 4_000_000

/**
 * Everything that is a tenant's, as lines of JSON: each value as the text that PostgreSQL gives it.
 * @param client within a transaction of the tenant that sees one moment
 */
export async function dumpTenant(client: pg.PoolClient, o: DumpOptions): Promise<Manifest> {
  const all = createHash('sha256')
  const put = async (line: TenantLine): Promise<string> => {
    const text = `${JSON.stringify(line)}\n`
    all.update(text)
    await o.put(text)
    return text
  }
  const tables = inOrder(carriedOf(o.tables))
  const head = await headOf(client, o)
  await put(head)
  const total = o.progress ? await countAll(client, o.tenantId, tables) : 0
  const told: Record<string, { rows: number; sha256: string }> = {}
  let done = 0
  for (const { table } of tables) {
    const columns = await columnsOf(client, table)
    await put({ table, columns })
    const hash = createHash('sha256')
    let rows = 0
    for await (const page of pagesOf(client, table, columns, `tenant_id = ${BigInt(o.tenantId)}`)) {
      for (const part of inParts(page, lineCharacters)) hash.update(await put({ rows: part }))
      rows += page.length
      done += page.length
      await o.progress?.(done, Math.max(total, done))
    }
    const end = { rows, sha256: hash.digest('hex') }
    told[table] = end
    await put({ end: table, ...end })
  }
  const { ladingTenant: _, columns: __, row: ___, ...said } = head
  const manifest: Manifest = { ...said, tables: told }
  await put({ manifest })
  await o.put(`${JSON.stringify({ sha256: all.digest('hex') })}\n`)
  return manifest
}

async function headOf(client: pg.PoolClient, o: DumpOptions): Promise<Head> {
  const columns = await columnsOf(client, 'sys_tenant')
  const { rows } = await client.query<(string | null)[]>({
    text: `select ${quoted(columns, '::text')} from sys_tenant where id = $1`,
    values: [o.tenantId],
    rowMode: 'array',
  })
  const row = rows[0] ?? []
  const value = (name: string): string => row[columns.indexOf(name)] ?? ''
  return {
    ladingTenant: 1,
    tenant: { id: value('id'), code: value('code'), name: value('name') },
    takenAt: o.takenAt.toISOString(),
    migrations: o.migrations,
    key: o.key,
    leftOut: o.tables.filter((e) => Object.hasOwn(leftOut, e.key)).map((e) => e.table),
    columns,
    row,
  }
}

async function countAll(client: pg.PoolClient, tenantId: string, tables: readonly AnyEntity[]): Promise<number> {
  let all = 0
  for (const { table } of tables) {
    const { rows } = await client.query<{ n: string }>(`select count(*) as n from ${table} where tenant_id = $1`, [
      tenantId,
    ])
    all += Number(rows[0]?.n ?? 0)
  }
  return all
}

function parse(text: string): TenantLine {
  try {
    // Its writer wrote it; whether it still is what was written the sums tell.
    return JSON.parse(text) as TenantLine
  } catch {
    throw damaged()
  }
}

/**
 * The lines of a file, each as it comes, up to its manifest.
 * @throws Unusable at the end at the latest, when it is not what was written: nothing that was read may be kept before
 */
export async function* checkedLines(lines: AsyncIterable<string>): AsyncGenerator<TenantLine> {
  const all = createHash('sha256')
  let hash = createHash('sha256')
  let rows = 0
  let state: 'new' | 'open' | 'told' | 'over' = 'new'
  for await (const text of lines) {
    if (state === 'over') throw damaged()
    const line = parse(text)
    if (typeof line !== 'object' || line === null) throw damaged()
    if ('ladingTenant' in line !== (state === 'new')) throw damaged()
    if (state === 'told') {
      if (!('sha256' in line) || 'end' in line || line.sha256 !== all.digest('hex')) throw damaged()
      state = 'over'
      continue
    }
    all.update(`${text}\n`)
    if ('table' in line) {
      hash = createHash('sha256')
      rows = 0
    } else if ('end' in line) {
      if (line.rows !== rows || line.sha256 !== hash.digest('hex')) throw damaged()
    } else if ('rows' in line) {
      hash.update(`${text}\n`)
      rows += line.rows.length
    }
    state = 'manifest' in line ? 'told' : 'open'
    yield line
  }
  if (state !== 'over') throw damaged()
}

/** Reads a whole file without keeping any of it. @returns what it holds */
export async function readManifest(lines: AsyncIterable<string>): Promise<Manifest> {
  let manifest: Manifest | undefined
  for await (const line of checkedLines(lines)) if ('manifest' in line) manifest = line.manifest
  if (!manifest) throw damaged()
  return manifest
}
