import { createHash } from 'node:crypto'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { type Language, say } from '@lading/contract/kernel/text.ts'
import { app, appLog, appVersion, appVersionRecord } from '@lading/contract/sys/app.ts'
import { type AppLogRow, appFaults, appCalls as calls, type NewestVersion } from '@lading/contract/sys/appCalls.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { createRow, getRow, lockSeen, removeRow, switchRow, updateRow } from '../../kernel/crud.ts'
import { crudServed } from '../../kernel/crudServed.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve, serveEach, serveList } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Input, Seen } from '../../kernel/rules.ts'
import { exportServed } from '../../platform/sheet/exportRows.ts'
import { tellSubscribers } from '../message/messages.ts'
import { uploadAppLog } from './log.ts'

/** The app, locked: its versions are made one after the other. Of one that is off none is made. */
async function lockApp(ctx: Ctx, appName: string): Promise<{ id: string }> {
  const row = found(
    await ctx.tx.maybe<RowOf<typeof app, 'id' | 'title'> & { disabled: boolean }>(sql`
      select id, title, disabled from sys_app where tenant_id = ${ctx.tenantId} and app_name = ${appName} for update`),
    app.title,
    appName,
  )
  if (row.disabled) refuse(appFaults.off, { app: row.title })
  return row
}

/** Devices compare codes: what is newer must be greater than all that there is. */
async function demandNewer(ctx: Ctx, appId: string, versionCode: number, except = '0'): Promise<void> {
  const { newest } = await ctx.tx.one<{ newest: number }>(sql`
    select coalesce(max(version_code), 0) as newest from sys_app_version
    where tenant_id = ${ctx.tenantId} and app_id = ${appId} and id <> ${except}`)
  if (versionCode > newest) return
  const fault = new Fault(appFaults.notNewer, { newest })
  throw new Fault(appFaults.notNewer, { newest }, [
    { field: 'versionCode', rule: 'newer', message: fault.in(ctx.language) },
  ])
}

const demandMin = (min: unknown, versionCode: unknown): void => {
  if (min !== null && min !== undefined && Number(min) > Number(versionCode)) refuse(appFaults.minTooHigh)
}
const httpAddress = /^(https?:\/\/[^\s]+|\/(?!\/)[^\s]*)$/
/** What a device would open: an address of the web, or a path of this server. */
function demandAddress(address: unknown, language: Language): void {
  if (typeof address === 'string' && !httpAddress.test(address)) {
    const message = say(['格式不正确', 'Invalid format'], language)
    throw new Fault(faults.invalid, {}, [{ field: 'downloadUrl', rule: 'invalid_format', message }])
  }
}

/** The same by the app's id, as the form has it. */
async function createOf(ctx: Ctx, input: Input): Promise<Seen> {
  const row = await ctx.tx.maybe<RowOf<typeof app, 'appName'>>(sql`
    select app_name from sys_app where tenant_id = ${ctx.tenantId} and id = ${String(input.appId)}`)
  return createVersion(ctx, { ...input, appName: found(row, app.title).appName })
}

/** A draft: nobody is offered it before it is published. */
async function createVersion(ctx: Ctx, input: Input): Promise<Seen> {
  demandMin(input.minVersionCode, input.versionCode)
  demandAddress(input.downloadUrl, ctx.language)
  const { id: appId } = await lockApp(ctx, String(input.appName))
  await demandNewer(ctx, appId, Number(input.versionCode))
  const made = await createRow(ctx, appVersion, { ...input, appId })
  await ctx.tx.run(sql`
    update sys_app_version set disabled = true where tenant_id = ${ctx.tenantId} and id = ${made.id}`)
  return made
}

