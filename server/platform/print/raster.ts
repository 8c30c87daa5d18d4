import { modulesOf } from './barcodes.ts'
import type { Mark } from './page.ts'
import { type Dots, dotsOf, pictureOf } from './picture.ts'

/** A page as black dots on white: eight to a byte, each row of whole bytes. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly perRow: number
  readonly bytes: Uint8Array
}

/** A letter as dots: where they begin right of the pen and above the line, and how far the pen goes on. */
export interface Glyph extends Dots {
  readonly left: number
  readonly top: number
  readonly advance: number
}
/** Draws letters; `em` is the size in dots. */
export type Letters = (sign: string, em: number) => Glyph

/** What is drawn on, and where of it the page lies. */
interface Sheet extends Raster {
  readonly dots: (mm: number) => number
  /** The page begins so many dots left of what can be printed. */
  readonly shift: number
}

function ink(s: Sheet, x: number, y: number): void {
  if (x < 0 || y < 0 || x >= s.width || y >= s.height) return
  const at = y * s.perRow + (x >> 3)
  s.bytes[at] = (s.bytes[at] ?? 0) | (0x80 >> (x & 7))
}
function fill(s: Sheet, x: number, y: number, width: number, height: number): void {
  for (let v = y; v < y + height; v++) for (let u = x; u < x + width; u++) ink(s, u, v)
}
function stamp(s: Sheet, d: Dots, x: number, y: number, right = Number.POSITIVE_INFINITY): void {
  for (let v = 0; v < d.height; v++)
    for (let u = 0; u < d.width && x + u < right; u++) if (d.isBlack(u, v)) ink(s, x + u, y + v)
}

/** The letters' middle above the line, as a share of their size. */
const middleEm = 0.38

/** One line, smaller down to half its size where it does not fit; what is still too long is cut at the end of its place. */
function drawText(s: Sheet, m: Extract<Mark, { kind: 'text' }>, letters: Letters): void {
  const signs = [...m.text]
  if (m.text.trim() === '') return
  const full = Math.max(8, Math.round(s.dots((m.size * 25.4) / 72)))
  const widthAt = (em: number) => signs.reduce((sum, sign) => sum + letters(sign, em).advance, 0)
  const room = Math.round(s.dots(m.width))
  const em = Math.max(8, Math.ceil(full / 2), Math.min(full, Math.floor((full * room) / Math.max(1, widthAt(full)))))
  const free = Math.max(0, room - widthAt(em))
  const left = Math.round(s.dots(m.x)) - s.shift
  let pen = left + Math.floor({ left: 0, center: free / 2, right: free }[m.align ?? 'left'])
  const line = Math.round(s.dots(m.y + m.height / 2) + em * middleEm)
  for (const sign of signs) {
    const glyph = letters(sign, em)
    stamp(s, glyph, pen + glyph.left, line - glyph.top, left + room)
    pen += glyph.advance
  }
}

/** Modules of whole dots, as a scanner wants them; never wider than their place, unless that is too narrow for any. */
function drawCode(s: Sheet, m: Extract<Mark, { kind: 'code128' | 'gs1128' | 'qrcode' | 'datamatrix' }>): void {
  const { columns, rows, isDark } = modulesOf(m.kind, m.text)
  const [width, height] = [s.dots(m.width), s.dots(m.height)]
  const wide = Math.max(1, Math.floor(rows === 1 ? width / columns : Math.min(width / columns, height / rows)))
  const high = rows === 1 ? Math.round(height) : wide
  const [x, y] = [Math.round(s.dots(m.x)) - s.shift, Math.round(s.dots(m.y))]
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      if (isDark(column, row)) fill(s, x + column * wide, y + row * high, wide, high)
}

function drawMark(s: Sheet, m: Mark, letters: Letters): void {
  if (m.kind === 'text') drawText(s, m, letters)
  else if (m.kind === 'line' || m.kind === 'image') drawShape(s, m)
  else drawCode(s, m)
}

function drawShape(s: Sheet, m: Extract<Mark, { kind: 'line' | 'image' }>): void {
  const [x, y] = [Math.round(s.dots(m.x)) - s.shift, Math.round(s.dots(m.y))]
  const [width, height] = [Math.max(1, Math.round(s.dots(m.width))), Math.max(1, Math.round(s.dots(m.height)))]
  if (m.kind === 'line') fill(s, x, y, width, height)
  const picture = m.kind === 'image' ? pictureOf(m.image) : undefined
  if (!picture) return
  const drawn = dotsOf(picture, width, height)
  stamp(s, drawn, x + Math.floor((width - drawn.width) / 2), y + Math.floor((height - drawn.height) / 2))
}

/**
 * How a page comes onto a head that is narrower than the paper: as it is where all that is on it lies below the head,
 * smaller as a whole where it does not, so that nothing is cut off.
 * @returns by how much it is made smaller, and where the head begins, in millimetres
 */
export function placed(width: number, marks: readonly Mark[], headMm: number): { scale: number; from: number } {
  if (width <= headMm) return { scale: 1, from: 0 }
  const from = (width - headMm) / 2
  // Half a dot of 203 dpi is no loss.
  const isBelow = marks.every((m) => m.x >= from - 0.06 && m.x + m.width <= from + headMm + 0.06)
  return isBelow ? { scale: 1, from } : { scale: headMm / width, from: 0 }
}

/**
 * A page as dots.
 * @param page its size in millimetres
 * @param perMm dots per millimetre
 * @param headMm how wide the printer prints
 */
export function rasterOf(
  page: { readonly width: number; readonly height: number; readonly marks: readonly Mark[] },
  perMm: number,
  headMm: number,
  letters: Letters,
): Raster {
  const { scale, from } = placed(page.width, page.marks, headMm)
  const dots = (mm: number): number => mm * scale * perMm
  const width = Math.round(Math.min(headMm, page.width * scale) * perMm)
  const height = Math.round(dots(page.height))
  const perRow = Math.ceil(width / 8)
  const sheet = { width, height, perRow, bytes: new Uint8Array(perRow * height), dots, shift: Math.round(dots(from)) }
  for (const m of page.marks) drawMark(sheet, m, letters)
  return { width, height, perRow, bytes: sheet.bytes }
}
