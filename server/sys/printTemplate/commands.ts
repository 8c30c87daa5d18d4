import type { ReceiptPaper } from '@lading/contract/sys/printerCalls.ts'
import type { PrinterDots, PrinterLanguage } from '@lading/contract/sys/printTemplate.ts'
import type { Mark, PrintJob } from '../../platform/print/page.ts'
import { type Dots, dotsOf, pictureOf } from '../../platform/print/picture.ts'

/** How a printer is spoken to. */
export interface Speech {
  readonly language: PrinterLanguage
  readonly dots: PrinterDots
  /** A font that the printer has; none: the usual one of its language. */
  readonly font: string | null
  /** Of a receipt printer; none: the wider one. */
  readonly paper?: ReceiptPaper | null
}
/** Of a printer that draws letters and codes by itself. */
export type LabelSpeech = Speech & { readonly language: Exclude<PrinterLanguage, 'ESCPOS'> }
export const perMm: Readonly<Record<PrinterDots, number>> = { D203: 8, D300: 11.81, D600: 23.62 }
const usualFont: Readonly<Record<LabelSpeech['language'], string>> = { ZPL: 'E:SIMSUN.TTF', TSPL: 'TSS24.BF2' }

/** What the printer is sent, page by page. @param copies how often it prints each */
export function commandsOf(job: PrintJob, speech: LabelSpeech, copies = 1): string[] {
  const to = speech.language === 'ZPL' ? zplPage : tsplPage
  return job.pages.map((marks) => to(job, marks, speech, copies))
}

const dotsAt =
  ({ dots }: Speech) =>
  (mm: number) =>
    Math.round(mm * perMm[dots])
/** Of a letter so many points high. */
const heightOf = (points: number): number => (points * 25.4) / 72
/** How wide a text is in its own height: Chinese signs are square, Latin ones a little over half as wide. */
const ems = (text: string): number => [...text].reduce((sum, c) => sum + (c < '\u2000' ? 0.58 : 1), 0)
/** Letters down to half their size, so that a line fits its place. */
const fitted = (text: string, points: number, widthMm: number): number =>
  Math.max(heightOf(points) / 2, Math.min(heightOf(points), widthMm / Math.max(ems(text), 1)))

/** How many modules a code has, to be as wide as its place; the printer draws whole dots only. */
const modulesOf = (text: string): number => 11 * (text.length + 3) + 2
const moduleOf = (dots: (mm: number) => number, text: string, widthMm: number): number =>
  Math.min(10, Math.max(1, Math.floor(dots(widthMm) / modulesOf(text))))
/** Signs a side of a square code, a little more than it has: `M` of QR, and of Data Matrix, by length. */
const cellsOf = (text: string): number => 25 + 4 * Math.ceil(Buffer.byteLength(text) / 20)
const cellOf = (dots: (mm: number) => number, text: string, widthMm: number): number =>
  Math.min(10, Math.max(1, Math.floor(dots(widthMm) / cellsOf(text))))

/** What means something to the printer, and whatever is not plain, as its UTF-8 in hex. */
const zplText = (text: string): string =>
  [...Buffer.from(text)]
    .map((b) =>
      b < 32 || b > 126 || '^~_\\'.includes(String.fromCharCode(b))
        ? `_${b.toString(16).padStart(2, '0').toUpperCase()}`
        : String.fromCharCode(b),
    )
    .join('')

/** An image in the middle of its place, in dots. */
function inPlace(m: Extract<Mark, { kind: 'image' }>, dots: (mm: number) => number) {
  const picture = pictureOf(m.image)
  if (!picture) return undefined
  const [width, height] = [dots(m.width), dots(m.height)]
  const drawn = dotsOf(picture, width, height)
  return {
    dots: drawn,
    x: dots(m.x) + Math.floor((width - drawn.width) / 2),
    y: dots(m.y) + Math.floor((height - drawn.height) / 2),
  }
}

