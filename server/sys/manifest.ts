import type { Duty } from '@lading/contract/kernel/duty.ts'
import type { NumberKind } from '@lading/contract/kernel/numberPattern.ts'
import type { Options } from '@lading/contract/kernel/optionDef.ts'
import { announcement } from '@lading/contract/sys/announcement.ts'
import { appLogMaxBytes } from '@lading/contract/sys/app.ts'
import { imageMaxBytes } from '@lading/contract/sys/file.ts'
import { guidance } from '@lading/contract/sys/guidance.ts'
import { job } from '@lading/contract/sys/job.ts'
import { openAccount } from '@lading/contract/sys/openAccount.ts'
import type { PrintForm } from '@lading/contract/sys/printForm.ts'
import { sheetRecordLimits } from '@lading/contract/sys/sheetRecord.ts'
import { printLog } from '@lading/contract/sys/tables.ts'
import sql from 'sql-template-tag'
import { currentTenant, isPlatform } from '../kernel/tables.ts'
import { ownGuidanceServed } from '../platform/guidance/served.ts'
import { averageMs } from '../platform/job/average.ts'
import type { JobHandlers } from '../platform/job/run.ts'
import type { Manifest } from '../platform/manifest.ts'
import type { ReportModel } from '../platform/report/model.ts'
import { announcementServed } from './announcement/announcements.ts'
import { appServed } from './app/versions.ts'
import { auditServed } from './audit/served.ts'
import { backupServed } from './backup/served.ts'
import { collectionServed } from './collection/configs.ts'
import { interactiveServed } from './collection/interactive.ts'
import { reportPlanServed } from './customReport/plans.ts'
import { reportPresetServed } from './customReport/presets.ts'
import { reportReadServed } from './customReport/read.ts'
import { customReportServed } from './customReport/reports.ts'
import type { NoteRun } from './customReport/runBook.ts'
import { reportRunServed } from './customReport/runs.ts'
import { starterServed } from './customReport/starters/install.ts'
import { dictionaryServed } from './dictionary/dictionaries.ts'
import { entitlementServed } from './entitlement/served.ts'
import { exportDefinitionServed } from './exportDefinition/definitions.ts'
import { importTemplateServed } from './importTemplate/templates.ts'
import { jobServed } from './job/jobs.ts'
import { listViewServed } from './listView/views.ts'
import { platformMailServed } from './mail/platform.ts'
import { gatherListener, mailDue } from './mail/queue.ts'
import { mailPagesServed, mailServed } from './mail/served.ts'
import { messageServed } from './message/messages.ts'
import { templateServed } from './message/templates.ts'
import { type MonitorNeeds, monitorServed, type WaveHooks } from './monitor/served.ts'
import { numberRuleServed } from './numberRule/numberRules.ts'
import { openAccountServed } from './openAccount/accounts.ts'
import type { OpenNeeds } from './openAccount/console.ts'
import { callsToday, lastCallAt } from './openAccount/usage.ts'
import { webhookWay } from './openAccount/webhooks.ts'
import { optionServed } from './options/options.ts'
import type { OrgHooks } from './org/furnish.ts'
import { orgGroupServed } from './org/groups.ts'
import { orgServed } from './org/orgs.ts'
import { deliveryListener } from './outbound/deliveries.ts'
import { preferenceServed } from './preference/preferences.ts'
import { printTemplateServed } from './printTemplate/templates.ts'
import { robotServed } from './robot/served.ts'
import { roleServed } from './role/roles.ts'
import { scaleServed } from './scale/reading.ts'
import { onlineServed } from './session/online.ts'
import { sentFileServed } from './sheetRecord/sentFile.ts'
import { sheetRecordServed } from './sheetRecord/served.ts'
import { subscriptionServed } from './subscription/subscriptions.ts'
import { supportServed } from './support/support.ts'
import { userAccessServed } from './user/access.ts'
import { userFiles } from './user/files.ts'
import { userServed } from './user/users.ts'
import { wsRecordServed } from './wsRecord/records.ts'

/** What the administration asks of all areas together. */
interface Needs extends OrgHooks, OpenNeeds {
  /** The menu entries that have a page. */
  readonly built: readonly string[]
  /** Of which permissions one watches over the other. */
  readonly duties: readonly Duty[]
  /** All that may be set. */
  readonly options: Options
  /** All that is numbered by rules. */
  readonly numbered: readonly NumberKind[]
  /** All that is printed. */
  readonly printForms: readonly PrintForm[]
  /** All that reports may be made of. */
  readonly reportModels: () => readonly ReportModel[]
  readonly monitor: MonitorNeeds
  readonly noteRun: NoteRun
  readonly waves: WaveHooks
  /** All that is done by the clock. */
  readonly jobs: () => JobHandlers
}

