import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { faults, refuse } from '@lading/contract/kernel/fault.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import {
  type PrintField,
  type PrintForm,
  type PrintLayout,
  pageFields,
  printLayout,
  samplesOf,
} from '@lading/contract/sys/printForm.ts'
import {
  printTemplateCalls as calls,
  type DesignField,
  type ListedTemplate,
  printBatch,
  printer,
  printFaults,
  printTemplate,
  printTemplateRevision,
} from '@lading/contract/sys/printTemplate.ts'
import { printLog } from '@lading/contract/sys/tables.ts'
import { user } from '@lading/contract/sys/user.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { lockSeen } from '../../kernel/crud.ts'
import { crudServed } from '../../kernel/crudServed.ts'
import { type Ctx, found } from '../../kernel/ctx.ts'
import { type OutsideRequest, type Served, serve, serveList, serveOutside } from '../../kernel/http/serve.ts'
import { insert } from '../../kernel/insert.ts'
import { listRecords } from '../../kernel/listQuery.ts'
import { checkRefs } from '../../kernel/rowParts.ts'
import type { Rules, Seen } from '../../kernel/rules.ts'
import { named } from '../../kernel/scope.ts'
import { marked, type PrintJob } from '../../platform/print/page.ts'
import { makePdf } from '../../platform/print/printer.ts'
import { seenServed } from '../../platform/sheet/seenServed.ts'
import { showInstant } from '../../platform/sheet/showCell.ts'
import { demandReachable } from '../outbound/reach.ts'
import { withinReach } from '../rights.ts'
import { batchServed, demandPrinter, sendSample } from './batches.ts'
import { commandsOf } from './commands.ts'
import { drawCopy } from './draw.ts'
import { shownPages } from './escpos.ts'
import { layoutOf } from './resolve.ts'
import { demandSound } from './sound.ts'
import { receiptPages } from './speak.ts'

/** More templates than anybody has. */
const listMax = 2_000
const sampleLines = 3
const previewWord: Text = ['预览', 'PREVIEW']

interface Stored {
  readonly id: string
  readonly version: number
  readonly code: string
  readonly name: string
  readonly kind: string
  readonly forOrgId: string | null
  readonly forOwnerId: string | null
  readonly isDefault: boolean
  readonly disabled: boolean
  readonly revision: number
  readonly layout: unknown
}
const stored = (row: object): Stored => row as Stored

type Forms = readonly PrintForm[]
const formOf = (forms: Forms, kind: string): PrintForm =>
  found(
    forms.find((f) => f.kind === kind),
    printTemplate.fields.kind.title,
    kind,
  )

/** Whoever works in one organisation decides for that one; what counts for all is the enterprise's. */
function demandPlace(ctx: Ctx, forOrgId: string | null): void {
  if (ctx.org.type !== 'GROUP' && forOrgId !== ctx.org.id) refuse(faults.foreignOrg)
}

async function list(ctx: Ctx, forms: Forms): Promise<ListedTemplate[]> {
  const question = { filter: {}, page: 1, pageSize: listMax, searchCount: false } as const
  const { records } = await listRecords(ctx, printTemplate, question)
  const own = records.map((r): ListedTemplate & { kind: string } => {
    const row = stored(r)
    const form = forms.find((f) => f.kind === row.kind)
    const { width, height } = form ? layoutOf(ctx, form, row) : { width: 0, height: 0 }
    const refs = r.refs as Record<string, { name: string } | undefined>
    return {
      id: row.id,
      version: row.version,
      code: row.code,
      name: row.name,
      kind: row.kind,
      document: form ? say(form.title, ctx.language) : row.kind,
      forOrg: refs.forOrgId?.name ?? null,
      forOrgId: row.forOrgId,
      forOwner: refs.forOwnerId?.name ?? null,
      forOwnerId: row.forOwnerId,
      isDefault: row.isDefault,
      disabled: row.disabled,
      revision: row.revision,
      width,
      height,
      changedBy: (r.lastModifierName as string | null) ?? null,
      changedAt: (r.lastModifyTime as string | null) ?? null,
    }
  })
  return forms.flatMap((form) => {
    const { width, height } = form.layout(ctx.language)
    const mine = own.filter((t) => t.kind === form.kind)
    const system: ListedTemplate = {
      id: null,
      version: 0,
      code: form.kind.replaceAll('_', '-'),
      name: say(form.title, ctx.language),
      kind: form.kind,
      document: say(form.title, ctx.language),
      forOrg: null,
      forOrgId: null,
      forOwner: null,
      forOwnerId: null,
      // It counts wherever no other does.
      isDefault: !mine.some((t) => t.isDefault && !t.disabled && t.forOrg === null && t.forOwner === null),
      disabled: false,
      revision: 1,
      width,
      height,
      changedBy: null,
      changedAt: null,
    }
    return [system, ...mine]
  })
}

