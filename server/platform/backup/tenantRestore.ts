import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import { asOwner, type Database } from '../../kernel/database.ts'
import { Unusable } from '../../kernel/migrate.ts'
import type { Tx } from '../../kernel/tx.ts'
import { learnUnknown } from '../job/statistics.ts'
import { columnsOf, insertTexts, migrationsOf, quoted } from './archive.ts'
import { carriedOf, type Placed, placedIn } from './carried.ts'
import { damaged } from './lines.ts'
import { checkedLines, type Manifest, readManifest } from './tenantFile.ts'

export interface RestoreOptions {
  readonly tables: readonly AnyEntity[]
  /** Opens the file; it is read several times. */
  readonly lines: () => AsyncIterable<string>
  /** Another code than the tenant had. */
  readonly code?: string | undefined
  /** What becomes of what is there, in the same transaction, as the owner within the tenant. Throws: nothing is restored. */
  readonly settle: (tx: Tx, manifest: Manifest) => Promise<void>
}

const codeForm = /^[a-z0-9][a-z0-9_-]{0,31}$/

/**
 * Brings a tenant back into an installation where it is not, beside whoever else is there: all of it, or nothing.
 * @throws Unusable with the reason in words
 */
export async function restoreTenant(db: Database, o: RestoreOptions): Promise<Manifest> {
  if (o.code !== undefined && !codeForm.test(o.code))
    throw new Unusable('a code has small letters, digits, - and _, 32 at most')
  const manifest = await readManifest(o.lines())
  await asOwner(db, async (tx, client) => {
    await demandVersion(client, manifest)
    await tx.query(sql`select set_config('app.tenant_id', ${manifest.tenant.id}, true)`)
    await makeTenant(tx, client, manifest, o)
    const reading = { client, manifest, placed: placedIn(orderOf(manifest, o.tables)) }
    await fill(reading, o.lines())
    await fillLater(tx, reading, o.lines())
    await o.settle(tx, manifest)
  })
  await learnUnknown(db)
  return manifest
}

async function demandVersion(client: pg.PoolClient, { migrations }: Manifest): Promise<void> {
  const ours = await migrationsOf(client)
  if (JSON.stringify(ours) === JSON.stringify(migrations)) return
  const isOlder = migrations.every((m, i) => m === ours[i])
  throw new Unusable(
    isOlder
      ? 'the backup is of an older version of the database: restore it into an empty installation of the program that made it, let this program migrate that, and back it up again'
      : 'the backup is of another version of the database: restore it with the program that made it',
  )
}

/** The tenant's own row, by which whoever restores the same at this moment waits. */
async function makeTenant(tx: Tx, client: pg.PoolClient, manifest: Manifest, o: RestoreOptions): Promise<void> {
  const { id } = manifest.tenant
  const code = o.code ?? manifest.tenant.code
  const there = await tx.maybe<{ id: string; code: string }>(
    sql`select id, code from sys_tenant where id = ${id} or code = ${code} order by (id = ${id}) desc limit 1`,
  )
  if (there?.id === id)
    throw new Unusable(
      `the tenant is here already, as ${there.code}: a backup is restored where its tenant is not, under whatever code`,
    )
  if (there) throw new Unusable(`another tenant has the code ${code}: give another code`)
  for await (const line of checkedLines(o.lines())) {
    if (!('ladingTenant' in line)) throw damaged()
    if (line.row[line.columns.indexOf('id')] !== id) throw damaged()
    const row = line.row.map((value, i) => (line.columns[i] === 'code' ? code : value))
    const columns = await columnsOf(client, 'sys_tenant')
    if (JSON.stringify(columns) !== JSON.stringify(line.columns)) throw damaged()
    try {
      await insertTexts(client, { table: 'sys_tenant', columns }, [row])
    } catch (error) {
      if ((error as { code?: string }).code !== '23505') throw error
      throw new Unusable('the tenant, or another of its code, has come in this moment: look first')
    }
    return
  }
}

/** The tables of a file as it has them: all that are carried, and no other. */
function orderOf({ tables: told }: Manifest, tables: readonly AnyEntity[]): readonly AnyEntity[] {
  const carried = new Map(carriedOf(tables).map((e) => [e.table, e]))
  const order = Object.keys(told).map((table) => {
    const e = carried.get(table)
    if (!e) throw new Unusable(`the backup has an unknown table ${table}`)
    return e
  })
  const missing = [...carried.keys()].filter((table) => !Object.hasOwn(told, table))
  if (missing.length > 0) throw new Unusable(`the backup has no table ${missing.join(', ')}`)
  return order
}

interface Reading {
  readonly client: pg.PoolClient
  readonly manifest: Manifest
  readonly placed: readonly Placed[]
}
interface Target {
  readonly table: string
  readonly columns: readonly string[]
  /** Where in a row the id stands, and what is filled later. */
  readonly id: number
  readonly later: readonly number[]
}

/** The rows of a file with their table, in the order of the file. */
async function* rowsOf({ client, manifest, placed }: Reading, lines: AsyncIterable<string>) {
  const byTable = new Map(placed.map((one) => [one.entity.table, one]))
  let target: Target | undefined
  let tenantAt = 0
  for await (const line of checkedLines(lines)) {
    if ('table' in line) {
      const columns = await columnsOf(client, line.table)
      if (!byTable.has(line.table) || JSON.stringify(columns) !== JSON.stringify(line.columns)) throw damaged()
      const at = (column: string) => columns.indexOf(column)
      tenantAt = at('tenant_id')
      target = { table: line.table, columns, id: at('id'), later: (byTable.get(line.table)?.later ?? []).map(at) }
    } else if ('rows' in line && !('end' in line)) {
      // Whoever wrote the file himself gets nothing into another tenant, even where no wall holds for the owner.
      if (!target || line.rows.some((row) => row[tenantAt] !== manifest.tenant.id)) throw damaged()
      yield { target, rows: line.rows }
    }
  }
}

async function fill(reading: Reading, lines: AsyncIterable<string>): Promise<void> {
  for await (const { target, rows } of rowsOf(reading, lines)) {
    const atFirst = (row: (typeof rows)[number]) => row.map((value, i) => (target.later.includes(i) ? null : value))
    await insertTexts(reading.client, target, target.later.length === 0 ? rows : rows.map(atFirst))
  }
}

const atOnce = 1_000
/** References that pointed forwards, once all that they point to is there. */
async function fillLater(tx: Tx, reading: Reading, lines: AsyncIterable<string>): Promise<void> {
  for await (const { target, rows } of rowsOf(reading, lines))
    for (const at of target.later) {
      const named = rows.filter((row) => row[at] !== null)
      for (let from = 0; from < named.length; from += atOnce) {
        const part = named.slice(from, from + atOnce)
        const [ids, values] = [part.map((row) => row[target.id]), part.map((row) => row[at])]
        await tx.once(sql`
          update ${raw(target.table)} t set ${raw(quoted([target.columns[at] ?? '']))} = v.value
          from unnest(${ids}::bigint[], ${values}::bigint[]) as v(id, value)
          where t.tenant_id = ${reading.manifest.tenant.id} and t.id = v.id`)
      }
    }
}