/** 系统管理: users, roles, organisations, dictionaries, options, preferences, app versions and records of files. */
export const sys = {
  served: (o: Needs) => [
    ...userServed(o.built, o.duties),
    ...entitlementServed,
    ...supportServed,
    ...userFiles(),
    ...userAccessServed(o.permissions, o.duties),
    ...roleServed(o.permissions, o.duties),
    ...orgServed(o),
    ...orgGroupServed(o),
    ...dictionaryServed(),
    ...preferenceServed(),
    ...listViewServed(),
    ...messageServed(),
    ...templateServed(),
    ...robotServed(o.secret),
    ...mailServed(o.secret),
    ...platformMailServed(o.secret),
    ...optionServed({ ...o.options, secret: o.secret }),
    ...numberRuleServed(o.numbered),
    ...appServed(),
    ...sheetRecordServed(o.served),
    ...exportDefinitionServed(o.served),
    ...importTemplateServed(o.served),
    ...onlineServed(),
    ...announcementServed(),
    ...ownGuidanceServed,
    ...jobServed(o.jobs),
    ...auditServed(o.served),
    ...openAccountServed(o),
    ...collectionServed(o),
    ...interactiveServed(),
    ...scaleServed(),
    ...wsRecordServed(),
    ...subscriptionServed(),
    ...printTemplateServed(o.printForms),
    ...customReportServed(o.reportModels),
    ...starterServed,
    ...reportReadServed(o.reportModels, o.noteRun),
    ...reportRunServed(),
    ...reportPlanServed(o.reportModels),
    ...reportPresetServed(o.reportModels),
    ...monitorServed(o.monitor, o.waves),
    ...backupServed(o.permissions),
  ],
  signed: (o) => [...mailPagesServed(o), ...sentFileServed(o)],
  demo: async () => (await import('./demo/demo.ts')).demo,
  computations: {
    [openAccount.table]: { callsToday: { value: callsToday }, lastCallAt: { value: () => lastCallAt } },
    [printLog.table]: { printedById: { value: () => sql`t.created_by` } },
    [job.table]: { averageMs: { value: () => averageMs } },
    [guidance.table]: {
      readCount: {
        value: () =>
          sql`(select count(*)::integer from sys_guidance_read r where r.tenant_id = t.tenant_id and r.guidance_id = t.id)`,
      },
    },
    [announcement.table]: {
      readCount: {
        value: () =>
          sql`(select count(*)::integer from sys_announcement_read r where r.tenant_id = t.tenant_id and r.announcement_id = t.id)`,
      },
    },
  },
  listeners: (kernel) => ({
    [webhookWay.topic]: deliveryListener(kernel, webhookWay),
    [mailDue]: gatherListener(kernel),
  }),
  extras: {
    'sys.sessionToken': { indexes: [{ columns: 'expires_at' }] },
    'sys.loginLog': { indexes: [{ columns: 'username, id' }] },
    'sys.mailItem': { indexes: [{ columns: 'user_id, id', where: 'mail_id is null' }] },
    'sys.wsRecord': {
      indexes: [{ columns: 'receiver_id, id', where: `status in ('PENDING', 'SENT')` }, { columns: 'queued_at' }],
    },
    'sys.printTemplate': {
      indexes: [
        {
          columns: 'kind, coalesce(for_org_id, 0), coalesce(for_owner_id, 0)',
          where: 'is_default',
          unique: true,
        },
      ],
    },
    'sys.listView': { checks: ['(user_id is null) <> (role_id is null)'] },
    'sys.printBatch': { checks: ['done <= pages'] },
    'sys.collectionRun': { indexes: [{ columns: 'config_id', where: `status = 'RUNNING'`, unique: true }] },
    'sys.dataInteractive': {
      indexes: [
        { columns: 'run_id', where: `status = 'PENDING'` },
        { columns: 'config_id, document, id', where: `status = 'PENDING'` },
      ],
    },
    'sys.openDelivery': { indexes: [{ columns: 'account_id, document, id', where: `state = 'PENDING'` }] },
    'sys.openNonce': { indexes: [{ columns: 'expires_at' }] },
    'sys.openCallLog': { indexes: [{ columns: 'account_id, id' }] },
    'sys.outbox': { indexes: [{ columns: 'not_before, id' }] },
    'sys.due': { isShared: true },
    'sys.platformMail': { platformWall: { read: 'true', write: isPlatform } },
    'sys.platformOption': { platformWall: { read: 'true', write: isPlatform } },
    'sys.mailUsage': {
      platformWall: { read: `tenant = ${currentTenant} or ${isPlatform}`, write: `tenant = ${currentTenant}` },
    },
    'sys.fileContent': { types: { content: 'bytea' }, checks: [`octet_length(content) <= ${imageMaxBytes}`] },
    'sys.sheetFile': { indexes: [{ columns: 'user_id, id' }] },
    'sys.sheetPart': {
      types: { content: 'bytea' },
      checks: [`octet_length(content) <= ${sheetRecordLimits.partBytes}`],
    },
    'sys.appLog': { types: { content: 'bytea' }, checks: [`octet_length(content) <= ${appLogMaxBytes}`] },
  },
} satisfies Omit<Manifest<Needs>, 'jobs'>
