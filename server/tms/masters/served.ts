import { refuse } from '@lading/contract/kernel/fault.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { client } from '@lading/contract/tms/client.ts'
import { adoptTypes, takeOwners } from '@lading/contract/tms/masterCalls.ts'
import { tmsFaults } from '@lading/contract/tms/masterFaults.ts'
import { sysTruckType } from '@lading/contract/tms/sysTruckType.ts'
import { truckType } from '@lading/contract/tms/truckType.ts'
import sql from 'sql-template-tag'
import { createRow, lockSeen } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type SeenRow, type Served, serve, serveEach } from '../../kernel/http/serve.ts'
import { from } from '../../kernel/scope.ts'
import { truckTypeRules } from './rules.ts'

async function adopt(ctx: Ctx, row: SeenRow) {
  const { id, version, code, name, loadKg, volumeM3, grossKg, lengthM, licenceId } = await lockSeen(
    ctx,
    sysTruckType,
    row,
  )
  const there = await ctx.tx.maybe(sql`
    select 1 from ${from(ctx, truckType, 't')} where t.sys_type_id = ${id} or t.code = ${code} limit 1`)
  if (there) refuse(tmsFaults.adopted, { code })
  const measures = { loadKg, volumeM3, grossKg, lengthM, licenceId }
  await createRow(
    ctx,
    truckType,
    { code, name, ...measures, sysTypeId: id, speedFactor: '1', skills: [] },
    truckTypeRules,
  )
  return { id, version }
}

async function take(ctx: Ctx): Promise<{ count: number }> {
  const owners = await ctx.tx.query<{
    id: string
    code: string
    name: string
    contact: string | null
    phone: string | null
  }>(sql`
    select o.id, o.code, o.name, o.contact, o.phone from ${from(ctx, owner, 'o')} where not o.disabled
      and not exists (select 1 from ${from(ctx, client, 'c')} where c.owner_ref = o.id or c.code = o.code) order by o.code`)
  for (const { id, ...facts } of owners)
    await createRow(ctx, client, { ...facts, kind: 'OWNER', ownerRef: id, settleCycle: 'MONTH' })
  return { count: owners.length }
}

/** What is done to masters beside their forms. */
export const masterVerbs = (): Served[] => [serveEach(adoptTypes, adopt), serve(takeOwners, take)]
