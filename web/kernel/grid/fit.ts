import type { Say } from '../../client/text.ts'
import { words } from '../words.ts'
import type { ReadColumn } from './columns.tsx'

/** Of a cell's two sides together, and a little. */
const padding = 24
const sortMark = 16
const least = 56
/** Headings are bold, and so a little wider. */
const boldness = 1.08
/** A sign of Chinese, a capital, a figure, and anything else, as shares of the size of the type. */
const shares = { wide: 1, capital: 0.68, figure: 0.58, narrow: 0.54 }

/** About how many pixels a text takes, which is enough to give a column its share. */
export function textWidth(text: string, fontSize = 14): number {
  let sum = 0
  for (const sign of text) {
    // The dot of a number plate is as wide as a character, since it stands among them.
    const isWide = sign === '·' || (sign.codePointAt(0) ?? 0) > 0x2e80
    sum += isWide ? shares.wide : /[A-Z]/.test(sign) ? shares.capital : /\d/.test(sign) ? shares.figure : shares.narrow
  }
  return Math.ceil(sum * fontSize)
}

/** Whether a text gets all the room that it takes. */
export const isCut = (text: string, width: number, fontSize?: number): boolean =>
  textWidth(text, fontSize) + padding > width

/**
 * Columns as wide as what stands in them, so that those which decide are in sight. One that draws more than a text keeps
 * its width, and none gets wider than its kind is: what is longer is cut off and told by the cell.
 */
export const fitted = <R, C extends ReadColumn<R>>(
  columns: readonly C[],
  rows: readonly R[],
  t: Say,
  fontSize = 14,
): readonly C[] =>
  columns.map((c) => {
    const { said } = c
    const beside = typeof c.beside === 'function' ? c.beside() : (c.beside ?? 0)
    const head = Math.ceil(textWidth(t(c.title), fontSize) * boldness) + padding + (c.sorts ? sortMark : 0)
    if (!said) return { ...c, width: Math.max(c.width, Math.min(head, c.width * 1.5)) }
    const longest = rows.reduce((most, row) => Math.max(most, textWidth(said(row, t), fontSize)), 0)
    return { ...c, width: Math.max(least, head, Math.min(longest + padding + beside, c.width)) }
  })

/** Those that some row fills: without anything under it no heading helps. */
export const filled = <R>(columns: readonly ReadColumn<R>[], rows: readonly R[], t: Say): readonly ReadColumn<R>[] =>
  columns.filter(({ isFilled, said }) =>
    isFilled ? rows.some(isFilled) : !said || rows.some((row) => said(row, t) !== ''),
  )

/** Sums under their columns, and before them a word for what they are. */
export const footOf = (names: readonly string[], sums: Readonly<Record<string, string | undefined>>, t: Say) =>
  Object.fromEntries(names.map((name, i) => [name, sums[name] ?? (i === 0 ? t(words.total) : '')]))