async function design(ctx: Ctx, forms: Forms, o: { id?: string | undefined; kind?: string | undefined }) {
  const row = o.id === undefined ? undefined : await read(ctx, o.id)
  const form = formOf(forms, row?.kind ?? o.kind ?? '')
  const shown = (fields: readonly PrintField[]): DesignField[] =>
    fields.map((f) => ({ ...f, title: say(f.title, ctx.language) }))
  const revisions = row
    ? await ctx.tx.query<{ revision: number; by: string | null; at: Date }>(sql`
        select r.revision, u.real_name as by, r.created_at as at from sys_print_template_revision r
        left join ${named(ctx, user, 'u')} on u.id = r.created_by
        where r.tenant_id = ${ctx.tenantId} and r.template_id = ${row.id} order by r.revision desc limit 100`)
    : []
  return {
    id: row?.id ?? null,
    version: row?.version ?? 0,
    name: row?.name ?? say(form.title, ctx.language),
    kind: form.kind,
    document: say(form.title, ctx.language),
    revision: row?.revision ?? 1,
    layout: row ? layoutOf(ctx, form, row) : form.layout(ctx.language),
    fields: shown([...form.fields, ...pageFields]),
    columns: shown(form.columns),
    revisions: revisions.map((r) => ({ ...r, at: r.at.toISOString() })),
  }
}

async function read(ctx: Ctx, id: string): Promise<Stored> {
  const row = await ctx.tx.maybe<Stored>(sql`
    select id, version, code, name, kind, for_org_id, for_owner_id, is_default, disabled, revision, layout
    from sys_print_template where tenant_id = ${ctx.tenantId} and id = ${id}`)
  return found(row, printTemplate.title)
}

const keepRevision = (ctx: Ctx, templateId: string, revision: number, layout: PrintLayout) =>
  insert(ctx, printTemplateRevision, [{ templateId, revision, layout }])

async function copy(ctx: Ctx, forms: Forms, o: z.output<typeof calls.copy.input>): Promise<Seen> {
  const from = o.fromId === undefined ? undefined : await read(ctx, o.fromId)
  const form = formOf(forms, from?.kind ?? o.kind)
  demandPlace(ctx, o.forOrgId)
  const { code, name, forOrgId, forOwnerId } = o
  await checkRefs(ctx, printTemplate, [{ forOrgId, forOwnerId }])
  const layout = from ? layoutOf(ctx, form, from) : form.layout(ctx.language)
  const row = { code, name, kind: form.kind, forOrgId, forOwnerId, isDefault: false, revision: 1, layout }
  const { ids } = await insert(ctx, printTemplate, [row])
  const [id = ''] = ids
  await keepRevision(ctx, id, 1, layout)
  const { layout: _, ...told } = row
  ctx.audit({ subject: printTemplate.key, subjectId: id, subjectNo: code, action: 'create', after: told })
  return { id, version: 0 }
}

