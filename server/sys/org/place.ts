import { refuse } from '@lading/contract/kernel/fault.ts'
import { type OrgType, orgTypes } from '@lading/contract/kernel/org.ts'
import { sysFaults } from '@lading/contract/sys/faults.ts'
import { org } from '@lading/contract/sys/org.ts'
import sql from 'sql-template-tag'
import { type Ctx, found } from '../../kernel/ctx.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Input, Seen } from '../../kernel/rules.ts'
import { demandNumberable } from '../numberRule/numberRules.ts'
import { demandReach } from '../rights.ts'

/** Below which types a type may be placed. The root of a tenant is made with it and by nobody else. */
const parents: Readonly<Record<OrgType, readonly OrgType[]>> = {
  PLAT: [],
  AGENT: ['PLAT', 'AGENT'],
  GROUP: [],
  DC: ['GROUP', 'BC', 'DC'],
  FC: ['GROUP'],
  BC: ['GROUP'],
  TC: ['GROUP'],
}
/** How many of a type may stand below each other. */
const levelsMax: Partial<Record<OrgType, number>> = { DC: 3, AGENT: 3 }
/** Above every path that begins with this one. */
export const beyond = (path: string): string => `${path}\u{10FFFF}`

export type Node = RowOf<typeof org, 'id' | 'type' | 'path' | 'level'>
/** What a file has placed and not written yet, by id. */
export type Placed = ReadonlyMap<string, Node>
const none: Placed = new Map()
const idsOf = (path: string): string[] => path.split('/').filter(Boolean)

const nodeIn = (ctx: Ctx, id: string): Promise<Node | undefined> =>
  ctx.tx.maybe<Node>(sql`
    select id, type, path, level from sys_org where tenant_id = ${ctx.tenantId} and id = ${id}`)
export const nodeOf = async (ctx: Ctx, id: string): Promise<Node> => found(await nodeIn(ctx, id), org.title)

/** The organisation above, within the caller's reach; one of the same file stands below one that is. */
async function upperOf(ctx: Ctx, id: string, placed: Placed): Promise<Node> {
  const coming = placed.get(id)
  if (coming) {
    await demandReach(
      ctx,
      idsOf(coming.path)
        .filter((above) => !placed.has(above))
        .slice(-1),
    )
    return coming
  }
  const upper = await nodeIn(ctx, id)
  // Codes that nobody has were refused before.
  if (!upper && placed !== none) return refuse(sysFaults.orgUpperRefused)
  await demandReach(ctx, [id])
  return found(upper, org.title)
}

/** How many of its type stand below each other from there on, itself among them. */
async function heightOf(ctx: Ctx, type: OrgType, path: string): Promise<number> {
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select coalesce(max(chain.n), 0)::int as n from (
      select count(*) as n from sys_org low
      join sys_org at on at.tenant_id = low.tenant_id and at.type = ${type} and at.path >= ${path} and at.path < ${beyond(path)}
        and starts_with(low.path, at.path)
      where low.tenant_id = ${ctx.tenantId} and low.path >= ${path} and low.path < ${beyond(path)}
      group by low.id) chain`)
  return n
}

/** Refuses more of a type below each other than there may be. @param height how many come, below each other */
async function demandDepth(ctx: Ctx, type: OrgType, upper: Node, height: number, placed: Placed): Promise<void> {
  const max = levelsMax[type]
  if (max === undefined || upper.type !== type) return
  const ids = idsOf(upper.path)
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::int as n from sys_org where tenant_id = ${ctx.tenantId} and type = ${type}
      and id = any(${ids}::bigint[])`)
  const coming = ids.filter((id) => placed.get(id)?.type === type).length
  if (n + coming + height > max) refuse(sysFaults.orgDeep, { type: orgTypes[type], max })
}

/** Refuses a place in the tree that the type does not allow. @returns the organisation above */
async function demandPlace(ctx: Ctx, type: OrgType, upperId: unknown, placed: Placed): Promise<Node> {
  if (typeof upperId !== 'string' || type === 'GROUP' || type === 'PLAT') return refuse(sysFaults.orgRoot)
  const upper = await upperOf(ctx, upperId, placed)
  if (!parents[type].includes(upper.type))
    refuse(sysFaults.orgParent, { type: orgTypes[type], upper: orgTypes[upper.type] })
  return upper
}

/** A logistics centre, and nobody else, names a transport centre of its enterprise: that plans for it. */
async function demandTransport(ctx: Ctx, type: OrgType, centreId: unknown): Promise<void> {
  if (typeof centreId !== 'string') return
  const centre = await nodeOf(ctx, centreId)
  if (type !== 'DC' || centre.type !== 'TC') refuse(sysFaults.orgTransport)
}

/** Gives a new organisation its place in the tree. @returns where it will stand */
export async function place(ctx: Ctx, input: Input, placed: Placed = none): Promise<Node> {
  await demandNumberable(ctx, String(input.code))
  const type = input.type as OrgType
  const upper = await demandPlace(ctx, type, input.upperOrgId, placed)
  await demandDepth(ctx, type, upper, 1, placed)
  await demandTransport(ctx, type, input.transportOrgId)
  input.path = `${upper.path}${input.id}/`
  input.level = upper.level + 1
  return { id: String(input.id), type, path: `${upper.path}${input.id}/`, level: upper.level + 1 }
}

/**
 * Moves an organisation with all below it. Runs while changes of rights wait for each other.
 * @returns whether it stands elsewhere now
 */
export async function replace(ctx: Ctx, input: Input & Seen, before: Input, placed: Placed = none): Promise<boolean> {
  await demandReach(ctx, [input.id])
  if (input.transportOrgId !== before.transportOrgId)
    await demandTransport(ctx, before.type as OrgType, input.transportOrgId)
  if (input.upperOrgId === undefined || input.upperOrgId === before.upperOrgId) return false
  // A file may have moved one above it a moment ago.
  const { type, path: from, level } = await nodeOf(ctx, input.id)
  const upper = await demandPlace(ctx, type, input.upperOrgId, placed)
  if (upper.path.startsWith(from)) refuse(sysFaults.orgCircle)
  if ([...placed.values()].some((n) => n.path.startsWith(from))) refuse(sysFaults.orgMovedWith)
  await demandDepth(ctx, type, upper, await heightOf(ctx, type, from), placed)
  const lift = upper.level + 1 - level
  await ctx.tx.run(sql`
    update sys_org set path = ${`${upper.path}${input.id}/`} || substr(path, ${from.length + 1}), level = level + ${lift}
    where tenant_id = ${ctx.tenantId} and path >= ${from} and path < ${beyond(from)}`)
  return true
}
