import type { Text } from '@lading/contract/kernel/text.ts'
import type { exportRecord, importRecord } from '@lading/contract/sys/sheetRecord.ts'
import sql, { raw } from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { OutsideRequest } from '../../kernel/http/serve.ts'
import { tableOf } from '../../kernel/tables.ts'
import { putDue } from '../due/queue.ts'
import { taskDue } from './due.ts'

type Records = typeof exportRecord | typeof importRecord

/** A record that a call works off itself, and of which nothing has been heard for so long, has lost its process. */
export const silentMs = 60_000
const beatMs = 15_000

/** What is said of one whose process is gone. */
export const gone: Text = ['服务中断，未完成', 'The service was interrupted before this finished']

/** Before this nobody who is still there was heard of last. */
export const silentSince = (ctx: Pick<Ctx, 'now'>): Date => new Date(ctx.now().getTime() - silentMs)

/** Somebody looks after what a call works off itself, should its process die: nothing else would ever end its record. */
export const lookAfter = (ctx: Ctx, key: 'export' | 'import', id: string): Promise<void> =>
  putDue(ctx.tx, ctx.newId, [{ ...taskDue(ctx, key, id), at: new Date(ctx.now().getTime() + silentMs) }])

/**
 * Gives signs of life of a record while a call works on it. @returns how to end that
 */
export function giveSigns({ perform }: OutsideRequest, of: Records, id: string): () => void {
  const sign = (ctx: Ctx): Promise<number> =>
    ctx.tx.run(sql`
      update ${raw(tableOf(of))} set updated_at = ${ctx.now()}
      where tenant_id = ${ctx.tenantId} and id = ${id} and state = 'RUNNING' and attempt = 0`)
  // Whoever may not do this any more ends with his next step, and says so himself.
  const timer = setInterval(() => void perform(sign).catch(() => undefined), beatMs).unref()
  return () => clearInterval(timer)
}
