import sql from 'sql-template-tag'
import { transaction } from '../../kernel/database.ts'
import type { Kernel } from '../../kernel/perform.ts'
import type { Receiver } from './records.ts'

export interface Confirmations {
  /** A client of the user says that these have come. */
  take(of: Receiver, ids: readonly string[]): void
  /** Writes what is left; nothing is taken afterwards. */
  close(): Promise<void>
}

/** What comes within so long is written together: a thousand pages that hear of one thing answer at one moment. */
const gatherMs = 50
/** A database that is busy is asked again after so long, and so often. */
const againMs = 1_000
const triesMax = 5

/** By `user message`, how often it was tried to write it. */
type Confirmed = Map<string, number>

export function createConfirmations(kernel: Kernel): Confirmations {
  const waiting = new Map<string, Confirmed>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<unknown> = Promise.resolve()
  const put = (tenantId: string, key: string, tries: number): void => {
    const own = waiting.get(tenantId) ?? new Map()
    own.set(key, tries)
    waiting.set(tenantId, own)
  }
  const writeIn = (ms: number): void => {
    timer ??= setTimeout(writeAll, ms).unref()
  }
  const write = (tenantId: string, confirmed: Confirmed): Promise<void> =>
    note(kernel, tenantId, [...confirmed.keys()]).catch((error: unknown) => {
      const open = [...confirmed].filter(([, tries]) => tries + 1 < triesMax)
      // Whoever has confirmed it is sent it again when he comes back, and knows that he had it.
      if (open.length < confirmed.size) kernel.log.warn({ err: error }, 'confirmations were lost')
      for (const [key, tries] of open) put(tenantId, key, tries + 1)
      if (open.length > 0) writeIn(againMs)
    })
  const writeAll = (): void => {
    timer = undefined
    const all = [...waiting]
    waiting.clear()
    writing = Promise.all([writing, ...all.map(([tenantId, confirmed]) => write(tenantId, confirmed))])
  }
  return {
    take: ({ tenantId, userId }, ids) => {
      for (const id of ids) put(tenantId, `${userId} ${id}`, 0)
      writeIn(gatherMs)
    },
    close: async () => {
      clearTimeout(timer)
      if (waiting.size > 0) writeAll()
      await writing
      clearTimeout(timer)
    },
  }
}

async function note(kernel: Kernel, tenantId: string, keys: readonly string[]): Promise<void> {
  const pairs = keys.map((key) => key.split(' '))
  await transaction(kernel.db, tenantId, (tx) =>
    tx.run(sql`
      update sys_ws_record r set status = 'ACKED', acked_at = ${kernel.now()}, updated_at = ${kernel.now()}, error = null
      from unnest(${pairs.map(([user]) => user)}::bigint[], ${pairs.map(([, id]) => id)}::bigint[]) as c(user_id, id)
      where r.tenant_id = ${tenantId} and r.id = c.id and r.receiver_id = c.user_id and r.status <> 'ACKED'`),
  )
}
