import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import type { Language, Text } from '@lading/contract/kernel/text.ts'
import { say } from '@lading/contract/kernel/text.ts'
import type { MessageKind } from '@lading/contract/sys/message.ts'
import { type exportRecord, type importRecord, sheetRecordLimits as limits } from '@lading/contract/sys/sheetRecord.ts'
import sql, { raw } from 'sql-template-tag'
import { type Ctx, demand, type Identity, systemOrg } from '../../kernel/ctx.ts'
import { askServed, type Background, type OutsideRequest, type Served, type Upload } from '../../kernel/http/serve.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import { tableOf } from '../../kernel/tables.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { Claim } from '../due/queue.ts'
import { createWorker, type Worker } from '../due/worker.ts'
import { inTenant } from '../job/run.ts'
import { ownTopic } from '../push/push.ts'
import { tellWho } from '../tellWho.ts'
import { gone, silentMs, silentSince } from './alive.ts'
import { Cancelled, CutOff, Lost } from './stopped.ts'

export interface Needs {
  readonly served: () => readonly Served[]
  /** Somebody with the rights of this moment, working there, or a refusal. */
  readonly identify: (tx: Tx, tenantId: string, userId: string, orgId: string) => Promise<Identity>
}

const kind = 'sheet'
/** Files that this process works on at the same moment. */
const atOnce = 2
/** Another of the tenant's has to end first. */
const againMs = 2_000
/** How often who waits is told how far it is. */
export const toldMs = 1_000

