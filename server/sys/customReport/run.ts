import { refuse } from '@lading/contract/kernel/fault.ts'
import { idText, isDay } from '@lading/contract/kernel/schema.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { type Drawing, isDashboard } from '@lading/contract/sys/dashboard.ts'
import type { LaidReport } from '@lading/contract/sys/laidReport.ts'
import { reportLimits } from '@lading/contract/sys/report.ts'
import { customReportFaults, planFaults, reportFaults } from '@lading/contract/sys/reportFaults.ts'
import type { ReportTemplate, TemplateParam } from '@lading/contract/sys/reportTemplate.ts'
import sql from 'sql-template-tag'
import { dayIn } from '../../kernel/clock.ts'
import { allowed, type Ctx } from '../../kernel/ctx.ts'
import { labelsOf } from '../../kernel/labels.ts'
import { entityByKey } from '../../kernel/registry.ts'
import { from } from '../../kernel/scope.ts'
import { askModel } from '../../platform/report/ask.ts'
import { emptySet, type ListAsked } from '../../platform/report/askList.ts'
import { type SetData, taken } from '../../platform/report/grid/data.ts'
import type { Value } from '../../platform/report/grid/formula.ts'
import type { PlainList } from '../../platform/report/grid/plainList.ts'
import { dimOf, grainedTitle, isGrain, measureTitle, type ReportModel } from '../../platform/report/model.ts'
import type { DashJob } from '../../platform/report/out/dash.ts'
import type { LayJob } from '../../platform/report/out/laid.ts'
import type { ListJob } from '../../platform/report/out/list.ts'
import { dayOf } from '../../platform/report/relative.ts'
import { showInstant } from '../../platform/sheet/showCell.ts'

export type Models = readonly ReportModel[]
/** How much is read for whom. */
export const screenLimits = { rows: 5_000, cells: 120_000 } as const
export const fileLimits = { rows: 50_000, cells: 1_500_000 } as const
/** Of a plain list nobody ever has more in hand than some rows. */
export const listLimit = reportLimits.listRows

type Asked = Readonly<Record<string, string>>

/** What was said for a parameter, as its kind has it, and in words. */
async function checked(
  ctx: Ctx,
  models: Models,
  p: TemplateParam,
  said: string,
): Promise<{ value: string; words: string }> {
  const bad = (): never => refuse(reportFaults.param, { param: p.title })
  const value = dayOf(ctx, said)
  if (p.kind === 'day') return isDay(value) ? { value, words: value } : bad()
  if (p.kind === 'int') return /^-?\d{1,12}$/.test(value) ? { value, words: value } : bad()
  if (p.kind === 'choice') {
    const option = p.options?.find((o) => o.value === value) ?? bad()
    return { value, words: option.title }
  }
  if (p.kind === 'text') return { value, words: value }
  // Only what some model leads to, so that no name is told of what reports are not about.
  if (!idText.safeParse(value).success || !refsOf(ctx, models).has(p.to ?? '')) bad()
  const target = entityByKey(p.to ?? '')
  const row = await ctx.tx.maybe<Record<string, unknown> & object>(sql`
    select t.* from ${from(ctx, target, 't')} where t.id = ${value}`)
  if (!row) return bad()
  const name = row[target.label.name]
  const code = (await labelsOf(ctx, target, [row]))(row)
  return { value, words: [code, name].filter((v, i, all) => v !== null && all.indexOf(v) === i).join(' ') }
}

/** What the models that the reader may see refer to. */
const refsOf = (ctx: Ctx, models: Models): ReadonlySet<string | undefined> =>
  new Set(
    models.filter((m) => allowed(ctx, m.permission)).flatMap((m) => m.dims.map((path) => dimOf(m, path).field.to)),
  )

const saidOf = (given: Asked, name: string): string | undefined =>
  Object.hasOwn(given, name) ? given[name] : undefined
function demandKnown({ params }: Pick<Drawing, 'params'>, given: Asked): void {
  const stray = Object.keys(given).find((name) => !params.some((p) => p.name === name))
  if (stray !== undefined) refuse(reportFaults.param, { param: stray })
}

/** What may be kept to be asked later: declared parameters, each of its kind. @throws Fault */
export async function demandAsked(
  ctx: Ctx,
  models: Models,
  template: Pick<Drawing, 'params'>,
  given: Asked,
): Promise<void> {
  demandKnown(template, given)
  for (const p of template.params) {
    const said = saidOf(given, p.name) ?? ''
    if (said !== '') await checked(ctx, models, p, said)
  }
}

/** Only declared parameters, each of its kind; what nobody said is what the template begins with. */
async function askedOf(ctx: Ctx, models: Models, template: Pick<Drawing, 'params'>, given: Asked) {
  demandKnown(template, given)
  const values: Record<string, string> = {}
  const asked: { title: string; value: string }[] = []
  for (const p of template.params) {
    const said = saidOf(given, p.name) ?? p.initial ?? ''
    if (said === '' && p.required) refuse(customReportFaults.required, { param: p.title })
    if (said === '') continue
    const { value, words } = await checked(ctx, models, p, said)
    values[p.name] = value
    asked.push({ title: say(p.title, ctx.language), value: words })
  }
  return { values, asked }
}

