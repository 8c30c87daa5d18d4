import { z } from 'zod'
import { paramsOf, reportTemplate, setsOf } from './reportTemplate.ts'

/** A dashboard is so many columns wide. */
export const dashColumns = 12
export const widgetTypes = ['FIGURE', 'BAR', 'LINE', 'PIE', 'TABLE'] as const
export type WidgetType = (typeof widgetTypes)[number]

const field = z.string().max(64)
const widget = z.object({
  id: z.string().max(16),
  type: z.enum(widgetTypes),
  title: z.string().max(40),
  set: z.string().max(32),
  /** What its bars, points, slices or rows stand for. */
  by: field.optional(),
  /** What makes several bars or lines of each. */
  split: field.optional(),
  /** What is added up. */
  figures: z.array(field).max(6),
  /** As spreadsheets write it. */
  format: z.string().max(40).optional(),
  /** The largest so many. */
  most: z.number().int().min(1).max(200).optional(),
  /** A figure below (above) this is marked. */
  least: z.number().optional(),
  greatest: z.number().optional(),
  /** Left column from zero, row, columns, rows. */
  at: z.tuple([
    z
      .number()
      .int()
      .min(0)
      .max(dashColumns - 1),
    z.number().int().min(0).max(200),
    z.number().int().min(1).max(dashColumns),
    z.number().int().min(1).max(20),
  ]),
  /** A report that is opened with what was pressed for its parameter. */
  link: z
    .object({
      path: z.string().max(100),
      param: z.string().max(32),
      /** As the parameter takes it; left out, it is a text. */
      kind: z.enum(['text', 'day', 'int', 'choice']).optional(),
      /** Of what lasts some days, such as a month: the parameter that takes its last one. */
      until: z.string().max(32).optional(),
    })
    .optional(),
})
export type Widget = z.output<typeof widget>

/** A dashboard as a tenant puts it together. It holds no data. */
export const dashboard = z.object({
  v: z.literal(1),
  widgets: z.array(widget).max(30),
  sets: setsOf,
  params: paramsOf,
  /** It is asked anew by itself after so many seconds. */
  refresh: z.number().int().min(10).max(3600).optional(),
})
export type Dashboard = z.output<typeof dashboard>

const laidWidget = widget.pick({ id: true, type: true, title: true, at: true, link: true }).extend({
  /** What its rows are called, first what they stand for. */
  heads: z.array(z.string()),
  rows: z.array(
    z.object({
      /** What it stands for; null for a figure. */
      key: z.string().nullable(),
      values: z.array(z.number().nullable()),
      texts: z.array(z.string()),
      /** What it fills the parameters with of the report that it opens. */
      pass: z.record(z.string(), z.string()).optional(),
    }),
  ),
  isMarked: z.boolean(),
})
export type LaidWidget = z.output<typeof laidWidget>
export const laidWidgets = z.array(laidWidget)

/** What a report is drawn as: a grid (`.cpt`), or a dashboard (`.frm`). */
export const drawing = z.union([reportTemplate, dashboard])
export type Drawing = z.output<typeof drawing>
export const isDashboard = (d: Drawing): d is Dashboard => 'widgets' in d
