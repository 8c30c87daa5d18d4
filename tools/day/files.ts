import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Rows of a csv file as records. Quotes and line breaks inside quotes are understood. */
export function readCsv(folder: string, name: string): Record<string, string>[] {
  const text = readFileSync(join(folder, name), 'utf8').replace(/^\uFEFF/, '')
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? ''
    if (quoted) {
      if (c === '"' && text[i + 1] === '"') cell += text[++i]
      else if (c === '"') quoted = false
      else cell += c
    } else if (c === '"') quoted = true
    else if (c === ',' || c === '\n') {
      rows.at(-1)?.push(cell.replace(/\r$/, ''))
      cell = ''
      if (c === '\n') rows.push([])
    } else cell += c
  }
  if (cell !== '') rows.at(-1)?.push(cell)
  const [head = [], ...body] = rows.filter((r) => r.length > 0)
  return body.map((r) => Object.fromEntries(head.map((h, i) => [h, r[i] ?? ''])))
}

const quote = (v: string): string => (/[",\n]/.test(v) ? `"${v.replaceAll('"', '""')}"` : v)
/** A csv text of columns and rows, for an import. */
export const toCsv = (columns: readonly string[], rows: readonly (readonly (string | number | boolean)[])[]): string =>
  [columns, ...rows].map((r) => r.map((v) => quote(String(v))).join(',')).join('\n')
