import { z } from 'zod'
import { get, id, listQuery, pageOf, post, query, version } from '../kernel/call.ts'
import { entity, entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { choice, code, flag, int, json, type Kind, ref, text } from '../kernel/field.ts'
import { recordSchema } from '../kernel/schema.ts'
import type { Text } from '../kernel/text.ts'
import { sheetLimits } from './sheetFaults.ts'
import { exportRecord } from './sheetRecord.ts'

/** How the values of a column are written, where not as they stand. */
export const columnForms = {
  MASK: ['掩码', 'Masked'],
  DAY: ['年-月-日', 'Day only'],
  MINUTE: ['到分钟', 'To the minute'],
  D0: ['整数', 'Whole number'],
  D2: ['两位小数', 'Two decimals'],
  D3: ['三位小数', 'Three decimals'],
} as const satisfies Record<string, Text>
export type ColumnForm = keyof typeof columnForms
const formNames = Object.keys(columnForms) as [ColumnForm]

/** Forms in which values of a kind can be written. */
export const formsOf = (kind: Kind): readonly ColumnForm[] => {
  if (kind === 'instant') return ['DAY', 'MINUTE']
  if (kind === 'decimal' || kind === 'qty' || kind === 'money') return ['D0', 'D2', 'D3']
  return kind === 'code' || kind === 'text' || kind === 'note' ? ['MASK'] : []
}

/** A column of a file, with the enterprise's own words for its heading where it has some. */
const column = z.object({
  name: z.string().max(100),
  zh: z.string().trim().max(60).nullable().default(null),
  en: z.string().trim().max(60).nullable().default(null),
  form: z.enum(formNames).nullable().default(null),
  /** Of characters, in a workbook; none: as wide as spreadsheets make it. */
  width: z.number().int().min(4).max(100).nullable().default(null),
})
export type ExportColumn = z.output<typeof column>

/** The one format that is permitted, where not all are. */
export const exportFormats = { XLSX: ['仅Excel', 'Excel only'], CSV: ['仅CSV', 'CSV only'] } as const satisfies Record<
  string,
  Text
>
export type ExportFormat = keyof typeof exportFormats

/** 导出定义: what files of a list hold, and what their columns are called. A list that has none is exported as it stands. */
export const exportDefinition = entity('sys', 'exportDefinition', {
  title: ['导出定义', 'Export definition'],
  module: 'export',
  scope: 'tenant',
  fields: {
    /** The key of the entity that the list shows. */
    subject: code(['内容', 'What'], { required: true, max: 48 }),
    /** In their order; none: those of the list. */
    columns: json<readonly ExportColumn[]>(['列', 'Columns']),
    /** 0: the whole enterprise's. That of an organisation goes before it there. */
    orgId: ref(['组织', 'Organisation'], 'sys.org', { required: true, loose: true }),
    /** Words, or a pattern: see `exportFileName.ts`. */
    fileName: text(['文件名', 'File name'], { max: 60 }),
    /** In which it may be written; none: in each of them. */
    formats: choice(['文件格式', 'File format'], exportFormats),
    maxRows: int(['最多行数', 'Rows at most'], { least: 1, most: sheetLimits.exportRows }),
    onlyShown: flag(['只导出列表中显示的列', 'Only columns that the list shows']),
    /** A field, with `-` before it from the last to the first: how rows stand where their list is in no order of its reader's. */
    sort: text(['默认排序', 'Usual order'], { max: 60 }),
  },
  unique: [['subject', 'orgId']],
  label: { code: 'subject', name: 'subject' },
  actions: ['update'],
  verbs: { restore: ['恢复默认', 'Return to the usual columns'] },
  found: false,
})

export const exportDefinitionFaults = {
  headingTwice: { code: 42854, text: ['列标题[{title}]重复', 'Two columns are headed [{title}]'] },
  columnTwice: { code: 42855, text: ['列[{title}]重复', 'The column [{title}] is named twice'] },
  columnForm: {
    code: 42835,
    text: ['列[{title}]不能用格式[{form}]', 'The column [{title}] cannot be written as [{form}]'],
  },
  sort: { code: 42587, text: ['[{name}]不能用于排序', 'Rows cannot be put in order by [{name}]'] },
  filePart: {
    code: 42586,
    text: ['文件名中的[{part}]不可用', 'A file name cannot contain [{part}]'],
  },
  fileName: {
    code: 42856,
    text: ['文件名不能包含 \\ / : * ? " < > |', 'A file name cannot contain \\ / : * ? " < > |'],
  },
} as const satisfies Record<string, Refusal>

const own = z.object({
  fileName: z.string().trim().max(60).nullable(),
  maxRows: z.number().int().min(1).max(sheetLimits.exportRows).nullable(),
  onlyShown: z.boolean(),
  formats: z
    .enum(Object.keys(exportFormats) as [ExportFormat])
    .nullable()
    .default(null),
  sort: z.string().max(60).nullable().default(null),
})
const subject = z.string().max(48)
/** Left out: the enterprise's, or those of where one works. */
const which = z.object({ subject, orgId: id.nullish() })
const listed = own.extend({
  subject: z.string(),
  title: z.string(),
  /** Of the list, or of the definition. */
  columns: z.number(),
  /** Whose it is: the product's, the enterprise's, or the organisation's that was asked about. */
  source: z.enum(['INITIAL', 'TENANT', 'ORG']),
  /** Whether there is one of the level that was asked for: only then there is something to take back. */
  isOwn: z.boolean(),
  /** To change it; 0 while there was none. */
  version: z.number(),
  changedBy: z.string().nullable(),
  changedAt: z.string().nullable(),
})
export type ListedDefinition = z.output<typeof listed>

const offered = z.object({
  name: z.string(),
  /** As everybody else calls it. */
  zh: z.string(),
  en: z.string(),
  ownZh: z.string().nullable(),
  ownEn: z.string().nullable(),
  form: z.enum(formNames).nullable(),
  /** In which it could be written. */
  forms: z.array(z.enum(formNames)),
  width: z.number().nullable(),
  isIn: z.boolean(),
  /** Whether rows can be put in order by it. */
  isSortable: z.boolean(),
})
export type OfferedColumn = z.output<typeof offered>

const at = (verb: string) => `${entityPath(exportDefinition)}/${verb}`
const may = (action: 'view' | 'update') => entityPermission(exportDefinition, action)

export const exportDefinitionCalls = {
  list: query(at('list'), {
    title: ['查询导出定义', 'List export definitions'],
    permission: may('view'),
    input: z.object({ orgId: id.nullish() }),
    output: z.array(listed),
  }),
  get: get(at('get'), {
    title: ['查看导出定义', 'An export definition'],
    permission: may('view'),
    input: which.extend({ orgId: id.optional() }),
    /** All columns that a file may hold: first those that it does, in their order. */
    output: own.extend({ subject: z.string(), title: z.string(), version: z.number(), columns: z.array(offered) }),
  }),
  set: post(at('set'), {
    title: ['修改导出定义', 'Change an export definition'],
    permission: may('update'),
    input: own.extend({ ...which.shape, version, columns: z.array(column).min(1).max(sheetLimits.columns) }),
    output: z.object({ version: z.number() }),
  }),
  restore: post(at('restore'), {
    title: ['恢复默认导出', 'Return to the usual export'],
    permission: may('update'),
    input: which.extend({ version }),
    output: z.object({ version: z.number() }),
  }),
  /** In which formats who may export something gets it where he works. */
  rules: get(at('rules'), {
    title: ['查询导出规则', 'Rules of an export'],
    permission: 'session',
    input: z.object({ subject }),
    output: z.object({ formats: own.shape.formats, maxRows: z.number() }),
  }),
  /** Exports of everybody who works where the caller reaches, without their files. */
  tasks: query(at('tasks'), {
    title: ['查询导出任务', 'List export tasks'],
    permission: may('view'),
    reads: [exportRecord.key],
    input: listQuery,
    output: pageOf(recordSchema(exportRecord)),
  }),
} as const
