import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { sheetLimits } from '@lading/contract/sys/sheetFaults.ts'
import { sheetRecordLimits as limits } from '@lading/contract/sys/sheetRecord.ts'
import type { OutsideRequest, Stages } from '../../kernel/http/serve.ts'
import type { ImportRules } from './importCheck.ts'
import { looksMax, paceOf, type Read, type Wanted } from './importFile.ts'
import { importIn, Undone } from './importIn.ts'
import { markedFile, markedName } from './importMarked.ts'
import { endImport, keepMarked, noteIn, type SoFar, soFar } from './importRecords.ts'
import { byRow, type ImportAnswer, type Remark } from './importReport.ts'
import type { SheetRow } from './rows.ts'

/** A file of many rows of which the good ones go in, and how far it is. */
interface GoodRows {
  readonly request: OutsideRequest
  readonly stages: Stages
  readonly e: AnyEntity
  readonly o: Wanted
  readonly file: Read
  readonly rules: ImportRules
  /** What is in, by whoever brought it in. */
  got: SoFar
  /** Numbers of the rows that are in. */
  readonly rowsIn: Set<number>
  /** What is wrong with the rows that stay out, and which they are with those that go with them. */
  readonly errors: Remark[]
  readonly bad: Set<number>
  readonly warnings: Remark[]
}

/**
 * Imports the good rows of a file in the background: all are looked at, then they go in so many at a time, each part in a
 * transaction of its own that also notes which rows it brought in. Whoever goes on with it, after a process that died or
 * a cancel, leaves those out: no row goes in twice.
 */
export async function importGood(
  request: OutsideRequest,
  stages: Stages,
  e: AnyEntity,
  o: Wanted,
  file: Read,
  rules: ImportRules,
): Promise<ImportAnswer> {
  const got = await request.perform((ctx) => soFar(ctx, stages.recordId))
  const rowsIn = new Set(got.rowsIn.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i)))
  const warnings = got.remarks.filter(({ row }) => rowsIn.has(row)).map((r): Remark => ({ ...r, field: '' }))
  const w: GoodRows = { request, stages, e, o, file, rules, got, rowsIn, errors: [], bad: new Set(), warnings }
  const groups = await lookAtAll(w)
  stages.enter('RUNNING', rowsIn.size)
  for (const part of partsOf(groups)) await bringPart(w, part)
  return end(w)
}

/** The rows that are neither in nor found wrong, the heading before them. */
const restOf = ({ file, rowsIn, bad }: GoodRows): readonly SheetRow[] =>
  file.sheet.filter(({ row }, i) => i === 0 || !(rowsIn.has(row) || bad.has(row)))

/** Looks at all rows without writing any. @returns rows that belong together, those first that others refer to */
async function lookAtAll(w: GoodRows): Promise<readonly (readonly number[])[]> {
  const { request, e, o, file, rules } = w
  const pace = paceOf(request, file.sheet.length - 1, false)
  for (let look = 0; look < looksMax; look++) {
    const rows = restOf(w)
    if (rows.length === 1) return []
    const { outcome, groups } = await undoneOf(() =>
      request.perform((ctx) => importIn(ctx, e, rows, { ...o, lookOnly: true }, rules, pace)),
    )
    if (outcome.errors.length === 0) return groups
    leaveOut(w, outcome)
  }
  return []
}
async function undoneOf(work: () => Promise<unknown>): Promise<Undone> {
  try {
    await work()
  } catch (error) {
    if (error instanceof Undone) return error
    throw error
  }
  throw new Error('a look writes nothing')
}

function leaveOut(w: GoodRows, { errors, bad }: Undone['outcome']): void {
  w.errors.push(...errors)
  for (const row of bad) w.bad.add(row)
}

/** Parts of some hundred rows, rows that belong together in one. */
function partsOf(groups: readonly (readonly number[])[]): number[][] {
  const parts: number[][] = []
  for (const group of groups) {
    const last = parts.at(-1)
    if (last && last.length + group.length <= limits.chunkRows) last.push(...group)
    else parts.push([...group])
  }
  return parts
}

/** Brings a part in, without what only now turns out to be wrong. */
async function bringPart(w: GoodRows, part: readonly number[]): Promise<void> {
  const { request, stages, e, o, file, rules } = w
  const wanted = new Set(part)
  for (let look = 0; look < looksMax; look++) {
    stages.goOn()
    const rows = file.sheet.filter(({ row }, i) => i === 0 || (wanted.has(row) && !w.bad.has(row)))
    if (rows.length === 1) return
    const numbers = rows.slice(1).map(({ row }) => row)
    try {
      const { next, warnings } = await request.perform(async (ctx) => {
        const done = await importIn(ctx, e, rows, o, rules)
        const next: SoFar = {
          rowsIn: rangesOf([...w.rowsIn, ...numbers]),
          created: w.got.created + done.created,
          updated: w.got.updated + done.updated,
          remarks: [...w.warnings, ...done.warnings],
        }
        await noteIn(ctx, stages, next, w.rowsIn.size + numbers.length)
        return { next, warnings: done.warnings }
      })
      w.got = next
      w.warnings.push(...warnings)
      for (const row of numbers) w.rowsIn.add(row)
      request.background?.passed(numbers.length)
      return
    } catch (error) {
      if (!(error instanceof Undone)) throw error
      leaveOut(w, error.outcome)
    }
  }
}

/** 2, 3, 4, 7 as 2–4 and 7–7. */
function rangesOf(rows: readonly number[]): [number, number][] {
  const ranges: [number, number][] = []
  for (const row of rows.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && last[1] === row - 1) last[1] = row
    else ranges.push([row, row])
  }
  return ranges
}

async function end(w: GoodRows): Promise<ImportAnswer> {
  const { request, stages, file, got } = w
  const { created, updated } = got
  const errors = byRow(w.errors).slice(0, sheetLimits.errors)
  // Of what is odd about the heading each part was told once more.
  const warnings = [...new Map(w.warnings.map((r) => [`${r.row} ${r.title} ${r.message}`, r])).values()]
  const all = [...errors, ...warnings]
  const shown = errors.length > 0 ? file.sheet.filter(({ row }, i) => i === 0 || w.bad.has(row)) : file.sheet
  const marked = all.length > 0 ? await markedFile(shown, all, request.origin.language) : undefined
  const state = errors.length === 0 ? 'DONE' : w.rowsIn.size > 0 ? 'PARTIAL' : 'REFUSED'
  const rows = file.sheet.length - 1
  await request.perform(async (ctx) => {
    await endImport(ctx, stages.recordId, state, { rows, created, updated, errors, warnings, hash: file.hash }, stages)
    if (marked) await keepMarked(ctx, stages.recordId, markedName(file.name), marked)
  })
  return { rows, created, updated, dryRun: false, errors, warnings }
}
