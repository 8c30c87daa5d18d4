import { type Fault, faults, refuse } from '@lading/contract/kernel/fault.ts'
import type { Kind } from '@lading/contract/kernel/field.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import {
  customReportCalls as calls,
  customReport,
  type DescribedModel,
  type ReportPackage,
  reportVersion,
} from '@lading/contract/sys/customReport.ts'
import { type Drawing, drawing, isDashboard } from '@lading/contract/sys/dashboard.ts'
import { customReportFaults } from '@lading/contract/sys/reportFaults.ts'
import { user } from '@lading/contract/sys/user.ts'
import sql from 'sql-template-tag'
import type { z } from 'zod'
import { createRow, lockSeen } from '../../kernel/crud.ts'
import { allowed, type Ctx, found } from '../../kernel/ctx.ts'
import { type FileAnswer, type OutsideRequest, type Served, serve, serveOutside } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import type { Rules, Seen } from '../../kernel/rules.ts'
import { named } from '../../kernel/scope.ts'
import { readDictionaries } from '../../platform/dictionary.ts'
import { masterServed } from '../../platform/masterServed.ts'
import {
  dimOf,
  type Grain,
  grainedTitle,
  grains,
  isDayKind,
  isNumber,
  measureTitle,
  type ReportModel,
} from '../../platform/report/model.ts'
import { layout } from '../../platform/report/out/layout.ts'
import { type Models, readTemplate } from './run.ts'

/** Rows of each set that a preview and a check read. */
const trialLimits = { rows: 5_000, cells: 60_000 } as const
const trialRows = 1_000

interface Stored extends Seen {
  readonly code: string
  readonly name: string
  readonly folder: string
  readonly kind: 'CPT' | 'FRM'
  readonly state: 'DRAFT' | 'PUBLISHED' | 'OFFLINE'
  readonly published: number | null
  readonly isChanged: boolean
  readonly draftBody: unknown
  readonly note: string | null
}
const stored = (row: object): Stored => row as Stored

/** By which it is opened. */
export const pathOf = (folder: string, name: string, kind: 'CPT' | 'FRM' = 'CPT'): string =>
  `${folder}/${name}.${kind.toLowerCase()}`

const demandGrants = (
  grants: readonly { readonly roleId?: unknown; readonly userId?: unknown; readonly removed?: boolean }[] = [],
): void => {
  if (grants.some((g) => !g.removed && !g.roleId && !g.userId)) refuse(customReportFaults.grantEmpty)
}
export const reportRules: Rules<typeof customReport> = {
  complete: (input) => {
    if (input.folder && input.name) input.path = pathOf(input.folder, input.name, input.kind)
  },
  beforeCreate: async (_, input) => demandGrants(input.grants),
  beforeUpdate: async (_, input, before) => {
    demandGrants(input.grants)
    input.path = pathOf(input.folder ?? before.folder, input.name ?? before.name, before.kind)
  },
  beforeRemove: async (ctx, row) => {
    if (row.state === 'PUBLISHED') refuse(customReportFaults.published)
    // What nobody can open any more needs no versions, and nobody can ask it or have it made.
    await ctx.tx.run(sql`delete from sys_report_preset where tenant_id = ${ctx.tenantId} and report_id = ${row.id}`)
    await ctx.tx.run(sql`delete from sys_report_plan where tenant_id = ${ctx.tenantId} and report_id = ${row.id}`)
    await ctx.tx.run(sql`delete from sys_report_version where tenant_id = ${ctx.tenantId} and report_id = ${row.id}`)
  },
}

/** What a designer may draw from, in his words. */
/** Kinds of fields by whose value in a row a list can be narrowed down. */
const narrows: readonly Kind[] = ['code', 'text', 'choice', 'dict']

