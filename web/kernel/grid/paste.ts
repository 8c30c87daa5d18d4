import type { Field } from '@lading/contract/kernel/field.ts'
import { normaliseQtyText } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'

/** What spreadsheets put on the clipboard: rows by lines, cells by tabs, quoted where a cell holds either. */
export function readCells(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const end = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  const plain = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '')
  for (let i = 0; i < plain.length; i++) {
    const sign = plain[i]
    if (isQuoted && sign === '"' && plain[i + 1] === '"') {
      cell += '"'
      i += 1
    } else if (sign === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (!isQuoted && sign === '\t') end()
    else if (!isQuoted && sign === '\n') {
      end()
      rows.push([])
    } else cell += sign
  }
  end()
  return rows
}

/** Whether it is more than one cell: then it goes to many, else it is typed into the one that has the focus. */
export const isMany = (text: string): boolean => /[\t\n]/.test(text.replace(/[\r\n]+$/, ''))

const yes = ['是', 'yes', 'true', 'y', '1', '√']

/** A pasted text as the field's value; what cannot be one stays as it was pasted, for the check to refuse. Refs are codes still. */
export function pastedValue(field: Field, text: string): unknown {
  const typed = text.trim()
  if (typed === '') return null
  switch (field.kind) {
    case 'int': {
      const plain = normaliseQtyText(typed).replaceAll(',', '')
      return /^-?\d{1,15}$/.test(plain) ? Number(plain) : plain
    }
    case 'qty':
    case 'decimal':
    case 'money':
      return normaliseQtyText(typed).replaceAll(',', '')
    case 'flag':
      return yes.includes(typed.toLowerCase())
    case 'choice':
      return choiceOf(field.choices ?? {}, typed)
    case 'date':
      return dateOf(typed)
    default:
      return typed
  }
}

const choiceOf = (choices: Readonly<Record<string, Text>>, typed: string): string =>
  Object.entries(choices).find(([key, title]) =>
    [key, ...title].some((word) => word.toLowerCase() === typed.toLowerCase()),
  )?.[0] ?? typed

/** 2026/8/3, 2026.08.03 and 20260803 are days too. */
function dateOf(typed: string): string {
  const [, year, month, day] = /^(\d{4})[-/.\u5e74]?(\d{1,2})[-/.\u6708]?(\d{1,2})\u65e5?$/.exec(typed) ?? []
  return year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : typed
}
