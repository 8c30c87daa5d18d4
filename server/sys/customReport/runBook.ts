import { finished, type Readable } from 'node:stream'
import { Fault, faults } from '@lading/contract/kernel/fault.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { type Drawing, isDashboard } from '@lading/contract/sys/dashboard.ts'
import { reportFaults, sheetFaultsOfReports } from '@lading/contract/sys/reportFaults.ts'
import { reportRun, type reportWays } from '@lading/contract/sys/reportRun.ts'
import { type Ctx, systemOrg } from '../../kernel/ctx.ts'
import { transaction } from '../../kernel/database.ts'
import type { OutsideRequest } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import type { Kernel } from '../../kernel/perform.ts'
import type { FieldsOf, NewRow } from '../../kernel/rowOf.ts'
import { Cancelled, CutOff, Lost } from '../../platform/sheet/stopped.ts'

type Run = NewRow<FieldsOf<typeof reportRun>>
/**
 * Takes note of a run; whoever reads waits for nothing, and nothing that goes wrong here is his.
 * @param repeats it is asked again by itself: once in a while tells enough
 */
export type NoteRun = (tenantId: string, run: Run, repeats: boolean) => void
export interface RunBook {
  readonly note: NoteRun
  /** Writes what waits. */
  flush(): Promise<void>
}

/** What comes within so long is written together. */
const gatherMs = 1_000
/** Of a tenant; more than that at once is a storm, of which the first rows tell enough. */
const waitingMost = 1_000
/** A dashboard on a wall is one run in so long. */
const repeatMs = 600_000
const repeatsMost = 2_000

/**
 * Runs of reports, gathered by each process and written in transactions of its own: reading calls write nothing. What a
 * process that dies had not written yet is lost; who has taken a file out stands in the log of exports all the same.
 */
export function createRunBook(kernel: Kernel): RunBook {
  let waiting = new Map<string, Run[]>()
  const repeated = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  const write = async (all: ReadonlyMap<string, readonly Run[]>): Promise<void> => {
    for (const [tenantId, rows] of all)
      await transaction(kernel.db, tenantId, (tx) =>
        insert({ ...kernel, tx, tenantId, userId: null, org: systemOrg }, reportRun, rows),
      ).catch((err: unknown) => kernel.log.warn({ err }, 'runs of reports were not noted'))
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const all = waiting
    waiting = new Map()
    writing = writing.then(() => write(all))
    return writing
  }
  const isToldAlready = (key: string): boolean => {
    const now = kernel.now().getTime()
    if (Math.abs(now - (repeated.get(key) ?? Number.NEGATIVE_INFINITY)) < repeatMs) return true
    if (repeated.size >= repeatsMost) repeated.clear()
    repeated.set(key, now)
    return false
  }
  return {
    note: (tenantId, run, repeats) => {
      const { reportId, userId, orgId, result } = run
      if (repeats && isToldAlready([tenantId, reportId, userId, orgId, result].join())) return
      const own = waiting.get(tenantId) ?? []
      waiting.set(tenantId, own)
      if (own.length < waitingMost) own.push(run)
      timer ??= setTimeout(() => void flush(), gatherMs).unref()
    },
    flush,
  }
}

const limits = [reportFaults.tooMany, reportFaults.days, sheetFaultsOfReports.tooLarge].map(({ code }) => code)
const fits = (text: string, most: number): string => [...text].slice(0, most).join('')

interface Read {
  readonly id: string
  readonly path: string
  readonly template: Drawing
}
/** What is known of a run by and by. */
export interface Telling {
  /** Whose it is, and of what: before that there is no run. */
  begin(ctx: Ctx, report: Read): void
  /** What was read for it. */
  read(rows: number, asked: readonly { readonly title: string; readonly value: string }[]): void
  /** It is left to the background: that is the run. */
  leave(): void
  /** It has ended when all of its file is read. */
  follow(file: Readable): void
}
interface How {
  readonly format: Run['format']
  readonly way: keyof typeof reportWays
}

/** Runs a report and says in the book how that ended. */
export async function noted<T>(
  note: NoteRun,
  { origin }: Pick<OutsideRequest, 'origin'>,
  { format, way }: How,
  work: (telling: Telling) => Promise<T>,
): Promise<T> {
  const since = performance.now()
  let begun: { tenantId: string; run: Run; repeats: boolean } | undefined
  let facts: Pick<Run, 'rowCount' | 'asked'> = { rowCount: null, asked: null }
  let file: Readable | undefined
  const end = (result: 'DONE' | 'LIMIT' | 'FAILED', message: string | null): void => {
    if (!begun) return
    const costMs = Math.round(performance.now() - since)
    const run = { ...begun.run, ...facts, way, format, result, costMs, message } as const
    note(begun.tenantId, run, begun.repeats)
  }
  const telling: Telling = {
    begin: ({ tenantId, userId, org, now }, { id, path, template }) => {
      const repeats = way === 'SCREEN' && isDashboard(template) && template.refresh !== undefined
      const run = { startedAt: now(), path, reportId: id, userId: userId ?? '0', orgId: org.id }
      begun = { tenantId, run, repeats }
    },
    read: (rowCount, asked) => {
      facts = { rowCount, asked: fits(asked.map((a) => `${a.title}: ${a.value}`).join('; '), 500) || null }
    },
    leave: () => {
      begun = undefined
    },
    follow: (stream) => {
      file = stream
    },
  }
  const fail = (error: unknown): void => {
    // Another process begins it anew: that is the run.
    if (error instanceof CutOff || error instanceof Lost) return
    if (error instanceof Cancelled) {
      end('DONE', error.reason ? say(error.reason, origin.language) : null)
      return
    }
    const fault = error instanceof Fault ? error : new Fault(faults.internal)
    end(limits.includes(fault.refusal.code) ? 'LIMIT' : 'FAILED', fits(fault.in(origin.language), 300))
  }
  try {
    const answer = await work(telling)
    if (file) finished(file, (error) => (error ? fail(error) : end('DONE', null)))
    else end('DONE', null)
    return answer
  } catch (error) {
    fail(error)
    throw error
  }
}