async function updateVersion(ctx: Ctx, input: Input & Seen): Promise<Seen> {
  return updateRow(ctx, appVersion, input, {
    beforeUpdate: async (_, changes, before) => {
      demandAddress(changes.downloadUrl, ctx.language)
      demandMin(changes.minVersionCode ?? before.minVersionCode, changes.versionCode ?? before.versionCode)
      if (changes.versionCode === undefined || changes.versionCode === before.versionCode) return
      if (before.publishedAt !== null) refuse(faults.frozen, { field: appVersion.fields.versionCode.title })
      await lockApp(ctx, before.appName)
      await demandNewer(ctx, before.appId, changes.versionCode, input.id)
    },
  })
}

async function publish(ctx: Ctx, seen: Seen): Promise<Seen> {
  const row = await lockSeen(ctx, appVersion, seen)
  await lockApp(ctx, row.appName)
  const done = await switchRow(ctx, appVersion, seen, false)
  if (row.publishedAt === null)
    await tellSubscribers(ctx, 'APP_VERSION', {
      args: { app: row.appName, version: row.versionName },
      link: `#/app-sys/appVersionDtl?id=${seen.id}`,
    })
  await ctx.tx.run(sql`
    update sys_app_version set published_at = coalesce(published_at, ${ctx.now()})
    where tenant_id = ${ctx.tenantId} and id = ${seen.id}`)
  return done
}

async function remove(ctx: Ctx, seen: Seen): Promise<null> {
  const row = await lockSeen(ctx, appVersion, seen)
  if (row.publishedAt !== null) refuse(appFaults.published)
  await removeRow(ctx, appVersion, seen)
  return null
}

type Offered = Omit<NewestVersion, 'force'> &
  RowOf<typeof appVersion, 'id' | 'force' | 'minVersionCode' | 'grayPercent' | 'grayOrgIds'>
const offeredMax = 100

/** Whether a version that is not yet for all is for this device: the same answer each time, and for more of them as it grows. */
const isAmong = (versionId: string, device: string, percent: number): boolean =>
  createHash('sha256').update(`${versionId} ${device}`).digest().readUInt32BE(0) % 100 < percent

/**
 * The newest published version above the caller's own that is for him, with whether one in between must not be skipped.
 * @throws Fault off
 */
async function getNewest(
  ctx: Ctx,
  { appName, versionCode, device }: { appName: string; versionCode: number; device?: string | undefined },
): Promise<NewestVersion | null> {
  const off = await ctx.tx.maybe<RowOf<typeof app, 'title'>>(sql`
    select title from sys_app where tenant_id = ${ctx.tenantId} and app_name = ${appName} and disabled`)
  if (off) refuse(appFaults.off, { app: off.title })
  const rows = await ctx.tx.query<Offered>(sql`
    select v.id, v.app_name, v.version_name, v.version_code, v.introduce, v.add, v.update, v.fix, v.download_url, v.sha256, v.size,
      v.force, v.min_version_code, v.gray_percent, v.gray_org_ids
    from sys_app_version v
    where v.tenant_id = ${ctx.tenantId} and v.app_name = ${appName} and not v.disabled and v.version_code > ${versionCode}
      and (v.gray_org_ids = '{}' or ${ctx.org.id}::bigint = any(v.gray_org_ids))
    order by v.version_code desc limit ${offeredMax}`)
  const mine = rows.filter((v) => isAmong(v.id, device ?? ctx.userId ?? '', v.grayPercent))
  const [newest] = mine
  if (!newest) return null
  const { id: _id, minVersionCode: _min, grayPercent: _percent, grayOrgIds: _orgs, ...told } = newest
  return { ...told, force: mine.some((v) => v.force || versionCode < (v.minVersionCode ?? 0)) }
}

