import { Fault } from '@lading/contract/kernel/fault.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import { importRecord } from '@lading/contract/sys/sheetRecord.ts'
import sql from 'sql-template-tag'
import { type Ctx, systemOrg } from '../../kernel/ctx.ts'
import type { Upload } from '../../kernel/http/serve.ts'
import { inTenant } from '../job/run.ts'
import { bytesOf, fileOf } from './files.ts'
import { importsLink, whyStopped } from './importRecords.ts'
import { CutOff } from './stopped.ts'
import { askAgain, noteCount, type Task, type TaskKind, tellOwner, toldMs, type Work } from './tasks.ts'

/**
 * Imports of many rows. One that is all or nothing is one transaction, which ends with its record: whoever begins with it
 * anew finds it done, or nothing of it. One of which good rows go in notes each part with its rows.
 */
export const importTasks: TaskKind = {
  of: importRecord,
  key: 'import',
  working: ['CHECKING', 'RUNNING'],
  failed: 'IMPORT_FAILED',
  link: importsLink,
  begin: (o) => ({
    run: async () => {
      const file = await inTenant(o.kernel, o.task.tenantId, systemOrg, (ctx) => sentFile(ctx, o.task))
      const watch = watchTask(o)
      try {
        const { recordId, attempt, enter, goOn, passed } = watch
        const stages = { recordId, attempt, enter, goOn }
        await askAgain(o, { count: noteCount(o, importRecord), passed, stages }, file)
      } finally {
        await watch.stop()
      }
    },
    // What is in stays, and its record says how much it is.
    undo: async () => undefined,
  }),
}

async function sentFile(ctx: Ctx, task: Task): Promise<Upload> {
  const row = await ctx.tx.maybe<{ sourceId: string | null }>(sql`
    select source_id from sys_import_record where tenant_id = ${ctx.tenantId} and id = ${task.id}`)
  if (!row?.sourceId || !(await fileOf(ctx, row.sourceId))) throw new Fault(sheetFaults.notKept)
  return { name: task.fileName, data: await bytesOf(ctx, row.sourceId) }
}

/**
 * Says once a second how far a task is, beside the transaction that works on it, and hears by that whether it is still
 * wanted and still this process's.
 */
function watchTask({ kernel, task, isStopped }: Work) {
  const stages = { recordId: task.id, attempt: task.attempt }
  let state = importTasks.working[0] ?? ''
  let done = 0
  let why: Error | undefined
  let telling: Promise<void> | undefined
  const tell = (): Promise<void> =>
    inTenant(kernel, task.tenantId, systemOrg, async (ctx) => {
      // A part may have gone in while this waited for its row: what the part says of itself is newer.
      const shown = sql`least(${done}::integer, coalesce(row_count, ${done}::integer))`
      const told = await ctx.tx.run(sql`
        update sys_import_record set updated_at = ${ctx.now()},
          state = case when state = 'RUNNING' then state else ${state} end,
          rows_done = case when state = 'RUNNING' and ${state} = 'RUNNING' then greatest(rows_done, ${shown}) else ${shown} end
        where tenant_id = ${ctx.tenantId} and id = ${task.id} and state = any(${importTasks.working}::text[])
          and attempt = ${task.attempt} and not stop_asked`)
      if (told === 0) why ??= await whyStopped(ctx, stages)
      else tellOwner(ctx, importRecord, task)
    }).catch((error: unknown) => kernel.log.warn({ err: error }, 'an import could not say how far it is'))
  const timer = setInterval(() => {
    telling ??= tell().finally(() => {
      telling = undefined
    })
  }, toldMs)
  return {
    ...stages,
    enter: (next: string, from: number): void => {
      state = next
      done = from
    },
    passed: (rows: number): void => {
      done += rows
    },
    goOn: (): void => {
      if (isStopped()) throw new CutOff()
      if (why) throw why
    },
    stop: async (): Promise<void> => {
      clearInterval(timer)
      await telling
    },
  }
}
