import { z } from 'zod'
import { laidWidgets } from './dashboard.ts'
import type { CellStyle } from './reportTemplate.ts'

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
/** A cell where it stands on its page: row, column, and over how many of both. Short names: there are many. */
const laidCell = z.object({
  r: z.number(),
  c: z.number(),
  h: z.number().optional(),
  w: z.number().optional(),
  /** As it is read, in its format. */
  t: z.string(),
  /** Number of its style. */
  s: z.number(),
  /** The number behind the text. */
  n: z.number().optional(),
  /** The day or moment behind the text, where its format is one of days. */
  d: z.string().optional(),
  /** Another report, with its parameters. */
  l: z.object({ path: z.string(), params: z.record(z.string(), value) }).optional(),
})
export type LaidCell = z.output<typeof laidCell>
const laidPage = z.object({ heights: z.array(z.number()), cells: z.array(laidCell) })
const laidSheet = z.object({
  name: z.string(),
  widths: z.array(z.number()),
  /** Rows and columns that stay in sight. */
  freeze: z.object({ rows: z.number(), cols: z.number() }),
  pages: z.array(laidPage),
})
export type LaidSheet = z.output<typeof laidSheet>

/** A report as it is read: the same cells for screen, workbook, text and paper. */
export const laidReport = z.object({
  title: z.string(),
  asOf: z.string(),
  /** What was asked for, in words. */
  asked: z.array(z.object({ title: z.string(), value: z.string() })),
  styles: z.array(z.custom<CellStyle>((v) => typeof v === 'object')),
  sheets: z.array(laidSheet),
  /** Of a dashboard; its sheets are the same figures, as files have them. */
  widgets: laidWidgets.optional(),
  refresh: z.number().optional(),
})
export type LaidReport = z.output<typeof laidReport>
