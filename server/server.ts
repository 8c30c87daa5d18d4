import { join } from 'node:path'
import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import { dataCollection } from '@lading/contract/sys/collection.ts'
import { numberRule } from '@lading/contract/sys/numberRule.ts'
import { openAccount } from '@lading/contract/sys/openAccount.ts'
import { option, platformOption } from '@lading/contract/sys/option.ts'
import { tables, views } from '@lading/contract/tables.ts'
import type { FastifyInstance } from 'fastify'
import { type DestinationStream, type Logger, pino, type SerializedError, stdSerializers } from 'pino'
import { areaServed, jobHandlers, signedPages, workedOut } from './areas.ts'
import { type Background, backgroundOf, nudge, relayOf, workersOf } from './background.ts'
import { type Build, buildOf } from './build.ts'
import type { Config } from './config.ts'
import { brokerAt } from './dps/gateway/ownBroker.ts'
import type { Identity } from './kernel/ctx.ts'
import { type Database, openPglite, openPostgres, transaction } from './kernel/database.ts'
import { createApp } from './kernel/http/app.ts'
import type { Doorkeeper } from './kernel/http/pipeline.ts'
import type { RateLimits } from './kernel/http/rateLimit.ts'
import type { Served } from './kernel/http/serve.ts'
import { createIds } from './kernel/ids.ts'
import { migrate, refuseUnsafeRole } from './kernel/migrate.ts'
import { createNumbers } from './kernel/numbers.ts'
import type { Kernel } from './kernel/perform.ts'
import { knownEntity, register, registerViews } from './kernel/registry.ts'
import { createTenants, type Tenants } from './kernel/tenants.ts'
import { takeOver } from './platform/due/takeOver.ts'
import type { Worker } from './platform/due/worker.ts'
import { createJobs, type Jobs } from './platform/job/jobs.ts'
import { nodeName } from './platform/job/run.ts'
import { forgetOptions } from './platform/option.ts'
import type { Relay } from './platform/outbox/relay.ts'
import { createPush, type News, type Push } from './platform/push/push.ts'
import { createSpread, type Spread } from './platform/push/spread.ts'
import { serveSite } from './platform/site/site.ts'
import { otherSlots, takeSlot } from './slot.ts'
import { sealedUpTo } from './sys/audit/chain.ts'
import { collectBelow } from './sys/collection/folder.ts'
import { createLines, type Lines } from './sys/collection/line.ts'
import { createRunBook, type RunBook } from './sys/customReport/runBook.ts'
import { noteError } from './sys/monitor/errors.ts'
import { watchProcess } from './sys/monitor/metrics.ts'
import { openServed } from './sys/open.ts'
import { openDoor } from './sys/openAccount/caller.ts'
import type { Send } from './sys/openAccount/console.ts'
import { signWith } from './sys/openAccount/webhooks.ts'
import { allowReach } from './sys/outbound/reach.ts'
import { isAboutRights, lockRights } from './sys/rights.ts'
import { admitTo } from './sys/secondFactor/demand.ts'
import { forgetRights, identify, identifySession } from './sys/session/identify.ts'
import { networkOf } from './sys/session/networkOf.ts'
import { sessionServed } from './sys/session/session.ts'
import { createSignatures, type Signatures } from './sys/session/signature.ts'
import { ticketServed, useTicket } from './sys/session/ticket.ts'
import { fileTicketServed } from './sys/sheetRecord/tickets.ts'
import { jt808At } from './tms/jt808/listen.ts'
import { beHeard } from './wms/events/posted.ts'

export interface Server {
  readonly app: FastifyInstance
  readonly kernel: Kernel
  readonly relay: Relay
  readonly push: Push
  /** Runs nothing by itself until it is started. */
  readonly jobs: Jobs
  /** Subscriptions of collections; none until they are started. */
  readonly lines: Lines
  /** Exports and imports that are worked off in the background; nothing by itself until it is started. */
  readonly sheets: Worker
  /** Runs of reports, written a moment later. */
  readonly runBook: RunBook
  readonly tenants: Tenants
  readonly served: readonly Served[]
  /** Backups that are taken in the background; as `sheets`. */
  readonly backups: Worker
  /** What areas do in the background, by topic; as `sheets`. */
  readonly others: Readonly<Record<string, Worker>>
  /** What processes had in hand that are gone is due again. */
  takeOver(): Promise<void>
  close(): Promise<void>
}

export interface ServerOptions {
  readonly db: Database
  readonly log: Logger
  readonly config: Pick<Config, 'secret' | 'trustProxy' | 'tls'> & Partial<Config>
  readonly now?: () => Date
  readonly random?: () => number
  readonly webFolder?: string | undefined
  readonly limits?: RateLimits | undefined
}

