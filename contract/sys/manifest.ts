import type { Manifest } from '../kernel/manifest.ts'
import { announcement, announcementRead } from './announcement.ts'
import { app, appLog, appVersion, appVersionRecord } from './app.ts'
import { auditLog, auditSeal, loginLog } from './auditLog.ts'
import { brand } from './brand.ts'
import { collectionRun, dataCollection, dataInteractive } from './collection.ts'
import { customReport, customReportCalls, reportVersion } from './customReport.ts'
import { dicInfo, dicOrgInfo, dicType } from './dictionary.ts'
import { sysDuties } from './duties.ts'
import { entitlement } from './entitlement.ts'
import { exportDefinition } from './exportDefinition.ts'
import { file, fileContent } from './file.ts'
import { guidance, guidanceRead } from './guidance.ts'
import { importTemplate } from './importTemplate.ts'
import { job, jobLine, jobRun } from './job.ts'
import { listDefault, listView } from './listView.ts'
import { emailProof, mail, mailItem } from './mail.ts'
import { message } from './message.ts'
import { messageTemplate } from './messageTemplate.ts'
import { monitorCalls } from './monitor.ts'
import { numberRule } from './numberRule.ts'
import { openAccount, openCallLog, openDelivery, openNonce, openUsage } from './openAccount.ts'
import { option, platformOption } from './option.ts'
import { sysOptions } from './optionDefs.ts'
import { org, orgGroup, tenant } from './org.ts'
import { override, pin } from './override.ts'
import { photo } from './photo.ts'
import { mailUsage, platformMail } from './platformMail.ts'
import { messageSubscription, userPreference } from './preference.ts'
import { printBatch, printBatchPart, printer, printTemplate, printTemplateRevision } from './printTemplate.ts'
import { reportCalls } from './report.ts'
import { reportPlan } from './reportPlan.ts'
import { reportPreset } from './reportPreset.ts'
import { reportRun } from './reportRun.ts'
import { messageRobot, robotDelivery } from './robot.ts'
import { scaleReading } from './scale.ts'
import { recoveryCode, secondFactor } from './secondFactor.ts'
import { exportRecord, fileTicket, importRecord, sheetFile, sheetPart } from './sheetRecord.ts'
import { messageForce, messageQuiet } from './subscription.ts'
import {
  due,
  idempotency,
  loginThrottle,
  number,
  outbox,
  permissionVersion,
  printLog,
  session,
  sessionToken,
} from './tables.ts'
import { tenantBackup } from './tenantBackup.ts'
import { sysTouches } from './touches.ts'
import { role, rolePermission, user } from './user.ts'
import { wsRate, wsRecord } from './wsRecord.ts'

/** 系统管理, and what the platform keeps for all areas. */
export const sys: Manifest = {
  area: 'sys',
  codes: {
    business: [
      [42500, 42599],
      [42800, 42899],
      [43750, 43799],
    ],
    others: [10, 49],
  },
  nouns: [
    org,
    user,
    role,
    session,
    option,
    platformOption,
    dicInfo,
    announcement,
    job,
    openAccount,
    openCallLog,
    dataCollection,
    dataInteractive,
    appVersion,
    messageForce,
    wsRecord,
    exportDefinition,
    importTemplate,
    auditLog,
    loginLog,
    numberRule,
    printTemplate,
    printer,
    printLog,
    customReport,
    reportRun,
  ],
  kept: [
    reportVersion,
    printTemplateRevision,
    printBatch,
    printBatchPart,
    tenant,
    entitlement,
    rolePermission.entity,
    sessionToken,
    secondFactor,
    pin,
    override,
    recoveryCode,
    permissionVersion,
    loginThrottle,
    auditSeal,
    announcementRead,
    guidance,
    guidanceRead,
    idempotency,
    number,
    outbox,
    due,
    jobRun,
    jobLine.entity,
    dicType,
    dicOrgInfo,
    userPreference,
    listView,
    listDefault,
    messageSubscription,
    messageQuiet,
    message,
    messageTemplate,
    messageRobot,
    robotDelivery,
    mail,
    mailItem,
    emailProof,
    platformMail,
    mailUsage,
    fileContent,
    file,
    photo,
    brand,
    sheetFile,
    sheetPart.entity,
    fileTicket,
    exportRecord,
    importRecord,
    reportPlan,
    reportPreset,
    app,
    appVersionRecord,
    appLog,
    openNonce,
    openDelivery,
    openUsage,
    collectionRun,
    scaleReading,
    wsRate,
    tenantBackup,
  ],
  views: [orgGroup],
  options: sysOptions,
  duties: sysDuties,
  touches: sysTouches,
  boards: [reportCalls.queryApplication, customReportCalls.own, monitorCalls.list],
}