async function described(ctx: Ctx, model: ReportModel): Promise<DescribedModel> {
  const word = (text: Text): string => say(text, ctx.language)
  const dims = model.dims.map((path) => dimOf(model, path))
  const dicts = [...new Set(dims.flatMap((d) => d.field.dict ?? []))]
  const entries = dicts.length > 0 ? await readDictionaries(ctx, dicts) : []
  const fields = dims.flatMap(({ path, field, title, entity, name }): DescribedModel['dims'] => {
    const told = Object.entries(field.choices ?? {}).map(([value, text]) => ({ value, title: word(text) }))
    const own = entries
      .filter((e) => e.typeCode === field.dict)
      .map((e) => ({ value: e.queryKey, title: word(e.text) }))
    const choices = [...told, ...own]
    const one = {
      ...{
        name: path,
        title: word(title),
        kind: isDayKind(field) ? ('day' as const) : isNumber(field) ? ('number' as const) : ('text' as const),
      },
      ...(field.kind === 'ref' && { to: field.to ?? '' }),
      ...(choices.length > 0 && { choices }),
      ...(!field.computed &&
        narrows.includes(field.kind) && {
          list: { of: entity.key, title: word(entity.title), filter: name, filterTitle: word(field.title) },
        }),
    }
    const grained = isDayKind(field)
      ? (Object.keys(grains) as Grain[]).map((g) => ({
          name: `${path}:${g}`,
          title: word(grainedTitle(title, g)),
          kind: 'text' as const,
        }))
      : []
    return [one, ...grained]
  })
  return {
    ...{ key: model.key, title: word(model.title), dims: fields },
    measures: Object.keys(model.measures).map((name) => ({
      name,
      title: word(measureTitle(model, name)),
      kind: 'number',
    })),
  }
}

async function read(ctx: Ctx, id: string): Promise<Stored> {
  const row = await ctx.tx.maybe<Stored>(sql`
    select id, version, code, name, folder, kind, state, published, is_changed, draft_body, note from sys_custom_report
    where tenant_id = ${ctx.tenantId} and id = ${id}`)
  return found(row, customReport.title)
}

async function design(ctx: Ctx, { id }: { id: string }) {
  const row = await read(ctx, id)
  const versions = await ctx.tx.query<{ no: number; by: string | null; at: Date; note: string | null }>(sql`
    select v.no, u.real_name as by, v.created_at as at, v.note from sys_report_version v
    left join ${named(ctx, user, 'u')} on u.id = v.created_by
    where v.tenant_id = ${ctx.tenantId} and v.report_id = ${id} order by v.no desc limit 100`)
  const { version, code, name, kind, state, published, isChanged, draftBody } = row
  return {
    ...{ id, version, code, name, kind, state, published, isChanged },
    // One that nobody can read, such as of a later release, is drawn anew.
    template: drawing.safeParse(draftBody).data ?? null,
    versions: versions.map((v) => ({ ...v, at: v.at.toISOString() })),
  }
}