/** Opens the database that the configuration names. */
export const openDatabase = (config: Config): Promise<Database> | Database =>
  config.databaseUrl === undefined
    ? openPglite(join(config.dataDir, 'pglite'))
    : openPostgres({
        url: config.databaseUrl,
        appUrl: config.databaseAppUrl,
        secret: config.secret,
        name: `lading ${nodeName}`,
        processes: config.processes,
      })

/** What this process remembers is of another database, or of none. */
function beginAnew({ outbound = [], secret, collectDir, lightsBroker, ...at }: ServerOptions['config']): void {
  signWith(secret)
  forgetRights()
  forgetOptions()
  allowReach(outbound)
  collectBelow(collectDir)
  if (lightsBroker) brokerAt(lightsBroker)
  jt808At({ port: at.port808, host: at.host ?? '127.0.0.1', secret })
}

/** Whoever hears of these may have something to do. */

/** Connects all areas: the only place that knows them all. The database must have been migrated. */
export async function createServer(o: ServerOptions): Promise<Server> {
  register(tables, ...workedOut)
  registerViews(views)
  beginAnew(o.config)
  const now = o.now ?? (() => new Date())
  const slot = await takeSlot(o.db)
  const newId = createIds(slot.number, () => now().getTime(), await sealedUpTo(o.db))
  const begun = newId()
  const tenants = createTenants(o.db)
  let relay: Relay | undefined
  let live: Spread | undefined
  let background: Background | undefined
  const kernel: Kernel = {
    db: o.db,
    log: o.log,
    numbers: createNumbers(o.db, newId),
    now,
    newId,
    random: o.random ?? Math.random,
    committed: (who, topics, emitted) => {
      if (emitted) relay?.nudge(who.tenantId)
      for (const topic of topics) live?.tell(newsOf(who, topic))
      if (background) nudge(background, topics)
    },
  }
  const { push, spread } = connectPush(kernel, tenants, ({ topic }) => background?.others[topic]?.nudge())
  live = spread
  const collecting = { served: () => served, secret: o.config.secret, dataDir: o.config.dataDir ?? './data' }
  relay = relayOf(kernel, tenants, spread, collecting)
  const jobs = createJobs(kernel, jobHandlers, () => tenants.all(true))
  const lines = createLines(kernel, collecting)
  const inBack = backgroundOf(kernel, o.config.secret, () => served)
  background = inBack
  const signatures = createSignatures(o.config.secret, now)
  const build = buildOf(o.webFolder)
  const runBook = createRunBook(kernel)
  const inside: Inside = { kernel, tenants, signatures, push, runBook, version: build }
  const served = everythingServed(inside, o, (request) => sendTo(app, request))
  const app: FastifyInstance = await appOf(inside, o, served)
  await serveSite(app, kernel, o.webFolder, o.config.mapHosts)
  push.attach(
    app.server,
    Object.values(inBack.others).flatMap(({ door }) => door ?? []),
  )
  return {
    ...{ app, kernel, relay, push, jobs, lines, runBook, tenants, served },
    ...inBack,
    takeOver: () => takeOver(kernel, begun, () => otherSlots(o.db, slot)),
    close: async () => {
      await push.close()
      await app.close()
      await lines.stop()
      await jobs.stop()
      for (const worker of workersOf(inBack)) await worker.stop()
      await relay?.stop()
      await runBook.flush()
      await spread.close()
      await slot.release()
    },
  }
}

/** A request to the server by itself. */
async function sendTo(app: FastifyInstance, request: Parameters<Send>[0]): ReturnType<Send> {
  const { statusCode, body } = await app.inject(request)
  return { status: statusCode, body }
}

const doorOf = (kernel: Kernel, tenants: Tenants, by: Signatures, secret: string): Doorkeeper => ({
  tenantId: (code) => tenants.idOf(code),
  networkOf,
  identify: async (tx, tenantId, token, proof, written) => {
    const who = await identify(tx, tenantId, token, kernel.now(), { by, proof })
    if (!written || !isAboutRights(written)) return who
    // What he may do is read again once nobody else changes it.
    await lockRights(tx, tenantId)
    return identifySession(tx, tenantId, who.sessionId ?? '0', kernel.now())
  },
  admit: admitTo,
  foreign: openDoor(kernel, secret, () => tenants.all()),
})

/** What a server is made of, before it answers. */
interface Inside {
  readonly kernel: Kernel
  readonly tenants: Tenants
  readonly signatures: Signatures
  readonly push: Push
  readonly runBook: RunBook
  readonly version: Build
}

