import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import type { Permission } from '@lading/contract/kernel/permission.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { openAccount, openCallLog, openDelivery } from '@lading/contract/sys/openAccount.ts'
import { openAccountCalls as calls, openAccountFaults } from '@lading/contract/sys/openCalls.ts'
import { openHeaders } from '@lading/contract/sys/openSignature.ts'
import sql, { join } from 'sql-template-tag'
import type { z } from 'zod'
import { createRow, getRow, lockSeen, updateRow } from '../../kernel/crud.ts'
import { crudServed, readLog } from '../../kernel/crudServed.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { openApi } from '../../kernel/http/openapi.ts'
import { type OutsideRequest, type Served, serve, serveList, serveOutside } from '../../kernel/http/serve.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import type { Input, Rules, Seen } from '../../kernel/rules.ts'
import { exportServed } from '../../platform/sheet/exportRows.ts'
import { seenServed } from '../../platform/sheet/seenServed.ts'
import { toldOnce } from '../../platform/toldOnce.ts'
import { readUrl } from '../outbound/http.ts'
import { demandReachable } from '../outbound/reach.ts'
import { demandHeld } from '../rights.ts'
import { permissionTree } from '../role/permissionTree.ts'
import { seal } from '../seal.ts'
import { demandAddresses } from './addresses.ts'
import { type OpenNeeds, testCall } from './console.ts'
import { newAppKey, newSecret, readPublicKey } from './keys.ts'
import { demandOwnReach, grantable, knownScopes, knownTo, type Reaching } from './scopes.ts'
import { usage } from './usage.ts'
import { eventSchemas, resend, webhookSecret } from './webhooks.ts'

type Row = Input & Seen & Reaching
// The columns of the table, as its declaration has them.
const rowOf = (row: Input & Seen): Row => row as Row

/** What an account shall be makes sense, and is no more than whoever says so may do himself. */
async function demandSense(ctx: Ctx, input: Input, registry: readonly Permission[], before?: Row): Promise<void> {
  const next = { ...before, ...input } as Row
  if (input.scopes !== undefined) input.scopes = knownScopes(next.scopes, registry)
  if (before) await demandOwnReach(ctx, before)
  demandHeld(ctx, (input.scopes as readonly string[] | undefined) ?? [])
  if (next.orgIds.length === 0) refuse(openAccountFaults.noOrg)
  if (next.ownerScope === 'LISTED' && next.ownerIds.length === 0) refuse(openAccountFaults.noOwner)
  demandAddresses((next.ipAllow as string | null) ?? null)
  if (next.callbackUrl) {
    const { hostname } = readUrl(String(next.callbackUrl))
    // One that was allowed when it was typed hinders no other change.
    if (next.callbackUrl !== before?.callbackUrl) demandReachable(hostname)
  }
  await demandOwnReach(ctx, next)
  // The key is another algorithm's business otherwise.
  if (next.signAlgorithm !== 'ED25519') {
    if (input.publicKey !== undefined) input.publicKey = null
  } else if (input.publicKey !== undefined || !before) input.publicKey = readPublicKey(String(input.publicKey ?? ''))
}

const created = async (request: OutsideRequest, input: Input, o: OpenNeeds) => {
  const secret = input.signAlgorithm === 'ED25519' ? null : newSecret()
  const { answer, isFirst } = await toldOnce(request, calls.create.path, input, async (ctx) => {
    const appKey = newAppKey(ctx.tenantId)
    const rules: Rules = { beforeCreate: (_, row) => demandSense(ctx, row, o.permissions()) }
    const made = await createRow(ctx, openAccount, { ...input, appKey }, rules)
    if (secret !== null)
      await ctx.tx.run(sql`
        update sys_open_account set sealed = ${seal(secret, o.secret, 'open account')}
        where tenant_id = ${ctx.tenantId} and id = ${made.id}`)
    return { ...made, appKey }
  })
  return { ...answer, secret: isFirst ? secret : null }
}