export interface Task {
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

const interrupted: Text = ['多次中断，未完成', 'It was interrupted several times and not finished']

/** Something that is worked off in the background, each for a record of its own. */
export interface TaskKind {
  /** Its records. */
  readonly of: typeof exportRecord | typeof importRecord
  /** What stands before the colon of its keys. */
  readonly key: string
  /** The states of a record that somebody works on; it begins with the first. */
  readonly working: readonly string[]
  /** How who asked for it is told that nothing came of it. */
  readonly failed: MessageKind
  /** Where he finds it. */
  readonly link: string
  begin(o: Work): Working
}
export interface Work extends Needs {
  readonly kernel: Kernel
  readonly task: Task
  /** Whether the process is about to end. */
  readonly isStopped: () => boolean
}
interface Working {
  /** Does it, with its record's last state; throws what it ended with instead. */
  run(): Promise<void>
  /** What is left of it goes with the state that says that nothing came of it. */
  undo(ctx: Ctx): Promise<void>
}

/**
 * Works off exports and imports in the background. Any number of processes may do so on one database: each takes one at a
 * time from the queue of what is due and gives signs of life; what a dead one had comes back, three times at most.
 */
export function createSheetTasks(kernel: Kernel, kinds: readonly TaskKind[], o: Needs): Worker {
  const handle = async (claim: Claim, isStopped: () => boolean): Promise<Date | undefined> => {
    const { tenantId } = claim
    const [key, id = '0'] = claim.key.split(':')
    const kindOf = kinds.find((k) => k.key === key)
    if (!kindOf) return undefined
    const task = await inTenant(kernel, tenantId, systemOrg, (ctx) => begin(ctx, kindOf, id))
    if (task === undefined || task instanceof Date) return task
    const working = kindOf.begin({ ...o, kernel, task, isStopped })
    try {
      await working.run()
    } catch (error) {
      if (error instanceof Lost) return undefined
      if (!(error instanceof CutOff || error instanceof Cancelled || error instanceof Fault))
        kernel.log.error({ err: error, route: task.route }, `an ${key} failed`)
      await inTenant(kernel, tenantId, systemOrg, async (ctx) => {
        await working.undo(ctx)
        await giveUp(ctx, kindOf, task, error)
      })
      return error instanceof CutOff ? kernel.now() : undefined
    }
    return undefined
  }
  const keys = kinds.map(({ key }) => key)
  return createWorker(kernel, { kind, keys, atOnce, failed: 'exports and imports could not be worked off', handle })
}

/**
 * Takes a task, unless it is over, was taken back, or has to wait for others of its tenant. @returns instead of one when it
 * is to be looked at again, if ever
 */
async function begin(ctx: Ctx, kindOf: TaskKind, id: string): Promise<Task | Date | undefined> {
  const t = ctx.tenantId
  // Who begins waits for who does, so that a tenant has never more at once than it may.
  await ctx.tx.query(sql`
    select id from sys_org where tenant_id = ${t} and upper_org_id is null order by id for no key update`)
  const row = await ctx.tx.maybe<Task & Left>(sql`
    select id, tenant_id, user_id, org_id, route, input, language, file_name, attempt, state, stop_asked, updated_at from ${raw(tableOf(kindOf.of))}
    where tenant_id = ${t} and id = ${id} for update`)
  if (!row || !isOpen(kindOf, row.state)) return undefined
  if (isAtOnce(row)) return lookAt(ctx, kindOf, row)
  const own = { ...row, attempt: row.attempt + 1 }
  if (row.stopAsked) {
    await end(ctx, kindOf, row, 'CANCELLED', null)
    return undefined
  }
  if (own.attempt > limits.attempts) {
    await end(ctx, kindOf, row, 'FAILED', say(interrupted, row.language))
    tellFailed(ctx, kindOf, row, say(interrupted, row.language))
    return undefined
  }
  if ((await runningBeside(ctx, id)) >= limits.runningPerTenant) return new Date(ctx.now().getTime() + againMs)
  await ctx.tx.run(sql`
    update ${raw(tableOf(kindOf.of))} set state = ${kindOf.working[0]}, attempt = ${own.attempt}, rows_done = 0,
      started_at = ${ctx.now()}, updated_at = ${ctx.now()}
    where tenant_id = ${t} and id = ${id}`)
  tellOwner(ctx, kindOf.of, row)
  return own
}

interface Left {
  readonly state: string
  readonly stopAsked: boolean
  readonly updatedAt: Date
}
/** A call works it off itself: nobody has begun with it as a task. */
const isAtOnce = ({ state, attempt }: Left & Task): boolean => state === 'RUNNING' && attempt === 0

/** What a call works off itself is none of the background's, but for its end, when its process is gone. */
async function lookAt(ctx: Ctx, kindOf: TaskKind, row: Task & Left): Promise<Date | undefined> {
  if (row.updatedAt > silentSince(ctx)) return new Date(row.updatedAt.getTime() + silentMs)
  await end(ctx, kindOf, row, 'FAILED', say(gone, row.language))
  return undefined
}

const isOpen = (kindOf: TaskKind, state: string): boolean => state === 'QUEUED' || kindOf.working.includes(state)

/** What is being worked off for the tenant besides this one; what a call works off itself has had no attempt. */
async function runningBeside(ctx: Ctx, id: string): Promise<number> {
  const { n } = await ctx.tx.one<{ n: number }>(sql`
    select count(*)::int as n from (
      select id from sys_export_record where tenant_id = ${ctx.tenantId} and state = 'RUNNING' and attempt > 0
      union all
      select id from sys_import_record where tenant_id = ${ctx.tenantId} and state in ('CHECKING', 'RUNNING') and attempt > 0
    ) r where id <> ${id}`)
  return n
}

/** Who asks again, how, and which call: with the rights of this moment, where it was asked first. */
export async function askAgain(
  { kernel, task, served, identify }: Work,
  background: Background,
  upload?: Upload,
): Promise<unknown> {
  const { tenantId } = task
  const one = served().find((s) => s.call.path === task.route)
  if (one?.kind !== 'outside') throw new Fault(faults.noRoute)
  const origin = { traceId: task.id, language: task.language, ip: '', source: 'TASK', key: task.id }
  const who = async (tx: Tx): Promise<Identity> => {
    const identity = await identify(tx, tenantId, task.userId, task.orgId)
    demand(identity, one.call.permission)
    return identity
  }
  const request: OutsideRequest = {
    tenantId,
    origin,
    proof: { method: 'POST', url: task.route, bodyHash: '', key: undefined, isSecure: true, header: () => undefined },
    header: () => undefined,
    oneConnection: kernel.db.kind === 'pglite',
    asked: { path: task.route, input: task.input },
    background,
    perform: (work, more) => perform(kernel, tenantId, origin, who, work, more),
  }
  return askServed(one, request, task.input, upload)
}

/** Notes how many rows there are. */
export const noteCount =
  ({ kernel, task }: Work, of: TaskKind['of']) =>
  (rows: number): Promise<void> =>
    inTenant(kernel, task.tenantId, systemOrg, async (ctx) => {
      await ctx.tx.run(sql`
        update ${raw(tableOf(of))} set row_count = ${rows} where tenant_id = ${task.tenantId} and id = ${task.id}`)
    })

/** Whoever asked is told why nothing came of it, unless he wanted no more. */
async function giveUp(ctx: Ctx, kindOf: TaskKind, task: Task, error: unknown): Promise<void> {
  if (error instanceof CutOff) {
    await ctx.tx.run(sql`
      update ${raw(tableOf(kindOf.of))} set state = 'QUEUED', attempt = attempt - 1, rows_done = 0, updated_at = ${ctx.now()}
      where tenant_id = ${ctx.tenantId} and id = ${task.id} and state = any(${kindOf.working}::text[]) and attempt = ${task.attempt}`)
    return
  }
  if (error instanceof Cancelled) {
    await end(ctx, kindOf, task, 'CANCELLED', error.reason ? say(error.reason, task.language) : null)
    return
  }
  const said = error instanceof Fault ? error.in(task.language) : say(faults.internal.text, task.language)
  await end(ctx, kindOf, task, 'FAILED', said.slice(0, 500))
  tellFailed(ctx, kindOf, task, said.slice(0, 200))
}

async function end(ctx: Ctx, kindOf: TaskKind, task: Ended, state: string, message: string | null): Promise<void> {
  await ctx.tx.run(sql`
    update ${raw(tableOf(kindOf.of))} set state = ${state}, message = ${message}, ended_at = ${ctx.now()}, updated_at = ${ctx.now()}, version = version + 1
    where tenant_id = ${ctx.tenantId} and id = ${task.id} and state = any(${['QUEUED', ...kindOf.working]}::text[])`)
  tellOwner(ctx, kindOf.of, task)
}
type Ended = Pick<Task, 'id' | 'userId'>

/** A record is one user's own: nobody else hears of it. */
export const tellOwner = (ctx: Ctx, of: TaskKind['of'], { userId }: Pick<Task, 'userId'>): void =>
  ctx.tell(ownTopic(of.key, userId))

const tellFailed = (ctx: Ctx, kindOf: TaskKind, task: Task, message: string): void =>
  tellWho(ctx, {
    kind: kindOf.failed,
    about: task.id,
    args: { file: task.fileName, message },
    link: kindOf.link,
    to: { userIds: [task.userId] },
  })
