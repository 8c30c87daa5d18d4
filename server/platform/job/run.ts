import { hostname } from 'node:os'
import type { Fields } from '@lading/contract/kernel/entity.ts'
import type { OrgType } from '@lading/contract/kernel/org.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { RunState } from '@lading/contract/sys/job.ts'
import { jobLine } from '@lading/contract/sys/job.ts'
import sql from 'sql-template-tag'
import { type Ctx, type Org, systemIdentity, systemOrigin } from '../../kernel/ctx.ts'
import { asOwner } from '../../kernel/database.ts'
import { observeJob } from '../../kernel/http/metrics.ts'
import { insert } from '../../kernel/insert.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import type { Tx } from '../../kernel/tx.ts'

type Params = Readonly<Record<string, unknown>>

/** How a job works that is too much for one transaction. */
export interface Steps {
  /** One step, in a transaction of its own. Ends the job where it stands when its process is about to end, or when somebody stops it. */
  perform<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  /** A line of the run's log. */
  readonly tell: (line: string) => void
  /** What whoever started it by hand asked for. */
  readonly params: Params
  /** As the owner of the tables, within the tenant: retention of what the application itself may not take away. */
  asOwner<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

interface Planned {
  readonly title: Text
  /** When it runs until somebody says otherwise: five fields, by the clocks of its organisation. */
  readonly cron: string
  /** Comes paused: somebody has to want it. */
  readonly isOff?: boolean
  /** Each organisation of these kinds has one of its own; left out: the enterprise has it. */
  readonly worksAt?: readonly OrgType[]
  /** What may be asked of a run that is started by hand. */
  readonly params?: Fields
}
export interface ShortJob extends Planned {
  /** In one transaction. @returns what the run's record shall say */
  run(ctx: Ctx, params: Params): Promise<string | undefined>
}
export interface LongJob extends Planned {
  /** In as many transactions as it takes: no statement may need more than a moment. @returns as `run` */
  steps(by: Steps): Promise<string | undefined>
}
/** Work that the clock asks for. It must be harmless to repeat: one that is cut off is run again, elsewhere. */
export type Job = ShortJob | LongJob
export type JobHandlers = Readonly<Record<string, Job>>

/** A run that this process has claimed. */
export interface Run {
  readonly tenantId: string
  readonly runId: string
  readonly jobId: string
  readonly handler: string
  /** Where it works. */
  readonly org: Org
  readonly startedAt: Date
  readonly timeoutMinutes: number
  readonly params: Params
}
export interface Outcome {
  readonly status: RunState
  readonly message: string
}

/** What a run's record calls the process that works on it. */
export const nodeName = `${hostname().slice(0, 48)}:${process.pid}`
/** More lines than that nobody reads. */
const linesMax = 2_000
const lineMax = 1_000

/** Runs work in a tenant as the product itself, in one of its organisations. */
export const inTenant = <T>(kernel: Kernel, tenantId: string, org: Org, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  perform(kernel, tenantId, systemOrigin(kernel.newId()), systemIdentity(tenantId, org), work)

/** The process is about to end: another runs the job again. */
class CutOff extends Error {}
/** Somebody stopped it, or its time is over. What its present step did is undone. */
class Halted extends Error {
  readonly status: RunState
  constructor(status: RunState) {
    super(status)
    this.status = status
  }
}

/** Lines wait for the next transaction, so that telling costs no journey. */
interface Lines {
  tell(line: string): void
  /** Writes what waits; it waits on when the transaction is undone. @returns what to call once it is committed */
  flush(ctx: Ctx): Promise<() => void>
}
function linesOf(run: Run): Lines {
  const waiting: string[] = []
  let told = 0
  return {
    tell: (line) => {
      told += 1
      if (told < linesMax) waiting.push(line.slice(0, lineMax))
      else if (told === linesMax) waiting.push('…')
    },
    flush: async (ctx) => {
      const count = waiting.length
      await insert(
        ctx,
        jobLine.entity,
        waiting.map((text) => ({ runId: run.runId, text })),
      )
      return () => void waiting.splice(0, count)
    },
  }
}

/**
 * Runs a job and tells how it ended.
 * @returns nothing when it was cut off: it is as if its process had died
 */
export async function execute(
  kernel: Kernel,
  job: Job,
  run: Run,
  isStopped: () => boolean,
): Promise<(Outcome & { readonly record: (ctx: Ctx) => Promise<void> }) | undefined> {
  const begun = kernel.now().getTime()
  const lines = linesOf(run)
  lines.tell(`${run.handler} @ ${nodeName}`)
  const step: Steps['perform'] = async (one) => {
    if (isStopped()) throw new CutOff()
    let isWritten = (): void => undefined
    const result = await inTenant(kernel, run.tenantId, run.org, async (ctx) => {
      const answer = await one(ctx)
      isWritten = await lines.flush(ctx)
      await goOn(ctx, run)
      return answer
    })
    isWritten()
    return result
  }
  const byOwner: Steps['asOwner'] = (one) => {
    if (isStopped()) throw new CutOff()
    return asOwner(kernel.db, async (tx) => {
      await tx.query(sql`select set_config('app.tenant_id', ${run.tenantId}, true)`)
      return one(tx)
    })
  }
  const by: Steps = { perform: step, tell: lines.tell, params: run.params, asOwner: byOwner }
  const work = 'run' in job ? step((ctx) => job.run(ctx, run.params)) : job.steps(by)
  const outcome = await work.then(
    (words): Outcome => ({ status: 'DONE', message: words ?? '' }),
    (error: unknown): Outcome | undefined => {
      if (error instanceof CutOff) return undefined
      if (error instanceof Halted) return { status: error.status, message: '' }
      kernel.log.error({ err: error, job: run.handler, org: run.org.code }, 'a job failed')
      return { status: 'FAILED', message: error instanceof Error ? error.message : String(error) }
    },
  )
  if (!outcome) return undefined
  observeJob(run.handler, kernel.now().getTime() - begun)
  lines.tell(`${outcome.status} ${outcome.message}`.trim())
  return { ...outcome, record: async (ctx) => void (await lines.flush(ctx)) }
}

/** Counts a step that is done, unless the run shall end: then the step is undone. */
async function goOn(ctx: Ctx, run: Run): Promise<void> {
  const goes = await ctx.tx.run(sql`
    update sys_job_run set steps = steps + 1, updated_at = ${ctx.now()}
    where tenant_id = ${run.tenantId} and id = ${run.runId} and status = 'RUNNING' and not stop_asked`)
  if (goes === 0) throw new Halted('CANCELLED')
  if (ctx.now().getTime() - run.startedAt.getTime() > run.timeoutMinutes * 60_000) throw new Halted('TIMEOUT')
}