async function queryLogs(ctx: Ctx, { appName, page, pageSize }: z.output<typeof calls.queryLogs.input>) {
  const rows = await ctx.tx.query<Omit<AppLogRow, 'createTime'> & { createdAt: Date }>(sql`
    select l.id, l.device, l.name, l.size, l.created_at, u.real_name as user_name from sys_app_log l
    left join sys_user u on u.tenant_id = l.tenant_id and u.id = l.created_by
    where l.tenant_id = ${ctx.tenantId} and l.app_name = ${appName} order by l.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`)
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::integer as n from sys_app_log where tenant_id = ${ctx.tenantId} and app_name = ${appName}`)
  const records = rows.map(({ createdAt, ...row }): AppLogRow => ({ ...row, createTime: createdAt.toISOString() }))
  return { records, total: n, page, pageSize }
}

async function downloadLog(ctx: Ctx, { id }: { id: string }) {
  const row = await ctx.tx.maybe<{ name: string; content: Buffer }>(sql`
    select name, content from sys_app_log where tenant_id = ${ctx.tenantId} and id = ${id}`)
  const { name, content } = found(row, appLog.title)
  return { name: name.endsWith('.gz') ? name : `${name}.gz`, type: 'application/gzip', data: content }
}

async function createRecord(ctx: Ctx, input: z.output<typeof calls.createRecord.input>): Promise<{ id: string }> {
  const { appName, device, fromVersionCode = null, toVersionCode, versionName = null } = input
  const { ids } = await insert(ctx, appVersionRecord, [
    { appName, device, userId: ctx.userId, fromVersionCode, toVersionCode, versionName },
  ])
  return { id: ids[0] ?? '' }
}

/** The same of a version by the calls that every entity with a page has. */
function versionsServed(): Served[] {
  const { create, update, enable, disable, remove: gone } = crudCalls(appVersion)
  const own = new Set([create, update, enable, disable, gone].map((call) => call?.path))
  return [
    ...crudServed(appVersion).filter(({ call }) => !own.has(call.path)),
    ...(create ? [serve(create, (ctx, input) => createOf(ctx, input as Input))] : []),
    ...(update ? [serve(update, (ctx, input) => updateVersion(ctx, input as Input & Seen))] : []),
    ...(enable ? [serveEach(enable, publish)] : []),
    ...(disable ? [serveEach(disable, (ctx, seen) => switchRow(ctx, appVersion, seen, true))] : []),
    ...(gone ? [serve(gone, (ctx, input) => remove(ctx, input as Seen))] : []),
    ...exportServed(appVersion),
  ]
}

/** Apps, their versions, and what devices report. */
export const appServed = (): Served[] => [
  serve(calls.getAllApp, (ctx) =>
    ctx.tx.query(sql`
      select id, version, app_name, title, platform, disabled from sys_app where tenant_id = ${ctx.tenantId} order by app_name`),
  ),
  serve(calls.create, (ctx, input) => createRow(ctx, app, input)),
  serve(calls.update, (ctx, input) => updateRow(ctx, app, input as Input & Seen)),
  serve(calls.turnOn, (ctx, seen) => switchRow(ctx, app, seen, false)),
  serve(calls.turnOff, (ctx, seen) => switchRow(ctx, app, seen, true)),
  serveList(calls.query, (ctx, input) => listRecords(ctx, appVersion, input)),
  serve(calls.get, (ctx, input) => getRow(ctx, appVersion, input.id)),
  serve(calls.createVersion, createVersion),
  serve(calls.updateVersion, (ctx, input) => updateVersion(ctx, input as Input & Seen)),
  serveEach(calls.enable, publish),
  serveEach(calls.disable, (ctx, seen) => switchRow(ctx, appVersion, seen, true)),
  serve(calls.remove, remove),
  serve(calls.getNewest, getNewest),
  serve(calls.createRecord, createRecord),
  serve(calls.queryLogs, queryLogs),
  serve(calls.downloadLog, downloadLog),
  ...versionsServed(),
  serveList(calls.queryRecords, (ctx, input) => listRecords(ctx, appVersionRecord, input)),
  serve(calls.getSysTime, async (ctx) => ({ time: ctx.now().toISOString(), zone: ctx.org.timeZone })),
  serve(calls.uploadAppLog, uploadAppLog),
]
