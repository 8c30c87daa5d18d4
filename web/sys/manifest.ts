import type { Manifest } from '../kernel/manifest.ts'
import { pageSet } from '../kernel/page.ts'

/** One way to all pages of a kind: the first list carries each that is written here. */
const audit = () => import('./audit/pages.ts')

/** 系统管理, and the reports of all areas. */
export const sys: Manifest = {
  pages: {
    'rpt/customReportApplication': pageSet(undefined, async () => (await import('./report/pages.ts')).reportPages, [
      'List',
      'Dtl',
    ]),
    'sys/sysUserList': pageSet('sys.user', async () => (await import('./user/pages.ts')).userPages),
    'sys/sysRoleList': pageSet('sys.role', async () => (await import('./role/pages.ts')).rolePages),
    'sys/sysOptionsList': pageSet('sys.option', async () => (await import('./options/pages.ts')).optionPages, ['List']),
    'sys/sysDicList': pageSet('sys.dicInfo', async () => (await import('./dictionary/pages.ts')).dicPages, ['List']),
    'sys/onlineUserList': pageSet('sys.session', async () => (await import('./online/pages.ts')).onlinePages, ['List']),
    'sys/loginLogList': pageSet('sys.loginLog', async () => (await audit()).loginLogPages, ['List']),
    'sys/numberRuleList': pageSet(
      'sys.numberRule',
      async () => (await import('./numberRule/pages.ts')).numberRulePages,
      ['List'],
    ),
    'sys/announcementList': pageSet(
      'sys.announcement',
      async () => (await import('./announcement/pages.ts')).announcementPages,
    ),
    'sys/auditLogList': pageSet('sys.auditLog', async () => (await audit()).auditPages, ['List', 'Dtl']),
    'sys/jobOperation': pageSet('sys.job', async () => (await import('./job/pages.ts')).jobPages),
    'sys/openAccountList': pageSet(
      'sys.openAccount',
      async () => (await import('./openAccount/pages.ts')).openAccountPages,
    ),
    'sys/dataCollectionConfigList': pageSet(
      'sys.dataCollection',
      async () => (await import('./collection/pages.ts')).collectionPages,
    ),
    'sys/wsMessageSendRecordList': pageSet(
      'sys.wsRecord',
      async () => (await import('./wsRecord/pages.ts')).wsRecordPages,
      ['List', 'Dtl'],
    ),
    'sys/subscribeMessageList': pageSet(
      'sys.messageForce',
      async () => (await import('./subscription/pages.ts')).subscriptionPages,
      ['List'],
    ),
    'sys/appVersionList': pageSet('sys.appVersion', async () => (await import('./app/pages.ts')).appVersionPages),
    'sys/exportDefinitionList': pageSet(
      'sys.exportDefinition',
      async () => (await import('./exportDefinition/pages.ts')).exportDefinitionPages,
      ['List'],
    ),
    'sys/importTemplateList': pageSet(
      'sys.importTemplate',
      async () => (await import('./importTemplate/pages.ts')).importTemplatePages,
      ['List'],
    ),
    'sys/customReportList': pageSet(
      'sys.customReport',
      async () => (await import('./customReport/pages.ts')).customReportPages,
    ),
    'sys/printTemplateList': pageSet(
      'sys.printTemplate',
      async () => (await import('./print/pages.ts')).printTemplatePages,
      ['List'],
    ),
    'sys/cache': pageSet(undefined, async () => (await import('./monitor/pages.ts')).monitorPages, ['List']),
    'sys/sysOrgGroupList': pageSet('sys.orgGroup', async () => (await import('./org/groupPages.ts')).groupPages),
    'sys/sysOrgDcList': pageSet('sys.org', async () => (await import('./org/pages.ts')).dcPages),
  },
}
