import { type ReportSheet, type ReportTemplate, reportTemplate } from '@lading/contract/sys/reportTemplate.ts'
import { describe, expect, test } from 'vitest'
import type { SetData } from './data.ts'
import { evaluate, parseFormula, type Value } from './formula.ts'
import { type GridCell, gridOf } from './grid.ts'
import { pagesOf } from './pages.ts'
import type { SheetError } from './sheetError.ts'

type Cells = Readonly<Record<string, object>>
const sheetOf = (cells: Cells, o: { cols?: number; rows?: number; page?: object } = {}): ReportSheet => {
  const sheet = {
    name: '表',
    cols: Array.from({ length: o.cols ?? 5 }, () => 80),
    rows: Array.from({ length: o.rows ?? 6 }, () => 24),
    cells,
    page: o.page,
  }
  const made: ReportTemplate = reportTemplate.parse({ v: 1, sheets: [sheet], sets: {}, params: [] })
  return made.sheets[0] as ReportSheet
}
const setOf = (numeric: readonly string[], rows: readonly Readonly<Record<string, Value>>[]): SetData => ({
  size: rows.length,
  columns: Object.fromEntries(Object.keys(rows[0] ?? {}).map((name) => [name, rows.map((r) => r[name] ?? null)])),
  numeric: new Set(numeric),
  ratios: { rate: { of: 'done', by: 'qty' } },
})
const told = { params: { who: '小何' }, today: '2026-11-29' }
const limits = { rows: 60_000, cells: 400_000 }
const lay = (sheet: ReportSheet, sets: Readonly<Record<string, SetData>>) => gridOf(sheet, sets, told, limits)
/** What stands where, a line of text a row: `↑` and `←` continue a cell. */
function shown(heights: number, widths: number, cells: readonly GridCell[]): string[] {
  const text = Array.from({ length: heights }, () => Array.from({ length: widths }, () => '·'))
  for (const c of cells)
    for (let r = 0; r < c.rows; r++)
      for (let i = 0; i < c.cols; i++) {
        const row = text[c.row + r]
        if (row) row[c.col + i] = r > 0 ? '↑' : i > 0 ? '←' : String(c.value ?? '')
      }
  return text.map((row) => row.join(' '))
}
const drawn = (sheet: ReportSheet, sets: Readonly<Record<string, SetData>>): string[] => {
  const grid = lay(sheet, sets)
  return shown(grid.heights.length, grid.widths.length, grid.cells)
}
const paged = (sheet: ReportSheet, sets: Readonly<Record<string, SetData>>): string[][] => {
  const grid = lay(sheet, sets)
  return pagesOf(grid, sheet).map((p) => shown(p.heights.length, grid.widths.length, p.cells))
}
const wrongOf = (cells: Cells, sets = {}): string => {
  try {
    lay(sheetOf(cells), sets)
  } catch (error) {
    return (error as SheetError).wrong
  }
  return 'laid'
}

/** Three stores, four categories, three months: a thousand lines that come to 10,000. */
const thousand = Array.from({ length: 1000 }, (_, i) => ({
  store: `S${(i % 3) + 1}`,
  category: `K${(Math.floor(i / 3) % 4) + 1}`,
  month: `2026-${String(9 + (Math.floor(i / 12) % 3)).padStart(2, '0')}`,
  qty: i % 2 === 0 ? '9.5' : '10.5',
  done: '8',
}))
const out = setOf(['qty', 'done'], thousand)
const by = (set: string, field: string, take: string, more: object = {}) => ({ bind: { set, field, take, ...more } })
const down = (set: string, field: string, take = 'GROUP', more: object = {}) => ({
  ...by(set, field, take, more),
  expand: 'DOWN',
})
const right = (set: string, field: string) => ({ ...by(set, field, 'GROUP', { sort: 'ASC' }), expand: 'RIGHT' })

const cross = {
  A1: { v: '出库汇总', span: [1, 4] },
  A3: { v: '门店' },
  B3: { v: '类别' },
  C3: right('o', 'month'),
  D3: { v: '合计' },
  A4: down('o', 'store', 'GROUP', { sort: 'ASC' }),
  B4: down('o', 'category', 'GROUP', { sort: 'ASC' }),
  C4: by('o', 'qty', 'SUM'),
  D4: { v: '=sum(C4)' },
  A5: { v: '小计', left: 'A4', span: [1, 2] },
  C5: { v: '=sum(C4)', left: 'A4' },
  D5: { v: '=sum(C5)', left: 'A4' },
  A6: { v: '总计', span: [1, 2] },
  C6: { v: '=sum(C4)' },
  D6: { v: '=sum(D4)' },
}

