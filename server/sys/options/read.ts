import { say } from '@lading/contract/kernel/text.ts'
import { mayBePlatforms, type OptionDef, type OptionGroup, optionGroups } from '@lading/contract/sys/optionDef.ts'
import { type OptionKey, type OptionValue, options, type ShownOption } from '@lading/contract/sys/options.ts'
import sql from 'sql-template-tag'
import { allowed, type Ctx } from '../../kernel/ctx.ts'
import { watch } from '../monitor/caches.ts'
import { unseal } from '../seal.ts'

/** The row of the whole tenant. */
export const tenantLevel = '0'
/** The rows of the platform, which count for all tenants. No organisation's id. */
export const platformLevel = '-1'
const definitions: Readonly<Record<string, OptionDef>> = options

interface Stored {
  readonly key: string
  readonly orgId: string
  readonly value: string | null
  readonly version: number
  readonly orgName: string | null
}
/** Rows that count in an organisation, the nearest last: the platform's, the tenant's, those of the organisations above, its own. */
const readRows = (ctx: Ctx, orgId: string): Promise<Stored[]> =>
  ctx.tx.query<Stored>(sql`
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
const counting = (rows: readonly Stored[]): Counting =>
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

/** The value of an option in the working organisation. For the server's own functions; costs nothing most of the time. */
export async function readOption<K extends OptionKey>(ctx: Ctx, key: K): Promise<OptionValue<K>> {
  const at = `${ctx.tenantId}:${ctx.org.id}`
  const now = ctx.now().getTime()
  let known = cache.get(at)
  const isFresh = known !== undefined && known.until > now
  counts[isFresh ? 'hits' : 'misses'] += 1
  if (!known || !isFresh) {
    known = { until: now + cacheMs, values: counting(await readRows(ctx, ctx.org.id)) }
    if (cache.size >= cacheMax) cache.clear()
    cache.set(at, known)
  }
  const text = known.values.get(key)?.value ?? options[key].initial
  const { type } = options[key]
  // The declared type says which of the three it is.
  return (type === 'BOOL' ? text === 'true' : type === 'INT' ? Number(text) : text) as OptionValue<K>
}

interface Question {
  readonly groupName?: OptionGroup | undefined
  readonly keys?: readonly string[] | undefined
  /** Contained in the title, the description or the key, of either language. */
  readonly text?: string | undefined
  /** The level to be changed; left out, the tenant's, while the values are those of the working organisation. */
  readonly orgId?: string | undefined
  /** The platform's level, and nothing that counts below it. */
  readonly isForAll?: boolean
}

/** Whose value it is, by the id that its row has for an organisation. */
const sourceOf = (orgId: string | undefined): ShownOption['source'] =>
  orgId === undefined ? 'INITIAL' : orgId === platformLevel ? 'PLATFORM' : orgId === tenantLevel ? 'TENANT' : 'ORG'

const says = (key: string, { title, description }: OptionDef, text: string): boolean =>
  [key, ...title, ...description].some((part) => part.toLowerCase().includes(text.toLowerCase()))

/** Options as a client may see them. A secret is for who may change it. */
export async function showOptions(ctx: Ctx, q: Question, secret: string): Promise<ShownOption[]> {
  const all = await readRows(ctx, q.orgId ?? ctx.org.id)
  const rows = q.isForAll ? all.filter(({ orgId }) => orgId === platformLevel) : all
  const values = counting(rows)
  const level = q.isForAll ? platformLevel : (q.orgId ?? tenantLevel)
  const mayRead = allowed(ctx, 'sys:options:update')
  return Object.entries(definitions)
    .filter(([key, def]) => (q.groupName ?? def.group) === def.group && (q.keys?.includes(key) ?? true))
    .filter(([key, def]) => (!q.isForAll || mayBePlatforms(def)) && (q.text === undefined || says(key, def, q.text)))
    .map(([key, { group, title, description, form: _form, isBlind, isTenants: _isTenants, ...def }]) => {
      const held = values.get(key)
      const version = rows.find((r) => r.key === key && r.orgId === level)?.version ?? 0
      return {
        key,
        value: textOf(def.type, held?.value ?? def.initial, mayRead && !isBlind, secret),
        groupName: group,
        title: say(title, ctx.language),
        description: say(description, ctx.language),
        orgId: held && sourceOf(held.orgId) === 'ORG' ? held.orgId : null,
        source: sourceOf(held?.orgId),
        orgName: held === undefined ? null : (rows.find((r) => r.orgId === held.orgId)?.orgName ?? null),
        isSetHere: rows.some((r) => r.key === key && r.orgId === level && r.value !== null),
        isSet: (held?.value ?? def.initial) !== '',
        version,
        ...def,
        ...('choices' in def && def.choices && { choices: [...def.choices] }),
      } as ShownOption
    })
}

function textOf(type: OptionDef['type'], stored: string, mayRead: boolean, secret: string): string | null {
  if (type !== 'SECRET') return stored
  return mayRead && stored !== '' ? unseal(stored, secret, 'option') : null
}

export const groupTitle = (ctx: Ctx, name: OptionGroup): string => say(optionGroups[name], ctx.language)
