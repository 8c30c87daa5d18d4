import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import type { Language, Text } from '@lading/contract/kernel/text.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import { exportRecord, sheetRecordLimits as limits } from '@lading/contract/sys/sheetRecord.ts'
import sql from 'sql-template-tag'
import { type Ctx, demand, type Identity, type Kernel, perform, systemOrg } from '../../kernel/ctx.ts'
import type { FileAnswer, OutsideRequest, Served } from '../../kernel/http/serve.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type Claim, createDue } from '../due/queue.ts'
import { inTenant } from '../job/run.ts'
import { ownTopic } from '../push/push.ts'
import { tellWho } from '../tellWho.ts'
import { beginFile, dropFiles, endFile, writePart } from './files.ts'
import { auditExport, expiry } from './records.ts'

export interface SheetTasks {
  /** From now on by itself. */
  start(): void
  /** Somebody has asked for something. */
  nudge(): void
  /** Writes what is due, until nothing is left. */
  tick(): Promise<void>
  stop(): Promise<void>
}
interface Needs {
  readonly served: () => readonly Served[]
  /** Somebody with the rights of this moment, working there, or a refusal. */
  readonly identify: (tx: Tx, tenantId: string, userId: string, orgId: string) => Promise<Identity>
}

const tickMs = 2_000
const kind = 'sheet'
/** Files that this process writes at the same moment. */
const atOnce = 2
/** Another of the tenant's has to end first. */
const againMs = 2_000
/** How often who waits is told how far it is. */
const toldMs = 1_000

interface Task {
  readonly id: string
  readonly tenantId: string
  readonly userId: string
  readonly orgId: string
  readonly route: string
  readonly input: unknown
  readonly language: Language
  readonly fileName: string
  /** By which whoever works on it is told from whoever did before. */
  readonly attempt: number
}

/** This process is about to end: another begins anew. */
class CutOff extends Error {}
/** Whoever asked for it has asked to stop. */
class Cancelled extends Error {}
/** It has been given to another: this process was not heard of for too long. */
class Lost extends Error {}

const interrupted: Text = ['多次中断，未完成', 'It was interrupted several times and not finished']

/**
 * Writes exports in the background. Any number of processes may do so on one database: each takes one at a time from the
 * queue of what is due and gives signs of life; what a dead one had comes back, three times at most. A file is written in
 * parts as its rows come, so that no process ever has a whole one in hand.
 */