async function save(ctx: Ctx, forms: Forms, seen: Seen, layout: PrintLayout, action: 'design' | 'restore') {
  const row = stored(await lockSeen(ctx, printTemplate, seen))
  demandPlace(ctx, row.forOrgId)
  demandSound(formOf(forms, row.kind), layout)
  const revision = row.revision + 1
  await ctx.tx.run(sql`
    update sys_print_template set layout = ${JSON.stringify(layout)}, revision = ${revision}, version = version + 1,
      updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  await keepRevision(ctx, row.id, revision, layout)
  ctx.audit({
    subject: printTemplate.key,
    subjectId: row.id,
    subjectNo: row.code,
    action,
    before: { revision: row.revision },
    after: { revision },
  })
  return { id: row.id, version: row.version + 1, revision }
}

async function restore(ctx: Ctx, forms: Forms, o: Seen & { revision: number }) {
  const old = await ctx.tx.maybe<{ layout: unknown }>(sql`
    select layout from sys_print_template_revision
    where tenant_id = ${ctx.tenantId} and template_id = ${o.id} and revision = ${o.revision}`)
  const { layout } = found(old, printTemplateRevision.title, String(o.revision))
  return save(ctx, forms, o, printLayout.parse(layout), 'restore')
}

/** There is one default for each kind, organisation and owner: another steps back. */
const clearDefaults = (ctx: Ctx, t: Pick<Stored, 'id' | 'kind' | 'forOrgId' | 'forOwnerId'>): Promise<number> =>
  ctx.tx.run(sql`
    update sys_print_template set is_default = false, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and kind = ${t.kind} and is_default and id <> ${t.id}
      and for_org_id is not distinct from ${t.forOrgId}::bigint and for_owner_id is not distinct from ${t.forOwnerId}::bigint`)

async function setDefault(ctx: Ctx, o: Seen & { isDefault: boolean }): Promise<Seen> {
  const row = stored(await lockSeen(ctx, printTemplate, o))
  demandPlace(ctx, row.forOrgId)
  if (row.disabled && o.isDefault) refuse(printFaults.disabledDefault, { name: row.name })
  if (o.isDefault) await clearDefaults(ctx, row)
  await ctx.tx.run(sql`
    update sys_print_template set is_default = ${o.isDefault}, version = version + 1, updated_at = ${ctx.now()}, updated_by = ${ctx.userId}
    where tenant_id = ${ctx.tenantId} and id = ${row.id}`)
  ctx.audit({
    subject: printTemplate.key,
    subjectId: row.id,
    subjectNo: row.code,
    action: o.isDefault ? 'setDefault' : 'unsetDefault',
  })
  return { id: row.id, version: row.version + 1 }
}

/** What the form may change of a template, and whoever it then counts for. */
const rules: Rules<typeof printTemplate> = {
  beforeUpdate: async (ctx, input, before) => {
    const was = stored(before)
    demandPlace(ctx, was.forOrgId)
    const to = { ...was, ...(input as Partial<Stored>) }
    demandPlace(ctx, to.forOrgId)
    if (was.isDefault) await clearDefaults(ctx, to)
  },
  beforeEnable: async (ctx, row) => demandPlace(ctx, stored(row).forOrgId),
  beforeDisable: async (ctx, row) => demandPlace(ctx, stored(row).forOrgId),
  beforeRemove: async (ctx, row) => demandPlace(ctx, stored(row).forOrgId),
}

/** A document of samples, laid out so. */
function sampleJob(ctx: Ctx, form: PrintForm, layout: PrintLayout): PrintJob {
  const lines = Array.from({ length: sampleLines }, () => samplesOf(form.columns))
  const by = { printedAt: showInstant(ctx, ctx.now()), printedBy: ctx.username }
  const pages = drawCopy(layout, { values: samplesOf(form.fields), lines }, by)
  return { title: say(form.title, ctx.language), width: layout.width, height: layout.height, pages }
}

const soundSample = (request: OutsideRequest, forms: Forms, o: { kind: string; layout: PrintLayout }) =>
  request.perform(
    async (ctx) => {
      const form = formOf(forms, o.kind)
      demandSound(form, o.layout)
      return sampleJob(ctx, form, o.layout)
    },
    { read: true },
  )

/** What is being designed, as a printer brings it out, told apart from what is printed. */
async function testPrint(request: OutsideRequest, forms: Forms, o: z.output<typeof calls.testPrint.input>) {
  // First, so that whose printer it is not learns nothing by what is said of the layout.
  await request.perform((ctx) => demandPrinter(ctx, o.printerId), { read: true })
  const job = marked(await soundSample(request, forms, o), say(previewWord, request.origin.language))
  return sendSample(request, job, o.printerId, job.title)
}

async function preview(request: OutsideRequest, forms: Forms, o: z.output<typeof calls.preview.input>) {
  const job = await soundSample(request, forms, o)
  if (o.output === 'ESCPOS') {
    // What comes out is a picture, so it is looked at as one.
    const data = shownPages(await receiptPages(job, o))
    return { name: `${job.title}.png`, type: 'image/png', data }
  }
  if (o.output !== 'PDF') {
    const text = commandsOf(job, { language: o.output, dots: o.dots, font: null }).join('\n')
    return {
      name: `${job.title}.${o.output.toLowerCase()}`,
      type: 'text/plain; charset=utf-8',
      data: Buffer.from(text),
    }
  }
  const data = await makePdf(marked(job, say(previewWord, request.origin.language)))
  return { name: `${job.title}.pdf`, type: 'application/pdf', data }
}

/** A printer is typed where it may be reached. */
const printerRules: Rules<typeof printer> = {
  beforeCreate: async (_, input) => demandReachable(input.host),
  beforeUpdate: async (_, input, before) => {
    if (input.host !== undefined && input.host !== before.host) demandReachable(input.host)
  },
}

/** Prints `t` of organisations within reach; who is limited to some owners' goods sees what he printed himself. */
const printsSeen = (ctx: Ctx): Sql[] => [
  ctx.owners !== null ? sql`t.created_by = ${ctx.userId}` : withinReach(ctx, sql`t.org_id`),
]

/** @param forms all that is printed, of all areas */
export function printTemplateServed(forms: Forms): Served[] {
  const { create } = crudCalls(printTemplate)
  return [
    // A template begins as a copy of another, or of the system's.
    ...crudServed(printTemplate, rules).filter(({ call }) => call.path !== create?.path),
    ...crudServed(printer, printerRules),
    ...batchServed(),
    serve(calls.list, (ctx) => list(ctx, forms)),
    serve(calls.design, (ctx, input) => design(ctx, forms, input)),
    serve(calls.copy, (ctx, input) => copy(ctx, forms, input)),
    serve(calls.save, (ctx, { layout, ...seen }) => save(ctx, forms, seen, layout, 'design')),
    serve(calls.restore, (ctx, input) => restore(ctx, forms, input)),
    serve(calls.setDefault, (ctx, input) => setDefault(ctx, input)),
    serveOutside(calls.testPrint, (request, input) => testPrint(request, forms, input)),
    serveOutside(calls.preview, (request, input) => preview(request, forms, input)),
    ...seenServed(printLog, printsSeen, (ctx, row) => {
      const form = forms.find((f) => f.kind === row.kind)
      return form ? { ...row, kind: say(form.title, ctx.language) } : row
    }),
    serveList(calls.batches, (ctx, input) => listRecords(ctx, printBatch, input)),
  ]
}
