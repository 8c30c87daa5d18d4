import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { type Language, say } from '@lading/contract/kernel/text.ts'
import { businessMessage } from '@lading/contract/sys/businessEvent.ts'
import { collectionRun, dataCollection, isPulled, isScale } from '@lading/contract/sys/collection.ts'
import { collectionCalls as calls, collectionFaults } from '@lading/contract/sys/collectionCalls.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { createRow, getRow, lockSeen, updateRow } from '../../kernel/crud.ts'
import { crudServed, readLog } from '../../kernel/crudServed.ts'
import { type Ctx, demand, found } from '../../kernel/ctx.ts'
import { type OutsideRequest, type Served, serve, serveList, serveOutside } from '../../kernel/http/serve.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import { knownEntity } from '../../kernel/registry.ts'
import type { Input, Rules, Seen } from '../../kernel/rules.ts'
import { importColumns } from '../../platform/sheet/columns.ts'
import { exportServed } from '../../platform/sheet/exportRows.ts'
import { demandReachable } from '../outbound/reach.ts'
import { demandPrivateKey, hostKeyOf, readSftp } from '../outbound/sftp.ts'
import { tryLines } from '../scale/trial.ts'
import { seal, unseal } from '../seal.ts'
import { bringIn } from './bring.ts'
import { askForLine } from './line.ts'
import { type Mapping, mapRecord, type OutsideRecord, recordsIn } from './mapping.ts'
import { importPermission, objectOf, offeredTo } from './objects.ts'
import { bodyOf, lastMessage } from './out/send.ts'
import { papersIn } from './papers.ts'
import { planNext } from './plan.ts'
import { type Config, withFiles } from './remote.ts'
import { type Collecting, isBusy, lockConfig, mappingsOf, putRun, tenantCode } from './runs.ts'
import { demandSense, knownTo } from './sense.ts'
import { noteSent, readSent } from './sent.ts'
import { pagesOf } from './source.ts'

/** How many records of a page are tried. */
const triedMax = 20
/** So many of the rows below a record are shown. */
const shownMax = 100

/** The collection, if the caller may know of it. */
async function known(ctx: Ctx, id: string): Promise<void> {
  const there = await ctx.tx.maybe(sql`
    select 1 from sys_data_collection t where t.tenant_id = ${ctx.tenantId} and t.id = ${id} and ${knownTo(ctx)}`)
  found(there, dataCollection.title)
}
async function locked(ctx: Ctx, id: string): Promise<Config> {
  await known(ctx, id)
  return found(await lockConfig(ctx, id), dataCollection.title)
}

/** After it was written: looks at it as a whole, and plans when it comes next. */
async function settled(ctx: Ctx, o: Collecting, seen: Seen): Promise<Seen> {
  const config = await locked(ctx, seen.id)
  await demandSense(ctx, o.served(), config, await mappingsOf(ctx, seen.id))
  const next = isPulled(config) ? await planNext(ctx, config) : null
  await ctx.tx.run(sql`
    update sys_data_collection set next_at = ${next} where tenant_id = ${ctx.tenantId} and id = ${seen.id}`)
  await askForLine(ctx, config)
  return seen
}

/** Whom an address names; not `origin`, which says nothing of other protocols than HTTP. */
const hostOf = (endpoint: unknown): string => {
  const url = typeof endpoint === 'string' && URL.canParse(endpoint) ? new URL(endpoint) : undefined
  return url ? `${url.protocol}//${url.host}` : ''
}

/** Whoever an address names may be reached; whether it is one at all is asked when all is looked at as a whole. */
function demandEndpoint(endpoint: unknown): void {
  const host = typeof endpoint === 'string' ? URL.parse(endpoint)?.hostname : undefined
  if (host) demandReachable(host)
}

