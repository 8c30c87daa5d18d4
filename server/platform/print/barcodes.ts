import type { Plugin, Schema } from '@pdfme/common'
import bwip from 'bwip-js'

interface Bars {
  /** Widths of bars and gaps in turn. */
  readonly sbs: readonly number[]
}
interface Dots {
  readonly pixs: readonly number[]
  readonly pixx: number
}

interface Drawn {
  readonly path: string
  readonly columns: number
  readonly rows: number
}

/** The library's types do not tell one-dimensional codes from the others. */
const rawBars = (bcid: string, text: string): Bars => (bwip.raw({ bcid, text }) as unknown as [Bars])[0]
const rawDots = (bcid: string, text: string): Dots => {
  const how = { bcid, text, ...(bcid === 'qrcode' && { eclevel: 'M' }) }
  return (bwip.raw(how as never) as unknown as [Dots])[0]
}

/** Bars as one path, a module wide per unit and one high. On a PDF page y grows upwards: down is negative. */
const barPath =
  (bcid: string) =>
  (text: string): Drawn => {
    const { sbs } = rawBars(bcid, text)
    let x = 0
    let path = ''
    sbs.forEach((width, i) => {
      if (i % 2 === 0) path += `M${x} 0h${width}v-1h-${width}z`
      x += width
    })
    return { path, columns: x, rows: 1 }
  }

const dotPath =
  (bcid: string) =>
  (text: string): Drawn => {
    const { pixs, pixx } = rawDots(bcid, text)
    let path = ''
    pixs.forEach((dot, i) => {
      if (dot) path += `M${i % pixx} ${-Math.floor(i / pixx)}h1v-1h-1z`
    })
    return { path, columns: pixx, rows: pixs.length / pixx }
  }

const points = (mm: number): number => (mm * 72) / 25.4

/** Draws a code as one vector path: sharp at any size, and a hundred labels take no longer than their text. */
const vector = (type: string, make: (text: string) => Drawn): Plugin<Schema> => ({
  pdf: ({ value, schema, page, pdfLib }) => {
    if (value.trim() === '') return
    const { path, columns, rows } = make(value)
    const width = points(schema.width)
    const height = points(schema.height)
    // A path is scaled as a whole: one-dimensional bars are made as high as the place says.
    const scale = width / columns
    const stretched = rows === 1 ? path.replaceAll('v-1', `v-${height / scale}`) : path
    page.drawSvgPath(stretched, {
      x: points(schema.position.x),
      y: page.getHeight() - points(schema.position.y),
      scale,
      color: pdfLib.rgb(0, 0, 0),
      borderWidth: 0,
    })
  },
  ui: () => undefined,
  propPanel: { schema: {}, defaultSchema: { name: '', type, position: { x: 0, y: 0 }, width: 40, height: 15 } },
})

/** How the library calls them. */
const bars = { code128: 'code128', gs1128: 'gs1-128' } as const
const dots = { qrcode: 'qrcode', datamatrix: 'datamatrix' } as const
const drawn = {
  code128: barPath(bars.code128),
  gs1128: barPath(bars.gs1128),
  qrcode: dotPath(dots.qrcode),
  datamatrix: dotPath(dots.datamatrix),
}
export const barcodePlugins = Object.fromEntries(
  Object.entries(drawn).map(([kind, make]) => [kind, vector(kind, make)]),
)
/** A code as dark modules: of bars one row, which is as high as its place; of square codes as many as it has. */
export interface Modules {
  readonly columns: number
  readonly rows: number
  readonly isDark: (column: number, row: number) => boolean
}
export function modulesOf(kind: keyof typeof drawn, text: string): Modules {
  if (kind === 'qrcode' || kind === 'datamatrix') {
    const { pixs, pixx } = rawDots(dots[kind], text)
    return { columns: pixx, rows: pixs.length / pixx, isDark: (x, y) => pixs[y * pixx + x] === 1 }
  }
  const dark = rawBars(bars[kind], text).sbs.flatMap((width, i) => Array<boolean>(width).fill(i % 2 === 0))
  return { columns: dark.length, rows: 1, isDark: (x) => dark[x] === true }
}

/** Whether a text can be written as such a code. */
export function isEncodable(kind: keyof typeof drawn, text: string): boolean {
  try {
    return drawn[kind](text).columns > 0
  } catch {
    return false
  }
}