interface Wanted {
  readonly title: string
  readonly params: Asked
}
/** What its reader said, and what a report tells above and beside its figures. @throws Fault */
async function preparedOf(ctx: Ctx, models: Models, template: Drawing, { title, params: given }: Wanted) {
  const { values, asked } = await askedOf(ctx, models, template, given)
  const numbers = new Set(template.params.filter((p) => p.kind === 'int').map((p) => p.name))
  const params = Object.fromEntries(
    Object.entries(values).map(([name, v]): [string, Value] => [name, numbers.has(name) ? Number(v) : v]),
  )
  const head: Pick<LaidReport, 'title' | 'asOf' | 'asked'> = { title, asked, asOf: showInstant(ctx, ctx.now()) }
  const words = [say(['是', 'Yes'], ctx.language), say(['否', 'No'], ctx.language)] as const
  return { values, head, words, told: { params, today: dayIn(ctx.org.timeZone, ctx.now()) } }
}
const modelOf = (models: Models, { model: key }: Drawing['sets'][string]): ReportModel =>
  models.find((m) => m.key === key) ?? refuse(customReportFaults.noModel, { model: key })

/** Reads what a template asks for, as far as its reader may see it. @throws Fault */
export async function readTemplate(
  ctx: Ctx,
  models: Models,
  o: Wanted & { readonly template: Drawing; readonly limits: LayJob['limits'] },
): Promise<Job> {
  const { template, limits } = o
  const { values, head, words, told } = await preparedOf(ctx, models, template, o)
  const sets: Record<string, SetData> = {}
  for (const [name, set] of Object.entries(template.sets))
    sets[name] = await askModel(ctx, modelOf(models, set), set, values, limits.rows)
  if (isDashboard(template)) return { dashboard: template, sets, head, words, titles: titlesOf(ctx, models, template) }
  return { template, sets, limits, head, words, told }
}

export type Job = LayJob | DashJob
export const rowsOf = ({ sets }: Job): number => Object.values(sets).reduce((n, s) => n + s.size, 0)

/** A plain list before its rows are found. */
export interface ListRead {
  readonly job: ListJob
  readonly asked: ListAsked
}
/** What a plain list is to show. @throws Fault */
export async function readList(
  ctx: Ctx,
  models: Models,
  o: Wanted & { readonly template: ReportTemplate; readonly list: PlainList },
): Promise<ListRead> {
  const { template, list } = o
  const set = template.sets[list.set] ?? refuse(customReportFaults.noModel, { model: list.set })
  const { values, ...prepared } = await preparedOf(ctx, models, template, o)
  const asked = { model: modelOf(models, set), set, params: values }
  return { job: { ...prepared, template, limits: fileLimits, empty: emptySet(ctx, asked) }, asked }
}

/** A total that a condition watches: a set of the template and a measure of it. @throws Fault noFigure */
export function figureOf(models: Models, { sets }: Drawing, figure: string) {
  const [name = '', measure = ''] = figure.split('.', 2)
  const set = Object.hasOwn(sets, name) ? sets[name] : undefined
  if (!set?.measures.includes(measure)) return refuse(planFaults.noFigure, { figure })
  return { set, measure, model: modelOf(models, set) }
}
/** What it comes to for whoever asks; null: there is nothing. */
export async function totalOf(
  ctx: Ctx,
  models: Models,
  template: Drawing,
  params: Asked,
  figure: string,
): Promise<number | null> {
  const { set, measure, model } = figureOf(models, template, figure)
  const { values } = await askedOf(ctx, models, template, params)
  const { filters } = set
  const whole = { model: set.model, dims: [], measures: [measure], filters, sort: [] }
  return taken(await askModel(ctx, model, whole, values, 1), measure, 'SUM', [0]) as number | null
}
/** Those that a report has, as its heads call them. */
export const figuresOf = (ctx: Ctx, models: Models, template: Drawing): { figure: string; title: string }[] =>
  Object.entries(template.sets).flatMap(([name, set]) => {
    const model = models.find((m) => m.key === set.model)
    if (!model) return []
    const of = Object.keys(template.sets).length > 1 ? `${say(model.title, ctx.language)} · ` : ''
    return set.measures.map((m) => ({ figure: `${name}.${m}`, title: of + say(measureTitle(model, m), ctx.language) }))
  })

/** What the fields of its sets are called: heads of a dashboard are not typed. */
function titlesOf(ctx: Ctx, models: Models, { sets }: Drawing): DashJob['titles'] {
  const titleOf = (model: ReportModel, name: string): string => {
    const [path = '', grain = ''] = name.split(':')
    const { title } = dimOf(model, path)
    return say(isGrain(grain) ? grainedTitle(title, grain) : title, ctx.language)
  }
  const ofSet = ({ model: key, dims, measures }: Drawing['sets'][string]) => {
    const model = models.find((m) => m.key === key)
    if (!model) return {}
    return Object.fromEntries([
      ...dims.map((d) => [d, titleOf(model, d)]),
      ...measures.map((m) => [m, say(measureTitle(model, m), ctx.language)]),
    ])
  }
  return Object.fromEntries(Object.entries(sets).map(([name, set]) => [name, ofSet(set)]))
}
