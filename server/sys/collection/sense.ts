import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { notHere, type OrgType } from '@lading/contract/kernel/org.ts'
import { credentialKinds, directions, isScale, loginsOf, sourceKinds, waysOf } from '@lading/contract/sys/collection.ts'
import { collectionFaults } from '@lading/contract/sys/collectionCalls.ts'
import { outboundFaults } from '@lading/contract/sys/outboundFaults.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Served } from '../../kernel/http/serve.ts'
import { importColumns, isNeeded } from '../../platform/sheet/columns.ts'
import { keyOf } from '../../platform/sheet/importDrafts.ts'
import { readUrl } from '../outbound/http.ts'
import { isTopic, readMqtt } from '../outbound/mqtt.ts'
import { readSftp } from '../outbound/sftp.ts'
import { readTcp } from '../outbound/tcp.ts'
import { demandHeld, demandReach, withinReach } from '../rights.ts'
import { lineReader } from '../scale/protocol.ts'
import { demandFolder } from './folder.ts'
import { type Mapping, openedBy, readPath, readWords } from './mapping.ts'
import { importPermission, objectOf } from './objects.ts'
import { demandOutMappings } from './out/body.ts'
import { isFile } from './papers.ts'
import type { Config } from './remote.ts'
import { addressAt } from './source.ts'

/** Collections `t` that the caller may know of: who is limited to some owners' goods knows those that he keeps himself. */
export const knownTo = (ctx: Ctx): Sql =>
  sql`(${withinReach(ctx, sql`t.org_id`)} and (${ctx.owners === null}::boolean or t.keeper_id = ${ctx.userId}::bigint))`

const headerForm = /^[A-Za-z][\w-]{0,99}$/
/** What of the caller's own headers are is ours to say. */
const ownHeaders = ['host', 'content-length', 'content-type', 'transfer-encoding', 'connection', 'accept']

/** A folder from which files are read is not one into which they are written: what was sent would come back. */
async function demandOwnFolder(ctx: Ctx, c: Config): Promise<void> {
  demandFolder(c.folder)
  const other = await ctx.tx.maybe(sql`
    select 1 from sys_data_collection where tenant_id = ${ctx.tenantId} and id <> ${c.id} and source_kind = 'CSV_FOLDER' and folder = ${c.folder}
      and direction <> ${c.direction} limit 1`)
  if (other) refuse(collectionFaults.folderTaken, { folder: c.folder })
}

function demandLogin({ sourceKind, credentialKind, credentialName }: Config): void {
  const kinds = loginsOf[sourceKind]
  if (kinds && !kinds.includes(credentialKind))
    refuse(collectionFaults.login, { kind: credentialKinds[credentialKind], way: sourceKinds[sourceKind] })
  const isNamed = credentialKind !== 'NONE' && credentialKind !== 'BEARER'
  if (kinds && isNamed && !credentialName) refuse(collectionFaults.credential)
}

function demandTopic({ endpoint, topic, recordsPath }: Config): void {
  readMqtt(endpoint)
  if (!isTopic(topic)) refuse(collectionFaults.topic)
  if (recordsPath) readPath(recordsPath)
}

function demandScale(c: Config): void {
  readTcp(c.endpoint)
  lineReader(c)
}

async function demandSource(ctx: Ctx, c: Config): Promise<void> {
  if (!waysOf[c.direction].includes(c.sourceKind))
    refuse(collectionFaults.way, { direction: directions[c.direction], way: sourceKinds[c.sourceKind] })
  if (c.sourceKind === 'CSV_FOLDER') await demandOwnFolder(ctx, c)
  demandLogin(c)
  if (c.sourceKind === 'SFTP') readSftp(c.endpoint)
  if (c.sourceKind === 'MQTT') demandTopic(c)
  if (isScale(c)) demandScale(c)
  if (c.sourceKind !== 'REST_PULL' && c.sourceKind !== 'REST_SEND') return
  if (!c.endpoint) refuse(collectionFaults.noEndpoint)
  readUrl(c.direction === 'OUT' ? String(c.endpoint) : addressAt(String(c.endpoint), c, 1))
  // To whom a secret goes follows from no record.
  if (readUrl(String(c.endpoint)).host.includes('$'))
    refuse(outboundFaults.address, { url: String(c.endpoint).slice(0, 100) })
  const name = String(c.credentialName ?? '')
  if (c.credentialKind === 'HEADER' && (!headerForm.test(name) || ownHeaders.includes(name.toLowerCase())))
    refuse(collectionFaults.credential)
  for (const path of [c.recordsPath, c.watermarkPath]) if (path) readPath(path)
}

