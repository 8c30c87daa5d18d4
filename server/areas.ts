import { built } from '@lading/contract/built.ts'
import { duties } from '@lading/contract/duties.ts'
import type { OrgType } from '@lading/contract/kernel/org.ts'
import { isOfUseAt } from '@lading/contract/kernel/permission.ts'
import { numbered } from '@lading/contract/numbered.ts'
import { options } from '@lading/contract/options.ts'
import { findable, permissionSubjects } from '@lading/contract/tables.ts'
import { dpsOver, lightsOver } from './dps/manifest.ts'
import type { Warehouse as LitWarehouse } from './dps/warehouse/asks.ts'
import type { Ctx, Org } from './kernel/ctx.ts'
import type { Served } from './kernel/http/serve.ts'
import type { Kernel } from './kernel/perform.ts'
import { grantedBy, permissionRegistry } from './permissions.ts'
import type { Site } from './platform/demo/site.ts'
import { fileCleaning } from './platform/file/cleaning.ts'
import type { JobHandlers } from './platform/job/run.ts'
import { planJobs } from './platform/job/schedule.ts'
import { upkeepJobs } from './platform/job/upkeep.ts'
import type { Beginning, Holding, Manifest } from './platform/manifest.ts'
import { readOption } from './platform/option.ts'
import { reportServed } from './platform/report/reports.ts'
import { searchServed } from './platform/search/search.ts'
import { sheetCleaning } from './platform/sheet/cleaning.ts'
import { type Sign, signedPath } from './platform/signed/signedPages.ts'
import { noticeTopic } from './platform/tellWho.ts'
import { saasOver } from './saas/manifest.ts'
import { auditJobs } from './sys/audit/jobs.ts'
import { backupJobs } from './sys/backup/jobs.ts'
import { collectionJobs } from './sys/collection/jobs.ts'
import { collectionWay } from './sys/collection/out/send.ts'
import { sendTopic, tellCollections } from './sys/collection/out/tell.ts'
import { collectionDue, dueListener } from './sys/collection/plan.ts'
import { type Collecting, collectionTopic, runListener } from './sys/collection/runs.ts'
import { reportPlans } from './sys/customReport/plans.ts'
import type { NoteRun } from './sys/customReport/runBook.ts'
import { reportRunCleaning } from './sys/customReport/runs.ts'
import { putPlan } from './sys/entitlement/put.ts'
import { mailListener } from './sys/mail/deliver.ts'
import { mailJobs } from './sys/mail/jobs.ts'
import { mailDue, mailTopic } from './sys/mail/queue.ts'
import { readPlatform, readSender } from './sys/mail/settings.ts'
import { canWriteStrangers, strangerListener, strangerTopic, writeStranger } from './sys/mail/stranger.ts'
import { sys } from './sys/manifest.ts'
import { quietOver, tellStockHits } from './sys/message/messages.ts'
import type { MonitorNeeds } from './sys/monitor/served.ts'
import type { Send } from './sys/openAccount/console.ts'
import { openJobs } from './sys/openAccount/jobs.ts'
import { deliveryTopic, tellAccounts } from './sys/openAccount/webhooks.ts'
import { giveRole, type OrgHooks } from './sys/org/furnish.ts'
import { createOrg, switchOrg } from './sys/org/orgs.ts'
import { demandPlan } from './sys/org/plan.ts'
import { deliveryListener } from './sys/outbound/deliveries.ts'
import { addressOf } from './sys/outbound/reach.ts'
import { demandPrinter, queueBatch, startBatch } from './sys/printTemplate/batches.ts'
import { bytesOf } from './sys/printTemplate/escpos.ts'
import { drawFilled, namedTemplates } from './sys/printTemplate/resolve.ts'
import { pagesFor } from './sys/printTemplate/speak.ts'
import { robotTopic, robotWay } from './sys/robot/send.ts'
import { demandReading } from './sys/scale/reading.ts'
import { networkOf } from './sys/session/networkOf.ts'
import { ofMessages } from './sys/subscription/subscriptions.ts'
import { supportTopic, supportUntil } from './sys/support/support.ts'
import { makerOf } from './sys/tenant/provision.ts'
import { createUser, withPassword } from './sys/user/users.ts'
import { wsJobs } from './sys/wsRecord/jobs.ts'
import { storageJobs, storageServed } from './tms/fee/storage.ts'
import { tms } from './tms/manifest.ts'
import type { Warehouse } from './tms/warehouse/asks.ts'
import { claimListener } from './tms/warehouse/claim.ts'
import { chargeListener, freedListener, orderListener, shipmentListener, tripListener } from './tms/warehouse/listen.ts'
import { claimGoodsTopic, freedTopic, tripTopic } from './tms/warehouse/topics.ts'
import { usualServed } from './usual.ts'
import { postedListener, signedListener, type Tell } from './wms/events/message.ts'
import { postedTopic, signedTopic } from './wms/events/posted.ts'
import {
  confirmByLight,
  handheldsToLight,
  holdLightTask,
  lightContainer,
  lightLinesToHandhelds,
  lightToHandhelds,
  lightWork,
} from './wms/light/offers.ts'
import { connectLights, lightTopic } from './wms/lights.ts'
import { wms } from './wms/manifest.ts'
import { chargeOf } from './wms/transport/charge.ts'
import { takeClaim } from './wms/transport/claim.ts'
import { demandOf } from './wms/transport/demand.ts'
import { loadOf } from './wms/transport/load.ts'
import { storeDayOf } from './wms/transport/storeDay.ts'
import { chargeTopic, outboundTopic, shipmentTopic } from './wms/transport/tell.ts'
import { takeTrip } from './wms/transport/trip.ts'
import { nudgeWave, stuckWaves } from './wms/wave/stuck.ts'

