import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault } from '@lading/contract/kernel/fault.ts'
import type { TemplateColumn } from '@lading/contract/sys/importTemplate.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import { sheetRecordLimits as limits } from '@lading/contract/sys/sheetRecord.ts'
import type { OutsideRequest, Upload } from '../../kernel/http/serve.ts'
import type { ImportRules } from './importCheck.ts'
import { answerOf } from './importFile.ts'
import { importIn, Undone } from './importIn.ts'
import { markedFile } from './importMarked.ts'
import type { Mode } from './importMatch.ts'
import type { ImportAnswer } from './importReport.ts'
import { demandFew } from './importRules.ts'
import { readSheet } from './read.ts'

export interface Draft {
  readonly columns: readonly TemplateColumn[]
  readonly mode: Mode
  readonly maxRows: number | undefined
}

/**
 * What an import would say of a file by a template that is not published yet: all that it asks, with the headings of the
 * template. Nothing is written, and of the file nothing is kept.
 */
export async function testTemplate(
  request: OutsideRequest,
  e: AnyEntity,
  { columns, mode, maxRows }: Draft,
  upload: Upload | undefined,
  rules: ImportRules,
): Promise<ImportAnswer> {
  if (!upload) throw new Fault(sheetFaults.noFile)
  const sheet = await readSheet(upload)
  demandFew(sheet.length - 1, maxRows)
  // More are checked in the background, and nobody waits for a test.
  demandFew(sheet.length - 1, limits.rowsAtOnce)
  try {
    await request.perform((ctx) =>
      importIn(ctx, e, sheet, { mode, lines: undefined, dryRun: true, draft: columns }, rules),
    )
  } catch (error) {
    if (!(error instanceof Undone)) throw error
    const { all } = error.outcome
    const marked = all.length > 0 ? await markedFile(sheet, all, request.origin.language) : undefined
    return answerOf(error.outcome, marked)
  }
  throw new Error('a test writes nothing')
}
