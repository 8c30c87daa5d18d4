import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import sql, { join, raw } from 'sql-template-tag'
import { asOwner, type Database } from '../../kernel/database.ts'
import { Unusable } from '../../kernel/migrate.ts'
import type { Tx } from '../../kernel/tx.ts'
import { carriedOf, inOrder, placedIn } from './carried.ts'
import { type Manifest, readManifest } from './tenantFile.ts'

export interface RemoveOptions {
  readonly tables: readonly AnyEntity[]
  readonly code: string
  /** A backup of it, without which nothing is removed. */
  readonly lines: () => AsyncIterable<string>
}

/**
 * Takes away everything of a tenant, and nothing of anybody else's, once a whole backup of just what is there lies at hand.
 * @throws Unusable with the reason in words; nothing is removed then
 */
export async function removeTenant(db: Database, o: RemoveOptions): Promise<Manifest> {
  const manifest = await readManifest(o.lines())
  const { id } = manifest.tenant
  await asOwner(db, async (tx) => {
    const there = await tx.maybe<{ id: string }>(sql`select id from sys_tenant where code = ${o.code} for update`)
    if (!there) throw new Unusable(`there is no tenant ${o.code}`)
    if (there.id !== id) throw new Unusable(`the backup is of another tenant, ${manifest.tenant.code}`)
    await tx.query(sql`select set_config('app.tenant_id', ${id}, true)`)
    await demandSame(tx, manifest, o.tables)
    await removeRows(tx, id, o.tables)
    // Tables of the platform that tell of tenants.
    await tx.run(sql`delete from sys_due where tenant = ${id}`)
    await tx.run(sql`delete from sys_mail_usage where tenant = ${id}`)
    await tx.run(sql`delete from sys_tenant where id = ${id}`)
  })
  return manifest
}

/** Whatever has come or gone since would be lost. */
async function demandSame(tx: Tx, { tables: told }: Manifest, tables: readonly AnyEntity[]): Promise<void> {
  for (const { table, key } of carriedOf(tables)) {
    const { n } = await tx.one<{ n: string }>(
      sql`select count(*) as n from ${raw(table)} where tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint`,
    )
    if (Number(n) !== told[table]?.rows)
      throw new Unusable(`something was done since the backup (${key}): back up again, and remove it then`)
  }
}

async function removeRows(tx: Tx, id: string, tables: readonly AnyEntity[]): Promise<void> {
  const placed = placedIn(inOrder(tables.filter((e) => e.scope !== 'platform')))
  for (const { entity, later } of placed)
    if (later.length > 0)
      await tx.run(sql`
        update ${raw(entity.table)} set ${join(later.map((column) => sql`${raw(column)} = null`))} where tenant_id = ${id}`)
  for (const { entity } of placed.toReversed())
    await tx.run(sql`delete from ${raw(entity.table)} where tenant_id = ${id}`)
}
