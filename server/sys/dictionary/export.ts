import type { exportInput } from '@lading/contract/kernel/crud.ts'
import { Fault } from '@lading/contract/kernel/fault.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { dicInfo } from '@lading/contract/sys/dictionary.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import type { z } from 'zod'
import type { FileAnswer, OutsideRequest } from '../../kernel/http/serve.ts'
import { isNumeric } from '../../platform/sheet/columns.ts'
import { fileShape } from '../../platform/sheet/definition.ts'
import { beginExport, filterText, recorded } from '../../platform/sheet/records.ts'
import type { OutRow } from '../../platform/sheet/rows.ts'
import { showCell } from '../../platform/sheet/showCell.ts'
import { sheetTypes, streamSheet } from '../../platform/sheet/write.ts'
import { queryDictionaries } from './list.ts'

/** All entries that the filter finds, the product's own with them: few enough for one page. */
export async function exportDictionaries(
  request: OutsideRequest,
  { filter, orderBy, ...asked }: z.output<typeof exportInput>,
): Promise<FileAnswer> {
  const { format } = asked
  const { columns, rows, record } = await request.perform(async (ctx) => {
    const { columns, name, maxRows } = await fileShape(ctx, dicInfo, asked)
    const question = { filter, orderBy, page: 1, pageSize: 0, searchCount: false }
    const { records } = await queryDictionaries(ctx, question)
    if (records.length > maxRows) throw new Fault(sheetFaults.exportTooLarge, { max: maxRows })
    const rows = records.map((r): OutRow => columns.map((c) => showCell({ ...r }, c.name, c.field, ctx)))
    const filters = await filterText(ctx, dicInfo, filter)
    const begun = { subject: dicInfo.key, filters, name, rows: rows.length }
    return { columns, rows, record: await beginExport(ctx, request, begun) }
  })
  const heads = columns.map((c) => ({ title: say(c.title, request.origin.language), numeric: isNumeric(c.field) }))
  async function* pages(): AsyncGenerator<OutRow[]> {
    yield rows
  }
  return {
    name: record.name,
    type: sheetTypes[format],
    data: recorded(request, record, streamSheet(format, say(dicInfo.title, request.origin.language), heads, pages())),
  }
}