/** Dots as a graphic field: eight to a byte, each row of whole bytes. */
function graphic({ width, height, isBlack }: Dots): string {
  const perRow = Math.ceil(width / 8)
  const bytes = Buffer.alloc(perRow * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (isBlack(x, y)) bytes[y * perRow + (x >> 3)] = (bytes[y * perRow + (x >> 3)] ?? 0) | (0x80 >> (x & 7))
  return `^GFA,${bytes.length},${bytes.length},${perRow},${bytes.toString('hex').toUpperCase()}`
}

/**
 * Dots as bars: what TSPL has for bitmaps are bytes that no text can carry. A run that goes on in the rows below is one bar.
 */
function barsOf({ width, height, isBlack }: Dots, left: number, top: number): string[] {
  const bars: string[] = []
  let open = new Map<string, { x: number; y: number; wide: number }>()
  const close = (b: { x: number; y: number; wide: number }, below: number) =>
    bars.push(`BAR ${left + b.x},${top + b.y},${b.wide},${below - b.y}`)
  for (let y = 0; y <= height; y++) {
    const now = new Map<string, { x: number; y: number; wide: number }>()
    for (let x = 0; y < height && x < width; x++) {
      if (!isBlack(x, y)) continue
      const start = x
      while (x < width && isBlack(x, y)) x += 1
      const key = `${start}/${x}`
      now.set(key, open.get(key) ?? { x: start, y, wide: x - start })
    }
    for (const [key, bar] of open) if (!now.has(key)) close(bar, y)
    open = now
  }
  return bars
}

function zplMark(m: Mark, speech: Speech): string {
  const dots = dotsAt(speech)
  const at = `^FO${dots(m.x)},${dots(m.y)}`
  if (m.kind === 'line')
    return `${at}^GB${dots(m.width)},${Math.max(1, dots(m.height))},${Math.max(1, dots(m.height))}^FS`
  if (m.kind === 'image') {
    const found = inPlace(m, dots)
    return found ? `^FO${found.x},${found.y}${graphic(found.dots)}^FS` : ''
  }
  const field = `^FH_^FD`
  if (m.kind === 'text') {
    if (m.text.trim() === '') return ''
    const high = dots(fitted(m.text, m.size, m.width))
    const to = { left: 'L', center: 'C', right: 'R' }[m.align ?? 'left']
    const middle = dots(m.y + (m.height - fitted(m.text, m.size, m.width)) / 2)
    return `^FO${dots(m.x)},${middle}^A@N,${high},${high},${speech.font ?? usualFont.ZPL}^FB${dots(m.width)},1,0,${to}${field}${zplText(m.text)}^FS`
  }
  if (m.kind === 'qrcode') return `${at}^BQN,2,${cellOf(dots, m.text, m.width)}${field}MA,${zplText(m.text)}^FS`
  if (m.kind === 'datamatrix') return `${at}^BXN,${cellOf(dots, m.text, m.width)},200${field}${zplText(m.text)}^FS`
  const mode = m.kind === 'gs1128' ? 'D' : 'A'
  return `${at}^BY${moduleOf(dots, m.text, m.width)}^BCN,${dots(m.height)},N,N,N,${mode}${field}${zplText(m.text)}^FS`
}

const zplPage = (job: PrintJob, marks: readonly Mark[], speech: Speech, copies: number): string => {
  const dots = dotsAt(speech)
  const lines = marks.map((m) => zplMark(m, speech)).filter(Boolean)
  return ['^XA', '^CI28', `^PW${dots(job.width)}`, `^LL${dots(job.height)}`, ...lines, `^PQ${copies}`, '^XZ'].join('\n')
}

/** A quote would end the text, a line end the command. */
const tsplText = (text: string): string => text.replace(/\p{Cc}/gu, ' ').replaceAll('"', '\\["]')

function tsplMark(m: Mark, speech: Speech): string {
  const dots = dotsAt(speech)
  const [x, y] = [dots(m.x), dots(m.y)]
  if (m.kind === 'line') return `BAR ${x},${y},${dots(m.width)},${Math.max(1, dots(m.height))}`
  if (m.kind === 'image') {
    const found = inPlace(m, dots)
    return found ? barsOf(found.dots, found.x, found.y).join('\r\n') : ''
  }
  const text = `"${tsplText(m.text)}"`
  if (m.kind === 'text') {
    if (m.text.trim() === '') return ''
    const font = speech.font ?? usualFont.TSPL
    const high = fitted(m.text, m.size, m.width)
    // Fonts of dots are made larger by whole numbers, those of outlines are given their size in points.
    const scale = /\.BF\d$/i.test(font) ? Math.max(1, Math.round(dots(high) / 24)) : Math.round((high * 72) / 25.4)
    const shown = /\.BF\d$/i.test(font) ? (ems(m.text) * 24 * scale) / perMm[speech.dots] : ems(m.text) * high
    const free = Math.max(0, m.width - shown)
    const left = m.x + { left: 0, center: free / 2, right: free }[m.align ?? 'left']
    const top = m.y + Math.max(0, (m.height - high) / 2)
    return `TEXT ${dots(left)},${dots(top)},"${font}",0,${scale},${scale},${text}`
  }
  if (m.kind === 'qrcode') return `QRCODE ${x},${y},M,${cellOf(dots, m.text, m.width)},A,0,${text}`
  if (m.kind === 'datamatrix')
    return `DMATRIX ${x},${y},${dots(m.width)},${dots(m.height)},x${cellOf(dots, m.text, m.width)},${text}`
  const module = moduleOf(dots, m.text, m.width)
  const kind = m.kind === 'gs1128' ? 'EAN128' : '128'
  return `BARCODE ${x},${y},"${kind}",${dots(m.height)},0,0,${module},${module},${text}`
}

const tsplPage = (job: PrintJob, marks: readonly Mark[], speech: Speech, copies: number): string =>
  [
    `SIZE ${job.width} mm,${job.height} mm`,
    'CODEPAGE UTF-8',
    'CLS',
    ...marks.map((m) => tsplMark(m, speech)).filter(Boolean),
    `PRINT 1,${copies}`,
    '',
  ].join('\r\n')
