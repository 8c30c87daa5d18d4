import type { importAnswer } from '@lading/contract/kernel/crud.ts'
import { type Language, say, type Text } from '@lading/contract/kernel/text.ts'
import { sheetLimits } from '@lading/contract/sys/sheetFaults.ts'
import type { z } from 'zod'

export type ImportAnswer = z.output<typeof importAnswer>

export interface Remark {
  readonly row: number
  readonly field: string
  /** The heading of its column, as the file or the template has it. */
  readonly title: string
  readonly message: string
}

/** As whoever mends the file goes through it. */
export const byRow = (remarks: readonly Remark[]): Remark[] => remarks.toSorted((a, b) => a.row - b.row)

/** What is wrong with a file, row by row. */
export interface Report {
  readonly language: Language
  readonly zone: string
  readonly errors: readonly Remark[]
  readonly warnings: readonly Remark[]
  /** Rows with at least one error; nothing more is asked of them. */
  readonly bad: ReadonlySet<number>
  /** The file calls a column so. */
  called(field: string, heading: string): void
  error(row: number, field: string, message: Text, args?: Readonly<Record<string, unknown>>): void
  warn(row: number, field: string, message: Text, args?: Readonly<Record<string, unknown>>): void
}

/** @param titleOf what the template calls a column; headings of the file itself go before it */
export function createReport(language: Language, zone: string, titleOf: (field: string) => string): Report {
  const headings = new Map<string, string>()
  const title = (field: string): string => headings.get(field) ?? titleOf(field)
  const errors: Remark[] = []
  const warnings: Remark[] = []
  const bad = new Set<number>()
  return {
    language,
    zone,
    errors,
    warnings,
    bad,
    called: (field, heading) => void headings.set(field, heading),
    error(row, field, message, args) {
      bad.add(row)
      if (errors.length < sheetLimits.errors)
        errors.push({ row, field, title: title(field), message: say(message, language, args) })
    },
    warn(row, field, message, args) {
      warnings.push({ row, field, title: title(field), message: say(message, language, args) })
    },
  }
}