/** Keeps what was drawn. */
export async function keepDraft(
  ctx: Ctx,
  seen: Seen,
  template: Drawing,
  action: 'design' | 'restore',
  no?: number,
): Promise<Seen> {
  const row = stored(await lockSeen(ctx, customReport, seen))
  if (isDashboard(template) !== (row.kind === 'FRM')) refuse(customReportFaults.otherKind, { name: row.name })
  await ctx.tx.run(sql`
    update sys_custom_report set draft_body = ${JSON.stringify(template)}, is_changed = ${row.published !== null}, version = version + 1,
      updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  ctx.audit({
    ...{ subject: customReport.key, subjectId: row.id, subjectNo: row.code, action },
    ...(no !== undefined && { after: { version: no } }),
  })
  return { id: row.id, version: row.version + 1 }
}

async function restore(ctx: Ctx, { no, ...seen }: Seen & { no: number }): Promise<Seen> {
  const old = await ctx.tx.maybe<{ template: unknown }>(sql`
    select template from sys_report_version where tenant_id = ${ctx.tenantId} and report_id = ${seen.id} and no = ${no}`)
  const template = drawing.safeParse(old?.template).data
  return keepDraft(ctx, seen, template ?? refuse(customReportFaults.noVersion, { no }), 'restore', no)
}

const trial = (
  ctx: Ctx,
  models: Models,
  title: string,
  template: Drawing,
  params: Readonly<Record<string, string>>,
) => {
  // A part of the rows shows what does not hold; how many there are is their readers' matter.
  const sets = Object.entries(template.sets).map(([name, set]) => {
    const most = Math.min(set.most ?? trialRows, trialRows)
    return [name, { ...set, most }] as const
  })
  const part: Drawing = { ...template, sets: Object.fromEntries(sets) }
  return readTemplate(ctx, models, { title, template: part, params, limits: trialLimits })
}

/** A draft is read and laid out once before anybody else sees it: what does not hold is told together. */
async function publish(
  request: OutsideRequest,
  models: Models,
  { note, ...seen }: z.output<typeof calls.publish.input>,
) {
  const job = await request.perform(
    async (ctx) => {
      const { draftBody, name, version } = await read(ctx, seen.id)
      if (version !== seen.version) refuse(faults.stale)
      const template = drawing.safeParse(draftBody).data ?? refuse(customReportFaults.noDraft)
      // A parameter that has to be said is nobody's yet.
      const open = { ...template, params: template.params.map((p) => ({ ...p, required: false })) }
      return trial(ctx, models, name, open, {})
    },
    { read: true },
  )
  await layout({ job, as: 'screen' }).catch((fault: Fault) => {
    if (!('refusal' in fault)) throw fault
    refuse(customReportFaults.unsound, { list: fault.message })
  })
  return request.perform((ctx) => releaseDraft(ctx, seen, note || null))
}

/** Makes a version of what was drawn, and shows it to its readers. */
export async function releaseDraft(ctx: Ctx, seen: Seen, note: string | null): Promise<Seen & { readonly no: number }> {
  const row = stored(await lockSeen(ctx, customReport, seen))
  const no = (await lastNo(ctx, row.id)) + 1
  await insert(ctx, reportVersion, [{ reportId: row.id, no, template: drawing.parse(row.draftBody), note }])
  await ctx.tx.run(sql`
    update sys_custom_report set published = ${no}, state = 'PUBLISHED', is_changed = false, version = version + 1,
      updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  const { id, code } = row
  ctx.audit({
    ...{ subject: customReport.key, subjectId: id, subjectNo: code, action: 'publish', after: { version: no } },
  })
  return { id, version: row.version + 1, no }
}
const lastNo = async (ctx: Ctx, id: string): Promise<number> =>
  (
    await ctx.tx.one<{ no: number }>(sql`
    select coalesce(max(no), 0) as no from sys_report_version where tenant_id = ${ctx.tenantId} and report_id = ${id}`)
  ).no

async function offline(ctx: Ctx, seen: Seen): Promise<Seen> {
  const row = stored(await lockSeen(ctx, customReport, seen))
  if (row.state !== 'PUBLISHED') refuse(customReportFaults.notPublished, { name: row.name })
  await ctx.tx.run(sql`
    update sys_custom_report set state = 'OFFLINE', version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  ctx.audit({ subject: customReport.key, subjectId: row.id, subjectNo: row.code, action: 'offline' })
  return { id: row.id, version: row.version + 1 }
}

async function copy(ctx: Ctx, { id, code, name }: z.output<typeof calls.copy.input>): Promise<Seen> {
  const from = await design(ctx, { id })
  const { folder, kind } = await read(ctx, id)
  const made = await createRow(ctx, customReport, { code, name, folder, kind, note: null, grants: [] }, reportRules)
  return from.template ? keepDraft(ctx, made, from.template, 'design') : made
}

async function pack(ctx: Ctx, { id }: { id: string }): Promise<FileAnswer> {
  const { kind, code, name, folder, note, draftBody } = await read(ctx, id)
  const template = drawing.safeParse(draftBody).data ?? refuse(customReportFaults.noDraft)
  const made: ReportPackage = { lading: 'report', v: 1, kind, code, name, folder, note, template }
  // What is answered as JSON is an answer; this is a file.
  return { name: `${name}.json`, type: 'application/octet-stream', data: Buffer.from(JSON.stringify(made, null, 1)) }
}
/** A draft under a code of its own: what its models lack is told when it is published. */
async function unpack(ctx: Ctx, { code, package: p }: z.output<typeof calls.unpack.input>): Promise<Seen> {
  const { name, folder, kind, note } = p
  const made = await createRow(ctx, customReport, { code, name, folder, kind, note, grants: [] }, reportRules)
  return keepDraft(ctx, made, p.template, 'design')
}

/** 自定义报表: drawn, checked, published, taken offline. */
export const customReportServed = (models: () => Models): Served[] => [
  ...masterServed(customReport, reportRules),
  serve(calls.models, async (ctx) => ({
    models: await Promise.all(
      models()
        .filter((m) => allowed(ctx, m.permission))
        .map((m) => described(ctx, m)),
    ),
  })),
  serve(calls.design, design),
  serve(calls.save, (ctx, { template, ...seen }) => keepDraft(ctx, seen, template, 'design')),
  serve(calls.restore, restore),
  serve(calls.offline, offline),
  serve(calls.copy, copy),
  serveOutside(calls.pack, (request, input) => request.perform((ctx) => pack(ctx, input), { read: true })),
  serve(calls.unpack, unpack),
  serveOutside(calls.publish, (request, input) => publish(request, models(), input)),
  serveOutside(calls.preview, async (request, { template, params }) => {
    const job = await request.perform((ctx) => trial(ctx, models(), '', template, params), { read: true })
    const answer = await layout({ job, as: 'screen' })
    if (!('report' in answer)) throw new Error('a screen was asked for')
    return answer.report
  }),
]
