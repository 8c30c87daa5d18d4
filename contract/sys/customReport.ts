import { z } from 'zod'
import { get, id, post, query, seen } from '../kernel/call.ts'
import { childRows, entity, entityPath, entityPermission } from '../kernel/entity.ts'
import { choice, code, flag, int, json, note, ref, rows, text } from '../kernel/field.ts'
import { type Drawing, drawing } from './dashboard.ts'
import { laidReport } from './laidReport.ts'
import { reportLimits, reportPermissions } from './report.ts'
import { planBound } from './reportPlan.ts'
import { reportTemplate } from './reportTemplate.ts'

export const reportKinds = {
  CPT: ['表格报表', 'Grid'],
  FRM: ['看板', 'Dashboard'],
} as const

export const customReportStates = {
  DRAFT: ['草稿', 'Draft'],
  PUBLISHED: ['已发布', 'Published'],
  OFFLINE: ['已下线', 'Offline'],
} as const

/** Whose a report is; without a grant it is everybody's who may see what it tells. */
export const reportGrant = childRows('sys', 'reportGrant', 'sys.customReport', {
  title: ['报表授权', 'Report grant'],
  scope: 'tenant',
  fields: {
    reportId: ref(['报表', 'Report'], 'sys.customReport', { required: true, derived: true }),
    roleId: ref(['角色', 'Role'], 'sys.role'),
    userId: ref(['用户', 'User'], 'sys.user'),
    mayExport: flag(['可导出', 'May export'], { initial: true }),
  },
})

/** 自定义报表: a grid that a tenant has drawn over the published models. It holds no data. */
// density: a spreadsheet that is drawn on: cells, formulas, data sets, pages and versions, each with its panel
export const customReport = entity('sys', 'customReport', {
  title: ['自定义报表', 'Custom report'],
  module: 'report_designer',
  scope: 'tenant',
  fields: {
    code: code(['编码', 'Code'], { required: true, frozen: true, filter: true }),
    name: text(['名称', 'Name'], { required: true, filter: true, max: 40 }),
    folder: text(['目录', 'Folder'], { required: true, filter: true, max: 40, initial: '自定义' }),
    kind: choice(['类型', 'Kind'], reportKinds, { required: true, frozen: true, filter: true, initial: 'CPT' }),
    state: choice(['状态', 'State'], customReportStates, {
      derived: true,
      initial: 'DRAFT',
      filter: true,
      required: true,
    }),
    /** Folder, name and ending: by which it is opened. */
    path: text(['路径', 'Path'], { derived: true, required: true, max: 90 }),
    published: int(['发布版本', 'Published version'], { derived: true }),
    isChanged: flag(['有未发布修改', 'Changes not published'], { derived: true }),
    note: note(['说明', 'Note'], { max: 200 }),
    grants: rows(['授权', 'Grants'], reportGrant),
  },
  /** What is drawn, as large as it likes: its drawing board asks for it, no list, form or file. */
  secrets: { draftBody: json<Drawing>(['草稿', 'Draft'], { derived: true }) },
  list: ['code', 'name', 'folder', 'kind', 'state', 'published', 'isChanged', 'note'],
  form: ['code', 'name', 'folder', 'kind', 'note', 'grants'],
  unique: [['code'], ['path']],
  actions: ['create', 'update', 'remove', 'release', 'export'],
  verbs: {
    design: ['设计', 'Design'],
    publish: ['发布', 'Publish'],
    offline: ['下线', 'Take offline'],
    restore: ['恢复历史版本', 'Restore a version'],
  },
  details: { version: int(['版本', 'Version']) },
  sort: 'folder,name',
})

/** 报表版本: what was published; it never changes. */
export const reportVersion = entity('sys', 'reportVersion', {
  title: ['报表版本', 'Report version'],
  module: 'report_designer',
  scope: 'tenant',
  fields: {
    reportId: ref(['报表', 'Report'], 'sys.customReport', { required: true, filter: true }),
    no: int(['版本', 'Version'], { required: true }),
    template: json<Drawing>(['内容', 'Content']),
    note: text(['说明', 'Note'], { max: 100 }),
  },
  unique: [['reportId', 'no']],
  actions: [],
})

const at = (verb: string) => `${entityPath(customReport)}/${verb}`
const may = (action: 'view' | 'update' | 'create' | 'release') => entityPermission(customReport, action)
const changed = z.object({ id: z.string(), version: z.number() })
const asked = z.record(z.string().max(32), z.string().max(64)).default({})

const codeText = z
  .string()
  .trim()
  .min(1)
  .max(30)
  .regex(/^[\w./-]+$/)
/** A report as it is carried from one tenant, or one installation, to another. */
export const reportPackage = z.object({
  lading: z.literal('report'),
  v: z.literal(1),
  kind: z.enum(['CPT', 'FRM']),
  code: codeText,
  name: z.string().trim().min(1).max(40),
  folder: z.string().trim().min(1).max(40),
  note: z.string().max(200).nullable(),
  template: drawing,
})
export type ReportPackage = z.output<typeof reportPackage>

