import { createHash } from 'node:crypto'
import type { importAnswer, importInput } from '@lading/contract/kernel/crud.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault } from '@lading/contract/kernel/fault.ts'
import type { Language } from '@lading/contract/kernel/text.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { sheetFaults, sheetLimits } from '@lading/contract/sys/sheetFaults.ts'
import type { z } from 'zod'
import type { Input, Rules, Seen } from '../../kernel/crud.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { once } from '../../kernel/http/idempotency.ts'
import { type OutsideRequest, type Served, serveOutside, type Upload } from '../../kernel/http/serve.ts'
import { fillTyped } from '../../kernel/initials.ts'
import { demandWriter } from '../../kernel/scope.ts'
import { importColumns, type SheetColumn } from './columns.ts'
import { templateShape } from './definition.ts'
import { demandAsked, putInitials } from './importAsked.ts'
import { type Draft, keyOf, readDrafts } from './importDrafts.ts'
import { replaceLines } from './importLines.ts'
import { changesOf, checkUnique, fillIn, type How, isKeyless, matchChildren, matchRows } from './importMatch.ts'
import { inOrder, resolveRefs } from './importRefs.ts'
import { byRow, createReport, type Remark, type Report } from './importReport.ts'
import { writeDrafts } from './importWrite.ts'
import { readSheet } from './read.ts'
import { beginImport, demandNew, endImport, failImport, keepMarked, keepSource } from './records.ts'
import type { SheetRow } from './rows.ts'
import { writeWorkbook } from './write.ts'

export type ImportAnswer = z.output<typeof importAnswer>
type Outcome = Omit<ImportAnswer, 'errorFile' | 'recordId'> & {
  /** Everything that is told of the file's rows. */
  readonly all: readonly Remark[]
  /** Rows of what has an error, also those that have none themselves. */
  readonly bad: ReadonlySet<number>
}

/** The rules of an entity's form, and of its files. */
export interface ImportRules extends Rules {
  /** What a file brings is made by this, as what a form brings, and not written as rows of a table. */
  readonly make?: (ctx: Ctx, input: Input) => Promise<unknown>
  /** What is refused of rows that a file changes at once, by id; without it each is asked of `beforeUpdate`. */
  readonly updateMany?: (ctx: Ctx, inputs: readonly (Input & Seen)[]) => Promise<ReadonlyMap<string, Fault>>
}

const warningsMax = 5_000

/** Thrown to undo the transaction of a dry run, or of a file with errors; carries what is to be answered. */
class Undone extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super('the import was undone')
    this.outcome = outcome
  }
}

const inputOf = (d: Draft): Input => ({
  ...d.values,
  ...Object.fromEntries([...d.children].map(([field, rows]) => [field, rows.map((r) => r.values)])),
})

/** Fills in what follows from the input alone, also child rows that the entity's own function adds. */
function completeDraft(e: AnyEntity, d: Draft, rules: Rules, newId: () => string): void {
  const input = inputOf(d)
  fillTyped(e, input)
  rules.complete?.(input, d.before === undefined)
  for (const [name, value] of Object.entries(input)) {
    const rows = d.children.get(name)
    if (e.fields[name]?.rows)
      // A rows field holds rows.
      d.children.set(
        name,
        (value as Input[]).map((values, i) => rows?.[i] ?? { row: d.row, id: newId(), values }),
      )
    else d.values[name] = value
  }
}

/** What the entity finds odd; where it stands in the file is told by the child row it belongs to. */
function noteWarnings(d: Draft, rules: Rules, report: Report): void {
  for (const { field, message } of rules.warn?.(inputOf(d)) ?? []) {
    const [rows = '', index] = field.split('.')
    const row = index === undefined ? undefined : d.children.get(rows)?.[Number(index)]
    report.warn(row?.row ?? d.row, field.replace(/\.\d+\./, '.'), message)
  }
}