describe('a grid is laid out', () => {
  test('groups in groups across months: twelve rows, three subtotals, one total, all of them 10,000', () => {
    const grid = lay(sheetOf(cross), { o: out })
    expect(grid.lines.map((l) => l.at + 1).join('')).toBe('12344445444454444' + '56')
    const all = (name: string) => grid.cells.filter((c) => c.name === name).map((c) => c.value as number)
    const sum = (name: string) => all(name).reduce((a, b) => a + b, 0)
    expect([all('D4').length, all('D5').length, all('D6')]).toEqual([12, 3, [10_000]])
    expect([sum('C4'), sum('D4'), sum('C5'), sum('D5'), sum('C6')]).toEqual([10_000, 10_000, 10_000, 10_000, 10_000])
    expect(all('C3')).toEqual(['2026-09', '2026-10', '2026-11'])
    // The title covers what has grown, a store its categories.
    expect(grid.cells.find((c) => c.name === 'A1')).toMatchObject({ col: 0, cols: 6 })
    expect(grid.cells.filter((c) => c.name === 'A4').map((c) => [c.row, c.rows])).toEqual([
      [3, 4],
      [8, 4],
      [13, 4],
    ])
  })

  const few = setOf(
    ['qty', 'done'],
    [
      { store: '甲', day: '01', qty: '2', done: '1' },
      { store: '甲', day: '02', qty: '3', done: '3' },
      { store: '乙', day: '01', qty: '5', done: '1' },
    ],
  )
  test.each<[string, Cells, readonly string[]]>([
    [
      'a list numbers its rows, adds up as it goes and knows the row before',
      {
        A1: { v: '=row()', left: 'B1' },
        B1: down('f', 'day', 'LIST'),
        C1: by('f', 'qty', 'LIST'),
        D1: { v: '=sum(C1[..0])' },
        E1: { v: '=C1-C1[-1]' },
      },
      ['1 01 2 2 2', '2 02 3 5 1', '3 01 5 10 2'],
    ],
    [
      'two levels with a total each, a share and a rank',
      {
        A1: down('f', 'store'),
        B1: down('f', 'day'),
        C1: by('f', 'qty', 'SUM'),
        D1: { v: '=round(C1/sum(C1!root),2)' },
        A2: { v: '小计', left: 'A1' },
        C2: { v: '=sum(C1)', left: 'A1' },
        D2: { v: '=rank(C2)', left: 'A1' },
      },
      ['甲 01 2 0.2 ·', '↑ 02 3 0.3 ·', '小计 · 5 1 ·', '乙 01 5 0.5 ·', '小计 · 5 1 ·'],
    ],
    [
      'a quotient is made of sums, and a condition leaves rows out',
      {
        A1: { ...down('f', 'store'), when: [{ if: 'B1<0.5', hide: 'ROW' }] },
        B1: by('f', 'rate', 'SUM'),
        A2: { v: '=avg(B1)' },
        B2: by('f', 'rate', 'SUM'),
      },
      ['甲 0.8 · · ·', '0.5 0.5 · · ·'],
    ],
    [
      'a second set joins by what is called the same',
      { A1: down('f', 'store'), B1: by('f', 'qty', 'SUM'), C1: by('plan', 'want', 'SUM'), D1: { v: '=B1-C1' } },
      ['甲 5 4 1 ·', '乙 5  5 ·'],
    ],
    [
      'equal cells below each other are one, in their group only',
      { A1: down('f', 'store'), B1: down('f', 'qty', 'LIST'), C1: { v: 'x', left: 'B1', mergeEqual: true } },
      ['甲 2 x · ·', '↑ 3 ↑ · ·', '乙 5 x · ·'],
    ],
  ])('%s', (_, cells, rows) => {
    const plan = setOf(['want'], [{ store: '甲', want: '4' }])
    const last = Math.max(...Object.keys(cells).map((name) => Number(name.slice(1))))
    expect(drawn(sheetOf(cells, { rows: last }), { f: few, plan })).toEqual(rows)
  })

  test('nothing to tell leaves heads and totals, one row is one row', () => {
    const list = { A1: { v: '日' }, A2: down('f', 'day', 'LIST'), B2: by('f', 'qty', 'LIST'), B3: { v: '=sum(B2)' } }
    const none: SetData = { size: 0, columns: { day: [], qty: [] }, numeric: new Set(['qty']), ratios: {} }
    expect(drawn(sheetOf(list, { rows: 3, cols: 2 }), { f: none })).toEqual(['日 ·', '· 0'])
    expect(drawn(sheetOf(list, { rows: 3, cols: 2 }), { f: setOf(['qty'], [{ day: '01', qty: '7' }]) })).toEqual([
      '日 ·',
      '01 7',
      '· 7',
    ])
  })

  test('a code that is all digits stays as it is written', () => {
    const codes = setOf([], [{ gtin: '16901234567899' }, { gtin: '007' }])
    expect(
      lay(sheetOf({ A1: down('c', 'gtin', 'LIST') }, { rows: 1 }), { c: codes }).cells.map((c) => c.value),
    ).toEqual(['16901234567899', '007'])
  })

  test.each<[string, Cells]>([
    ['circle', { A1: { ...down('f', 'store'), left: 'B1' }, B1: down('f', 'day') }],
    ['circle', { A1: { ...down('f', 'store'), left: 'A1' } }],
    ['noParent', { A1: { v: 'x', left: 'C3' } }],
    ['apart', { A1: down('f', 'store'), B1: { ...down('f', 'day'), left: null } }],
    ['torn', { A1: down('f', 'store'), A2: { v: '' }, B3: { v: 'x', left: 'A1' } }],
    ['noSet', { A1: down('nobody', 'store') }],
    ['formula', { A1: { v: '=fetch("x")' } }],
    ['formula', { A1: { v: '=constructor("x")' } }],
    ['loop', { A1: { v: '=B1' }, B1: { v: '=A1+1' } }],
  ])('refuses what contradicts itself: %s', (wrong, cells) => {
    expect(wrongOf(cells, { f: few })).toBe(wrong)
  })
})

