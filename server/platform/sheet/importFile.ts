import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { sheetLimits } from '@lading/contract/sys/sheetFaults.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { once } from '../../kernel/http/idempotency.ts'
import type { OutsideRequest, Upload } from '../../kernel/http/serve.ts'
import type { ImportRules, Pace } from './importCheck.ts'
import { importIn, type Outcome, Undone } from './importIn.ts'
import { markedFile, markedName } from './importMarked.ts'
import type { How } from './importMatch.ts'
import { endImport, keepMarked, keepSource } from './importRecords.ts'
import { byRow, type ImportAnswer, type Remark } from './importReport.ts'
import type { SheetRow } from './rows.ts'

export interface Wanted extends How {
  readonly dryRun: boolean
  readonly onlyGood: boolean
}
/** A file as it was sent, with its SHA-256. */
export type Sent = Upload & { readonly hash: string }
/** The same with its rows, the heading first. */
export type Read = Sent & { readonly sheet: readonly SheetRow[] }

/** What is found wrong with others once some are left out, as those below one that is, takes another look. */
export const looksMax = 10

/** Tells the background how far a file is: how much of it is checked, then how much is in; of a trial half each. */
export function paceOf({ background }: OutsideRequest, count: number, dryRun: boolean): Pace | undefined {
  if (!background?.stages) return undefined
  const { stages, passed } = background
  const share = dryRun ? 0.5 : 1
  let checked = 0
  let written = 0
  const goOn = async (): Promise<void> => {
    // Whoever else this process serves comes between, and so does the word to stop.
    await setImmediate()
    stages.goOn()
  }
  return {
    checked: async (part) => {
      const now = Math.max(checked, Math.floor(count * part * share))
      passed(now - checked)
      checked = now
      await goOn()
    },
    written: async (rows) => {
      if (written === 0 && !dryRun) stages.enter('RUNNING', 0)
      const before = Math.floor(written * share)
      written += rows
      passed(Math.floor(written * share) - before)
      await goOn()
    },
  }
}

/** What is told of a file of which some rows were left out before. */
const wholeOf = (outcome: Outcome, left: readonly Remark[], rows: number): Outcome => ({
  ...outcome,
  rows,
  errors: byRow([...left, ...outcome.errors]).slice(0, sheetLimits.errors),
  all: [...left, ...outcome.all],
})

/**
 * Checks and writes a file in one transaction, all of it or nothing; of one of which only good rows are wanted, those.
 * @param record tells of it, and ends in the same transaction
 */
export async function importFile(
  request: OutsideRequest,
  e: AnyEntity,
  o: Wanted,
  file: Read,
  rules: ImportRules,
  record: string,
): Promise<ImportAnswer> {
  const { sheet, hash } = file
  const count = sheet.length - 1
  const { stages } = request.background ?? {}
  const requestHash = createHash('sha256').update(JSON.stringify(o)).update(file.data).digest('hex')
  const path = crudCalls(e).import?.path ?? ''
  const pace = paceOf(request, count, o.dryRun)
  const bad = new Set<number>()
  /** Told of rows that were left out before. */
  const left: Remark[] = []
  for (let look = 0; ; look++) {
    const rows = sheet.filter((row, i) => i === 0 || !bad.has(row.row))
    const work = async (ctx: Ctx): Promise<Outcome> => {
      const done = wholeOf(await importIn(ctx, e, rows, o, rules, pace), left, count)
      await endImport(ctx, record, left.length > 0 ? 'PARTIAL' : 'DONE', { ...done, hash }, stages)
      return done
    }
    // Of a task the record's own state says whether it is done already.
    const isOnce = !o.dryRun && !stages
    const got = await request
      .perform((ctx) => (isOnce ? once(ctx, path, request.origin.key, requestHash, () => work(ctx)) : work(ctx)))
      .catch((error: unknown) => {
        if (error instanceof Undone) return error
        throw error
      })
    // What it was answered first, should it have been sent before.
    if (!(got instanceof Undone)) return withMarked(request, file, record, got as Outcome, { left, bad })
    const { errors, bad: more } = got.outcome
    const isNone = errors.length > 0 && sheet.every((row, i) => i === 0 || bad.has(row.row) || more.has(row.row))
    for (const row of more) bad.add(row)
    if (errors.length > 0 && o.onlyGood && !isNone && look < looksMax - 1) {
      left.push(...errors)
      continue
    }
    const state = errors.length > 0 ? 'REFUSED' : 'CHECKED'
    return endUndone(request, file, record, state, wholeOf(got.outcome, left, count), { left, bad })
  }
}

interface LeftOut {
  readonly left: readonly Remark[]
  readonly bad: ReadonlySet<number>
}
/** Rows with what is said of each. Of good rows that went in only the others come back. */
async function markedOf(
  { origin }: OutsideRequest,
  { sheet }: Read,
  all: readonly Remark[],
  { left, bad }: LeftOut,
): Promise<Buffer | undefined> {
  if (all.length === 0) return undefined
  const shown = left.length > 0 ? sheet.filter((row, i) => i === 0 || bad.has(row.row)) : sheet
  return markedFile(shown, all, origin.language)
}
/** What is answered of what came of a file. */
export const answerOf = (outcome: Outcome, marked: Buffer | undefined): ImportAnswer => {
  const { all: _all, bad: _bad, ...answer } = outcome
  return { ...answer, ...(marked && { errorFile: marked.toString('base64') }) }
}

/** It is in, and what was said of its rows is kept with it. */
async function withMarked(
  request: OutsideRequest,
  file: Read,
  record: string,
  outcome: Outcome,
  out: LeftOut,
): Promise<ImportAnswer> {
  const marked = await markedOf(request, file, outcome.all, out)
  if (marked) await request.perform((ctx) => keepMarked(ctx, record, markedName(file.name), marked))
  return answerOf(outcome, marked)
}

/** Nothing of it is in: it was only to be checked, or is refused. */
async function endUndone(
  request: OutsideRequest,
  file: Read,
  record: string,
  state: 'REFUSED' | 'CHECKED',
  outcome: Outcome,
  out: LeftOut,
): Promise<ImportAnswer> {
  const { stages } = request.background ?? {}
  const marked = await markedOf(request, file, outcome.all, out)
  await request.perform(async (ctx) => {
    await endImport(ctx, record, state, { ...outcome, hash: file.hash }, stages)
    if (state === 'CHECKED') await keepSource(ctx, record, file.name, file.data)
    if (marked) await keepMarked(ctx, record, markedName(file.name), marked)
  })
  return answerOf(outcome, marked)
}
