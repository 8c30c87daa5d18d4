import { Fault, type Refusal } from '@lading/contract/kernel/fault.ts'
import { type openAccount, openNonce, openUsage } from '@lading/contract/sys/openAccount.ts'
import { openFaults, openHeaders, openSignedText, openWindowMs } from '@lading/contract/sys/openSignature.ts'
import sql from 'sql-template-tag'
import { dayIn, usualZone } from '../../kernel/clock.ts'
import { systemOrg } from '../../kernel/ctx.ts'
import { transaction } from '../../kernel/database.ts'
import type { Proof } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import type { Kernel } from '../../kernel/perform.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Tx } from '../../kernel/tx.ts'
import { unseal } from '../seal.ts'
import { isListed } from './addresses.ts'
import { hmacOf, isSignedBy } from './keys.ts'

type AccountRow = RowOf<
  typeof openAccount,
  | 'id'
  | 'disabled'
  | 'signAlgorithm'
  | 'publicKey'
  | 'previousKey'
  | 'sealed'
  | 'sealedPrevious'
  | 'previousValidTo'
  | 'ipAllow'
  | 'ratePerMinute'
  | 'dailyQuota'
  | 'validTo'
>

/** What came of a request at the door. Refused, it is told whose account was named, so that its log tells of it. */
export interface Verdict {
  readonly accountId: string
  readonly refused?: Fault
}

const nonceForm = /^[\w-]{16,64}$/
/** One minute longer than a request can be good: the clocks of two processes are not one. */
const nonceMs = 2 * openWindowMs + 60_000
const minuteMs = 60_000

/** By what calls are counted: the minute, which is the same everywhere, and the day by the usual clocks. */
export const minuteSlot = (at: Date): string => at.toISOString().slice(0, 16)
export const daySlot = (at: Date): string => dayIn(usualZone, at)

/** The keys by which an account signs now: its own, and for a time the one before. */
function keysOf(row: AccountRow, secret: string, now: Date): string[] {
  const isGrace = row.previousValidTo !== null && new Date(row.previousValidTo) > now
  const open = (sealed: string | null) => (sealed === null ? null : unseal(sealed, secret, 'open account'))
  const keys =
    row.signAlgorithm === 'ED25519'
      ? [row.publicKey, isGrace ? row.previousKey : null]
      : [open(row.sealed), isGrace ? open(row.sealedPrevious) : null]
  return keys.filter((key): key is string => key !== null)
}

/** Whether the request was signed by the account, just as it came. */
function isSigned(row: AccountRow, proof: Proof, secret: string, now: Date): boolean {
  const [time = '', nonce = '', body = '', sign = ''] = [
    openHeaders.time,
    openHeaders.nonce,
    openHeaders.body,
    openHeaders.sign,
  ].map((name) => proof.header(name))
  if (!/^\d{13}$/.test(time) || !nonceForm.test(nonce) || body.toLowerCase() !== proof.bodyHash) return false
  const text = openSignedText({ method: proof.method, url: proof.url, time, nonce, bodyHash: proof.bodyHash })
  return isSignedBy(row.signAlgorithm, keysOf(row, secret, now), text, sign)
}

/** Counts one more call in the slot. @returns false when there were as many as there may be */
async function countIn(tx: Tx, by: Counting, slot: string, most: number): Promise<boolean> {
  const row = { accountId: by.accountId, slot, calls: 1, refused: 0 }
  const { count } = await insert(
    { ...by, tx },
    openUsage,
    [row],
    sql`on conflict (tenant_id, account_id, slot) do update set calls = sys_open_usage.calls + 1, updated_at = ${by.now()}
      where sys_open_usage.calls < ${most}::int`,
  )
  return count === 1
}
interface Counting extends Pick<Kernel, 'now' | 'newId'> {
  readonly tenantId: string
  readonly accountId: string
  readonly userId: string
  readonly org: typeof systemOrg
}

/**
 * Whether a signed request is let in, in a transaction of its own: whoever has proven himself has used this request up,
 * whatever becomes of it, so that nobody who has seen it can have it carried out later.
 * @returns undefined where no account is meant
 */
export function admit(
  kernel: Kernel,
  secret: string,
  tenantId: string,
  appKey: string,
  request: { readonly proof: Proof; readonly ip: string },
): Promise<Verdict | undefined> {
  const { proof, ip } = request
  return transaction(kernel.db, tenantId, async (tx): Promise<Verdict | undefined> => {
    const now = kernel.now()
    const row = await tx.maybe<AccountRow>(sql`
      select id, disabled, sign_algorithm, public_key, sealed, sealed_previous, previous_key, previous_valid_to, ip_allow,
        rate_per_minute, daily_quota, valid_to from sys_open_account
      where tenant_id = ${tenantId} and app_key = ${appKey}`)
    if (!row) {
      // As long as where there is one.
      hmacOf(secret, proof.url)
      return undefined
    }
    const { id: accountId } = row
    const no = (refusal: Refusal, args = {}): Verdict => ({ accountId, refused: new Fault(refusal, args) })
    if (!isSigned(row, proof, secret, now)) return no(openFaults.badSignature)
    const time = Number(proof.header(openHeaders.time))
    if (Math.abs(now.getTime() - time) > openWindowMs) return no(openFaults.tooOld)
    const by: Counting = { ...kernel, tenantId, accountId, userId: accountId, org: systemOrg }
    const nonce = {
      accountId,
      nonce: proof.header(openHeaders.nonce) ?? '',
      expiresAt: new Date(now.getTime() + nonceMs),
    }
    const { count: isFresh } = await insert({ ...by, tx }, openNonce, [nonce], sql`on conflict do nothing`)
    if (isFresh === 0) return no(openFaults.repeated)
    if (row.disabled) return no(openFaults.disabled)
    if (row.validTo !== null && row.validTo < daySlot(now)) return no(openFaults.ended)
    if (!isListed(row.ipAllow, ip)) return no(openFaults.address)
    if (!(await countIn(tx, by, minuteSlot(now), row.ratePerMinute)))
      return no(openFaults.rate, { seconds: Math.ceil((minuteMs - (now.getTime() % minuteMs)) / 1000) })
    if (!(await countIn(tx, by, daySlot(now), row.dailyQuota)))
      return no(openFaults.quota, { seconds: secondsToMidnight(now) })
    return { accountId }
  })
}

const quarterMs = 900_000
/** Until the next day by the usual clocks begins: no zone begins one elsewhere than on a quarter of an hour. */
function secondsToMidnight(now: Date): number {
  const today = daySlot(now)
  let at = Math.ceil((now.getTime() + 1) / quarterMs) * quarterMs
  while (daySlot(new Date(at)) === today) at += quarterMs
  return Math.ceil((at - now.getTime()) / 1000)
}