/** Whoever wants to hear of what the warehouse does. */
const tellAll: Tell = async (ctx, event) => {
  const heard = [await tellAccounts(ctx, event), await tellCollections(ctx, event)]
  return heard.includes(true)
}

/** What the areas ask of the administration. */
const ofSys = {
  tellStockHits,
  demandReading,
  drawFilled,
  namedTemplates,
  bytesOf,
  pagesFor,
  demandPrinter,
  queueBatch,
  startBatch,
  createUser,
  withPassword,
  giveRole: (ctx: Ctx, of: Parameters<typeof giveRole>[2], name: string) => giveRole(ctx, orgHooks, of, name),
  ...ofMessages,
}
/** What transport asks of the warehouse. */
const warehouse: Warehouse = { demandOf, loadOf, takeTrip, takeClaim, chargeOf, storeDayOf }
/** What the rack asks of the warehouse, and the warehouse of the rack. */
const litWarehouse: LitWarehouse = {
  ...{ workOf: lightWork, holdTask: holdLightTask, confirm: confirmByLight },
  ...{
    containerOf: lightContainer,
    toHandhelds: lightToHandhelds,
    toLights: handheldsToLight,
    linesToHandhelds: lightLinesToHandhelds,
  },
}
connectLights(lightsOver(litWarehouse))
const dps = dpsOver(litWarehouse, lightTopic, addressOf, (ctx, coming) => demandPlan(ctx, 'maxTags', coming))
const saas = saasOver({
  newOrg: async (ctx, of) => (await createOrg(ctx, orgHooks, { ...of })).id,
  switchOrg,
  putPlan,
  withPassword,
  supportUntil,
  supportTopic,
  networkOf,
  canWrite: canWriteStrangers,
  write: writeStranger,
  make: makerOf(
    { prepareOrg: (ctx, of) => orgHooks.prepareOrg(ctx, of), rolesOf: (type) => orgHooks.rolesOf(type) },
    () => rightsAt('GROUP'),
  ),
})
/** The areas that are open, beside the administration. */
const work: readonly Manifest<typeof ofSys>[] = [wms, tms, dps, saas]
const areas: readonly Omit<Manifest<never>, 'jobs'>[] = [sys, ...work]