const appOf = (
  { kernel, tenants, signatures, version }: Inside,
  { config, db, limits }: ServerOptions,
  served: readonly Served[],
): Promise<FastifyInstance> =>
  createApp({
    kernel,
    door: doorOf(kernel, tenants, signatures, config.secret),
    served,
    limits,
    trustProxy: config.trustProxy,
    tls: config.tls,
    version: version.version,
    ready: () => db.pool.query('select 1').then(() => true),
    metricsToken: config.metricsToken,
  })

function everythingServed(
  { kernel, tenants, signatures, push, runBook, version }: Inside,
  { config, db }: ServerOptions,
  send: Send,
): Served[] {
  const monitor = watchProcess({
    sockets: push.sockets,
    opened: push.opened,
    isAlone: tenants.isAlone,
    folder: config.dataDir,
    version: version.version,
    databaseKind: db.kind,
  })
  const tenantOf = tenants.idOf
  return [
    ...sessionServed({ kernel, tenantOf, signatures, secret: config.secret }),
    ...ticketServed(),
    ...openServed(kernel, { version, environment: config.environment ?? 'PROD', tenantOf }),
    ...fileTicketServed(kernel, tenantOf),
    ...signedPages(kernel, config.secret),
    ...areaServed(config.secret, send, monitor, runBook.note),
  ]
}

/** Rows of one centre concern that centre; all others everybody in the enterprise. */
const newsOf = (who: Identity, topic: string): News => {
  const isOfCentre = knownEntity(topic)?.scope === 'org'
  return { tenantId: who.tenantId, orgId: isOfCentre ? who.org.id : '0', topic }
}

/** Sockets of this process, and news between the processes. */
function connectPush(kernel: Kernel, tenants: Tenants, heard: (news: News) => void): { push: Push; spread: Spread } {
  const push = createPush(kernel, {
    enter: async (tenant, ticket) => {
      const tenantId = await tenants.idOf(tenant)
      if (tenantId === undefined) throw new Fault(faults.tokenExpired)
      return transaction(kernel.db, tenantId, (tx) => useTicket(tx, tenantId, ticket, kernel.now()))
    },
    again: (who) =>
      transaction(
        kernel.db,
        who.tenantId,
        (tx) => identifySession(tx, who.tenantId, who.sessionId ?? '0', kernel.now()),
        { read: true },
      ),
  })
  return {
    push,
    spread: createSpread(
      kernel,
      (news) => {
        if (news.topic === option.key) forgetOptions(news.tenantId)
        if (news.topic === platformOption.key) forgetOptions()
        if (news.topic === openAccount.key || news.topic === dataCollection.key) beHeard(news.tenantId)
        if (news.topic === numberRule.key) kernel.numbers.forget(news.tenantId)
        push.tell(news)
        heard(news)
      },
      () => {
        forgetOptions()
        push.missed()
      },
    ),
  }
}

const secretNames = [
  'password',
  'oldPassword',
  'newPassword',
  'accessToken',
  'refreshToken',
  'signKey',
  'secret',
  'ticket',
]
/** What tells of a person. */
const personNames = ['realName', 'mobile', 'phone', 'email', 'contact', 'driverName', 'driverPhone']

/**
 * What a database says of an error beside its message is the row itself, which belongs in no log; where it cannot read a
 * value (class 22) the message quotes it.
 */
function plainError(error: Error): object {
  const { type, message, stack, ...more } = stdSerializers.err(error) as SerializedError & Record<string, unknown>
  const plain = (text: string) => (/^22/.test(String(more.code)) ? text.replaceAll(message, unquoted(message)) : text)
  return {
    type,
    message: plain(message),
    stack: plain(stack),
    code: more.code,
    table: more.table,
    constraint: more.constraint,
  }
}
const unquoted = (message: string): string => message.replace(/".*"/s, '"…"')

/** @param to where the lines go, instead of to the standard output */
export const createLog = (level: string, to?: DestinationStream): Logger =>
  pino(
    {
      level,
      redact: [...secretNames, ...personNames].flatMap((name) => [name, `*.${name}`]),
      serializers: { err: plainError },
      hooks: {
        logMethod(given, method, level) {
          noteError(given[0], given[1], level)
          return method.apply(this, given)
        },
      },
    },
    to,
  )

/** Migrates and checks a freshly opened database. */
export async function prepareDatabase(db: Database, secret: string): Promise<number> {
  const applied = await migrate(db, secret)
  await refuseUnsafeRole(db)
  return applied
}