/** A paper comes with its lines: all of them in one record, or as rows of one file. */
function demandLines(c: Config, object: AnyEntity, mappings: readonly Mapping[]): void {
  if (object.outsideNo === undefined) return
  const needed = importColumns(object).filter((one) => one.rows && isNeeded(one))
  const missing = needed.find(({ name }) => !mappings.some(({ target }) => target === name))
  if (missing) refuse(collectionFaults.noLines, { object: object.title, field: missing.title })
  if (openedBy(mappings) === undefined && !isFile(c.sourceKind)) refuse(collectionFaults.flat, { object: object.title })
}

function demandMappings(served: readonly Served[], c: Config, mappings: readonly Mapping[]): void {
  const object = objectOf(served, c.object)
  const known = new Map(importColumns(object).map((column) => [column.name, column.title]))
  for (const { target, path, fixed, words } of mappings) {
    if (!known.has(target)) refuse(collectionFaults.target, { object: object.title, target })
    if (!path && !fixed) refuse(collectionFaults.empty, { target: known.get(target) })
    if (path) readPath(path)
    if (words) readWords(words)
  }
  openedBy(mappings)
  if (c.versionPath) readPath(c.versionPath)
  demandLines(c, object, mappings)
  const missing = keyOf(object).find((name) => !mappings.some(({ target }) => target === name))
  if (missing) refuse(collectionFaults.noKey, { field: known.get(missing) })
}

/** What no organisation of that kind has would be refused time and again. */
async function demandPlace(ctx: Ctx, object: AnyEntity, orgId: string): Promise<void> {
  const org = await ctx.tx.maybe<{ type: OrgType }>(sql`
    select type from sys_org where tenant_id = ${ctx.tenantId} and id = ${orgId}`)
  const refusal = notHere(object, org?.type)
  if (refusal) refuse(refusal, { subject: object.title })
}

/** Some events, and of no goods that whoever saves it does not see. */
function demandEvents(ctx: Ctx, c: Config): void {
  if ((c.events ?? []).length === 0) refuse(collectionFaults.noEvents)
  const named = c.ownerIds ?? []
  if (c.ownerScope === 'LISTED' && named.length === 0) refuse(collectionFaults.noOwner)
  const { owners } = ctx
  if (owners !== null && (c.ownerScope === 'ALL' || named.some((id) => !owners.includes(id))))
    refuse(collectionFaults.beyond)
}

/**
 * A collection as it stands now makes sense, and does nothing that whoever saved it could not do himself: from now on its
 * rows are written with his rights.
 */
export async function demandSense(
  ctx: Ctx,
  served: readonly Served[],
  config: Config,
  mappings: readonly Mapping[],
): Promise<void> {
  await demandReach(ctx, [config.orgId])
  if (config.direction === 'OUT') demandEvents(ctx, config)
  else if (!isScale(config)) demandHeld(ctx, [importPermission(objectOf(served, config.object))])
  if (config.direction === 'IN' && !isScale(config))
    await demandPlace(ctx, objectOf(served, config.object), config.orgId)
  const user = await ctx.tx.maybe<{ worksThere: boolean }>(sql`
    select u.org_id = ${config.orgId} or exists (select 1 from sys_user_org m
      where m.tenant_id = u.tenant_id and m.user_id = u.id and m.org_id = ${config.orgId}) as works_there
    from sys_user u where u.tenant_id = ${ctx.tenantId} and u.id = ${ctx.userId}`)
  if (!user) refuse(collectionFaults.noKeeper)
  if (!user?.worksThere) refuse(faults.foreignOrg)
  await demandSource(ctx, config)
  if (config.direction === 'OUT') demandOutMappings(mappings, config.sourceKind === 'REST_SEND')
  else if (!isScale(config)) demandMappings(served, config, mappings)
}
