import { z } from 'zod'

/** What a report is made of at most: bigger ones are several. */
export const templateLimits = { rows: 200, cols: 60, sheets: 5, sets: 8, params: 12 } as const

/** A cell by its name, as people who know spreadsheets call it. */
export const cellName = z.string().regex(/^[A-Z]{1,2}[1-9]\d{0,2}$/)
const formula = z.string().max(500)

/** How a bound cell takes its rows: one by one, in groups, or added up. */
export const takes = ['LIST', 'GROUP', 'FIRST', 'SUM', 'COUNT', 'DCOUNT', 'AVG', 'MIN', 'MAX'] as const
export type Take = (typeof takes)[number]

const color = z.string().regex(/^#[0-9a-f]{6}$/i)
const style = z
  .object({
    bold: z.boolean(),
    italic: z.boolean(),
    size: z.number().min(6).max(48),
    color,
    fill: color,
    align: z.enum(['left', 'center', 'right']),
    valign: z.enum(['top', 'middle', 'bottom']),
    wrap: z.boolean(),
    /** All around, or under a row of sums. */
    border: z.enum(['all', 'bottom', 'top']),
    /** `#,##0.00`, `0.0%`, `yyyy-MM-dd`: a formatted number stays a number. */
    format: z.string().max(40),
  })
  .partial()
export type CellStyle = z.output<typeof style>

const bind = z.object({
  set: z.string().max(32),
  field: z.string().max(64),
  take: z.enum(takes),
  sort: z.enum(['ASC', 'DESC']).optional(),
  /** The first so many groups or rows. */
  most: z.number().int().min(1).max(10_000).optional(),
})

const cell = z.object({
  /** A text or a number as it stands, or `=` and a formula. */
  v: z.union([z.string().max(2000), z.number()]).optional(),
  bind: bind.optional(),
  expand: z.enum(['DOWN', 'RIGHT']).optional(),
  /** The expanding cell that it repeats with: left out, the nearest one to the left (above); null, none. */
  left: cellName.nullable().optional(),
  top: cellName.nullable().optional(),
  /** How many rows and columns it covers. */
  span: z.tuple([z.number().int().min(1).max(200), z.number().int().min(1).max(60)]).optional(),
  style: style.optional(),
  /** Where the formula holds, this is how the cell looks, or its row or column is left out. */
  when: z
    .array(z.object({ if: formula, style: style.optional(), hide: z.enum(['ROW', 'COL']).optional() }))
    .max(8)
    .optional(),
  /** Equal values below each other are one cell. */
  mergeEqual: z.boolean().optional(),
  /** Another report by its path, or a list by its entity: opened with parameters, or filters, taken from formulas. */
  link: z.object({ path: z.string().max(200), params: z.record(z.string().max(32), formula) }).optional(),
})
export type ReportCell = z.output<typeof cell>

const lines = z.tuple([z.number().int().min(1).max(200), z.number().int().min(1).max(200)])
const page = z
  .object({
    size: z.enum(['A4', 'A3', 'A5']),
    landscape: z.boolean(),
    /** Rows of the template that stand at the head (tail) of each page. */
    head: lines,
    tail: lines,
    /** Columns that stay in sight, and that begin each page to the right. */
    headCols: z.number().int().min(0).max(10),
    /** So many rows of the body on a page; left out, the sheet is one. */
    rowsPerPage: z.number().int().min(1).max(500),
    /** A new page after each group of this cell. */
    breakAfter: cellName,
    /** The last page is filled with empty rows. */
    fill: z.boolean(),
    /** Title, parameters, who and when stand above what is exported. */
    exportHead: z.boolean(),
  })
  .partial()
export type PageModel = z.output<typeof page>

const sheet = z.object({
  name: z.string().trim().min(1).max(31),
  /** Widths in pixels at 100 %. */
  cols: z.array(z.number().min(0).max(800)).min(1).max(templateLimits.cols),
  /** Heights in pixels at 100 %. */
  rows: z.array(z.number().min(0).max(600)).min(1).max(templateLimits.rows),
  cells: z.record(cellName, cell),
  page: page.default({}),
})
export type ReportSheet = z.output<typeof sheet>

export const filterOps = ['eq', 'ne', 'in', 'ge', 'le', 'gt', 'lt', 'like', 'empty', 'filled'] as const
const filter = z.object({
  field: z.string().max(64),
  op: z.enum(filterOps),
  /** As it stands, or `$` and the name of a parameter: without a value there, it asks nothing. */
  value: z.union([z.string().max(200), z.array(z.string().max(64)).max(200)]).optional(),
})
export type SetFilter = z.output<typeof filter>

/** Fields of a published model, one row for each group of what they say; or for each of its rows. */
const set = z.object({
  model: z.string().max(64),
  each: z.boolean().optional(),
  /** `bizDate:MONTH` groups days. */
  dims: z.array(z.string().max(64)).max(24),
  measures: z.array(z.string().max(64)).max(16),
  filters: z.array(filter).max(16),
  sort: z.array(z.object({ field: z.string().max(64), desc: z.boolean() })).max(4),
  most: z.number().int().min(1).max(50_000).optional(),
})
export type ReportSet = z.output<typeof set>

const param = z.object({
  name: z.string().regex(/^[a-z]\w{0,31}$/i),
  title: z.tuple([z.string().max(40), z.string().max(60)]),
  kind: z.enum(['day', 'ref', 'int', 'text', 'choice']),
  /** Entity of a ref. */
  to: z.string().max(64).optional(),
  options: z
    .array(z.object({ value: z.string().max(64), title: z.string().max(64) }))
    .max(50)
    .optional(),
  /** A value, or days from today: `-6`; `@month_start`. */
  initial: z.string().max(64).optional(),
  required: z.boolean().optional(),
})
export type TemplateParam = z.output<typeof param>

/** What is asked, by name, and what is asked of the reader first. */
export const setsOf = z.record(z.string().regex(/^[a-z]\w{0,31}$/i), set)
export const paramsOf = z.array(param).max(templateLimits.params)

/** A grid report as a tenant draws it. It holds no data. */
export const reportTemplate = z.object({
  v: z.literal(1),
  sheets: z.array(sheet).min(1).max(templateLimits.sheets),
  sets: setsOf,
  params: paramsOf,
})
export type ReportTemplate = z.output<typeof reportTemplate>