/** A new secret, or a new public key; the one before stays good for so many hours, so that nothing stands still. */
async function rotate(request: OutsideRequest, input: z.output<typeof calls.rotateSecret.input>, o: OpenNeeds) {
  const secret = newSecret()
  const { answer, isFirst } = await toldOnce(request, calls.rotateSecret.path, input, async (ctx) => {
    const row = rowOf(await lockSeen(ctx, openAccount, input))
    await demandOwnReach(ctx, row)
    const isPair = row.signAlgorithm === 'ED25519'
    const publicKey = isPair ? readPublicKey(input.publicKey ?? '') : null
    const sealed = isPair ? null : seal(secret, o.secret, 'open account')
    const until = input.graceHours > 0 ? new Date(ctx.now().getTime() + input.graceHours * 3_600_000) : null
    await ctx.tx.run(sql`
      update sys_open_account set version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId},
        sealed_previous = case when ${until !== null} then sealed end, previous_key = case when ${until !== null} then public_key end,
        previous_valid_to = ${until}, sealed = ${sealed}, public_key = ${publicKey}
      where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
    ctx.audit({
      subject: openAccount.key,
      subjectId: row.id,
      subjectNo: String(row.name),
      action: 'rotate',
      after: { graceHours: input.graceHours },
    })
    const previousValidTo = until?.toISOString() ?? null
    return { id: row.id, version: row.version + 1, previousValidTo, isPair }
  })
  const { isPair, ...told } = answer
  return { ...told, secret: isFirst && !isPair ? secret : null }
}

/** A new secret for messages; what is under way is signed with the one that counts when it goes. */
async function replaceWebhookSecret(request: OutsideRequest, input: Seen) {
  const { answer, isFirst } = await toldOnce(request, calls.webhookSecret.path, input, async (ctx) => {
    const row = rowOf(await lockSeen(ctx, openAccount, input))
    await demandOwnReach(ctx, row)
    if (!row.callbackUrl) refuse(openAccountFaults.noCallback)
    const revision = Number(row.callbackRevision) + 1
    await ctx.tx.run(sql`
      update sys_open_account set callback_revision = ${revision}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
      where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
    ctx.audit({ subject: openAccount.key, subjectId: row.id, subjectNo: String(row.name), action: 'webhookSecret' })
    return { id: row.id, version: row.version + 1, revision }
  })
  const { revision, ...told } = answer
  return { ...told, secret: isFirst ? webhookSecret(request.tenantId, told.id, revision) : null }
}

/** The account, if the caller may know of it. */
async function known(ctx: Ctx, id: string): Promise<Input> {
  const there = await ctx.tx.maybe(sql`
    select 1 from sys_open_account t where t.tenant_id = ${ctx.tenantId} and t.id = ${id} and ${knownTo(ctx)[0]} and ${knownTo(ctx)[1]}`)
  found(there, openAccount.title)
  return getRow(ctx, openAccount, id)
}

/** How a call is signed, for whoever reads the document without our guide. */
const signed =
  'base64 of HMAC-SHA256 or Ed25519 over "V1\\n" METHOD "\\n" path "\\n" sorted query "\\n" timestamp "\\n" nonce "\\n" SHA-256 of the body in hex'
/** The calls that an account may make, as a document that others' tools read. */
async function document(ctx: Ctx, id: string, served: readonly Served[]) {
  const row = await known(ctx, id)
  const scopes = new Set(row.scopes as readonly string[])
  const own = served.map((s) => s.call).filter((call) => scopes.has(call.permission) && !call.upload)
  const scheme = {
    type: 'apiKey',
    in: 'header',
    name: openHeaders.key,
    description: `${Object.values(openHeaders).join(', ')}: ${signed}`,
  }
  const whole = {
    ...openApi(own, String(row.name)),
    components: { securitySchemes: { signed: scheme } },
    security: [{ signed: [] }],
  }
  const text = JSON.stringify(whole, null, 2)
  const name = `${say(['接口文档', 'OpenAPI'], ctx.language)}_${String(row.name)}.json`
  return { name, type: 'application/vnd.oai.openapi+json', data: Buffer.from(text) }
}

export function openAccountServed(o: OpenNeeds): Served[] {
  const { query, getById, log, create, update } = crudCalls(openAccount)
  const guard = async (ctx: Ctx, row: Input & Seen): Promise<void> => demandOwnReach(ctx, rowOf(row))
  const own = new Set([query, getById, log, create, update].map((call) => call?.path))
  return [
    ...crudServed(openAccount, { beforeEnable: guard, beforeDisable: guard }).filter(({ call }) => !own.has(call.path)),
    ...(query ? [serveList(query, (ctx, input) => listRecords(ctx, openAccount, input, knownTo(ctx)))] : []),
    ...(getById ? [serve(getById, (ctx, input) => known(ctx, (input as Seen).id))] : []),
    ...(log
      ? [
          serve(log, async (ctx, input) => {
            await known(ctx, (input as Seen).id)
            return readLog(ctx, openAccount, (input as Seen).id)
          }),
        ]
      : []),
    ...exportServed(openAccount, knownTo),
    ...seenServed(openCallLog, (ctx) => [
      sql`t.account_id in (select t.id from sys_open_account t where t.tenant_id = ${ctx.tenantId} and ${join(knownTo(ctx), ' and ')})`,
    ]),
    serveOutside(calls.create, (request, input) => created(request, input, o)),
    serve(calls.update, (ctx, input) =>
      updateRow(ctx, openAccount, input as Input & Seen, {
        beforeUpdate: (_, row, before) => demandSense(ctx, row, o.permissions(), rowOf(before as Input & Seen)),
      }),
    ),
    serveOutside(calls.rotateSecret, (request, input) => rotate(request, input, o)),
    serve(calls.scopes, async (ctx) => permissionTree(grantable(o.permissions()), ctx.language)),
    serveOutside(calls.webhookSecret, replaceWebhookSecret),
    serveList(calls.deliveries, async (ctx, { accountId, ...question }) => {
      await known(ctx, accountId)
      return listRecords(ctx, openDelivery, question, [sql`t.account_id = ${accountId}`])
    }),
    serve(calls.resend, async (ctx, { accountId, deliveryIds }) => {
      await demandOwnReach(ctx, rowOf((await known(ctx, accountId)) as Input & Seen))
      return resend(ctx, accountId, deliveryIds)
    }),
    serve(calls.eventSchemas, eventSchemas),
    serve(calls.usage, async (ctx, { id }) => usage(ctx, await known(ctx, id))),
    serve(calls.openApi, (ctx, { id }) => document(ctx, id, o.served())),
    serveOutside(calls.test, (request, input) => testCall(request, input, o)),
  ]
}