/**
 * What the areas put into the demo company. Warehouses come after the transport centre, which they tell of their orders;
 * the administration shows at last what all have done. @param sites the enterprise before what lies below
 */
export async function seedAreas(sites: readonly Site[]): Promise<void> {
  const isDc = ({ org }: Site): boolean => org.type === 'DC'
  for (const part of [work, [sys]])
    for (const site of [...sites.filter((s) => !isDc(s)), ...sites.filter(isDc)])
      for (const { demo } of part) await (await demo?.())?.[site.org.type as OrgType]?.(site)
}

const beginningsOf = (type: string): Beginning[] => areas.flatMap((area) => area.begins?.[type as OrgType] ?? [])
/** What an organisation has before anybody works in it. */
export async function prepareOrg(ctx: Ctx, { id, type }: Pick<Org, 'id' | 'type'>): Promise<void> {
  for (const { prepare } of beginningsOf(type)) await prepare?.(ctx, id)
  await planJobs(ctx, jobHandlers)
}

let known: readonly string[] | undefined
/** All rights that there are. They follow from what is served, whoever serves it. */
const allRights = (): readonly string[] => {
  known ??= permissionRegistry(areaServed(''), permissionSubjects).map((p) => p.code)
  return known
}
const rightsAt = (type: string): readonly string[] => allRights().filter((one) => isOfUseAt(type, one))

/** What organisations begin with, and what keeps them open. */
const orgHooks: OrgHooks = {
  prepareOrg,
  rolesOf: (type) =>
    beginningsOf(type)
      .flatMap((b) => b.roles)
      .map(({ name, grants }) => ({ name, permissions: grantedBy(rightsAt(type), grants) })),
  whatHolds: async (ctx, orgId) => {
    const held: Holding[] = []
    for (const { holds } of areas) held.push(...((await holds?.(ctx, orgId)) ?? []))
    return held
  },
}

/** What is opened without a log-in, by an address that an area has signed. */
export const signedPages = (kernel: Kernel, secret: string): Served[] =>
  areas.flatMap((area) => area.signed?.({ kernel, secret, lookOf: readSender }) ?? [])
const signsWith =
  (secret: string): Sign =>
  async (ctx, page, about, until) => {
    const { site } = await readSender(ctx, (await readPlatform(ctx))?.site)
    return `${site}${signedPath(secret, page, { tenantId: ctx.tenantId, about }, until)}`
  }

const nowhere: Send = () => Promise.reject(new Error('nothing is served'))

const unwatched: MonitorNeeds = {
  sockets: () => 0,
  opened: () => [],
  isAlone: () => false,
  folder: undefined,
  version: '',
  databaseKind: '',
}

/**
 * Everything that the areas answer, beside the session's own calls.
 * @param secret the installation's
 * @param send sends a request to the server of these calls; left out: they are only listed
 * @param monitor what only the process itself knows
 * @param noteRun takes note of runs of reports
 */
export function areaServed(
  secret: string,
  send: Send = nowhere,
  monitor: MonitorNeeds = unwatched,
  noteRun: NoteRun = () => undefined,
): Served[] {
  const sign = signsWith(secret)
  const served: Served[] = [
    ...work.flatMap((area) => area.served(ofSys, sign)),
    ...storageServed(warehouse),
    ...reportServed(areas.flatMap(({ reports = [] }) => reports)),
    ...searchServed(findable),
  ]
  served.push(
    ...sys.served({
      permissions: () => permissionRegistry(served, permissionSubjects),
      duties,
      built,
      numbered,
      options,
      printForms: areas.flatMap(({ printForms = [] }) => printForms),
      reportModels: () => reportModels,
      monitor,
      noteRun,
      waves: { stuck: stuckWaves, nudge: nudgeWave },
      ...orgHooks,
      jobs: () => jobHandlers,
      secret,
      send,
      served: () => served,
    }),
  )
  served.push(...usualServed(served))
  return served
}

