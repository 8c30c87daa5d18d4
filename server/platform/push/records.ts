import type { WsMessage } from '@lading/contract/sys/session.ts'
import type { wsRecord } from '@lading/contract/sys/wsRecord.ts'
import sql from 'sql-template-tag'
import { transaction } from '../../kernel/database.ts'
import type { Kernel } from '../../kernel/perform.ts'
import type { RowOf } from '../../kernel/rowOf.ts'

/** Whose sockets they are. */
export interface Receiver {
  readonly tenantId: string
  readonly userId: string
}
type Waiting = RowOf<typeof wsRecord, 'id' | 'kind' | 'topic' | 'queuedAt'>

/** After so long nobody waits for it any more: it stands among the messages all the same. */
export const waitMs = 24 * 3_600_000
/** So often it is sent without an answer. */
export const triesMax = 5
const atOnce = 50
const errorMax = 200

const failed = (kernel: Kernel, what: string) => (error: unknown) =>
  // What stands in the records is sent with the next news, or the next socket.
  kernel.log.warn({ err: error }, what)

/**
 * Sends a user what waits for him, and notes how that went.
 * @param isNew the socket is: what others of his got and nobody has confirmed is sent there again
 * @param post resolves once it has gone out
 */
export async function deliver(
  kernel: Kernel,
  { tenantId, userId }: Receiver,
  isNew: boolean,
  post: (message: WsMessage) => Promise<unknown>,
): Promise<void> {
  const open = isNew ? ['PENDING', 'SENT'] : ['PENDING']
  try {
    const rows = await transaction(kernel.db, tenantId, async (tx) => {
      if (isNew)
        await tx.run(sql`
          update sys_ws_record set status = 'FAILED', error = 'not confirmed', updated_at = ${kernel.now()}
          where tenant_id = ${tenantId} and receiver_id = ${userId} and status = 'SENT' and tries >= ${triesMax}`)
      return tx.query<Waiting>(sql`
        select id, kind, topic, queued_at from sys_ws_record
        where tenant_id = ${tenantId} and receiver_id = ${userId} and status = any(${open}::text[])
          and queued_at > ${new Date(kernel.now().getTime() - waitMs)} and queued_at <= ${kernel.now()} order by id limit ${atOnce}`)
    })
    if (rows.length === 0) return
    // Before they go: the word that they have come must not be overtaken by the one that they were sent.
    const ids = rows.map(({ id }) => id)
    await note(kernel, tenantId, ids, null)
    for (const { id, kind, topic, queuedAt } of rows)
      await post({ type: 'message', id, topic, kind, at: queuedAt.toISOString() }).catch((error: unknown) =>
        note(kernel, tenantId, [id], String(error instanceof AggregateError ? error.errors[0] : error)),
      )
  } catch (error) {
    failed(kernel, 'messages were not sent')(error)
  }
}

const note = (kernel: Kernel, tenantId: string, ids: readonly string[], error: string | null): Promise<number> =>
  transaction(kernel.db, tenantId, (tx) =>
    error === null
      ? tx.run(sql`
          update sys_ws_record set status = 'SENT', tries = tries + 1, error = null, sent_at = ${kernel.now()}, updated_at = ${kernel.now()}
          where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) and status in ('PENDING', 'SENT')`)
      : tx.run(sql`
          update sys_ws_record set status = 'FAILED', error = ${error.slice(0, errorMax)}, updated_at = ${kernel.now()}
          where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) and status = 'SENT'`),
  )
