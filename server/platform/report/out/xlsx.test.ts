import type { LaidReport } from '@lading/contract/sys/laidReport.ts'
import { reportTemplate } from '@lading/contract/sys/reportTemplate.ts'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { xlsxOf } from './xlsx.ts'

const { sheets: models } = reportTemplate.parse({
  ...{ v: 1, sets: {}, params: [] },
  sheets: [
    { name: '一', cols: [70, 140], rows: [24], cells: {}, page: { head: [1, 1], headCols: 1, exportHead: true } },
  ],
})
const page = (first: string): LaidReport['sheets'][number]['pages'][number] => ({
  heights: [24, 24, 24],
  cells: [
    { r: 0, c: 0, w: 2, t: '标题', s: 0 },
    { r: 1, c: 0, h: 2, t: first, s: 1 },
    { r: 1, c: 1, t: '1,234.50', n: 1234.5, s: 2 },
    { r: 2, c: 1, t: '11月30日', d: '2026-11-30', s: 3 },
  ],
})
const report: LaidReport = {
  ...{ title: '出库 <A&B>', asOf: '2026-11-30 03:00', asked: [{ title: '从', value: '=1+1' }] },
  styles: [
    { bold: true, size: 16, align: 'center', fill: '#e6f0fa' },
    { border: 'all', wrap: true },
    { format: '#,##0.00', color: '#c00000', border: 'bottom' },
    { format: 'yyyy"年"' },
  ],
  sheets: ['一', '一'].map((name) => ({
    ...{ name, widths: [70, 140], freeze: { rows: 1, cols: 1 } },
    pages: [page('a\u0001 _x0041_ <b>'), page(' 二 ')],
  })),
}

test('another reader finds in a workbook what was laid out', async () => {
  const book = await readXlsx(await xlsxOf(report, models), { readStyles: true })
  expect(book.sheets.map((s) => s.name)).toEqual(['一', '一_2'])
  const [first, second] = book.sheets
  expect(first?.rows.map((r) => r[0])).toEqual([
    ...['出库 <A&B>', '从: =1+1', '2026-11-30 03:00'],
    ...['标题', 'a\u0001 _x0041_ <b>', null, ' 二 ', null],
  ])
  expect(first?.rows[4]?.[1]).toBe(1234.5)
  expect(first?.rows[5]?.[1]).toEqual(new Date('2026-11-30T00:00:00Z'))
  expect(first?.merges).toMatchObject([
    { startRow: 3, startCol: 0, endRow: 3, endCol: 1 },
    { startRow: 4, startCol: 0, endRow: 5, endCol: 0 },
    { startRow: 6, startCol: 0, endRow: 7, endCol: 0 },
  ])
  expect(first?.rowBreaks).toEqual([5])
  expect(first?.freezePane).toMatchObject({ rows: 4, columns: 1 })
  expect(first?.pageSetup?.printTitlesRow).toBe('$4:$4')
  expect(first?.cells?.get('3,0')?.style).toMatchObject({
    font: { bold: true, size: 16, name: 'Microsoft YaHei' },
    fill: { fgColor: { rgb: 'E6F0FA' } },
    alignment: { horizontal: 'center' },
  })
  expect(first?.cells?.get('4,1')?.style).toMatchObject({
    numFmt: '#,##0.00',
    font: { color: { rgb: 'C00000' } },
    border: { bottom: { style: 'thin' } },
  })
  expect(first?.cells?.get('5,0')?.style?.border?.left?.style).toBe('thin')
  // Of a sheet without a model nothing is said above it.
  expect(second?.rows[0]?.[0]).toBe('标题')
})

test('the same report is the same file', async () => {
  const [one, two] = await Promise.all([xlsxOf(report, models), xlsxOf(report, models)])
  expect(Buffer.from(one).equals(Buffer.from(two))).toBe(true)
})