/** What tenants may make reports of their own of. */
export const reportModels = areas.flatMap(({ reportModels: own = [] }) => own)

/** Everything that is done by the clock. */
export const jobHandlers: JobHandlers = {
  ...upkeepJobs((ctx, what) => readOption(ctx, what === 'run' ? 'job_run_retention_days' : 'message_retention_days')),
  sheetCleaning,
  fileCleaning,
  ...backupJobs,
  ...auditJobs,
  ...openJobs,
  ...collectionJobs,
  ...wsJobs,
  ...mailJobs,
  reportPlans,
  reportRunCleaning,
  ...storageJobs(warehouse),
  ...merged(work.map((area) => area.jobs?.(ofSys))),
}
export const computations = mergedEach(areas.map((area) => area.computations))
export const walls = {
  owners: merged(areas.map((area) => area.walls)),
  carriers: merged(areas.map((area) => area.carried)),
}
const stories = merged(areas.map((area) => area.stories))
const extents = merged(areas.map((area) => area.extents))
/** What the registry is told of tables beside their declarations. */
export const workedOut = [computations, walls, stories, extents] as const
/** What areas do in the background, by topic. */
export const areaBackground = merged(areas.map((area) => area.background))
export const derivations = merged(areas.map((area) => area.derivations))
export const areaListeners = (kernel: Kernel, o: Collecting) =>
  merged([
    ...areas.map((area) => area.listeners?.(kernel)),
    // What the warehouse does, told to the systems of others.
    { [postedTopic]: postedListener(kernel, tellAll), [signedTopic]: signedListener(kernel, tellAll) },
    // Transport asks the warehouse, and both tell it when.
    { [outboundTopic]: orderListener(kernel, warehouse), [shipmentTopic]: shipmentListener(kernel, warehouse) },
    { [tripTopic]: tripListener(kernel, warehouse), [freedTopic]: freedListener(kernel, warehouse) },
    { [claimGoodsTopic]: claimListener(kernel, warehouse) },
    { [chargeTopic]: chargeListener(kernel, warehouse) },
    { [collectionDue]: dueListener(kernel), [collectionTopic]: runListener(kernel, o) },
    { [sendTopic]: deliveryListener(kernel, collectionWay(o.secret)) },
    { [strangerTopic]: strangerListener(kernel, o.secret) },
    { [mailTopic]: mailListener(kernel, o.secret), [robotTopic]: deliveryListener(kernel, robotWay(o.secret)) },
  ])
/**
 * Topics of the outbox that end outside: with others' systems, or with people as mail. What waits under them in a backup was
 * sent by the one that it was taken of, and is not sent again by what is restored of it.
 */
export const outwardTopics: readonly string[] = [
  ...[postedTopic, signedTopic, deliveryTopic, sendTopic],
  ...[collectionDue, collectionTopic, mailDue, mailTopic, strangerTopic, robotTopic, noticeTopic, quietOver],
]
export const extras = merged(areas.map((area) => area.extras))

/** What the areas say, each of its own: no two speak of the same. */
function merged<T>(parts: readonly (Readonly<Record<string, T>> | undefined)[]): Readonly<Record<string, T>> {
  const all = parts.flatMap((part) => Object.entries(part ?? {}))
  const names = all.map(([name]) => name)
  const twice = names.filter((name, i) => names.indexOf(name) !== i)
  if (twice.length > 0) throw new Error(`two areas speak of ${twice.join(', ')}`)
  return Object.fromEntries(all)
}

/** The same where several may speak of one thing, each of other parts of it. */
function mergedEach<T>(parts: readonly (Readonly<Record<string, Readonly<Record<string, T>>>> | undefined)[]) {
  const names = new Set(parts.flatMap((part) => Object.keys(part ?? {})))
  return Object.fromEntries([...names].map((name) => [name, merged(parts.map((part) => part?.[name]))]))
}
