import type { exportInput } from '@lading/contract/kernel/crud.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { dicInfo } from '@lading/contract/sys/dictionary.ts'
import type { z } from 'zod'
import type { FileAnswer, OutsideRequest } from '../../kernel/http/serve.ts'
import { exportColumns, isNumeric } from '../../platform/sheet/columns.ts'
import { beginExport, filterText, recorded } from '../../platform/sheet/records.ts'
import { showCell, showInstant } from '../../platform/sheet/showCell.ts'
import { type OutRow, sheetTypes, streamSheet } from '../../platform/sheet/write.ts'
import { queryDictionaries } from './list.ts'

/** All entries that the filter finds, the product's own with them: few enough for one page. */
export async function exportDictionaries(
  request: OutsideRequest,
  { filter, orderBy, columns: asked, format }: z.output<typeof exportInput>,
): Promise<FileAnswer> {
  const columns = exportColumns(dicInfo, asked)
  const title = say(dicInfo.title, request.origin.language)
  const { rows, record } = await request.perform(async (ctx) => {
    const question = { filter, orderBy, page: 1, pageSize: 0, searchCount: false }
    const { records } = await queryDictionaries(ctx, question)
    const rows = records.map((r): OutRow => columns.map((c) => showCell({ ...r }, c.name, c.field, ctx)))
    const name = `${title}_${showInstant(ctx, ctx.now()).replace(/\D/g, '')}.${format}`
    const filters = await filterText(ctx, dicInfo, filter)
    return { rows, record: await beginExport(ctx, request, { subject: dicInfo.key, filters, name, rows: rows.length }) }
  })
  const heads = columns.map((c) => ({ title: say(c.title, request.origin.language), numeric: isNumeric(c.field) }))
  async function* pages(): AsyncGenerator<OutRow[]> {
    yield rows
  }
  return {
    name: record.name,
    type: sheetTypes[format],
    data: recorded(request, record, streamSheet(format, title, heads, pages())),
  }
}
