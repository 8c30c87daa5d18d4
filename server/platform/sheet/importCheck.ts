import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault } from '@lading/contract/kernel/fault.ts'
import type { Language } from '@lading/contract/kernel/text.ts'
import { say } from '@lading/contract/kernel/text.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fillTyped } from '../../kernel/initials.ts'
import type { Input, Rules, Seen } from '../../kernel/rules.ts'
import { summing } from '../../kernel/sums.ts'
import { importColumns, type SheetColumn } from './columns.ts'
import { demandAsked, putInitials } from './importAsked.ts'
import { type Draft, keyOf } from './importDrafts.ts'
import { replaceLines } from './importLines.ts'
import {
  changesOf,
  checkUnique,
  fillIn,
  type How,
  isKeyless,
  matchChildren,
  matchRows,
  sameAsRow,
} from './importMatch.ts'
import { inOrder, resolveRefs } from './importRefs.ts'
import type { Report } from './importReport.ts'

/** The rules of an entity's form, and of its files. */
export interface ImportRules<E extends AnyEntity = AnyEntity> extends Rules<E> {
  /** What a file brings is made by this, as what a form brings, and not written as rows of a table. */
  readonly make?: (ctx: Ctx, input: Input) => Promise<unknown>
  /** What follows for new rows once they are written, each with its id. */
  readonly made?: (ctx: Ctx, inputs: readonly Input[]) => Promise<void>
  /** What is refused of rows that a file changes at once, by id; without it each is asked of `beforeUpdate`. */
  readonly updateMany?: (ctx: Ctx, inputs: readonly (Input & Seen)[]) => Promise<ReadonlyMap<string, Fault>>
}

/** Who hears how far a file is, and may end it there by throwing. */
export interface Pace {
  /** @param share of the file that has been checked, 0 to 1 */
  checked(share: number): Promise<void>
  /** So many more rows have been written. */
  written(rows: number): Promise<void>
}
/** Of rows that are asked one by one, how often it is told how far they are. */
const pacedRows = 100
/** What has been checked of a file when its entity's own rules are asked, which may take longest. */
const rulesFrom = 0.6