/** Everything that can be wrong with the drafts, short of what the database itself finds. */
async function checkDrafts(
  ctx: Ctx,
  e: AnyEntity,
  drafts: readonly Draft[],
  { mode, lines }: How,
  rules: ImportRules,
  report: Report,
  columns: readonly SheetColumn[],
): Promise<void> {
  const own = columns.filter((c) => !c.rows)
  const leaveKnown = putInitials(drafts, own, (c) => c.name, report)
  await resolveRefs(ctx, e, drafts, report, drafts)
  await matchRows(ctx, e, drafts, mode, report)
  leaveKnown()
  for (const d of drafts) demandAsked(d, columns, report)
  for (const d of drafts) {
    completeDraft(e, d, rules, ctx.newId)
    noteWarnings(d, rules, report)
  }
  fillIn(e, drafts, report)
  await checkUnique(ctx, e, drafts, report, { skip: keyOf(e) })
  for (const [field, f] of Object.entries(e.fields)) {
    const child = f.rows?.entity
    if (!child) continue
    const parentField = Object.keys(child.fields).find((name) => child.fields[name]?.to === e.key) ?? ''
    if (parentField !== '')
      for (const d of drafts) for (const row of d.children.get(field) ?? []) row.values[parentField] = d.id
    const rows = drafts.flatMap((d) => d.children.get(field) ?? [])
    const leaveKnownRows = putInitials(
      rows,
      columns.filter((c) => c.rows?.field === field),
      (c) => c.rows?.name ?? '',
      report,
    )
    await resolveRefs(ctx, child, rows, report, [], `${field}.`)
    if (lines === 'REPLACE' && isKeyless(e, child)) await replaceLines(ctx, e, child, field, drafts)
    else await matchChildren(ctx, e, child, field, drafts, report)
    leaveKnownRows()
    fillIn(child, rows, report, `${field}.`)
    await checkUnique(ctx, child, rows, report, { prefix: `${field}.` })
    if (f.required)
      for (const d of drafts)
        if (!d.before && (d.children.get(field)?.length ?? 0) === 0)
          report.error(d.row, field, ['{field}不能为空', '{field} is required'], { field: f.title })
  }
  await askRules(ctx, e, drafts, rules, report)
}

/** Asks the entity's own rules. When a question about many is refused, each is asked alone to find who it was. */
async function askRules(
  ctx: Ctx,
  e: AnyEntity,
  drafts: readonly Draft[],
  rules: ImportRules,
  report: Report,
): Promise<void> {
  const sound = drafts.filter((d) => !d.rows.some((row) => report.bad.has(row)))
  const refused = async (d: Draft, work: () => Promise<void> | undefined): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      report.error(d.row, error.errors[0]?.field ?? '', ['{reason}', '{reason}'], { reason: error.in(report.language) })
    }
  }
  const fresh = inOrder(
    e,
    sound.filter((d) => !d.before),
  )
  const { beforeCreateMany: many, beforeCreate: one, beforeUpdate, updateMany } = rules
  if (many && fresh.length > 0) {
    const inputs = fresh.map((d) => asked(d))
    try {
      await many(ctx, inputs)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      for (const d of fresh) await refused(d, () => many(ctx, [asked(d)]))
    }
    for (const [i, d] of fresh.entries()) keep(e, d, inputs[i] ?? {})
  } else if (one)
    for (const d of fresh)
      await refused(d, async () => {
        const input = asked(d)
        await one(ctx, input)
        keep(e, d, input)
      })
  if (updateMany) {
    const changing = sound.flatMap((d) => {
      const changes = d.before && changesOf(e, d)
      return d.before && changes && Object.keys(changes).length > 0
        ? [{ d, input: { ...changes, id: d.before.id, version: d.before.version } }]
        : []
    })
    const faults = await updateMany(
      ctx,
      changing.map((c) => c.input),
    )
    for (const { d, input } of changing) {
      const fault = faults.get(input.id)
      if (fault) await refused(d, () => Promise.reject(fault))
    }
  } else if (beforeUpdate)
    for (const d of sound) {
      const { before } = d
      // A form sends all child rows; what a file does not mention is still there, and unchanged when it mentions none.
      const named = [...d.children].filter(([, r]) => r.length > 0)
      const rows = named.map(([n, r]) => [n, [...r.map((x) => x.values), ...(d.others.get(n) ?? [])]])
      const changes: Input = { ...changesOf(e, d), ...Object.fromEntries(rows) }
      if (before && Object.keys(changes).length > 0)
        await refused(d, async () => {
          const input = { ...changes, id: before.id, version: before.version }
          await beforeUpdate(ctx, input, before)
          keep(e, d, input)
        })
    }
}