const rules: Rules<typeof dataCollection> = {
  beforeCreate: async (ctx, input) => {
    demandEndpoint(input.endpoint)
    input.keeperId = ctx.userId
  },
  beforeUpdate: async (ctx, input, before) => {
    await known(ctx, input.id)
    input.keeperId = ctx.userId
    // A secret that was given to one side is not sent to another.
    const moves = input.endpoint !== undefined && hostOf(input.endpoint) !== hostOf(before.endpoint)
    const asksOtherwise = input.credentialKind !== undefined && input.credentialKind !== before.credentialKind
    if (moves) demandEndpoint(input.endpoint)
    if (!moves && !asksOtherwise) return
    input.hasSecret = false
    if (moves) input.hostKey = null
    await ctx.tx.run(sql`
      update sys_data_collection set sealed = null where tenant_id = ${ctx.tenantId} and id = ${input.id}`)
  },
  beforeEnable: async (ctx, row) => {
    const config = await locked(ctx, row.id)
    // Times that went by while it was off were not missed.
    const next = isPulled(config) ? await planNext(ctx, { ...config, disabled: false }) : null
    await askForLine(ctx, config)
    await ctx.tx.run(sql`
      update sys_data_collection set next_at = ${next} where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  },
  beforeDisable: async (ctx, row) => {
    await locked(ctx, row.id)
    await ctx.tx.run(sql`
      update sys_data_collection set next_at = null where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  },
}

async function setSecret(ctx: Ctx, o: Collecting, input: z.output<typeof calls.setSecret.input>): Promise<Seen> {
  await known(ctx, input.id)
  const row = await lockSeen(ctx, dataCollection, input)
  if (input.secret !== '' && row.credentialKind === 'KEY') await demandPrivateKey(input.secret)
  const sealed = input.secret === '' ? null : seal(input.secret, o.secret, 'collection')
  await ctx.tx.run(sql`
    update sys_data_collection set sealed = ${sealed}, has_secret = ${sealed !== null}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  const told = { subject: dataCollection.key, subjectId: row.id, subjectNo: row.code }
  ctx.audit({ ...told, action: 'secret', before: { hasSecret: row.hasSecret }, after: { hasSecret: sealed !== null } })
  return { id: row.id, version: row.version + 1 }
}

/** The key by which the server is known now; it is asked outside of any transaction. */
async function hostKey(request: OutsideRequest, input: { id: string }) {
  const { endpoint, kept } = await request.perform(async (ctx) => {
    const config = await locked(ctx, input.id)
    return { endpoint: config.endpoint, kept: config.hostKey }
  })
  return { fingerprint: await hostKeyOf(readSftp(endpoint)), kept }
}

/** The server that somebody has looked at is the one that is meant. */
async function trustHost(ctx: Ctx, input: z.output<typeof calls.trustHost.input>): Promise<Seen> {
  await known(ctx, input.id)
  const row = await lockSeen(ctx, dataCollection, input)
  if (row.sourceKind !== 'SFTP') refuse(collectionFaults.sftpAddress, { url: String(row.endpoint ?? '') })
  await ctx.tx.run(sql`
    update sys_data_collection set host_key = ${input.fingerprint}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  const told = { subject: dataCollection.key, subjectId: row.id, subjectNo: row.code }
  ctx.audit({ ...told, action: 'trust', before: { hostKey: row.hostKey }, after: { hostKey: input.fingerprint } })
  return { id: row.id, version: row.version + 1 }
}

/** From the beginning again, or from a mark that somebody names. What is ours already stays as it is. */
async function resetWatermark(ctx: Ctx, input: z.output<typeof calls.resetWatermark.input>): Promise<Seen> {
  await known(ctx, input.id)
  const row = await lockSeen(ctx, dataCollection, input)
  const watermark = input.value === '' ? null : input.value
  await ctx.tx.run(sql`
    update sys_data_collection set watermark = ${watermark}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  const told = { subject: dataCollection.key, subjectId: row.id, subjectNo: row.code }
  ctx.audit({ ...told, action: 'watermark', before: { watermark: row.watermark }, after: { watermark } })
  return { id: row.id, version: row.version + 1 }
}

/** Also while it is off: by hand only then. */
async function run(ctx: Ctx, { id }: { id: string }) {
  const config = await locked(ctx, id)
  if (!isPulled(config)) refuse(collectionFaults.notPulled)
  if (await isBusy(ctx, id)) refuse(collectionFaults.busy)
  const runId = await putRun(ctx, id, 'MANUAL')
  const told = { subject: dataCollection.key, subjectId: id, subjectNo: config.code }
  ctx.audit({ ...told, action: 'run', after: { runId: `#${runId}` } })
  return { runId }
}

/** Takes what another system sends: it is noted with the answer, and a run brings it in. */
async function push(ctx: Ctx, o: Collecting, { code, records }: z.output<typeof calls.push.input>) {
  const row = await ctx.tx.maybe<{ id: string }>(sql`
    select t.id from sys_data_collection t where t.tenant_id = ${ctx.tenantId} and t.code = ${code} and ${knownTo(ctx)}`)
  const config = found(row && (await lockConfig(ctx, row.id)), dataCollection.title, code)
  if (config.sourceKind !== 'REST_PUSH') refuse(collectionFaults.notPushed, { code })
  if (config.disabled) refuse(collectionFaults.off, { code })
  return noteSent(ctx, o, config, records, await putRun(ctx, config.id, 'PUSH'))
}

async function firstPage(config: Config, o: Collecting, tenant: string): Promise<readonly OutsideRecord[]> {
  if (config.sourceKind !== 'REST_PULL') {
    const how = { tenant, secret: o.secret, at: new Date(0) }
    return withFiles(config, how, async ([file]) => (file ? file.records() : []))
  }
  const secret = config.sealed === null ? null : unseal(config.sealed, o.secret, 'collection')
  for await (const records of pagesOf(config, secret)) return records
  return []
}

/** What would be sent for a message: of the last one, or of a sample. Nothing is sent. */
async function trialOut(config: Config, mappings: readonly Mapping[], text: string) {
  const read = recordsIn(`[${text.trim()}]`, null)[0]
  const message = businessMessage.safeParse(read)
  const record = message.data as OutsideRecord | undefined
  const rows = record ? mapRecord(record, mappings) : []
  return {
    sample: message.data ? (await bodyOf(config, message.data, mappings)).slice(0, 20_000) : '',
    count: message.success ? 1 : 0,
    mapped: mappings.map(({ target, path }, i) => ({
      target,
      title: path ?? '',
      value: [...new Set(rows.map((row) => row[i] ?? ''))].join(' | ').slice(0, 500),
    })),
    lines: [],
    errors: (message.error?.issues ?? []).map((issue) => ({
      record: 1,
      message: `${issue.path.join('.')}: ${issue.message}`,
    })),
  }
}

/** A record as it would be written: what is said of the whole once, and the rows below it one by one. */
function shownOf(record: OutsideRecord, object: AnyEntity, mappings: readonly Mapping[], language: Language) {
  const columns = new Map(importColumns(object).map((c) => [c.name, c]))
  const rows = mapRecord(record, mappings).slice(0, shownMax)
  const all = mappings.map(({ target }, i) => {
    const column = columns.get(target)
    const values = rows.map((row) => (row[i] ?? '').slice(0, 500))
    return { target, title: column ? say(column.title, language) : target, isBelow: column?.rows !== undefined, values }
  })
  return {
    mapped: all.flatMap(({ target, title, isBelow, values }) =>
      isBelow ? [] : [{ target, title, value: values.find((value) => value !== '') ?? '' }],
    ),
    lines: all.flatMap(({ target, title, isBelow, values }) => (isBelow ? [{ target, title, values }] : [])),
  }
}

/** What records would become, with what is wrong with them. Nothing is written. */
async function trial(request: OutsideRequest, o: Collecting, input: z.output<typeof calls.test.input>) {
  const { config, mappings, language, tenant, last } = await request.perform(async (ctx) => {
    const one = await locked(ctx, input.id)
    if (one.direction === 'OUT' || isScale(one))
      return {
        config: one,
        mappings: await mappingsOf(ctx, one.id),
        language: ctx.language,
        tenant: '',
        last: isScale(one) ? '' : await lastMessage(ctx, one.id, one.events ?? []),
      }
    const permission = importPermission(objectOf(o.served(), one.object))
    demand(ctx, permission)
    if (one.orgId !== ctx.org.id) {
      const org = await ctx.tx.maybe<{ name: string }>(sql`
        select name from sys_org where tenant_id = ${ctx.tenantId} and id = ${one.orgId}`)
      refuse(collectionFaults.elsewhere, { org: org?.name ?? '' })
    }
    return {
      config: one,
      mappings: await mappingsOf(ctx, one.id),
      language: ctx.language,
      tenant: await tenantCode(ctx),
      last: '',
    }
  })
  if (isScale(config)) return tryLines(config, input.sample, language)
  if (config.direction === 'OUT') return trialOut(config, mappings, input.sample ?? last)
  const object = objectOf(o.served(), config.object)
  if (input.sample === undefined && !isPulled(config)) refuse(collectionFaults.notPulled)
  const read =
    input.sample === undefined ? await firstPage(config, o, tenant) : readSent(input.sample, config.recordsPath)
  const records = papersIn(read, { ...config, object, mappings })
  const tried = records.slice(0, triedMax)
  const problems =
    tried.length === 0
      ? new Map<number, string>()
      : await bringIn(
          o.served(),
          {
            tenantId: request.tenantId,
            object,
            mappings,
            onlyGood: false,
            isTrial: true,
            language,
            perform: (work, more) =>
              request.perform((ctx) => {
                demand(ctx, importPermission(object))
                return work(ctx)
              }, more),
          },
          tried,
        )
  const [first] = tried
  return {
    sample: first ? JSON.stringify(first, null, 2).slice(0, 20_000) : '',
    count: records.length,
    ...(first ? shownOf(first, object, mappings, language) : { mapped: [], lines: [] }),
    errors: [...problems].map(([record, message]) => ({ record: record + 1, message })),
  }
}

export function collectionServed(o: Collecting): Served[] {
  const { query, getById, log, create, update } = crudCalls(dataCollection)
  const own = new Set([query, getById, log, create, update].map((call) => call?.path))
  /** What it fills is called as the reader calls it; what is gone from the product, by its key. */
  const told = (ctx: Ctx, record: Record<string, unknown>): Record<string, unknown> => {
    const object = knownEntity(String(record.object))
    return { ...record, object: object ? say(object.title, ctx.language) : record.object }
  }
  return [
    ...crudServed(dataCollection, rules).filter(({ call }) => !own.has(call.path)),
    ...(query ? [serveList(query, (ctx, input) => listRecords(ctx, dataCollection, input, [knownTo(ctx)]))] : []),
    ...(getById
      ? [
          serve(getById, async (ctx, input) => {
            await known(ctx, (input as Seen).id)
            return getRow(ctx, dataCollection, (input as Seen).id)
          }),
        ]
      : []),
    ...(log
      ? [
          serve(log, async (ctx, input) => {
            await known(ctx, (input as Seen).id)
            return readLog(ctx, dataCollection, (input as Seen).id)
          }),
        ]
      : []),
    ...(create
      ? [
          serve(create, async (ctx, input) =>
            settled(ctx, o, await createRow(ctx, dataCollection, input as Input, rules)),
          ),
        ]
      : []),
    ...(update
      ? [
          serve(update, async (ctx, input) =>
            settled(ctx, o, await updateRow(ctx, dataCollection, input as Input & Seen, rules)),
          ),
        ]
      : []),
    ...exportServed(dataCollection, (ctx) => [knownTo(ctx)], told),
    serve(calls.objects, async (ctx) => offeredTo(ctx, o.served())),
    serve(calls.setSecret, (ctx, input) => setSecret(ctx, o, input)),
    serve(calls.resetWatermark, resetWatermark),
    serve(calls.trustHost, trustHost),
    serveOutside(calls.hostKey, hostKey),
    serve(calls.run, run),
    serve(calls.push, (ctx, input) => push(ctx, o, input)),
    serveOutside(calls.test, (request, input) => trial(request, o, input)),
    serveList(calls.runs, async (ctx, { configId, ...question }) => {
      await known(ctx, configId)
      return listRecords(ctx, collectionRun, question, [sql`t.config_id = ${configId}`])
    }),
  ]
}
