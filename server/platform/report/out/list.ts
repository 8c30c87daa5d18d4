import type { LaidSheet } from '@lading/contract/sys/laidReport.ts'
import { bom } from '../../sheet/csv.ts'
import type { SetData } from '../grid/data.ts'
import { type PlainList, plainListOf } from '../grid/plainList.ts'
import { bookOf } from './book/book.ts'
import { SheetRows, sheetBegin, sheetEnd } from './book/sheet.ts'
import { csvHead, csvRows } from './csv.ts'
import { type LayJob, laidOf, styleBook } from './laid.ts'
import { exportHead, lookOf, titlesOf } from './xlsx.ts'

/** A plain list without its rows: these come some at a time. */
export interface ListJob extends Omit<LayJob, 'sets'> {
  /** Its columns without a row. */
  readonly empty: SetData
}

type Page = LaidSheet['pages'][number]
type Cut = readonly [page: Page, from: number, to: number]

/** What stands above, the rows as they come, what stands below. */
async function* cutsOf(
  { before, after }: PlainList,
  laid: (rows: SetData) => LaidSheet,
  empty: SetData,
  chunks: AsyncIterable<SetData>,
): AsyncGenerator<Cut> {
  const pageOf = (rows: SetData): Page => laid(rows).pages[0] ?? { heights: [], cells: [] }
  const around = pageOf(empty)
  yield [around, 0, before]
  for await (const chunk of chunks) {
    const page = pageOf(chunk)
    yield [page, before, page.heights.length - after]
  }
  yield [around, before, before + after]
}

/** A list as a file, of any length: no more than a chunk of it is ever in hand. @throws SheetError */
export async function* listFile(
  job: ListJob,
  as: 'xlsx' | 'csv',
  chunks: AsyncIterable<SetData>,
): AsyncGenerator<Buffer> {
  const list = plainListOf(job.template)
  if (!list) throw new Error('this is no plain list')
  const book = styleBook()
  const laid = (rows: SetData): LaidSheet => {
    const [sheet] = laidOf({ ...job, sets: { [list.set]: rows } }, book).sheets
    if (!sheet) throw new Error('a list has a sheet')
    return sheet
  }
  const head = exportHead(job.head, list.sheet)
  const cuts = cutsOf(list, laid, job.empty, chunks)
  const { name, widths, freeze } = laid(job.empty)
  if (as === 'csv') {
    yield Buffer.from([bom, ...csvHead(head).map((line) => `${line}\r\n`)].join(''))
    for await (const cut of cuts)
      yield Buffer.from(
        csvRows(widths.length, ...cut)
          .map((row) => `${row}\r\n`)
          .join(''),
      )
    return
  }
  async function* parts(): AsyncGenerator<string> {
    const look = lookOf({ widths, freeze }, list?.sheet, head.length)
    const rows = new SheetRows(widths)
    yield sheetBegin(look)
    for (const line of head) yield rows.line(line)
    for await (const cut of cuts) yield [...rows.page(...cut)].join('')
    yield sheetEnd(look, rows.tail)
  }
  yield* bookOf([{ name, titles: titlesOf(list.sheet, head.length), parts: parts() }], book.styles)
}
