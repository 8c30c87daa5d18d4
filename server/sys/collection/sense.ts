import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { collectionFaults } from '@lading/contract/sys/collectionCalls.ts'
import { outboundFaults } from '@lading/contract/sys/outboundFaults.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Served } from '../../kernel/http/serve.ts'
import { importColumns } from '../../platform/sheet/columns.ts'
import { keyOf } from '../../platform/sheet/importDrafts.ts'
import { readUrl } from '../outbound/http.ts'
import { demandHeld, demandReach, withinReach } from '../rights.ts'
import { demandFolder } from './folder.ts'
import { type Mapping, openedBy, readPath, readWords } from './mapping.ts'
import { importPermission, objectOf } from './objects.ts'
import type { Config } from './runs.ts'
import { addressAt } from './source.ts'

/** Collections `t` that the caller may know of: who is limited to some owners' goods knows those that he keeps himself. */
export const knownTo = (ctx: Ctx): Sql =>
  sql`(${withinReach(ctx, sql`t.org_id`)} and (${ctx.owners === null}::boolean or t.keeper_id = ${ctx.userId}::bigint))`

const headerForm = /^[A-Za-z][\w-]{0,99}$/
/** What of the caller's own headers are is ours to say. */
const ownHeaders = ['host', 'content-length', 'content-type', 'transfer-encoding', 'connection', 'accept']

function demandSource(c: Config): void {
  if (c.sourceKind === 'CSV_FOLDER') demandFolder(c.folder)
  if (c.sourceKind !== 'REST_PULL') return
  if (!c.endpoint) refuse(collectionFaults.noEndpoint)
  readUrl(addressAt(String(c.endpoint), c, 1))
  // To whom a secret goes follows from no record.
  if (readUrl(String(c.endpoint)).host.includes('$'))
    refuse(outboundFaults.address, { url: String(c.endpoint).slice(0, 100) })
  const needsName = c.credentialKind === 'BASIC' || c.credentialKind === 'HEADER'
  if (needsName && !c.credentialName) refuse(collectionFaults.credential)
  const name = String(c.credentialName ?? '')
  if (c.credentialKind === 'HEADER' && (!headerForm.test(name) || ownHeaders.includes(name.toLowerCase())))
    refuse(collectionFaults.credential)
  for (const path of [c.recordsPath, c.watermarkPath]) if (path) readPath(path)
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
  const missing = keyOf(object).find((name) => !mappings.some(({ target }) => target === name))
  if (missing) refuse(collectionFaults.noKey, { field: known.get(missing) })
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
  demandHeld(ctx, [importPermission(objectOf(served, config.object))])
  const user = await ctx.tx.maybe<{ worksThere: boolean }>(sql`
    select u.org_id = ${config.orgId} or exists (select 1 from sys_user_org m
      where m.tenant_id = u.tenant_id and m.user_id = u.id and m.org_id = ${config.orgId}) as works_there
    from sys_user u where u.tenant_id = ${ctx.tenantId} and u.id = ${ctx.userId}`)
  if (!user) refuse(collectionFaults.noKeeper)
  if (!user?.worksThere) refuse(faults.foreignOrg)
  demandSource(config)
  demandMappings(served, config, mappings)
}
