import type { Call } from '@lading/contract/kernel/call.ts'
import { Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import { type openAccount, openCallLog, openUsage } from '@lading/contract/sys/openAccount.ts'
import { openFaults, openHeaders, openOrgParameter } from '@lading/contract/sys/openSignature.ts'
import sql from 'sql-template-tag'
import { allowed, type Identity, systemOrg } from '../../kernel/ctx.ts'
import { transaction } from '../../kernel/database.ts'
import { count } from '../../kernel/http/metrics.ts'
import type { ForeignDoor, ForeignRequest } from '../../kernel/http/pipeline.ts'
import { insert } from '../../kernel/insert.ts'
import type { Kernel } from '../../kernel/perform.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Tx } from '../../kernel/tx.ts'
import { closedBy, readPlan } from '../entitlement/read.ts'
import { isAboutRights } from '../rights.ts'
import { admit, daySlot } from './admit.ts'
import { tenantIn } from './keys.ts'

/** What the door's refusals leave per account and minute: whoever knows an app key could else fill the log. */
const notesPerMinute = 60
const minuteMs = 60_000
const messageMax = 200

type Found = RowOf<typeof openAccount, 'id' | 'appKey' | 'scopes' | 'ownerScope' | 'ownerIds'> & {
  readonly orgId: string
  readonly orgCode: string
  readonly orgType: string
  readonly timeZone: string
}

/** The organisation that a request names, in what it has signed. */
function orgIn(url: string): string | undefined {
  const named = new URLSearchParams(url.slice(url.split('?', 1)[0]?.length)).getAll(openOrgParameter)
  if (named.length > 1) throw new Fault(faults.malformed)
  return named[0]
}

/**
 * The account at work, as it is at this moment: its scopes are its permissions, its owners the goods that it sees. It has
 * no session and changes nobody's rights, its own least of all.
 */
async function identify(tx: Tx, kernel: Kernel, of: { tenantId: string; accountId: string; org?: string | undefined }) {
  const { tenantId, accountId, org: orgCode } = of
  const row = await tx.maybe<Found>(sql`
    select a.id, a.app_key, a.scopes, a.owner_scope, a.owner_ids, o.id as org_id, o.code as org_code, o.type as org_type, o.time_zone,
      set_config('app.org_id', case when o.type in ('DC', 'TC') then o.id::text else '' end, true) as wall
    from sys_open_account a join sys_org o on o.tenant_id = a.tenant_id and o.id = any(a.org_ids) and not o.disabled
    where a.tenant_id = ${tenantId} and a.id = ${accountId} and not a.disabled
      and (a.valid_to is null or a.valid_to >= ${daySlot(kernel.now())})
      and (${orgCode ?? null}::text is null or o.code = ${orgCode ?? null})
    order by array_position(a.org_ids, o.id) limit 1`)
  if (!row) return refuse(openFaults.org)
  const plan = await readPlan(tx, tenantId)
  const identity: Identity = {
    tenantId,
    userId: row.id,
    // A name could be anybody's.
    username: row.appKey,
    org: { id: row.orgId, code: row.orgCode, type: row.orgType, timeZone: row.timeZone },
    permissions: new Set(row.scopes.filter((one) => !closedBy(plan, one))),
    ...(plan && { closed: (permission: string) => closedBy(plan, permission) }),
    sight: null,
    owners: row.ownerScope === 'LISTED' ? row.ownerIds : null,
    carriers: null,
    sessionId: null,
  }
  return identity
}

/** What is a session's own, or about rights, is nobody's scope. */
function demandScope(who: Identity, call: Call): void {
  const closed = who.closed?.(call.permission)
  if (closed) refuse(closed.refusal, closed.args)
  if (call.permission === 'session' || isAboutRights(call) || !allowed(who, call.permission)) refuse(openFaults.noScope)
  if (call.upload) refuse(openFaults.upload)
}

/** Whether the door's refusals of an account may still be told of in this minute. */
function createNotes(now: () => Date): (accountId: string) => boolean {
  const notes = new Map<string, { since: number; left: number }>()
  return (accountId) => {
    const at = now().getTime()
    const known = notes.get(accountId)
    const one = known && Math.abs(at - known.since) < minuteMs ? known : { since: at, left: notesPerMinute }
    notes.set(accountId, one)
    one.left -= 1
    return one.left >= 0
  }
}

/** Tells in the log what became of a call, and how it took. */
const noteCall = (kernel: Kernel, of: Called, asked: Asked, error: unknown): Promise<void> =>
  transaction(kernel.db, of.tenantId, async (tx) => {
    const { call, origin, bytes } = asked.request
    const { accountId } = of
    const by = { ...kernel, ...of, tx, userId: accountId, org: systemOrg }
    const [code, message] = outcomeOf(error, asked.request)
    const row = {
      accountId,
      method: call.method,
      path: call.path,
      code,
      message,
      costMs: Math.round(performance.now() - asked.since),
      traceId: origin.traceId,
      ip: origin.ip,
      bytes,
    }
    await insert(by, openCallLog, [row])
    if (code === 0) return
    const now = kernel.now()
    await insert(
      by,
      openUsage,
      [{ accountId, slot: daySlot(now), calls: 0, refused: 1 }],
      sql`on conflict (tenant_id, account_id, slot) do update set refused = sys_open_usage.refused + 1, updated_at = ${now}`,
    )
  }).catch((err: unknown) => {
    // The call has been answered by then, and its answer stands.
    kernel.log.error({ err, traceId: asked.request.origin.traceId }, 'a call of an API account was not noted')
    count('open_call_not_noted')
  })

/** Lets in systems of others, by accounts that sign each of their calls, and keeps the log of what they did. */
export function openDoor(kernel: Kernel, secret: string, activeTenants: () => Promise<readonly string[]>): ForeignDoor {
  const mayNote = createNotes(kernel.now)
  /** Whose the request is, or a refusal. */
  const admitted = async (asked: Asked): Promise<Called> => {
    const { proof, origin, limit, network } = asked.request
    const appKey = proof.header(openHeaders.key) ?? ''
    // No header holds a line's end: nobody's token is called so.
    const bucket = `${appKey}\n${network}`
    limit.session(bucket, network)
    const tenantId = tenantIn(appKey)
    const isActive = tenantId !== undefined && (await activeTenants()).includes(tenantId)
    const verdict = isActive ? await admit(kernel, secret, tenantId, appKey, { proof, ip: origin.ip }) : undefined
    if (verdict && tenantId !== undefined && !verdict.refused) {
      limit.known(bucket)
      return { tenantId, accountId: verdict.accountId }
    }
    count('open_call_refused')
    if (!verdict || tenantId === undefined) throw new Fault(openFaults.badSignature)
    const called = { tenantId, accountId: verdict.accountId }
    if (mayNote(verdict.accountId)) await noteCall(kernel, called, asked, verdict.refused)
    throw verdict.refused
  }
  return {
    header: openHeaders.key.toLowerCase(),
    async enter(request, work) {
      const asked = { request, since: performance.now() }
      const called = await admitted(asked)
      const { proof, origin } = request
      try {
        const org = orgIn(proof.url)
        const answer = await work({
          tenantId: called.tenantId,
          // A request is good once: its nonce is a key of its own.
          origin: { ...origin, source: 'API', key: proof.key ?? proof.header(openHeaders.nonce) ?? origin.key },
          identify: async (tx, call) => {
            const who = await identify(tx, kernel, { ...called, org })
            demandScope(who, call)
            return who
          },
          about: [openOrgParameter],
        })
        await noteCall(kernel, called, asked, undefined)
        return answer
      } catch (error) {
        await noteCall(kernel, called, asked, error)
        throw error
      }
    },
  }
}

interface Called {
  readonly tenantId: string
  readonly accountId: string
}
interface Asked {
  readonly request: ForeignRequest
  readonly since: number
}
function outcomeOf(error: unknown, { origin }: ForeignRequest): readonly [code: number, message: string | null] {
  if (error === undefined) return [0, null]
  if (!(error instanceof Fault)) return [faults.internal.code, null]
  return [error.refusal.code, [...error.in(origin.language)].slice(0, messageMax).join('')]
}
