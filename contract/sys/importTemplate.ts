import { z } from 'zod'
import { get, post, query, version } from '../kernel/call.ts'
import { entity, entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { code, json } from '../kernel/field.ts'
import { sheetLimits } from './sheetFaults.ts'

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
  heading: {
    code: 42859,
    text: ['表头[{title}]不能包含 * 或 /', 'The heading [{title}] cannot contain * or /'],
  },
} as const satisfies Record<string, Refusal>

const subject = z.string().max(48)
const listed = z.object({
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
    output: z.object({ subject: z.string(), title: z.string(), version: z.number(), columns: z.array(offered) }),
  }),
  set: post(at('set'), {
    title: ['发布导入模板', 'Publish an import template'],
    permission: may('update'),
    input: z.object({ subject, version, columns: z.array(column).min(1).max(sheetLimits.columns) }),
    output: z.object({ version: z.number() }),
  }),
  restore: post(at('restore'), {
    title: ['恢复默认导入模板', 'Return to the usual import template'],
    permission: may('update'),
    input: z.object({ subject, version }),
    output: z.object({ version: z.number() }),
  }),
  download: get(at('download'), {
    title: ['下载导入模板', 'Download an import template'],
    permission: may('view'),
    input: z.object({ subject, format }),
    binary: true,
  }),
} as const