describe('pages', () => {
  const rows = Array.from({ length: 7 }, (_, i) => ({ store: i < 4 ? '甲' : '乙', qty: String(i + 1) }))
  const sets = { f: setOf(['qty'], rows) }
  const cells = {
    A1: { v: '门店' },
    B1: { v: '="第"&page()&"/"&pages()' },
    A2: down('f', 'store'),
    B2: down('f', 'qty', 'LIST'),
    A3: { v: '本页' },
    B3: { v: '=sum(B2,page)' },
    C3: { v: '=sum(B2,all)' },
  }
  const page = { head: [1, 1], tail: [3, 3], rowsPerPage: 3 }
  test('heads and tails on each, a group that goes on says so, each adds up its own', () => {
    const sheet = sheetOf(cells, { rows: 3, cols: 3, page })
    expect(paged(sheet, sets)).toEqual([
      ['门店 第1/3 ·', '甲 1 ·', '↑ 2 ·', '↑ 3 ·', '本页 6 28'],
      ['门店 第2/3 ·', '甲（续） 4 ·', '乙 5 ·', '↑ 6 ·', '本页 15 28'],
      ['门店 第3/3 ·', '乙（续） 7 ·', '本页 7 28'],
    ])
  })
  test('a page after each group, filled with empty rows', () => {
    const sheet = sheetOf(cells, { rows: 3, cols: 3, page: { ...page, rowsPerPage: 5, breakAfter: 'A2', fill: true } })
    expect(paged(sheet, sets)).toEqual([
      ['门店 第1/2 ·', '甲 1 ·', '↑ 2 ·', '↑ 3 ·', '↑ 4 ·', '  ·', '本页 10 28'],
      ['门店 第2/2 ·', '乙 5 ·', '↑ 6 ·', '↑ 7 ·', '  ·', '  ·', '本页 18 28'],
    ])
  })
})

test.each<[string, Value]>([
  ['1+2*3', 7],
  ['-(2-5)%', 0.03],
  ['0.1+0.2', 0.3],
  ['1/0', null],
  ['if(2>1,"是","否")&"！"', '是！'],
  ['round(2.675,2)', 2.68],
  ['left("可口可乐",2)', '可口'],
  ['month("2026-11-29")', 11],
  ['days("2026-11-01",today())', 28],
  ['$who & 1', '小何1'],
  ['not(1=1) or "b">"a"', true],
  ['ifblank($nobody,"无")', '无'],
])('%s comes to %s', (source, value) => {
  const scene = {
    cell: () => [],
    param: (n: string) => (told.params as never)[n] ?? null,
    position: () => 1,
    page: 1,
    pages: 1,
    today: told.today,
  }
  expect(evaluate(parseFormula(source), scene)).toBe(value)
})

test('limits are about what the data comes to: rows and columns that a template leaves empty count for nothing', () => {
  const o = setOf([], [{ store: 'S1' }, { store: 'S2' }, { store: 'S3' }])
  const wide = sheetOf({ A1: { v: '门店' }, A2: down('o', 'store', 'LIST') }, { rows: 60, cols: 26 })
  const within = (most: { rows: number; cells: number }) => () => gridOf(wide, { o }, told, most).heights.length
  // A head, three copies, and what is left empty below.
  expect(within({ rows: 3, cells: 4 })()).toBe(1 + 3 + 58)
  for (const most of [
    { rows: 2, cells: 4 },
    { rows: 3, cells: 3 },
  ])
    expect(within(most)).toThrow(expect.objectContaining({ wrong: 'tooLarge' }))
})
