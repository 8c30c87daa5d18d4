import { reportPlanCalls } from '@lading/contract/sys/reportPlan.ts'
import type { Demo } from '../../platform/manifest.ts'
import { queueBackup } from '../backup/served.ts'
import { installStarters } from '../customReport/starters/install.ts'
import { seedAnnouncements } from './announcements.ts'
import { seedApps } from './apps.ts'
import { seedCollections } from './collections.ts'
import { seedExports } from './exports.ts'
import { seedJobRuns } from './jobs.ts'
import { seedListViews } from './listViews.ts'
import { seedLogins } from './logins.ts'
import { seedMails } from './mails.ts'
import { seedOpenAccount } from './openAccount.ts'
import { seedReportRuns } from './reportRuns.ts'
import { seedRobots } from './robots.ts'
import { seedSettings } from './settings.ts'
import { seedSheets } from './sheets.ts'

const rows = [seedJobRuns, seedSheets, seedApps, seedListViews, seedSettings, seedMails, seedLogins, seedAnnouncements]

/** What has been set and told, and what other systems ask and send; at last a backup of all, as the schedule would take it. */
export const demo: Demo = {
  GROUP: async (site) => {
    // What happened until now is told to none of the systems that are made known here.
    await site.server.relay.drain()
    await site.run(async (ctx) => {
      for (const seed of rows) await seed(ctx)
      await installStarters(ctx)
      await seedReportRuns(ctx)
    })
    const daily = { format: 'xlsx', cycle: 'DAILY', at: '07:30', params: {} } as const
    await site.ask(reportPlanCalls.subscribe.path, { ...daily, path: '仓储/货主商品库存.cpt' })
    for (const seed of [seedOpenAccount, seedCollections, seedRobots, seedExports]) await seed(site)
    await site.run((ctx) => queueBackup(ctx, 'CRON'))
    await site.server.backups.tick()
  },
}