const asked = (d: Draft): Input => ({ ...inputOf(d), id: d.id })
/** Rules may set fields of the server's own, such as the path of a tree. */
function keep(e: AnyEntity, d: Draft, input: Input): void {
  for (const [name, value] of Object.entries(input))
    if (e.fields[name] && e.fields[name].kind !== 'rows') d.values[name] = value
}

/** What the template calls a column, or a whole list of child rows. */
function titlesOf(e: AnyEntity, language: Language): (field: string) => string {
  const titles = new Map(importColumns(e).map((c) => [c.name, say(c.title, language)]))
  return (field) => {
    const title = e.fields[field]?.title
    return titles.get(field) ?? (title ? say(title, language) : '')
  }
}

async function importIn(
  ctx: Ctx,
  e: AnyEntity,
  sheet: readonly SheetRow[],
  o: How & { dryRun: boolean },
  rules: ImportRules,
): Promise<Outcome> {
  demandWriter(e, ctx)
  const report = createReport(ctx.language, ctx.org.timeZone, titlesOf(e, ctx.language))
  const { taken } = await templateShape(ctx, e)
  const drafts = readDrafts(e, sheet, rules, report, ctx.newId, taken)
  await checkDrafts(ctx, e, drafts, o, rules, report, taken)
  const sharing = drafts.filter((d) => d.rows.some((row) => report.bad.has(row)))
  const answer = (done: { created: number; updated: number }): Outcome => ({
    rows: sheet.length - 1,
    ...done,
    dryRun: o.dryRun,
    errors: byRow(report.errors),
    warnings: report.warnings.slice(0, warningsMax),
    all: [...report.errors, ...report.warnings],
    bad: new Set([...report.bad, ...sharing.flatMap((d) => d.rows)]),
  })
  const demandGood = () => {
    if (report.errors.length > 0) throw new Undone(answer({ created: 0, updated: 0 }))
  }
  demandGood()
  const done = rules.make
    ? await makeEach(ctx, drafts, rules.make, report)
    : await writeDrafts(ctx, e, inOrder(e, drafts))
  demandGood()
  const outcome = answer(done)
  if (o.dryRun) throw new Undone(outcome)
  return outcome
}

/** Each by the verb that makes such things; what it refuses is told at the row that is meant. */
async function makeEach(ctx: Ctx, drafts: readonly Draft[], make: NonNullable<ImportRules['make']>, report: Report) {
  for (const d of drafts) {
    try {
      await make(ctx, inputOf(d))
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      const [rows = '', index = '', name] = (error.errors[0]?.field ?? '').split('.')
      const row = d.children.get(rows)?.[Number(index)]
      const field = name === undefined ? rows : `${rows}.${name}`
      report.error(row?.row ?? d.row, field, ['{reason}', '{reason}'], { reason: error.in(report.language) })
    }
  }
  return { created: drafts.length, updated: 0 }
}

/** The sent rows with what is said of each in a column of its own. */
async function markedFile(sheet: readonly SheetRow[], remarks: readonly Remark[], language: Language): Promise<Buffer> {
  const byRow = Map.groupBy(remarks, (r) => r.row)
  const [head, ...body] = sheet
  const columns = (head?.cells ?? []).map((cell) => ({ title: String(cell ?? '') }))
  const said = ({ title, message }: Remark) =>
    title === '' || message.includes(title) ? message : `${title}: ${message}`
  const marks = (row: number) => (byRow.get(row) ?? []).map(said).join('; ') || null
  const rows = body.map(({ row, cells }) => [
    ...columns.map((_, i) => (cells[i] === null || cells[i] === undefined ? null : String(cells[i]))),
    marks(row),
  ])
  const mark = { title: say(['错误与提示', 'Errors and warnings'], language), width: 60 }
  return writeWorkbook([{ name: say(['导入结果', 'Import result'], language), columns: [...columns, mark], rows }])
}

