import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { client } from '@lading/contract/tms/client.ts'
import { clientSite } from '@lading/contract/tms/clientSite.ts'
import type { Demand } from '@lading/contract/tms/warehouse.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { createRow, updateRow } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Input, Rules, Seen } from '../../kernel/rules.ts'
import { named } from '../../kernel/scope.ts'
import { snake } from '../../kernel/tx.ts'
import { siteRules } from '../masters/rules.ts'

/** Whose goods go from where to where, as transport knows them. */
export interface Way {
  readonly clientId: string
  readonly fromSiteId: string
  readonly toSiteId: string
}

interface Standing {
  readonly of: AnyEntity
  readonly rules: Rules
  /** The field that says for what it stands, and what that is. */
  readonly by: 'ownerRef' | 'storeRef' | 'orgRef'
  readonly for: string
  /** What else is taken for it, where it stands for nothing yet: of its code. */
  readonly like: Sql
  readonly facts: Input
}
/** What stands for something of the warehouse's: linked to it; else of its code, and linked from now on; else it is made. */
async function standing(ctx: Ctx, { of, rules, by, for: id, like, facts }: Standing): Promise<string> {
  const column = raw(snake(by))
  const there = await ctx.tx.maybe<Seen & { isLinked: boolean }>(sql`
    select s.id, s.version, s.${column} is not null as is_linked from ${named(ctx, of, 's')}
    where s.${column} = ${id} or (s.${column} is null and ${like}) order by s.${column} is null, s.disabled, s.id limit 1`)
  if (!there) return (await createRow(ctx, of, { ...facts, [by]: id }, rules)).id
  if (!there.isLinked) await updateRow(ctx, of, { id: there.id, version: there.version, [by]: id }, rules)
  return there.id
}

const factsOf = ({ code, name, contact, phone, address, lng, lat }: Demand['depot']): Input => {
  const place = lng === null || lat === null ? { lng: null, lat: null } : { lng, lat }
  return {
    code,
    name,
    contact,
    phone,
    address,
    ...place,
    serviceMin: 10,
    serviceMinPerM3: '1',
    fenceM: 200,
    priority: 50,
  }
}

/**
 * Who and what stands for an order's owner, warehouse and store; whoever is missing is made, in the enterprise. A store has
 * one site for the goods of all owners, so that a truck stops there once.
 */
export async function wayOf(ctx: Ctx, { owner, depot, store }: Demand): Promise<Way> {
  const clientId = await standing(ctx, {
    ...{ of: client, rules: {}, by: 'ownerRef', for: owner.id, like: sql`s.code = ${owner.code}` },
    facts: { code: owner.code, name: owner.name, kind: 'OWNER', settleCycle: 'MONTH' },
  })
  const site = (by: 'storeRef' | 'orgRef', place: Demand['depot'], more: Input) =>
    standing(ctx, {
      ...{ of: clientSite, rules: siteRules as Rules, by, for: place.id },
      like: sql`s.client_id = ${clientId} and s.code = ${place.code}`,
      facts: { ...factsOf(place), clientId, skills: [], typeIds: [], ...more },
    })
  const { route, windowFrom: opensAt, windowTo: closesAt } = store
  const windows = opensAt !== null && closesAt !== null && opensAt < closesAt ? [{ days: [], opensAt, closesAt }] : []
  const fromSiteId = await site('orgRef', depot, { role: 'SHIP_FROM', isDepot: true })
  return { clientId, fromSiteId, toSiteId: await site('storeRef', store, { role: 'SHIP_TO', route, windows }) }
}
