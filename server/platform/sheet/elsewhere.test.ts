import { read, type WorkSheet } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { readSheet } from './read.ts'
import type { OutColumn, OutRow } from './rows.ts'
import { type SheetFormat, writeSheet, writeWorkbook } from './write.ts'

/** What we write, as a library reads it that has nothing to do with ours: so do the spreadsheets of our users. */
const columns: readonly OutColumn[] = [
  { title: '名称' },
  { title: '数量', numeric: true, look: '0.00' },
  { title: '到期', dated: true, look: 'yyyy-mm-dd' },
  { title: '时间', dated: true, look: 'yyyy-mm-dd hh:mm:ss', width: 20 },
]
const rows: readonly OutRow[] = [
  ['矿泉水 550ml×24「怡宝」\n第二行', '12.50', '2026-02-28', '2026-11-26 20:09:34'],
  ['=HYPERLINK("http://x")', '12345678901234567.5', '1899-12-31', null],
  [' 00123 ', '-0.003', '2000-02-29', '2026-12-31 23:59:59'],
  ['&<>"\u0001_x0041_😀', '', 'later', ''],
]
const sheetIn = (data: Buffer, more: object = {}): WorkSheet => {
  const sheet = Object.values(read(data, { cellDates: true, UTC: true, cellStyles: true, ...more }).Sheets)[0]
  if (!sheet) throw new Error('no sheet')
  return sheet
}
const made = (format: SheetFormat) => writeSheet(format, { name: '商品', columns, rows })

test('texts, Chinese ones too, are texts; numbers are numbers as far as they stay exact', async () => {
  const sheet = sheetIn(await made('xlsx'))
  expect(['A1', 'B1', 'C1', 'D1'].map((at) => sheet[at]?.v)).toEqual(['名称', '数量', '到期', '时间'])
  expect(sheet.A2).toMatchObject({ t: 's', v: '矿泉水 550ml×24「怡宝」\n第二行' })
  expect(sheet.A3).toMatchObject({ t: 's', v: '=HYPERLINK("http://x")' })
  expect(sheet.A3?.f).toBeUndefined()
  expect(sheet.A4).toMatchObject({ t: 's', v: ' 00123 ' })
  expect(sheet.A5).toMatchObject({ t: 's', v: '&<>"\u0001_x0041_😀' })
  expect(sheet.B2).toMatchObject({ t: 'n', v: 12.5, z: '0.00', w: '12.50' })
  expect(sheet.B3).toMatchObject({ t: 's', v: '12345678901234567.5' })
  expect(sheet.B4).toMatchObject({ t: 'n', v: -0.003 })
  expect(sheet.B5?.v).toBeUndefined()
})

test('dates are dates by the wall clock, and what a spreadsheet has no date for stays a text', async () => {
  const sheet = sheetIn(await made('xlsx'))
  // A date is a fraction of days there: to the second, not to its thousandth.
  const second = (d: Date): string => new Date(Math.round(d.getTime() / 1_000) * 1_000).toISOString()
  const at = (cell: string) => {
    const { t, v } = sheet[cell] ?? {}
    return [t, v instanceof Date ? second(v) : v]
  }
  expect(at('C2')).toEqual(['d', '2026-02-28T00:00:00.000Z'])
  expect(at('D2')).toEqual(['d', '2026-11-26T20:09:34.000Z'])
  expect(at('C3')).toEqual(['s', '1899-12-31'])
  expect(at('C4')).toEqual(['d', '2000-02-29T00:00:00.000Z'])
  expect(at('D4')).toEqual(['d', '2026-12-31T23:59:59.000Z'])
  expect(at('C5')).toEqual(['s', 'later'])
  expect(sheet['!cols']?.[3]?.width).toBe(20)
})

test('a csv file is read as it was written, without running anything', async () => {
  const sheet = sheetIn(await made('csv'), { raw: true })
  expect(sheet.A1?.v).toBe('名称')
  expect(sheet.A2?.v).toBe('矿泉水 550ml×24「怡宝」\n第二行')
  expect(sheet.A3).toMatchObject({ t: 's', v: '\'=HYPERLINK("http://x")' })
  expect(sheet.D2?.v).toBe('2026-11-26 20:09:34')
})

test('a workbook of several sheets has them by their names, with the words of its lists', async () => {
  const book = read(
    await writeWorkbook([
      { name: '入库单/明细', columns: [{ title: '状态', choices: ['启用', '停用'] }], rows: [['启用']] },
      { name: '说明', columns: [{ title: '列' }], rows: [['状态']] },
    ]),
  )
  expect(book.SheetNames).toEqual(['入库单 明细', '说明'])
  expect(book.Sheets['入库单 明细']?.A2).toMatchObject({ t: 's', v: '启用' })
})

test('what we wrote is read back by ourselves to the second', async () => {
  const instants: OutRow[] = Array.from({ length: 500 }, (_, i) => [
    new Date(Date.UTC(2026, 0, 1, 0, 0, 1) + i * 63_113_851).toISOString().replace('T', ' ').slice(0, 19),
  ])
  const file = await writeSheet('xlsx', { name: 'x', columns: [{ title: 'at', dated: true }], rows: instants })
  const back = await readSheet({ name: 'x.xlsx', data: file })
  expect(back.slice(1).map((r) => r.cells)).toEqual(instants)
})