export const inputOf = (d: Draft): Input => ({
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

/** The file's row that says it, and what it is called as a column: a field is `barcodes.0.code` for a child row's. */
function saidAt(d: Draft, field: string): { row: number; name: string } {
  const [rows = '', index] = field.split('.')
  const row = index === undefined ? undefined : d.children.get(rows)?.[Number(index)]
  return { row: row?.row ?? d.row, name: field.replace(/\.\d+\./, '.') }
}

/** What the entity finds odd; where it stands in the file is told by the child row it belongs to. */
function noteWarnings(d: Draft, rules: Rules, report: Report): void {
  for (const { field, message } of rules.warn?.(inputOf(d)) ?? []) {
    const { row, name } = saidAt(d, field)
    report.warn(row, name, message)
  }
}

/** Rows that claim one thing, new ones and changed ones: the database, asked of each alone, would let both have it. */
function refuseClaimed(e: AnyEntity, drafts: readonly Draft[], rules: Rules, report: Report): void {
  const first = new Map<string, { readonly d: Draft; readonly row: number }>()
  for (const d of drafts)
    for (const { field, value, same } of rules.claims?.(inputOf(d)) ?? []) {
      const { row, name } = saidAt(d, field)
      const other = first.get(same)
      if (!other) first.set(same, { d, row })
      else if (other.d !== d && !report.bad.has(row)) {
        const [rows = '', of = ''] = name.split('.')
        const title = (e.fields[rows]?.rows?.entity.fields[of] ?? e.fields[rows])?.title
        report.error(row, name, sameAsRow, { field: title, value, first: other.row })
      }
    }
}

/** Everything that can be wrong with the drafts, short of what the database itself finds. */
export async function checkDrafts(
  ctx: Ctx,
  e: AnyEntity,
  drafts: readonly Draft[],
  { mode, lines }: How,
  rules: ImportRules,
  report: Report,
  columns: readonly SheetColumn[],
  pace: Pace,
): Promise<void> {
  const own = columns.filter((c) => !c.rows)
  const leaveKnown = putInitials(drafts, own, (c) => c.name, report)
  await resolveRefs(ctx, e, drafts, report, drafts)
  await matchRows(ctx, e, drafts, mode, report)
  leaveKnown()
  await pace.checked(0.3)
  for (const d of drafts) demandAsked(d, columns, report)
  for (const d of drafts) {
    completeDraft(e, d, rules, ctx.newId)
    noteWarnings(d, rules, report)
  }
  fillIn(e, drafts, report)
  await checkUnique(ctx, e, drafts, report, { skip: keyOf(e) })
  await pace.checked(0.5)
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
  refuseClaimed(e, drafts, rules, report)
  await pace.checked(rulesFrom)
  await askRules(ctx, e, drafts, rules, report, pace)
}

/**
 * When a question about many is refused, their halves are asked, each beside those that have passed: a row can be wrong
 * because of one before it.
 * @returns those that passed
 */
async function halved(
  passes: (drafts: readonly Draft[]) => Promise<void>,
  refused: (d: Draft, work: () => Promise<void>) => Promise<void>,
  passed: readonly Draft[],
  drafts: readonly Draft[],
): Promise<readonly Draft[]> {
  const all = passed.length === 0 ? drafts : [...passed, ...drafts]
  const [only, ...others] = drafts
  if (only && others.length === 0) {
    let isIn = false
    await refused(only, async () => {
      await passes(all)
      isIn = true
    })
    return isIn ? all : passed
  }
  try {
    await passes(all)
    return all
  } catch (error) {
    if (!(error instanceof Fault)) throw error
  }
  const middle = Math.ceil(drafts.length / 2)
  return halved(passes, refused, await halved(passes, refused, passed, drafts.slice(0, middle)), drafts.slice(middle))
}

/** Asks the entity's own rules. When a question about many is refused, it is asked in halves to find who it was. */
async function askRules(
  ctx: Ctx,
  e: AnyEntity,
  drafts: readonly Draft[],
  rules: ImportRules,
  report: Report,
  pace: Pace,
): Promise<void> {
  const sound = drafts.filter((d) => !d.rows.some((row) => report.bad.has(row)))
  let asked = 0
  const refused = async (d: Draft, work: () => Promise<void> | undefined): Promise<void> => {
    asked += 1
    if (asked % pacedRows === 0) await pace.checked(rulesFrom + (1 - rulesFrom) * Math.min(1, asked / sound.length))
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      const [first, ...others] = error.errors
      const reason = error.in(report.language)
      if (others.length === 0) report.error(d.row, first?.field ?? '', ['{reason}', '{reason}'], { reason })
      // Where several of its lines are wrong, each is told, by what is said of it.
      else
        for (const { field, message } of error.errors) {
          const { row, name } = saidAt(d, field)
          report.error(row, name, ['{reason}', '{reason}'], { reason: message || reason })
        }
    }
  }
  const fresh = inOrder(
    e,
    sound.filter((d) => !d.before),
  )
  const { updateMany } = rules
  const { beforeCreateMany: many, beforeCreate: one, beforeUpdate } = summing(e, rules)
  if (many && fresh.length > 0) {
    const inputs = fresh.map((d) => wholeOf(d))
    const passes = (ds: readonly Draft[]) => many(ctx, ds === fresh ? inputs : ds.map((d) => wholeOf(d)))
    await halved(passes, refused, [], fresh)
    for (const [i, d] of fresh.entries()) keep(e, d, inputs[i] ?? {})
  } else if (one)
    for (const d of fresh)
      await refused(d, async () => {
        const input = wholeOf(d)
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

const wholeOf = (d: Draft): Input => ({ ...inputOf(d), id: d.id })
/** Rules may set fields of the server's own, such as the path of a tree. */
function keep(e: AnyEntity, d: Draft, input: Input): void {
  for (const [name, value] of Object.entries(input))
    if (e.fields[name] && e.fields[name].kind !== 'rows') d.values[name] = value
}

/** What the template calls a column, or a whole list of child rows. */
export function titlesOf(e: AnyEntity, language: Language): (field: string) => string {
  const titles = new Map(importColumns(e).map((c) => [c.name, say(c.title, language)]))
  return (field) => {
    const title = e.fields[field]?.title
    return titles.get(field) ?? (title ? say(title, language) : '')
  }
}
