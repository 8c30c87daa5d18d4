import { randomBytes } from 'node:crypto'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import type { Permission } from '@lading/contract/kernel/permission.ts'
import { openAccount } from '@lading/contract/sys/openAccount.ts'
import type { openAccountCalls as calls, OpenTest } from '@lading/contract/sys/openCalls.ts'
import { openHeaders, openSignedText } from '@lading/contract/sys/openSignature.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { sha256 } from '../../kernel/http/input.ts'
import type { OutsideRequest, Served } from '../../kernel/http/serve.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { unseal } from '../seal.ts'
import { hmacOf } from './keys.ts'
import { demandOwnReach } from './scopes.ts'

/** What the pages of open accounts ask of the whole. */
export interface OpenNeeds {
  readonly permissions: () => readonly Permission[]
  readonly secret: string
  /** Sends a request to this server itself, as it would come by the network. */
  readonly send: Send
  readonly served: () => readonly Served[]
}
export type Send = (request: {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload?: string
  readonly remoteAddress: string
}) => Promise<{ readonly status: number; readonly body: string }>

type Tested = RowOf<
  typeof openAccount,
  'id' | 'name' | 'appKey' | 'signAlgorithm' | 'sealed' | 'scopes' | 'orgIds' | 'ownerScope' | 'ownerIds'
>
const answerMax = 100_000

/** Who may do all that an account does may try it: what it is to sign, what it is answered. */
async function tested(ctx: Ctx, id: string, call: string): Promise<Tested> {
  const row = found(
    await ctx.tx.maybe<Tested>(sql`
      select id, name, app_key, sign_algorithm, sealed, scopes, org_ids, owner_scope, owner_ids from sys_open_account
      where tenant_id = ${ctx.tenantId} and id = ${id}`),
    openAccount.title,
  )
  await demandOwnReach(ctx, row)
  ctx.audit({ subject: openAccount.key, subjectId: row.id, subjectNo: row.name, action: 'test', after: { call } })
  return row
}

/** Signs a call as the account does and sends it the whole way, with the address of whoever tries it. */
export async function testCall(
  request: OutsideRequest,
  input: z.output<typeof calls.test.input>,
  { secret, send, served }: Pick<OpenNeeds, 'secret' | 'send' | 'served'>,
): Promise<OpenTest> {
  const { method, path: url, body } = input
  const isCall = served().some(
    ({ call }) => call.method === method && call.path === url.split('?', 1)[0] && call.permission !== 'open',
  )
  if (!isCall) refuse(faults.noRoute)
  const [row, now] = await request.perform(
    async (ctx) => [await tested(ctx, input.id, `${method} ${url}`.slice(0, 200)), ctx.now()] as const,
  )
  const payload = method === 'POST' ? body : ''
  const bodyHash = sha256(payload)
  const time = input.time ?? String(now.getTime())
  const nonce = input.nonce ?? randomBytes(16).toString('hex')
  const canonicalString = openSignedText({ method, url, time, nonce, bodyHash })
  const key = row.sealed === null ? null : unseal(row.sealed, secret, 'open account')
  const signature = key === null ? input.signature : hmacOf(key, canonicalString).toString('base64')
  const headers = {
    [openHeaders.key]: row.appKey,
    [openHeaders.time]: time,
    [openHeaders.nonce]: nonce,
    [openHeaders.body]: bodyHash,
    ...(signature !== undefined && { [openHeaders.sign]: signature }),
  }
  if (signature === undefined) return { canonicalString, headers, status: null, body: '' }
  const sent = {
    ...headers,
    'accept-language': request.origin.language,
    ...(method === 'POST' && { 'content-type': 'application/json' }),
  }
  const answer = await send({
    method,
    url,
    headers: sent,
    remoteAddress: request.origin.ip,
    ...(method === 'POST' && { payload }),
  })
  return { canonicalString, headers, status: answer.status, body: answer.body.slice(0, answerMax) }
}
