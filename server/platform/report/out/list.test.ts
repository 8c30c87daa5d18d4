import { type ReportTemplate, reportTemplate } from '@lading/contract/sys/reportTemplate.ts'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import type { SetData } from '../grid/data.ts'
import { plainListOf } from '../grid/plainList.ts'
import { csvOf } from './csv.ts'
import { laidOf } from './laid.ts'
import { listFile } from './list.ts'
import { xlsxOf } from './xlsx.ts'

const bind = (field: string, more: object = {}) => ({ bind: { set: 'd', field, take: 'LIST' }, ...more })
const drawn = {
  v: 1,
  params: [],
  sets: { d: { model: 'm', each: true, dims: ['no', 'day'], measures: ['qty'], filters: [], sort: [] } },
  sheets: [
    {
      ...{ name: '清单', cols: [80, 80, 80, 80], rows: [30, 24, 24, 24], page: { head: [1, 2], exportHead: true } },
      cells: {
        A1: { v: '=$who & " 的清单"', span: [1, 4] },
        A2: { v: '单号' },
        C2: { v: 2 },
        A3: bind('no', { expand: 'DOWN', style: { border: 'all' }, when: [{ if: 'C3>90', style: { bold: true } }] }),
        B3: bind('day', { style: { format: 'yyyy-MM-dd' } }),
        C3: bind('qty', { bind: { set: 'd', field: 'qty', take: 'SUM' }, style: { format: '#,##0.0' } }),
        D3: { v: '=C3*C2', when: [{ if: 'C3=50', hide: 'ROW' }] },
        A4: { v: '完' },
      },
    },
  ],
}
type Cells = Record<string, object | undefined>
const with_ = (change: (t: typeof drawn & { sheets: { cells: Cells; page: object }[] }) => void): ReportTemplate => {
  const own = structuredClone(drawn)
  change(own)
  return reportTemplate.parse(own)
}
const rowsOf = (from: number, to: number): SetData => ({
  size: to - from,
  columns: Object.fromEntries(
    Object.entries({
      no: (i: number) => (i % 7 === 0 ? null : `=CK<${i}>`),
      day: (i: number) => `2026-11-${10 + (i % 20)}`,
      qty: (i: number) => `${i % 100}.5`,
    }).map(([name, of]) => [name, Array.from({ length: to - from }, (_, i) => of(from + i))]),
  ),
  numeric: new Set(['qty']),
  ratios: {},
})
const job = {
  template: with_(() => undefined),
  told: { params: { who: '小何' }, today: '2026-11-30' },
  limits: { rows: 50_000, cells: 1_500_000 },
  head: { title: '清单', asOf: '2026-11-30', asked: [{ title: '从', value: '一' }] },
  words: ['是', '否'] as const,
}
/** In pieces of seven rows. */
async function* pieces(rows: number): AsyncGenerator<SetData> {
  for (let at = 0; at < rows; at += 7) yield rowsOf(at, Math.min(rows, at + 7))
}
async function made(as: 'xlsx' | 'csv', rows: number): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of listFile({ ...job, empty: rowsOf(0, 0) }, as, pieces(rows))) parts.push(part)
  return Buffer.concat(parts)
}

test.each([0, 1, 7, 250])('a list of %i rows is the same file in pieces and whole', async (rows) => {
  const whole = laidOf({ ...job, sets: { d: rowsOf(0, rows) } })
  expect((await made('csv', rows)).toString()).toBe(Buffer.from(csvOf(whole, job.template.sheets)).toString())
  const [own, other] = await Promise.all([
    readXlsx(await made('xlsx', rows), { readStyles: true }),
    readXlsx(await xlsxOf(whole, job.template.sheets), { readStyles: true }),
  ])
  expect(own.sheets).toEqual(other.sheets)
})

describe('what a row says may not hang on others', () => {
  test.each<[string, (t: typeof drawn & { sheets: { cells: Cells; page: object }[] }) => void]>([
    ['a total', (t) => Object.assign(t.sheets[0]?.cells ?? {}, { C4: { v: '=sum(C3)' } })],
    [
      'a bound total',
      (t) => Object.assign(t.sheets[0]?.cells ?? {}, { C4: { bind: { set: 'd', field: 'qty', take: 'SUM' } } }),
    ],
    ['a running number', (t) => Object.assign(t.sheets[0]?.cells ?? {}, { D3: { v: '=row()' } })],
    ['a running total', (t) => Object.assign(t.sheets[0]?.cells ?? {}, { D3: { v: '=sum(C3[..0])' } })],
    ['the row before', (t) => Object.assign(t.sheets[0]?.cells ?? {}, { D3: { v: '=C3-C3[-1]' } })],
    ['equal values as one', (t) => Object.assign(t.sheets[0]?.cells.A3 ?? {}, { mergeEqual: true })],
    ['groups', (t) => Object.assign(t.sheets[0]?.cells.A3 ?? {}, { bind: { set: 'd', field: 'no', take: 'GROUP' } })],
    [
      'an order of its own',
      (t) =>
        Object.assign(
          t.sheets[0]?.cells.A3 ?? {},
          bind('no', { bind: { set: 'd', field: 'no', take: 'LIST', sort: 'ASC' } }),
        ),
    ],
    ['pages', (t) => Object.assign(t.sheets[0]?.page ?? {}, { rowsPerPage: 20 })],
    ['a cell beside all rows', (t) => Object.assign(t.sheets[0]?.cells ?? {}, { D3: { v: 'x', left: null } })],
    [
      'columns that go',
      (t) => Object.assign(t.sheets[0]?.cells ?? {}, { C2: { v: 1, when: [{ if: '1=1', hide: 'COL' }] } }),
    ],
    ['groups of the set', (t) => Object.assign(t.sets.d, { each: false })],
    ['the first so many', (t) => Object.assign(t.sets.d, { most: 10 })],
  ])('%s', (_, change) => expect(plainListOf(with_(change))).toBeUndefined())
  test('alone it is a list', () => expect(plainListOf(job.template)).toMatchObject({ set: 'd', before: 2, after: 1 }))
})
