// engine: what is kept of agents, their keys and what of their journals is booked

import { agent, agentCode, agentJournal } from '@lading/contract/dps/agent.ts'
import sql from 'sql-template-tag'
import { type Ctx, type Org, systemAt, systemOrigin } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import type { Kept } from '../driver/driver.ts'
import { raise } from '../rack/raise.ts'
import { here } from '../rack/read.ts'
import { centreIn, isHashOf } from './keys.ts'

/** An agent that has shown its key. */
export interface Known {
  readonly tenantId: string
  readonly org: Org
  readonly key: string
}
type Refused = 'revoked' | 'notAgent'

const inside = <T>(
  kernel: Kernel,
  at: { tenantId: string; orgId: string },
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> =>
  perform(
    kernel,
    at.tenantId,
    { ...systemOrigin('agent'), source: 'DPS' },
    (tx) => systemAt(tx, at.tenantId, at.orgId),
    work,
  )

const theOne = (ctx: Ctx) => sql`${here(ctx)} and code = ${agentCode}`
const standing = (ctx: Ctx): Promise<{ keyHash: string | null; isOn: boolean } | undefined> =>
  ctx.tx.maybe<{ keyHash: string | null; isOn: boolean }>(
    sql`select key_hash, is_on from dps_agent where ${theOne(ctx)}`,
  )

/** Whose key it is; undefined: nobody's, or no longer. */
export async function enter(kernel: Kernel, key: string): Promise<Known | undefined> {
  const at = centreIn(key)
  if (!at) return undefined
  return inside(kernel, at, async (ctx) => {
    const row = ctx.org.id === at.orgId ? await standing(ctx) : undefined
    return row && isHashOf(row.keyHash, key) ? { tenantId: at.tenantId, org: ctx.org, key } : undefined
  })
}

/** Says that it is there, and asks whether it still may be. */
export const stillThere = (
  kernel: Kernel,
  { tenantId, org, key }: Known,
  address: string,
): Promise<Refused | undefined> =>
  inside(kernel, { tenantId, orgId: org.id }, async (ctx) => {
    const row = await standing(ctx)
    if (!row || !isHashOf(row.keyHash, key)) return 'revoked'
    if (!row.isOn) return 'notAgent'
    await ctx.tx.run(sql`update dps_agent set seen_at = ${ctx.now()}, address = ${address} where ${theOne(ctx)}`)
    return undefined
  })

/** @returns up to which number its journal is booked; 0 of one that is new */
export const bookedOf = (kernel: Kernel, { tenantId, org }: Known, journal: string): Promise<number> =>
  inside(kernel, { tenantId, orgId: org.id }, async (ctx) => {
    await insert(ctx, agentJournal, [{ journal, lastSeq: 0 }], sql`on conflict do nothing`)
    const { lastSeq } = await ctx.tx.one<{ lastSeq: number }>(
      sql`select last_seq from dps_agent_journal where ${here(ctx)} and journal = ${journal}`,
    )
    return lastSeq
  })

/** Counts a number of a journal in the transaction that books it. @returns whether it had not come before */
export const countsFirst = async (ctx: Ctx, { journal, seq }: Kept): Promise<boolean> =>
  (await ctx.tx.run(sql`
    update dps_agent_journal set last_seq = ${seq}, booked_at = ${ctx.now()} where ${here(ctx)} and journal = ${journal} and last_seq < ${seq}`)) ===
  1

/** What was told of a controller that the centre does not have, or has no longer: somebody looks at it, and it is done. */
export const passOver = (kernel: Kernel, { tenantId, org }: Known, kept: Kept, what: string): Promise<void> =>
  inside(kernel, { tenantId, orgId: org.id }, async (ctx) => {
    if (await countsFirst(ctx, kept)) await raise(ctx, 'NOT_BOOKED', {}, what)
  })

/** The row of the caller's centre, locked; it comes into being with its first change. */
export async function lockAgent(ctx: Ctx): Promise<{ readonly id: string }> {
  await insert(ctx, agent, [{ code: agentCode }], sql`on conflict do nothing`)
  return ctx.tx.one<{ id: string }>(sql`select id from dps_agent where ${theOne(ctx)} for update`)
}
