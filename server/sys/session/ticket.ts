import { randomBytes } from 'node:crypto'
import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import { wsTicket } from '@lading/contract/sys/session.ts'
import { sessionToken } from '@lading/contract/sys/tables.ts'
import sql from 'sql-template-tag'
import type { Identity } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import type { Tx } from '../../kernel/tx.ts'
import { identifySession } from './identify.ts'
import { hashToken } from './tokens.ts'

const ticketSeconds = 30

/** Makes a ticket of the caller's session. */
export const ticketServed = (): Served[] => [
  serve(wsTicket, async (ctx) => {
    const ticket = randomBytes(32).toString('base64url')
    await insert(ctx, sessionToken, [
      {
        sessionId: ctx.sessionId,
        kind: 'TICKET',
        hash: hashToken(ticket),
        expiresAt: new Date(ctx.now().getTime() + ticketSeconds * 1000),
      },
    ])
    return { ticket, expiresIn: ticketSeconds }
  }),
]

/** Takes a ticket, which is then of no more use. @returns who made it */
export async function useTicket(tx: Tx, tenantId: string, ticket: string, now: Date): Promise<Identity> {
  const used = await tx.maybe<RowOf<typeof sessionToken, 'sessionId'>>(sql`
    update sys_session_token set used_at = ${now}, updated_at = ${now}
    where tenant_id = ${tenantId} and hash = ${hashToken(ticket)} and kind = 'TICKET' and used_at is null and expires_at > ${now}
    returning session_id`)
  if (!used) throw new Fault(faults.tokenExpired)
  return identifySession(tx, tenantId, used.sessionId, now)
}