const field = z.object({
  name: z.string(),
  title: z.string(),
  kind: z.enum(['text', 'day', 'number']),
  /** Entity whose rows its filter names, choices that it has. */
  to: z.string().optional(),
  choices: z.array(z.object({ value: z.string(), title: z.string() })).optional(),
  /** The list that it may narrow down: its entity, and the filter that takes the value. */
  list: z.object({ of: z.string(), title: z.string(), filter: z.string(), filterTitle: z.string() }).optional(),
})
const model = z.object({ key: z.string(), title: z.string(), dims: z.array(field), measures: z.array(field) })
export type DescribedModel = z.output<typeof model>

export const customReportCalls = {
  /** What reports may be made of, as far as the caller may see it himself. */
  models: get(at('models'), {
    title: ['查询数据模型', 'Report models'],
    permission: may('view'),
    // Of the program and of rights, which have all of it read again.
    reads: [],
    output: z.object({ models: z.array(model) }),
  }),
  design: get(at('design'), {
    title: ['查看报表设计', 'Design of a report'],
    permission: may('view'),
    input: z.object({ id }),
    output: z.object({
      id: z.string(),
      version: z.number(),
      code: z.string(),
      name: z.string(),
      kind: z.enum(['CPT', 'FRM']),
      state: z.string(),
      published: z.number().nullable(),
      isChanged: z.boolean(),
      template: drawing.nullable(),
      versions: z.array(
        z.object({ no: z.number(), by: z.string().nullable(), at: z.string(), note: z.string().nullable() }),
      ),
    }),
  }),
  save: post(at('save'), {
    title: ['保存报表设计', 'Save the design of a report'],
    permission: may('update'),
    input: seen.extend({ template: drawing }),
    output: changed,
  }),
  /** As it would be read, of the caller's own data. */
  preview: query(at('preview'), {
    title: ['预览报表', 'Preview a report'],
    permission: may('view'),
    // A trial stands as it was asked for.
    reads: [],
    input: z.object({ template: drawing, params: asked }),
    output: laidReport,
  }),
  publish: post(at('publish'), {
    title: ['发布报表', 'Publish a report'],
    permission: may('release'),
    input: seen.extend({ note: z.string().trim().max(100).optional() }),
    output: changed.extend({ no: z.number() }),
  }),
  offline: post(at('offline'), {
    title: ['下线报表', 'Take a report offline'],
    permission: may('release'),
    input: seen,
    output: changed,
  }),
  restore: post(at('restore'), {
    title: ['恢复报表历史版本', 'Restore a version of a report'],
    permission: may('update'),
    input: seen.extend({ no: z.number().int().min(1) }),
    output: changed,
  }),
  /** Those that the caller may read. */
  own: query('/fw/api/sys/report/own', {
    title: ['查询自定义报表', 'Custom reports to read'],
    permission: reportPermissions.view,
    reads: [customReport.key],
    output: z.object({
      reports: z.array(
        z.object({
          path: z.string(),
          code: z.string(),
          name: z.string(),
          folder: z.string(),
          note: z.string().nullable(),
          mayExport: z.boolean(),
          params: reportTemplate.shape.params,
        }),
      ),
    }),
  }),
  open: query('/fw/api/sys/report/open', {
    title: ['查看自定义报表', 'Read a custom report'],
    permission: reportPermissions.view,
    // A report stands as it was asked for, and says when that was.
    reads: [],
    input: z.object({ path: z.string().max(100), params: asked }),
    output: laidReport,
  }),
  file: query('/fw/api/sys/report/own/export', {
    title: ['导出自定义报表', 'Export a custom report'],
    permission: reportPermissions.export,
    // What was saved to a file stays as it was.
    reads: [],
    input: z.object({
      path: z.string().max(100),
      params: asked,
      format: z.enum(['xlsx', 'csv', 'pdf']).default('xlsx'),
      /** In the background only: of fewer rows there is no file. */
      leastRows: z.number().int().min(1).max(reportLimits.exportRows).optional(),
      /** The same of a total that is not beyond its bound. */
      bound: planBound.optional(),
      /** It is a subscription's: its book of runs says so. */
      planned: z.boolean().optional(),
    }),
    binary: true,
  }),
  /** What makes a report elsewhere: neither its grants nor any data. */
  pack: query(at('pack'), {
    title: ['导出报表包', 'Export a report package'],
    permission: entityPermission(customReport, 'export'),
    // A file stands as it was asked for.
    reads: [],
    input: z.object({ id }),
    binary: true,
  }),
  unpack: post(at('unpack'), {
    title: ['导入报表包', 'Import a report package'],
    permission: may('create'),
    input: z.object({ code: codeText, package: reportPackage }),
    output: changed,
  }),
  copy: post(at('copy'), {
    title: ['复制报表', 'Copy a report'],
    permission: may('create'),
    input: z.object({
      id,
      code: codeText,
      name: z.string().trim().min(1).max(40),
    }),
    output: changed,
  }),
  /** Those that are there already stay as they are. */
  installStarters: post(at('installStarters'), {
    title: ['安装模板报表', 'Install starter reports'],
    permission: may('release'),
    output: z.object({ installed: z.number() }),
  }),
} as const