export function createSheetTasks(kernel: Kernel, o: Needs): SheetTasks {
  const due = createDue(kernel)
  let isStopped = false
  let running: Promise<void> | undefined
  const handle = async (claim: Claim): Promise<Date | undefined> => {
    const { tenantId } = claim
    const task = await inTenant(kernel, tenantId, systemOrg, (ctx) => begin(ctx, claim.key.split(':')[1] ?? '0'))
    if (task === 'wait') return new Date(kernel.now().getTime() + againMs)
    if (!task) return undefined
    const file: Written = { id: undefined, size: 0, rows: 0 }
    try {
      const sha256 = await write(kernel, o, task, file, () => isStopped)
      await inTenant(kernel, tenantId, systemOrg, (ctx) => finish(ctx, task, file, sha256))
    } catch (error) {
      if (error instanceof Lost) return undefined
      if (!(error instanceof CutOff || error instanceof Cancelled || error instanceof Fault))
        kernel.log.error({ err: error, route: task.route }, 'an export failed')
      await inTenant(kernel, tenantId, systemOrg, (ctx) => giveUp(ctx, task, file, error))
      return error instanceof CutOff ? kernel.now() : undefined
    }
    return undefined
  }
  const work = async (): Promise<void> => {
    while (!isStopped) if (!(await due.workOne(kind, ['export'], handle))) return
  }
  const tick = (): Promise<void> => {
    running ??= Promise.all(Array.from({ length: atOnce }, work))
      .then(() => undefined)
      .catch((error: unknown) => kernel.log.warn({ err: error }, 'exports could not be written'))
      .finally(() => {
        running = undefined
      })
    return running
  }
  let timer: NodeJS.Timeout | undefined
  return {
    start: () => {
      timer ??= setInterval(tick, tickMs).unref()
    },
    nudge: () => {
      if (timer) setTimeout(tick, 50).unref()
    },
    tick,
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}

/** Takes a task, unless it is over, was taken back, or has to wait for others of its tenant. */
async function begin(ctx: Ctx, id: string): Promise<Task | 'wait' | undefined> {
  const t = ctx.tenantId
  // Who begins waits for who does, so that a tenant has never more at once than it may.
  await ctx.tx.query(sql`
    select id from sys_org where tenant_id = ${t} and upper_org_id is null order by id for no key update`)
  const row = await ctx.tx.maybe<Task & { state: string; stopAsked: boolean }>(sql`
    select id, tenant_id, user_id, org_id, route, input, language, file_name, attempt, state, stop_asked from sys_export_record
    where tenant_id = ${t} and id = ${id} for update`)
  if (!row || (row.state !== 'QUEUED' && row.state !== 'RUNNING')) return undefined
  const own = { ...row, attempt: row.attempt + 1 }
  if (row.stopAsked) {
    await end(ctx, row, 'CANCELLED', null)
    return undefined
  }
  if (own.attempt > limits.attempts) {
    await end(ctx, row, 'FAILED', say(interrupted, row.language))
    tellEnd(ctx, row, 'EXPORT_FAILED', say(interrupted, row.language))
    return undefined
  }
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::int as n from sys_export_record
    where tenant_id = ${t} and state = 'RUNNING' and attempt > 0 and id <> ${id}`)
  if (n >= limits.runningPerTenant) return 'wait'
  await ctx.tx.run(sql`
    update sys_export_record set state = 'RUNNING', attempt = ${own.attempt}, rows_done = 0, started_at = ${ctx.now()}, updated_at = ${ctx.now()}
    where tenant_id = ${t} and id = ${id}`)
  tellOwner(ctx, row)
  return own
}

interface Written {
  id: string | undefined
  size: number
  rows: number
}

/** Asks the call again that it came from, and keeps what that answers. @returns the hash of all of it */
async function write(kernel: Kernel, o: Needs, task: Task, file: Written, isStopped: () => boolean): Promise<string> {
  const { tenantId } = task
  const one = o.served().find((s) => s.call.path === task.route)
  if (one?.kind !== 'outside') throw new Fault(faults.noRoute)
  const origin = { traceId: task.id, language: task.language, ip: '', source: 'TASK', key: task.id }
  const who = async (tx: Tx): Promise<Identity> => {
    const identity = await o.identify(tx, tenantId, task.userId, task.orgId)
    demand(identity, one.call.permission)
    return identity
  }
  const request: OutsideRequest = {
    tenantId,
    origin,
    proof: { method: 'POST', url: task.route, bodyHash: '', key: undefined, isSecure: true, header: () => undefined },
    header: () => undefined,
    asked: { path: task.route, input: task.input },
    background: {
      count: (rows) =>
        inTenant(kernel, tenantId, systemOrg, async (ctx) => {
          await ctx.tx.run(sql`
            update sys_export_record set row_count = ${rows} where tenant_id = ${tenantId} and id = ${task.id}`)
        }),
      passed: (rows) => {
        file.rows += rows
      },
    },
    perform: (work, more) => perform(kernel, tenantId, origin, who, work, more),
  }
  const answer = (await one.handle(request, one.call.input.parse(task.input) as never)) as FileAnswer
  file.id = await inTenant(kernel, tenantId, systemOrg, (ctx) => beginFile(ctx, task.fileName, task.userId))
  return keep(kernel, task, file, answer.data as Readable, isStopped)
}

/** Keeps the bytes in parts, each with how far it is. Stops where somebody asked for it. */
async function keep(kernel: Kernel, task: Task, file: Written, bytes: Readable, isStopped: () => boolean) {
  const hash = createHash('sha256')
  let waiting: Buffer[] = []
  let held = 0
  let no = 0
  let told = kernel.now().getTime()
  const step = async (part: Buffer | undefined): Promise<void> => {
    if (isStopped()) throw new CutOff()
    told = kernel.now().getTime()
    await inTenant(kernel, task.tenantId, systemOrg, async (ctx) => {
      await goOn(ctx, task, file.rows)
      if (part && file.id) await writePart(ctx, file.id, no++, part)
    })
  }
  for await (const chunk of bytes) {
    const part = chunk as Buffer
    hash.update(part)
    file.size += part.length
    if (file.size > limits.fileBytes) throw new Fault(sheetFaults.outputTooBig, { max: limits.fileBytes / 1024 / 1024 })
    waiting.push(part)
    held += part.length
    if (held >= limits.partBytes) {
      const all = Buffer.concat(waiting)
      let from = 0
      for (; all.length - from >= limits.partBytes; from += limits.partBytes)
        await step(all.subarray(from, from + limits.partBytes))
      waiting = [Buffer.from(all.subarray(from))]
      held = all.length - from
    } else if (kernel.now().getTime() - told >= toldMs) await step(undefined)
  }
  await step(held > 0 ? Buffer.concat(waiting) : undefined)
  return hash.digest('hex')
}

/** Says how far it is, while it is this process's to do. */
async function goOn(ctx: Ctx, task: Task, rows: number): Promise<void> {
  const row = await ctx.tx.maybe<{ stopAsked: boolean }>(sql`
    update sys_export_record set rows_done = least(${rows}::integer, coalesce(row_count, ${rows}::integer)), updated_at = ${ctx.now()}
    where tenant_id = ${ctx.tenantId} and id = ${task.id} and state = 'RUNNING' and attempt = ${task.attempt}
    returning stop_asked`)
  if (!row) throw new Lost()
  if (row.stopAsked) throw new Cancelled()
  tellOwner(ctx, task)
}

async function finish(ctx: Ctx, task: Task, file: Written, sha256: string): Promise<void> {
  const { rowCount } = await ctx.tx.one<{ rowCount: number | null }>(sql`
    select row_count from sys_export_record where tenant_id = ${ctx.tenantId} and id = ${task.id} for update`)
  // Rows that went meanwhile are in no file; what tells of no pages was counted beforehand.
  const rows = file.rows > 0 ? file.rows : (rowCount ?? 0)
  const done = await ctx.tx.run(sql`
    update sys_export_record set state = 'DONE', rows_done = ${rows}, row_count = ${rows}, size = ${file.size}, file_id = ${file.id ?? null}, sha256 = ${sha256},
      message = null, expires_at = ${expiry(ctx)}, ended_at = ${ctx.now()}, updated_at = ${ctx.now()}, version = version + 1
    where tenant_id = ${ctx.tenantId} and id = ${task.id} and state = 'RUNNING' and attempt = ${task.attempt} and not stop_asked`)
  if (done === 0) throw new Cancelled()
  if (file.id) await endFile(ctx, file.id, file.size, task.userId)
  auditExport(ctx, { id: task.id, name: task.fileName }, sha256)
  tellOwner(ctx, task)
  tellEnd(ctx, task, 'EXPORT_DONE', String(rows))
}

/** What was written of it goes; whoever asked is told why there is no file, unless he wanted none. */
async function giveUp(ctx: Ctx, task: Task, file: Written, error: unknown): Promise<void> {
  await dropFiles(ctx, [file.id ?? null])
  if (error instanceof CutOff) {
    await ctx.tx.run(sql`
      update sys_export_record set state = 'QUEUED', attempt = attempt - 1, rows_done = 0, updated_at = ${ctx.now()}
      where tenant_id = ${ctx.tenantId} and id = ${task.id} and state = 'RUNNING' and attempt = ${task.attempt}`)
    return
  }
  if (error instanceof Cancelled) {
    await end(ctx, task, 'CANCELLED', null)
    return
  }
  const said = error instanceof Fault ? error.in(task.language) : say(faults.internal.text, task.language)
  await end(ctx, task, 'FAILED', said.slice(0, 500))
  tellEnd(ctx, task, 'EXPORT_FAILED', said.slice(0, 200))
}

async function end(ctx: Ctx, task: Pick<Task, 'id' | 'userId'>, state: string, message: string | null): Promise<void> {
  await ctx.tx.run(sql`
    update sys_export_record set state = ${state}, message = ${message}, ended_at = ${ctx.now()}, updated_at = ${ctx.now()}, version = version + 1
    where tenant_id = ${ctx.tenantId} and id = ${task.id} and state in ('QUEUED', 'RUNNING')`)
  tellOwner(ctx, task)
}

const tellOwner = (ctx: Ctx, { userId }: Pick<Task, 'userId'>): void => ctx.tell(ownTopic(exportRecord.key, userId))

function tellEnd(ctx: Ctx, task: Task, kindOf: 'EXPORT_DONE' | 'EXPORT_FAILED', said: string): void {
  tellWho(ctx, {
    kind: kindOf,
    about: task.id,
    args: { file: task.fileName, ...(kindOf === 'EXPORT_DONE' ? { rows: said } : { message: said }) },
    link: '#/app-sys/exportRecord',
    to: { userIds: [task.userId] },
  })
}
