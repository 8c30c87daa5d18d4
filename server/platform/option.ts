import type { Options, OptionValue } from '@lading/contract/kernel/optionDef.ts'
import { options } from '@lading/contract/sys/optionDefs.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../kernel/ctx.ts'
import { watch } from './caches.ts'

/** The row of the whole tenant. */
export const tenantLevel = '0'
/** The rows of the platform, which count for all tenants. No organisation's id. */
export const platformLevel = '-1'

export interface StoredOption {
  readonly key: string
  readonly orgId: string
  readonly value: string | null
  readonly version: number
  readonly orgName: string | null
}
/** Rows that count in an organisation, the nearest last: the platform's, the tenant's, those of the organisations above, its own. */
export const readOptions = (ctx: Ctx, orgId: string): Promise<StoredOption[]> =>
  ctx.tx.query<StoredOption>(sql`
    with above as (
      select string_to_array(trim(both '/' from path), '/')::bigint[] as ids from sys_org
      where tenant_id = ${ctx.tenantId} and id = ${orgId})
    select p.key, ${platformLevel}::bigint as org_id, p.value, p.version, null::text as org_name, -1 as rank from sys_platform_option p
    union all
    select o.key, o.org_id, o.value, o.version,
      (select x.name from sys_org x where x.tenant_id = o.tenant_id and x.id = o.org_id) as org_name,
      coalesce(array_position((select ids from above), o.org_id), 0) as rank from sys_option o
    where o.tenant_id = ${ctx.tenantId} and (o.org_id = 0 or o.org_id in (select unnest(ids) from above))
    order by rank`)

type Counting = ReadonlyMap<string, { readonly value: string; readonly orgId: string }>
export const counting = (rows: readonly StoredOption[]): Counting =>
  new Map(rows.flatMap(({ key, value, orgId }) => (value === null ? [] : [[key, { value, orgId }] as const])))

/** What counts, by tenant and organisation. Whoever changes an option tells all processes; time is the second wall. */
const cache = new Map<string, { readonly until: number; readonly values: Counting }>()
const cacheMs = 5_000
const cacheMax = 5_000
const counts = watch('options', { title: ['系统参数', 'Options'], ttlMs: cacheMs, keyOf: ['org'], cache })

/** Forgets what was read, of a tenant or of all; the composition root calls it in every process when an option was changed. */
export function forgetOptions(tenantId?: string): void {
  for (const key of cache.keys()) if (tenantId === undefined || key.startsWith(`${tenantId}:`)) cache.delete(key)
}

async function textOf(ctx: Ctx, key: string): Promise<string | undefined> {
  const at = `${ctx.tenantId}:${ctx.org.id}`
  const now = ctx.now().getTime()
  let known = cache.get(at)
  const isFresh = known !== undefined && known.until > now
  counts[isFresh ? 'hits' : 'misses'] += 1
  if (!known || !isFresh) {
    known = { until: now + cacheMs, values: counting(await readOptions(ctx, ctx.org.id)) }
    if (cache.size >= cacheMax) cache.clear()
    cache.set(at, known)
  }
  return known.values.get(key)?.value
}

type Defs = Options['defs']
type Reader<D extends Defs> = <K extends keyof D & string>(ctx: Ctx, key: K) => Promise<OptionValue<D[K]>>
/** The value of an option in the working organisation. For the server's own functions; costs nothing most of the time. */
export const optionReader =
  <D extends Defs>(defs: D): Reader<D> =>
  async <K extends keyof D & string>(ctx: Ctx, key: K) => {
    const { type, initial } = defs[key] as D[K]
    const text = (await textOf(ctx, key)) ?? initial
    // The declared type says which of the three it is.
    return (type === 'BOOL' ? text === 'true' : type === 'INT' ? Number(text) : text) as OptionValue<D[K]>
  }

/** Of the administration's own options, which every area may read. */
export const readOption = optionReader(options)
