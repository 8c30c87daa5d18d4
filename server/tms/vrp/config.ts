import { refuse } from '@lading/contract/kernel/fault.ts'
import { tmsFaults } from '@lading/contract/tms/masterFaults.ts'
import { defaultVrpConfig, vrpConfig } from '@lading/contract/tms/vrpConfig.ts'
import sql from 'sql-template-tag'
import { lockSeen } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import type { Rules, Seen } from '../../kernel/rules.ts'
import { fromHere } from '../../kernel/scope.ts'

const demandDepartures = ({
  departFrom,
  departTo,
}: {
  readonly departFrom: string
  readonly departTo: string
}): void => {
  if (departTo < departFrom) refuse(tmsFaults.departures)
}

export const vrpConfigRules: Rules<typeof vrpConfig> = {
  warn: ({ capacities }) =>
    capacities?.length === 0
      ? [{ field: 'capacities', message: ['至少选择一个装载维度', 'Choose a capacity or more'] }]
      : [],
  beforeCreate: async (ctx, input) => {
    demandDepartures(input)
    const first = await ctx.tx.maybe(sql`select 1 from ${fromHere(ctx, vrpConfig, 'c')} where is_default`)
    input.isDefault = !first
  },
  beforeUpdate: async (_, { departFrom, departTo }, before) =>
    demandDepartures({ departFrom: departFrom ?? before.departFrom, departTo: departTo ?? before.departTo }),
  beforeDisable: async (_, row) => {
    if (row.isDefault) refuse(tmsFaults.defaultOn)
  },
  beforeRemove: async (_, row) => {
    if (row.isDefault) refuse(tmsFaults.defaultStays)
  },
}

async function setDefault(ctx: Ctx, seen: Seen): Promise<Seen> {
  // Whoever makes another the default waits here: there is one of them at any time.
  await ctx.tx.query(sql`select id from ${fromHere(ctx, vrpConfig, 'c')} order by c.id for update of c`)
  const row = await lockSeen(ctx, vrpConfig, seen)
  if (row.disabled) refuse(tmsFaults.defaultOff)
  if (row.isDefault) return seen
  const write = (is: boolean) =>
    ctx.tx.run(sql`
    update tms_vrp_config set is_default = ${is}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and ${is ? sql`id = ${row.id}` : sql`is_default`}`)
  await write(false)
  await write(true)
  ctx.audit({
    subject: vrpConfig.key,
    subjectId: row.id,
    subjectNo: row.name,
    action: 'setDefault',
    after: { isDefault: true },
  })
  return { id: row.id, version: row.version + 1 }
}
/** With what a centre begins: tours that drivers like, and the cheapest ones. */
export async function prepareVrp(ctx: Ctx, orgId: string): Promise<void> {
  const at = { ...ctx, org: { ...ctx.org, id: orgId } }
  const known = await ctx.tx.maybe(sql`select 1 from ${fromHere(at, vrpConfig, 'c')} limit 1`)
  if (known) return
  const usual = { departFrom: '04:00', departTo: '10:00' }
  await insert(at, vrpConfig, [
    {
      ...usual,
      name: '门店配送',
      isDefault: true,
      note: '线路集中，装载过低不多开车',
      objective: 'TRUCKS_FIRST',
      wCompact: '2',
      minFill: '40',
      maxStops: 25,
    },
    {
      ...usual,
      name: '成本最低',
      isDefault: false,
      note: '按车型成本求总成本最低',
      objective: 'COST',
      wCompact: '0',
      minFill: '0',
      maxStops: null,
    },
  ])
}

export const vrpConfigServed = (): Served[] => [serve(defaultVrpConfig, setDefault)]