/** Reads a file outside the database, then checks and writes it in one transaction: all of it or nothing, and noted. */
export async function importRows(
  request: OutsideRequest,
  e: AnyEntity,
  input: z.output<typeof importInput>,
  upload: Upload | undefined,
  rules: ImportRules,
): Promise<ImportAnswer> {
  if (!upload) throw new Fault(sheetFaults.noFile)
  const trial = input.dryRun === 'true'
  const hash = createHash('sha256').update(upload.data).digest('hex')
  const { key } = request.origin
  const { mode, rows } = input
  const record = await request.perform(async (ctx) => {
    demandWriter(e, ctx)
    if (!trial && input.again !== 'true') await demandNew(ctx, e, hash, key)
    return beginImport(ctx, e, { name: upload.name, trial, key, mode, rows })
  })
  try {
    const o = { mode, lines: input.lines, dryRun: trial, onlyGood: rows === 'GOOD' }
    return { ...(await importFile(request, e, o, { ...upload, hash }, rules, record)), recordId: record }
  } catch (error) {
    await request.perform((ctx) => failImport(ctx, record, error))
    throw error
  }
}

interface Wanted extends How {
  readonly dryRun: boolean
  readonly onlyGood: boolean
}
/** What is found wrong with others once some are left out, as those below one that is, takes another look. */
const looksMax = 10

async function importFile(
  request: OutsideRequest,
  e: AnyEntity,
  o: Wanted,
  upload: Upload & { readonly hash: string },
  rules: ImportRules,
  record: string,
): Promise<ImportAnswer> {
  const sheet = await readSheet(upload)
  const { hash } = upload
  const requestHash = createHash('sha256').update(JSON.stringify(o)).update(upload.data).digest('hex')
  const path = crudCalls(e).import?.path ?? ''
  const bad = new Map<number, readonly Remark[]>()
  /** Told of rows that were left out before. */
  const left: Remark[] = []
  const whole = (outcome: Outcome): Outcome => ({
    ...outcome,
    rows: sheet.length - 1,
    errors: byRow([...left, ...outcome.errors]).slice(0, sheetLimits.errors),
    all: [...left, ...outcome.all],
  })
  let outcome: Outcome | undefined
  for (let look = 0; look < looksMax && !outcome; look++) {
    const rows = sheet.filter((row, i) => i === 0 || !bad.has(row.row))
    const work = async (ctx: Ctx): Promise<Outcome> => {
      const done = whole(await importIn(ctx, e, rows, o, rules))
      await endImport(ctx, record, left.length > 0 ? 'PARTIAL' : 'DONE', { ...done, hash })
      return done
    }
    const got = await request
      .perform((ctx) => (o.dryRun ? work(ctx) : once(ctx, path, request.origin.key, requestHash, () => work(ctx))))
      .catch((error: unknown) => {
        if (error instanceof Undone) return error
        throw error
      })
    if (!(got instanceof Undone)) {
      // What it was answered first, should it have been sent before.
      outcome = got as Outcome
      break
    }
    const { errors, bad: more } = got.outcome
    const isNone = errors.length > 0 && sheet.every((row, i) => i === 0 || bad.has(row.row) || more.has(row.row))
    if (errors.length > 0 && o.onlyGood && !isNone && look < looksMax - 1) {
      left.push(...errors)
      for (const row of more) bad.set(row, [])
      continue
    }
    outcome = whole(got.outcome)
    for (const row of more) bad.set(row, [])
    const state = errors.length > 0 ? 'REFUSED' : 'CHECKED'
    const ended = outcome
    await request.perform((ctx) => endImport(ctx, record, state, { ...ended, hash }))
    if (state === 'CHECKED') await request.perform((ctx) => keepSource(ctx, record, upload.name, upload.data))
  }
  const { all = [], bad: _bad, ...answer } = outcome as Outcome
  if (all.length === 0) return answer
  // Of good rows that went in only the others come back.
  const shown = left.length > 0 ? sheet.filter((row, i) => i === 0 || bad.has(row.row)) : sheet
  const marked = await markedFile(shown, all, request.origin.language)
  await request.perform((ctx) => keepMarked(ctx, record, markedName(upload.name), marked))
  return { ...answer, errorFile: marked.toString('base64') }
}

/** Always a workbook, whatever was sent. */
const markedName = (name: string): string => `${name.replace(/\.\w+$/, '').slice(0, 180)}-errors.xlsx`

export function importServed(e: AnyEntity, rules: ImportRules = {}): Served[] {
  const call = crudCalls(e).import
  if (!call) return []
  return [
    serveOutside(call, (request, input, upload) =>
      importRows(request, e, input as z.output<typeof importInput>, upload, rules),
    ),
  ]
}
