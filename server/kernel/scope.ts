import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { isRoot, notHere, type OrgType, type Placed } from '@lading/contract/kernel/org.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Ctx, Identity } from './ctx.ts'
import { carriedOf, contentsOf, entityByKey, extentOf } from './registry.ts'
import { tableOf } from './tables.ts'
import { snake } from './tx.ts'

/** The child table that says which owners a row belongs to, for goods shared by several. */
const ownersOf = (e: AnyEntity) => e.fields.owners?.rows?.entity

/** The column of a child table that names its parent, under whatever name a view shows that. */
const parentLink = (child: AnyEntity): string =>
  snake(Object.keys(child.fields).find((name) => child.fields[name]?.to === child.parent) ?? 'id')

const isShared = (e: AnyEntity): boolean => e.fields.ownerId?.required === false && e.actions.includes('create')

type WallOf = (e: AnyEntity, t: string) => Sql | undefined
/** Rows that name, in a column of theirs, what the limited user sees; rows that name nothing are about nobody's goods. */
function seenThrough(target: AnyEntity, column: string, wallOf: WallOf, t: string): Sql | undefined {
  const far = `${t}x`
  const wall = wallOf(target, far)
  if (!wall) return undefined
  const [at, x] = [raw(t), raw(far)]
  return sql`(${at}.${raw(column)} is null or exists (
    select 1 from ${raw(tableOf(target))} ${x} where ${x}.tenant_id = ${at}.tenant_id and ${x}.id = ${at}.${raw(column)} and ${wall}))`
}

/** What a user who is limited to some cargo owners does not see of an entity; undefined where that is nothing. */
function ownerWall(e: AnyEntity, owners: readonly string[], t: string): Sql | undefined {
  const at = raw(t)
  const mine = (column: Sql): Sql => sql`${column} = any(${owners}::bigint[])`
  const through = e.ownerThrough === undefined ? undefined : e.fields[e.ownerThrough]
  const wallOf: WallOf = (far, alias) => ownerWall(far, owners, alias)
  if (through?.to !== undefined) return seenThrough(entityByKey(through.to), snake(e.ownerThrough ?? ''), wallOf, t)
  if (e.ownerThrough === 'itself') return mine(sql`${at}.id`)
  if (e.ownerThrough === 'contents') return contentsOf(e)(owners, at)
  // Whoever sees the parent sees its rows, of those that name owners his own.
  const parent = e.parent && seenThrough(entityByKey(e.parent), parentLink(e), wallOf, t)
  if (e.fields.ownerId) {
    const own = mine(sql`${at}.owner_id`)
    // A bin that is nobody's own serves everybody; work without one owner has goods of several, and stays hidden.
    const wall = isShared(e) ? sql`(${at}.owner_id is null or ${own})` : own
    return parent ? sql`${wall} and ${parent}` : wall
  }
  const child = ownersOf(e)
  if (!child) return parent || undefined
  const rows = sql`select 1 from ${raw(tableOf(child))} o where o.tenant_id = ${at}.tenant_id and o.${raw(parentLink(child))} = ${at}.id`
  const own = sql`exists (${rows} and ${mine(sql`o.owner_id`)})`
  // A place that is kept for nobody serves everybody; goods have owners.
  return e.scope === 'org' ? sql`(${own} or not exists (${rows}))` : own
}

/**
 * What a user of some carriers does not see of an entity: all that is not declared to be theirs, or everybody's. Of
 * administration what a user sees who is limited to the goods of no owner, and of users his colleagues.
 */
function carrierWall(e: AnyEntity, carriers: readonly string[], t: string): Sql | undefined {
  const at = raw(t)
  const wallOf: WallOf = (far, alias) => carrierWall(far, carriers, alias)
  // What names no carrier is no carrier's.
  const through = (key: string, column: string): Sql | undefined => {
    const seen = seenThrough(entityByKey(key), column, wallOf, t)
    return seen && sql`(${at}.${raw(column)} is not null and ${seen})`
  }
  const way = e.carrierThrough
  if (way === 'everybody') return undefined
  if (way === 'itself') return sql`${at}.id = any(${carriers}::bigint[])`
  if (way === 'contents') return carriedOf(e)(carriers, at)
  if (way !== undefined) return through(e.fields[way]?.to ?? '', snake(way))
  if (e.parent) return through(e.parent, parentLink(e))
  if (e.area !== 'sys') return sql`false`
  const child = e.fields.carriers?.rows?.entity
  return child
    ? sql`exists (select 1 from ${raw(tableOf(child))} o where o.tenant_id = ${at}.tenant_id
        and o.${raw(parentLink(child))} = ${at}.id and o.carrier_id = any(${carriers}::bigint[]))`
    : ownerWall(e, [], t)
}

/** Whose own work a row is. Work that nobody has taken is anybody's; rows of rows go with theirs. */
function ownWall(e: AnyEntity, userId: string | null, t: string): Sql | undefined {
  if (e.ownBy === 'createdBy') return sql`${raw(t)}.created_by = ${userId}::bigint`
  if (e.ownBy !== undefined) {
    const column = raw(`${t}.${snake(e.ownBy)}`)
    return sql`(${column} is null or ${column} = ${userId}::bigint)`
  }
  const wallOf: WallOf = (far, alias) => ownWall(far, userId, alias)
  if (e.parent) return seenThrough(entityByKey(e.parent), parentLink(e), wallOf, t)
  const up = e.ownerThrough === undefined ? undefined : e.fields[e.ownerThrough]?.to
  return up === undefined ? undefined : seenThrough(entityByKey(up), snake(e.ownerThrough ?? ''), wallOf, t)
}

