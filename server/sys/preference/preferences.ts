import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import type { Display } from '@lading/contract/sys/display.ts'
import {
  type messageSubscription,
  messageTypes,
  type PreferenceChange,
  preferenceCalls,
  userPreference,
} from '@lading/contract/sys/preference.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import type { RowOf } from '../../kernel/rowOf.ts'

type Preference = RowOf<typeof userPreference, 'version' | 'favourite' | 'history' | 'language'>
const nothing: Preference = { version: 0, favourite: null, history: null, language: null }
const emptyList = '[]'

/** Whose row it is: nobody names another's. */
const ownId = (ctx: Ctx): string => ctx.userId ?? '0'

const read = async (ctx: Ctx): Promise<Preference> =>
  (await ctx.tx.maybe<Preference>(sql`
    select version, favourite, history, language from sys_user_preference
    where tenant_id = ${ctx.tenantId} and user_id = ${ownId(ctx)}`)) ?? nothing

/** Writes one of the two texts, when the row is still as the caller read it. The first writing makes the row. */
async function write(
  ctx: Ctx,
  seen: { id: string; version: number },
  what: 'favourite' | 'history',
  text: string,
): Promise<{ version: number }> {
  const userId = ownId(ctx)
  if (seen.id !== userId) refuse(faults.notFound, { subject: userPreference.title, no: '' })
  if (seen.version === 0) await make(ctx)
  const column = raw(what)
  const row = await ctx.tx.maybe<RowOf<typeof userPreference, 'version'>>(sql`
    update sys_user_preference set ${column} = ${text}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${userId}
    where tenant_id = ${ctx.tenantId} and user_id = ${userId} and version = ${seen.version} returning version`)
  return row ?? refuse(faults.stale)
}

const make = (ctx: Ctx): Promise<number> =>
  ctx.tx.run(sql`
    insert into sys_user_preference (tenant_id, id, created_at, created_by, user_id)
    values (${ctx.tenantId}, ${ownId(ctx)}, ${ctx.now()}, ${ownId(ctx)}, ${ownId(ctx)}) on conflict do nothing`)

/** A choice, not a document: the last one counts, and nobody else's writing fails because of it. */
async function updateLanguage(ctx: Ctx, input: { language: string }): Promise<null> {
  await make(ctx)
  await ctx.tx.run(sql`
    update sys_user_preference set language = ${input.language}, updated_at = ${ctx.now()}, updated_by = ${ownId(ctx)}
    where tenant_id = ${ctx.tenantId} and user_id = ${ownId(ctx)}`)
  return null
}

/** Likewise, and each choice for itself: two devices that change different ones keep both. */
async function updateDisplay(ctx: Ctx, { language, ...rest }: Display): Promise<null> {
  if (language) await updateLanguage(ctx, { language })
  if (Object.keys(rest).length === 0) return null
  await make(ctx)
  await ctx.tx.run(sql`
    update sys_user_preference set display = coalesce(display, '{}') || ${JSON.stringify(rest)}::jsonb, updated_at = ${ctx.now()}, updated_by = ${ownId(ctx)}
    where tenant_id = ${ctx.tenantId} and user_id = ${ownId(ctx)}`)
  return null
}

async function subscribe(ctx: Ctx, input: PreferenceChange): Promise<{ version: number } | null> {
  if (!('type' in input)) return write(ctx, input, 'favourite', input.favourite)
  const channels = [...new Set(input.channels)]
  await ctx.tx.run(sql`
    insert into sys_message_subscription (tenant_id, id, created_at, created_by, user_id, key, channels)
    values (${ctx.tenantId}, ${ctx.newId()}, ${ctx.now()}, ${ownId(ctx)}, ${ownId(ctx)}, ${input.key}, ${channels})
    on conflict (tenant_id, user_id, key) do update set is_off = false, channels = (
      select array_agg(distinct c order by c) from unnest(sys_message_subscription.channels || excluded.channels) c),
      version = sys_message_subscription.version + 1, updated_at = ${ctx.now()}, updated_by = ${ownId(ctx)}`)
  return null
}

/** Without channels the whole subscription ends; with some, those. What has no channel left is none. */
async function unSubscribe(ctx: Ctx, input: PreferenceChange): Promise<{ version: number } | null> {
  if (!('type' in input)) return write(ctx, input, 'favourite', input.favourite)
  const mine = sql`tenant_id = ${ctx.tenantId} and user_id = ${ownId(ctx)} and key = ${input.key} and not is_off`
  if (input.channels.length > 0)
    await ctx.tx.run(sql`
      update sys_message_subscription set version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ownId(ctx)},
        channels = array(select c from unnest(channels) c where not c = any(${input.channels}::varchar[]))
      where ${mine}`)
  await ctx.tx.run(sql`
    delete from sys_message_subscription where ${mine} and (channels = '{}' or ${input.channels.length === 0})`)
  return null
}

async function querySubscribeList(ctx: Ctx) {
  const { version, favourite } = await read(ctx)
  const rows = await ctx.tx.query<RowOf<typeof messageSubscription, 'key' | 'channels'>>(sql`
    select key, channels from sys_message_subscription
    where tenant_id = ${ctx.tenantId} and user_id = ${ownId(ctx)} and not is_off order by key`)
  const titles: Readonly<Record<string, Text>> = messageTypes
  const messages = rows.map(({ key, channels }) => ({
    key,
    channels: [...channels],
    title: say(titles[key] ?? [key, key], ctx.language),
  }))
  return { id: ownId(ctx), version, favourite: favourite ?? emptyList, messages }
}

/** Language, appearance, favourites, history and subscriptions of whoever is logged in. */
export const preferenceServed = (): Served[] => [
  serve(preferenceCalls.updateLanguage, updateLanguage),
  serve(preferenceCalls.updateDisplay, updateDisplay),
  serve(preferenceCalls.queryLanguage, async (ctx) => ({ language: (await read(ctx)).language })),
  serve(preferenceCalls.updateHistory, (ctx, input) => write(ctx, input, 'history', input.history)),
  serve(preferenceCalls.queryHistoryList, async (ctx) => {
    const { version, history } = await read(ctx)
    return { id: ownId(ctx), version, history: history ?? emptyList }
  }),
  serve(preferenceCalls.subscribe, subscribe),
  serve(preferenceCalls.unSubscribe, unSubscribe),
  serve(preferenceCalls.querySubscribeList, querySubscribeList),
]
