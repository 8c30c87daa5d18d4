import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Identity } from './ctx.ts'
import { entityByKey } from './registry.ts'
import { tableOf } from './tables.ts'
import { snake } from './tx.ts'

const never = sql`false`

/** The child table that says which owners a row belongs to, for goods shared by several. */
const ownersOf = (e: AnyEntity) => e.fields.owners?.rows?.entity

/** The column of a child table that names its parent, under whatever name a view shows that. */
const parentLink = (child: AnyEntity): string =>
  snake(Object.keys(child.fields).find((name) => child.fields[name]?.to === child.parent) ?? 'id')

const isShared = (e: AnyEntity): boolean => e.fields.ownerId?.required === false && e.actions.includes('create')

/**
 * Which rows of an entity the caller may see: his tenant's, his organisation's, his owners'. The one place that says so.
 * @param t alias of the table
 */
export function visible(e: AnyEntity, who: Identity, t: string): Sql {
  const at = raw(t)
  const walls: Sql[] = [sql`${at}.tenant_id = ${who.tenantId}`]
  if (e.scope === 'org') {
    if (who.org.type === 'DC' || who.org.type === 'TC') walls.push(sql`${at}.org_id = ${who.org.id}`)
    else if (who.org.type !== 'GROUP') walls.push(never)
  }
  if (who.owners !== null) {
    if (e.key === 'wms.owner') walls.push(sql`${at}.id = any(${who.owners}::bigint[])`)
    else if (e.fields.ownerId) {
      const own = sql`${at}.owner_id = any(${who.owners}::bigint[])`
      // A bin that is nobody's own serves everybody; work without one owner has goods of several, and stays hidden.
      walls.push(isShared(e) ? sql`(${at}.owner_id is null or ${own})` : own)
    } else {
      // A child row is seen by whoever sees its parent.
      const child = ownersOf(e.parent === undefined ? e : entityByKey(e.parent))
      const id = raw(e.parent === undefined ? 'id' : parentLink(e))
      if (child) {
        const rows = sql`select 1 from ${raw(tableOf(child))} o where o.tenant_id = ${who.tenantId} and o.${raw(parentLink(child))} = ${at}.${id}`
        const own = sql`exists (${rows} and o.owner_id = any(${who.owners}::bigint[]))`
        // A place that is kept for nobody serves everybody; goods have owners.
        walls.push(e.scope === 'org' ? sql`(${own} or not exists (${rows}))` : own)
      }
    }
  }
  return join(walls, ' and ')
}

/** Master data is written at the enterprise, rows of one organisation in that organisation. */
export function demandWriter(e: AnyEntity, who: Identity): void {
  if (e.scope === 'group' && e.area !== 'sys' && who.org.type !== 'GROUP') refuse(faults.notGroup)
  if (e.scope === 'org' && e.area === 'wms' && who.org.type !== 'DC') refuse(faults.notDc)
}