/** What somebody does not see whose roles show him some organisations, or his own work; undefined where that is nothing. */
function sightWall(e: AnyEntity, { sight, userId }: Identity, t: string): Sql | undefined {
  if (!sight) return undefined
  const inOrgs = sql`${raw(t)}.org_id = any(${sight.orgIds}::bigint[])`
  if (!sight.own) return inOrgs
  // Stock, bins and the like are nobody's own work.
  const own = ownWall(e, userId, t)
  return own && sql`(${inOrgs} or ${own})`
}

/**
 * Of which organisations somebody sees rows: the root of all, a working organisation its own and what the declaration says.
 * Rows of a paper are seen from where it is.
 */
function orgWall(e: AnyEntity, { org, tenantId }: Identity, t: string): Sql | undefined {
  const { seenFrom } = e.parent ? entityByKey(e.parent) : e
  const reach = seenFrom[org.type as OrgType]
  if (isRoot(org.type) || reach === 'ALL') return undefined
  const at = sql`${raw(t)}.org_id`
  if (reach !== 'BELOW') return sql`${at} = ${org.id}`
  return sql`${at} in (select low.id from sys_org low join sys_org up on up.tenant_id = low.tenant_id and starts_with(low.path, up.path)
    where up.tenant_id = ${tenantId} and up.id = ${org.id})`
}

/**
 * Which rows of an entity the caller may see: his tenant's, his organisation's, his owners' or his carriers', as far as his
 * roles reach.
 * The one place that says so.
 * @param t alias of the table
 */
export function visible(e: AnyEntity, who: Identity, t: string): Sql {
  const at = raw(t)
  const walls: Sql[] = [sql`${at}.tenant_id = ${who.tenantId}`]
  for (const [name, value] of Object.entries(e.only ?? {}))
    walls.push(sql`${at}.${raw(snake(name))} = any(${[value].flat()}::text[])`)
  const shown = extentOf(e)?.(who, at)
  if (shown) walls.push(shown)
  if (e.scope === 'org') {
    const own = orgWall(e, who, t)
    if (own) walls.push(own)
    const seen = sightWall(e, who, t)
    if (seen) walls.push(seen)
  }
  const own = who.carriers ? carrierWall(e, who.carriers, t) : who.owners && ownerWall(e, who.owners, t)
  if (own) walls.push(own)
  return join(walls, ' and ')
}

/**
 * A table together with what its reader may see of it, for the `from` and `join` of a statement that shows something:
 * there is no clause to forget. `select s.qty from ${from(ctx, stock, 's')} join ${from(ctx, bin, 'b')} on b.id = s.bin_id`.
 * The planner takes it for the table itself.
 */
export const from = (who: Identity, e: AnyEntity, alias: string): Sql =>
  sql`(select * from ${raw(tableOf(e))} ${raw(`${alias}0`)} where ${visible(e, who, `${alias}0`)}) ${raw(alias)}`

/** The same of one's own working organisation alone, whatever is above or below it. */
export const fromHere = (who: Identity, e: AnyEntity, alias: string): Sql =>
  sql`(select * from ${raw(tableOf(e))} ${raw(`${alias}0`)} where ${visible(e, who, `${alias}0`)}
    and ${raw(`${alias}0`)}.org_id = ${who.org.id}) ${raw(alias)}`

/** Whose rows of organisations alone a person sees: the setting that the database's own wall reads. */
export const orgSetting = (org: { readonly id: string; readonly type: string }): string =>
  org.type === 'DC' || org.type === 'TC' ? org.id : ''

/** Work on other organisations than one's own, below it in the tree: the database's wall is opened for so long. */
export async function acrossOrgs<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  const set = (value: string) => ctx.tx.query(sql`select set_config('app.org_id', ${value}, true)`)
  const close = () => set(ctx.userId === null ? '' : orgSetting(ctx.org))
  await set('')
  let result: T
  try {
    result = await work()
  } catch (error) {
    // Whoever catches a refusal goes on behind the wall. After a failed statement this one fails too: what takes the
    // transaction back, as a whole or to a savepoint, takes the opening back as well.
    await close().catch(() => undefined)
    throw error
  }
  await close()
  return result
}

/**
 * A table to name what a row refers to that its reader sees already: his line keeps its goods and its bin, whoever else
 * they serve by now.
 */
export const named = (who: Pick<Identity, 'tenantId'>, e: AnyEntity, alias: string): Sql =>
  sql`(select * from ${raw(tableOf(e))} ${raw(`${alias}0`)} where ${raw(`${alias}0`)}.tenant_id = ${who.tenantId}) ${raw(alias)}`

/** For what is no owner's secret, such as whether anything stands in a bin: its reader with the goods of all owners. */
export const ofAllOwners = <W extends Identity>(who: W): W => ({ ...who, owners: null })

/**
 * For what is told or done of everybody's goods in all organisations at once.
 * @throws Fault someOwners, someOrgs
 */
export function demandWholeSight(who: Identity): void {
  if (who.owners !== null) refuse(faults.someOwners)
  if (who.sight !== null) refuse(faults.someOrgs)
}

/**
 * Whoever works for a carrier writes nothing that he would not see.
 * @throws Fault beyondCarrier
 */
export async function demandCarried(ctx: Ctx, e: AnyEntity, ids: readonly string[]): Promise<void> {
  if (ctx.carriers === null || ids.length === 0) return
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::int as n from ${from(ctx, e, 't')} where t.id = any(${ids}::bigint[])`)
  if (n < new Set(ids).size) refuse(faults.beyondCarrier, { subject: e.title })
}

/** Refuses what is done in another kind of organisation than its declaration says. */
export function demandAt(e: Placed, who: Identity): void {
  const refusal = notHere(e, who.org.type)
  if (refusal) refuse(refusal, { subject: e.title })
}
