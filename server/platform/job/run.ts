import sql from 'sql-template-tag'
import { type Ctx, type Kernel, type Org, perform, systemIdentity, systemOrg, systemOrigin } from '../../kernel/ctx.ts'
import { observeJob } from '../../kernel/http/metrics.ts'

/** How a job works that is too much for one transaction. */
export interface Steps {
  /** One step, in a transaction of its own. Ends the job where it stands when its process is about to end. */
  perform<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
}

interface Planned {
  /** Five fields, in the usual zone: a tenant has one row per job, so centres in other zones run at the same moment. */
  readonly cron: string
  /** Runs once per logistics centre; else once per tenant. */
  readonly perDc?: boolean
}
export interface ShortJob extends Planned {
  /** In one transaction. @returns what the run's record shall say */
  run(ctx: Ctx): Promise<string | undefined>
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
  readonly code: string
}

export const inTenant = <T>(kernel: Kernel, tenantId: string, org: Org, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  perform(kernel, tenantId, systemOrigin(kernel.newId()), systemIdentity(tenantId, org), work)

/** The process is about to end: another runs the job again. */
class CutOff extends Error {}

/**
 * Runs a job and records how it ended.
 * @returns false when it was cut off: nothing is recorded, it is as if its process had died
 */
export async function execute(kernel: Kernel, job: Job, run: Run, isStopped: () => boolean): Promise<boolean> {
  const { tenantId, runId } = run
  const begun = kernel.now().getTime()
  const outcome = await work(kernel, job, run, isStopped).catch((error: unknown) => {
    if (error instanceof CutOff) return undefined
    throw error
  })
  if (!outcome) return false
  observeJob(run.code, kernel.now().getTime() - begun)
  await inTenant(kernel, tenantId, systemOrg, async (ctx) => {
    await ctx.tx.run(sql`
      update sys_job_run set ended_at = ${ctx.now()}, status = ${outcome.status}, message = ${outcome.message.slice(0, 2000)}, updated_at = ${ctx.now()}
      where tenant_id = ${tenantId} and id = ${runId}`)
    await ctx.tx.run(sql`
      update sys_job set last_status = ${outcome.status}, updated_at = ${ctx.now()} where tenant_id = ${tenantId} and id = ${run.jobId}`)
  })
  return true
}

/** One centre that fails does not hold the others. */
async function work(
  kernel: Kernel,
  job: Job,
  run: Run,
  isStopped: () => boolean,
): Promise<{ status: string; message: string }> {
  const said: string[] = []
  let status = 'DONE'
  for (const org of job.perDc ? await centres(kernel, run.tenantId) : [systemOrg]) {
    const step: Steps['perform'] = (one) => {
      if (isStopped()) throw new CutOff()
      return inTenant(kernel, run.tenantId, org, one)
    }
    try {
      const words = 'run' in job ? await step((ctx) => job.run(ctx)) : await job.steps({ perform: step })
      if (words) said.push(org.code ? `${org.code}: ${words}` : words)
    } catch (error) {
      if (error instanceof CutOff) throw error
      status = 'FAILED'
      said.push(`${org.code}: ${error instanceof Error ? error.message : String(error)}`)
      kernel.log.error({ err: error, job: run.code, org: org.code }, 'a job failed')
    }
  }
  return { status, message: said.join('\n') }
}

const centres = (kernel: Kernel, tenantId: string): Promise<Org[]> =>
  inTenant(kernel, tenantId, systemOrg, (ctx) =>
    ctx.tx.query<Org & object>(sql`
      select id, code, type, time_zone from sys_org where tenant_id = ${tenantId} and type = 'DC' and not disabled order by id`),
  )
