import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault } from '@lading/contract/kernel/fault.ts'
import type { TemplateColumn } from '@lading/contract/sys/importTemplate.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { demandAt } from '../../kernel/scope.ts'
import { shapeBy, templateShape } from './definition.ts'
import { checkDrafts, type ImportRules, inputOf, type Pace, titlesOf } from './importCheck.ts'
import { type Draft, readDrafts } from './importDrafts.ts'
import type { How } from './importMatch.ts'
import { inOrder } from './importRefs.ts'
import { byRow, createReport, type ImportAnswer, type Remark, type Report } from './importReport.ts'
import { writeDrafts } from './importWrite.ts'
import type { SheetRow } from './rows.ts'

export type Outcome = Omit<ImportAnswer, 'errorFile' | 'recordId' | 'taskId'> & {
  /** Everything that is told of the file's rows. */
  readonly all: readonly Remark[]
  /** Rows of what has an error, also those that have none themselves. */
  readonly bad: ReadonlySet<number>
}
interface Written {
  readonly created: number
  readonly updated: number
}

const warningsMax = 5_000
const nothing = async (): Promise<void> => undefined
const unpaced: Pace = { checked: nothing, written: nothing }

/** Thrown to undo the transaction of a dry run, or of a file with errors; carries what is to be answered. */
export class Undone extends Error {
  readonly outcome: Outcome
  /** Of a look: the rows of what may go in, those first that others refer to. */
  readonly groups: readonly (readonly number[])[]
  constructor(outcome: Outcome, groups: readonly (readonly number[])[] = []) {
    super('the import was undone')
    this.outcome = outcome
    this.groups = groups
  }
}

/**
 * Checks a file's rows and writes them, in a transaction of its caller's. Throws `Undone` where nothing is to be kept.
 * @param o.draft what the template would be, instead of the one that is published
 * @param o.lookOnly ends before anything is written, which `make` or the database itself may still refuse
 */
export async function importIn(
  ctx: Ctx,
  e: AnyEntity,
  sheet: readonly SheetRow[],
  o: How & { readonly dryRun: boolean; readonly lookOnly?: boolean; readonly draft?: readonly TemplateColumn[] },
  rules: ImportRules,
  pace: Pace = unpaced,
): Promise<Outcome> {
  demandAt(e, ctx)
  const report = createReport(ctx.language, ctx.org.timeZone, titlesOf(e, ctx.language))
  const { taken } = await (o.draft ? shapeBy(ctx, e, o.draft) : templateShape(ctx, e))
  const drafts = readDrafts(e, sheet, rules, report, ctx.newId, taken)
  await checkDrafts(ctx, e, drafts, o, rules, report, taken, pace)
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
  await pace.checked(1)
  const ordered = inOrder(e, drafts)
  if (o.lookOnly)
    throw new Undone(
      answer({ created: 0, updated: 0 }),
      ordered.map((d) => d.rows),
    )
  const done = rules.make
    ? await makeEach(ctx, drafts, rules.make, report, pace)
    : await writeParts(ctx, e, ordered, pace)
  demandGood()
  const fresh = ordered.filter((d) => !d.before)
  if (fresh.length > 0)
    await rules.made?.(
      ctx,
      fresh.map((d) => ({ ...inputOf(d), id: d.id })),
    )
  const outcome = answer(done)
  if (o.dryRun) throw new Undone(outcome)
  return outcome
}

/** Each part looks at what the parts before it wrote: many small ones of one transaction take several times as long. */
const partRows = 5_000
/** So many at a time that it can be told how far they are. */
async function writeParts(ctx: Ctx, e: AnyEntity, drafts: readonly Draft[], pace: Pace): Promise<Written> {
  const sum = { created: 0, updated: 0 }
  for (let from = 0; from < drafts.length; from += partRows) {
    const part = drafts.slice(from, from + partRows)
    const { created, updated } = await writeDrafts(ctx, e, part)
    sum.created += created
    sum.updated += updated
    await pace.written(part.reduce((n, d) => n + d.rows.length, 0))
  }
  return sum
}

/** Each by the verb that makes such things; what it refuses is told at the row that is meant. */
async function makeEach(
  ctx: Ctx,
  drafts: readonly Draft[],
  make: NonNullable<ImportRules['make']>,
  report: Report,
  pace: Pace,
): Promise<Written> {
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
    await pace.written(d.rows.length)
  }
  return { created: drafts.length, updated: 0 }
}
