import { exportRecord, importRecord } from '@lading/contract/sys/sheetRecord.ts'
import { tenantBackup } from '@lading/contract/sys/tenantBackup.ts'
import { tables } from '@lading/contract/tables.ts'
import { areaBackground, areaListeners, derivations } from './areas.ts'
import type { Served } from './kernel/http/serve.ts'
import type { Kernel } from './kernel/perform.ts'
import type { Tenants } from './kernel/tenants.ts'
import { refreshListener } from './platform/document/refresh.ts'
import type { Worker } from './platform/due/worker.ts'
import { type Listeners, type Relay, startRelay } from './platform/outbox/relay.ts'
import type { Spread } from './platform/push/spread.ts'
import { exportTasks } from './platform/sheet/exportTasks.ts'
import { importTasks } from './platform/sheet/importTasks.ts'
import { createSheetTasks } from './platform/sheet/tasks.ts'
import { noticeTopic } from './platform/tellWho.ts'
import { leavingListeners } from './saas/tenant/leaving.ts'
import { createBackupTasks } from './sys/backup/tasks.ts'
import type { Collecting } from './sys/collection/runs.ts'
import { quietListener, quietOver } from './sys/message/messages.ts'
import { noticeListener } from './sys/message/notices.ts'
import { identifyUser } from './sys/session/identify.ts'
import { leavingTo } from './tenantBackup.ts'

const sheetTopics = [exportRecord.key, importRecord.key]
/** Work that nobody waits for. */
export interface Background {
  readonly sheets: Worker
  readonly backups: Worker
  readonly others: Readonly<Record<string, Worker>>
}
export const workersOf = ({ sheets, backups, others }: Background): Worker[] => [
  sheets,
  backups,
  ...Object.values(others),
]
/** Says that something may have come to be done. */
export function nudge({ sheets, backups }: Background, topics: ReadonlySet<string>): void {
  if ([...topics].some((topic) => sheetTopics.some((key) => topic.includes(key)))) sheets.nudge()
  if (topics.has(tenantBackup.key)) backups.nudge()
}
/** What takes longer than anybody waits. */
export const backgroundOf = (kernel: Kernel, secret: string, served: () => readonly Served[]): Background => ({
  sheets: createSheetTasks(kernel, [exportTasks, importTasks], {
    served,
    identify: (tx, tenantId, userId, orgId) => identifyUser(tx, tenantId, userId, orgId, kernel.now()),
  }),
  backups: createBackupTasks(kernel, { tables, secret }),
  others: Object.fromEntries(Object.entries(areaBackground).map(([topic, make]) => [topic, make(kernel)])),
})

type Listening = Collecting & { readonly dataDir: string }
/** Delivers the outbox, and tells the sockets what each delivery was about. */
export const relayOf = (kernel: Kernel, tenants: Tenants, spread: Spread, o: Listening): Relay =>
  startRelay(
    kernel,
    listenersOf(kernel, o),
    () => tenants.all(),
    (tenantId, events) => {
      for (const { orgId, key } of events) spread.tell({ tenantId, orgId, topic: key.split(':')[0] ?? '' })
    },
  )

/** Who does what the outbox asks, by topic. */
const listenersOf = (kernel: Kernel, o: Listening): Listeners => ({
  'bill.refresh': refreshListener(kernel, derivations),
  [noticeTopic]: noticeListener(kernel),
  [quietOver]: quietListener(kernel),
  ...areaListeners(kernel, o),
  ...leavingListeners(kernel, leavingTo(kernel, o)),
})
