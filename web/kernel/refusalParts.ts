import type { MadeRecord } from '@lading/contract/kernel/call.ts'

/** A piece of a sentence, and the row that it names. */
export interface Part {
  readonly text: string
  readonly row?: MadeRecord
}

/** A sentence cut where it names rows; a row that its words do not name stands behind it. */
export function partsOf(message: string, about: readonly MadeRecord[]): readonly Part[] {
  const parts: Part[] = [{ text: message }]
  for (const row of about) {
    const at = parts.findIndex((part) => !part.row && row.no !== '' && part.text.includes(row.no))
    const text = parts[at]?.text ?? ''
    const from = text.indexOf(row.no)
    if (at < 0) parts.push({ text: ' ' }, { text: row.no, row })
    else
      parts.splice(
        at,
        1,
        { text: text.slice(0, from) },
        { text: row.no, row },
        { text: text.slice(from + row.no.length) },
      )
  }
  return parts.filter((part) => part.text !== '')
}
