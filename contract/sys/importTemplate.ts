import { z } from 'zod'
import { get, post, query, version } from '../kernel/call.ts'
import { importAnswer } from '../kernel/crud.ts'
import { entity, entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { choice, code, flag, int, json } from '../kernel/field.ts'
import { sheetLimits } from './sheetFaults.ts'
import { importModes, importRows } from './sheetRecord.ts'

/**
 * A column of a template: the enterprise's own words for its heading, a word and an example for who fills it in, whether it
 * has to be, and what stands for an empty cell of a new row.
 */
const column = z.object({
  name: z.string().max(100),
  zh: z.string().trim().max(60).nullable().default(null),
  en: z.string().trim().max(60).nullable().default(null),
  required: z.boolean().default(false),
  note: z.string().trim().max(200).nullable().default(null),
  initial: z.string().trim().max(200).nullable().default(null),
  sample: z.string().trim().max(200).nullable().default(null),
})
export type TemplateColumn = z.output<typeof column>

/** 导入模板: what the files look like in which rows are brought in. It may ask for more than the entity does, never for less. */
export const importTemplate = entity('sys', 'importTemplate', {
  title: ['导入模板', 'Import template'],
  module: 'import',
  scope: 'tenant',
  fields: {
    /** The key of the entity that is imported. */
    subject: code(['内容', 'What'], { required: true, max: 48 }),
    /** In their order; none: all of them, as the product has them. */
    columns: json<readonly TemplateColumn[]>(['列', 'Columns']),
    /** With which an import begins. */
    mode: choice(['导入方式', 'Import mode'], importModes),
    /** Nobody may choose another. */
    onlyMode: flag(['不可选择其他方式', 'No other mode']),
    /** What becomes of a file with errors, unless its sender says otherwise. */
    rows: choice(['有错误时', 'With errors'], importRows),
    maxRows: int(['最多行数', 'Rows at most'], { least: 1, most: sheetLimits.rows }),
  },
  unique: [['subject']],
  label: { code: 'subject', name: 'subject' },
  actions: ['update'],
  verbs: { update: ['发布', 'Publish'], restore: ['恢复默认', 'Return to the usual template'] },
  found: false,
})

export const importTemplateFaults = {
  needed: { code: 42857, text: ['模板必须包含列[{title}]', 'A template needs the column [{title}]'] },
  headingTaken: {
    code: 42858,
    text: ['表头[{title}]与其他列重复', 'The heading [{title}] is another column’s as well'],
  },
  initial: {
    code: 42836,
    text: ['列[{title}]的默认值不正确：{problem}', 'The default of column [{title}] is not right: {problem}'],
  },
  modeOf: {
    code: 42590,
    text: ['[{title}]不能用“{mode}”导入', '[{title}] cannot be imported with “{mode}”'],
  },
  heading: {
    code: 42859,
    text: ['表头[{title}]不能包含 * 或 /', 'The heading [{title}] cannot contain * or /'],
  },
} as const satisfies Record<string, Refusal>

const subject = z.string().max(48)
const modes = z.enum(Object.keys(importModes) as [keyof typeof importModes])
/** What a template says of the files of its kind, beside their columns. */
const rules = z.object({
  mode: modes.nullable().default(null),
  onlyMode: z.boolean().default(false),
  rows: z
    .enum(Object.keys(importRows) as [keyof typeof importRows])
    .nullable()
    .default(null),
  maxRows: z.number().int().min(1).max(sheetLimits.rows).nullable().default(null),
})
export type TemplateRules = z.output<typeof rules>
const columns = z.array(column).min(1).max(sheetLimits.columns)
/** So many characters a template has at most that is sent with a file. */
const draftMax = 100_000
/** A form has fields of text alone: what stands in one as JSON. */
const columnsText = z
  .string()
  .max(draftMax)
  .regex(/^\[/)
  .transform((text, ctx): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      ctx.addIssue({ code: 'custom', message: 'no JSON' })
      return z.NEVER
    }
  })
  .pipe(columns)
const listed = rules.extend({
  subject: z.string(),
  title: z.string(),
  columns: z.number(),
  required: z.number(),
  isOwn: z.boolean(),
  /** How often it was published; to change it. 0: never. */
  version: z.number(),
  changedBy: z.string().nullable(),
  changedAt: z.string().nullable(),
})
export type ListedTemplate = z.output<typeof listed>

const offered = z.object({
  name: z.string(),
  zh: z.string(),
  en: z.string(),
  ownZh: z.string().nullable(),
  ownEn: z.string().nullable(),
  note: z.string().nullable(),
  initial: z.string().nullable(),
  sample: z.string().nullable(),
  isIn: z.boolean(),
  required: z.boolean(),
  /** The entity asks for it: it cannot be left out, nor be left empty. */
  isNeeded: z.boolean(),
})
export type TemplateOffer = z.output<typeof offered>

const at = (verb: string) => `${entityPath(importTemplate)}/${verb}`
const may = (action: 'view' | 'update') => entityPermission(importTemplate, action)
const format = z.enum(['xlsx', 'csv']).default('xlsx')

export const importTemplateCalls = {
  list: query(at('list'), {
    title: ['查询导入模板', 'List import templates'],
    permission: may('view'),
    output: z.array(listed),
  }),
  get: get(at('get'), {
    title: ['查看导入模板', 'An import template'],
    permission: may('view'),
    input: z.object({ subject }),
    /** All columns that there may be: first those of the template, in their order. */
    output: rules.extend({
      subject: z.string(),
      title: z.string(),
      version: z.number(),
      columns: z.array(offered),
      /** Those that there may be. */
      modes: z.array(modes),
    }),
  }),
  set: post(at('set'), {
    title: ['发布导入模板', 'Publish an import template'],
    permission: may('update'),
    input: rules.extend({ subject, version, columns }),
    output: z.object({ version: z.number() }),
  }),
  restore: post(at('restore'), {
    title: ['恢复默认导入模板', 'Return to the usual import template'],
    permission: may('update'),
    input: z.object({ subject, version }),
    output: z.object({ version: z.number() }),
  }),
  /** With what an import begins, for whoever may import. */
  rules: get(at('rules'), {
    title: ['查询导入规则', 'Rules of an import'],
    permission: 'session',
    input: z.object({ subject }),
    output: rules.extend({ modes: z.array(modes) }),
  }),
  /**
   * What an import would say of a file by a template that is not published yet. Nothing is written, and nothing is kept: for
   * whoever keeps templates and may import such things.
   */
  test: post(at('test'), {
    title: ['用文件测试导入模板', 'Test a template with a file'],
    permission: may('update'),
    input: z.object({
      subject,
      mode: modes,
      maxRows: z.coerce.number().int().min(1).max(sheetLimits.rows).optional(),
      draft: columnsText,
    }),
    output: importAnswer,
    upload: true,
  }),
  download: get(at('download'), {
    title: ['下载导入模板', 'Download an import template'],
    permission: may('view'),
    input: z.object({ subject, format }),
    binary: true,
  }),
} as const
