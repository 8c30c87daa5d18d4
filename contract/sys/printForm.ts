import { z } from 'zod'
import type { Language, Text } from '../kernel/text.ts'

/** What can be put on a page. */
export const markKinds = {
  text: ['文字', 'Text'],
  line: ['横线', 'Line'],
  code128: ['条码 Code 128', 'Code 128'],
  gs1128: ['条码 GS1-128', 'GS1-128'],
  qrcode: ['二维码 QR', 'QR code'],
  datamatrix: ['二维码 Data Matrix', 'Data Matrix'],
  image: ['图片', 'Image'],
} as const satisfies Record<string, Text>
export const printAligns = {
  left: ['左', 'Left'],
  center: ['中', 'Centre'],
  right: ['右', 'Right'],
} as const satisfies Record<string, Text>

/** `image` letters of base64 make one image of a layout, `images` all of them: a logo has 40,000. `side` in pixels. */
export const printLimits = {
  ...{ mm: 500, marks: 200, columns: 20, text: 500 },
  ...{ image: 80_000, images: 240_000, side: 800 },
} as const

/** Usual papers, upright, in millimetres; of a roll the length is the layout's own. */
export const printPapers = {
  L100: { title: ['标签 100×150', 'Label 100 × 150'], width: 100, height: 150 },
  L60: { title: ['标签 60×40', 'Label 60 × 40'], width: 60, height: 40 },
  A4: { title: ['A4 210×297', 'A4 210 × 297'], width: 210, height: 297 },
  N241: { title: ['连续纸 241×140', 'Continuous 241 × 140'], width: 241, height: 140 },
  R58: { title: ['小票 58', 'Receipt 58'], width: 58, height: undefined },
  R80: { title: ['小票 80', 'Receipt 80'], width: 80, height: undefined },
} as const satisfies Record<string, { title: Text; width: number; height: number | undefined }>
export type PrintPaper = keyof typeof printPapers

/** Which usual paper a size is, either way round. */
export const paperOf = ({
  width,
  height,
}: {
  readonly width: number
  readonly height: number
}): PrintPaper | undefined =>
  // Its keys are all that the object has.
  (Object.keys(printPapers) as PrintPaper[]).find((key) => {
    const p = printPapers[key]
    if (p.height === undefined) return p.width === width
    return (p.width === width && p.height === height) || (p.width === height && p.height === width)
  })

const mm = z.number().min(0).max(printLimits.mm)
const align = z.enum(['left', 'center', 'right']).default('left')
const layoutMark = z.object({
  kind: z.enum(['text', 'line', 'code128', 'gs1128', 'qrcode', 'datamatrix', 'image']),
  x: mm,
  y: mm,
  width: z.number().min(0.5).max(printLimits.mm),
  height: z.number().min(0.1).max(printLimits.mm),
  /** With `{name}` where a value of the document stands. */
  text: z.string().max(printLimits.text).default(''),
  /** In points; shrinks down to half to fit. */
  size: z.number().min(4).max(120).default(10),
  align,
  /** On the last page only, so far below the end of the table. */
  after: z.boolean().default(false),
  /** Of an image: a PNG as a data address, so that the layout holds all that it shows. */
  image: z
    .string()
    .max(printLimits.image)
    .regex(/^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/)
    .optional(),
})
const layoutTable = z.object({
  x: mm,
  top: mm,
  /** No row comes below it: what is left goes to the next page. */
  bottom: mm,
  rowHeight: z.number().min(3).max(50),
  size: z.number().min(4).max(40),
  columns: z
    .array(z.object({ field: z.string().max(40), title: z.string().max(40), width: z.number().min(3).max(500), align }))
    .min(1)
    .max(printLimits.columns),
})
/** Where everything stands, in millimetres from the upper left corner. Data, without any script. */
export const printLayout = z.object({
  width: z.number().min(15).max(printLimits.mm),
  height: z.number().min(10).max(printLimits.mm),
  marks: z.array(layoutMark).max(printLimits.marks),
  table: layoutTable.nullable().default(null),
})
export type PrintLayout = z.output<typeof printLayout>
export type LayoutMark = PrintLayout['marks'][number]
export type LayoutTable = NonNullable<PrintLayout['table']>

/** A value that a document knows. */
export interface PrintField {
  readonly name: string
  readonly title: Text
  /** What stands there where nobody has a document at hand. */
  readonly sample: string
}

/** A kind of document: what it knows, and how it looks where nobody has said otherwise. */
export interface PrintForm {
  readonly kind: string
  readonly title: Text
  readonly fields: readonly PrintField[]
  /** Of its lines; none: it has no table. */
  readonly columns: readonly PrintField[]
  readonly layout: (language: Language) => PrintLayout
}

/** One document with what it says. */
export interface FilledCopy {
  /** Whose goods it is about, where that is one owner. */
  readonly ownerId?: string | null | undefined
  /** By which template it is to be printed, where that is in use for it; else by the one that counts. */
  readonly templateId?: string | null | undefined
  readonly values: Readonly<Record<string, string>>
  readonly lines?: readonly Readonly<Record<string, string>>[]
}
/** Documents of one kind, yet without a place on a page. */
export interface Filled {
  /** What the file calls itself. */
  readonly name: string
  readonly form: PrintForm
  readonly copies: readonly FilledCopy[]
}

/** What every page knows besides. */
export const pageFields: readonly PrintField[] = [
  { name: 'printedAt', title: ['打印时间', 'Printed at'], sample: '2026-11-25 08:00:00' },
  { name: 'printedBy', title: ['打印人', 'Printed by'], sample: 'admin' },
  { name: 'page', title: ['页码', 'Page'], sample: '1' },
  { name: 'pages', title: ['总页数', 'Pages'], sample: '1' },
]

const placeholder = /\{([A-Za-z][A-Za-z0-9]*)\}/g
/** The names in braces that a text asks for. */
export const namesIn = (text: string): readonly string[] => [...text.matchAll(placeholder)].map(([, name = '']) => name)
/** The text with its values. What a value says is never looked through again. */
export const filledIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(placeholder, (_, name: string) => values[name] ?? '')

export const samplesOf = (fields: readonly PrintField[]): Readonly<Record<string, string>> =>
  Object.fromEntries(fields.map(({ name, sample }) => [name, sample]))
