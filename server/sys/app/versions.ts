import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { app, appVersion, appVersionRecord } from '@lading/contract/sys/app.ts'
import { appFaults, appCalls as calls, type NewestVersion } from '@lading/contract/sys/appCalls.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import {
  createRow,
  getRow,
  type Input,
  lockSeen,
  removeRow,
  type Seen,
  switchRow,
  updateRow,
} from '../../kernel/crud.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type Served, serve, serveEach } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { uploadAppLog } from './log.ts'

/** The app, locked: its versions are made one after the other. */
const lockApp = async (ctx: Ctx, appName: string): Promise<{ id: string }> =>
  found(
    await ctx.tx.maybe<RowOf<typeof app, 'id'>>(sql`
      select id from sys_app where tenant_id = ${ctx.tenantId} and app_name = ${appName} for update`),
    app.title,
    appName,
  )

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

/** A draft: nobody is offered it before it is published. */
async function createVersion(ctx: Ctx, input: Input): Promise<Seen> {
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
      if (changes.versionCode === undefined || changes.versionCode === before.versionCode) return
      if (before.publishedAt !== null) refuse(faults.frozen, { field: appVersion.fields.versionCode.title })
      await lockApp(ctx, String(before.appName))
      await demandNewer(ctx, String(before.appId), Number(changes.versionCode), input.id)
    },
  })
}

async function publish(ctx: Ctx, seen: Seen): Promise<Seen> {
  const done = await switchRow(ctx, appVersion, seen, false)
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

/** The newest published version above the caller's own, with whether one in between must not be skipped. */
async function getNewest(ctx: Ctx, input: { appName: string; versionCode: number }): Promise<NewestVersion | null> {
  const rows = await ctx.tx.query<NewestVersion>(sql`
    select v.app_name, v.version_name, v.version_code, v.introduce, v.add, v.update, v.fix, v.download_url, v.sha256, v.size,
      bool_or(v.force) over () as force
    from sys_app_version v join sys_app a on a.tenant_id = v.tenant_id and a.id = v.app_id and not a.disabled
    where v.tenant_id = ${ctx.tenantId} and v.app_name = ${input.appName} and not v.disabled and v.version_code > ${input.versionCode}
    order by v.version_code desc limit 1`)
  return rows[0] ?? null
}

async function createRecord(ctx: Ctx, input: z.output<typeof calls.createRecord.input>): Promise<{ id: string }> {
  const { appName, device, fromVersionCode = null, toVersionCode, versionName = null } = input
  const { ids } = await insert(ctx, appVersionRecord, [
    { appName, device, userId: ctx.userId, fromVersionCode, toVersionCode, versionName },
  ])
  return { id: ids[0] ?? '' }
}

/** Apps, their versions, and what devices report. */
export const appServed = (): Served[] => [
  serve(calls.getAllApp, (ctx) =>
    ctx.tx.query(sql`
      select id, version, app_name, title, platform, disabled from sys_app where tenant_id = ${ctx.tenantId} order by app_name`),
  ),
  serve(calls.create, (ctx, input) => createRow(ctx, app, input)),
  serve(calls.update, (ctx, input) => updateRow(ctx, app, input as Input & Seen)),
  serve(calls.query, (ctx, input) => listRecords(ctx, appVersion, input) as never),
  serve(calls.get, (ctx, input) => getRow(ctx, appVersion, input.id)),
  serve(calls.createVersion, createVersion),
  serve(calls.updateVersion, (ctx, input) => updateVersion(ctx, input as Input & Seen)),
  serveEach(calls.enable as never, publish),
  serveEach(calls.disable as never, (ctx, seen) => switchRow(ctx, appVersion, seen, true)),
  serve(calls.remove, remove),
  serve(calls.getNewest, getNewest),
  serve(calls.createRecord, createRecord),
  serve(calls.queryRecords, (ctx, input) => listRecords(ctx, appVersionRecord, input) as never),
  serve(calls.getSysTime, async (ctx) => ({ time: ctx.now().toISOString(), zone: ctx.org.timeZone })),
  serve(calls.uploadAppLog, uploadAppLog),
]
