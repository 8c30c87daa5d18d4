import type { ReportSheet } from '@lading/contract/sys/reportTemplate.ts'
import { expect, test } from 'vitest'
import { addSubtotal, addTotal, dropField } from './drop.ts'
import { copied, emptySheet, emptyTemplate, fillDown, merge, paste, setStyle, shiftLines, split } from './edit.ts'

const sheet = (cells: ReportSheet['cells'], page: ReportSheet['page'] = {}): ReportSheet => ({
  ...emptySheet('S'),
  cells,
  page,
})
const values = (s: ReportSheet) => Object.fromEntries(Object.entries(s.cells).map(([n, c]) => [n, c.v]))

test('a line put in or taken away moves what names cells behind it, and no words', () => {
  const s = sheet(
    { A1: { v: '="A2"&A2' }, A2: { v: 1, left: 'A3' }, A3: { v: '=sum(A2)', span: [2, 1], when: [{ if: 'A4>1' }] } },
    { head: [1, 2], breakAfter: 'A3' },
  )
  const grown = shiftLines(s, 'row', 1, 1)
  expect(values(grown)).toEqual({ A1: '="A2"&A3', A3: 1, A4: '=sum(A3)' })
  expect([grown.cells.A3?.left, grown.cells.A4?.when?.[0]?.if, grown.page.head, grown.page.breakAfter]).toEqual([
    'A4',
    'A5>1',
    [1, 3],
    'A4',
  ])
  expect(shiftLines(grown, 'row', 1, -1)).toEqual(s)
  // What a link takes along stays what it was.
  const linked = shiftLines(sheet({ A2: { v: 1 }, B2: { link: { path: 'x', params: { no: 'A2' } } } }), 'row', 0, 1)
  expect(linked.cells.B3?.link).toEqual({ path: 'x', params: { no: 'A3' } })
  // Within a merged cell it grows and shrinks.
  expect(shiftLines(s, 'row', 3, 1).cells.A3?.span).toEqual([3, 1])
  expect(shiftLines(s, 'row', 2, -1).cells.A2).toEqual({ v: 1 })
  expect(values(shiftLines(sheet({ B1: { v: '=A1' } }), 'col', 0, 1))).toEqual({ C1: '=B1' })
})

test('what comes from a spreadsheet is pasted and copied back; formulas follow when they are filled down', () => {
  const s = paste(sheet({}), { row: 0, col: 0 }, '商品\t数量\r\n007\t12.5\r\n')
  expect(values(s)).toEqual({ A1: '商品', B1: '数量', A2: '007', B2: 12.5 })
  expect(copied(s, { row: 0, col: 0, rows: 2, cols: 2 })).toBe('商品\t数量\n007\t12.5')
  const filled = fillDown(sheet({ A1: { v: '=B1*2' } }), { row: 0, col: 0, rows: 3, cols: 1 })
  expect(values(filled)).toEqual({ A1: '=B1*2', A2: '=B2*2', A3: '=B3*2' })
})

test('cells are merged and split, styles put on and off', () => {
  const range = { row: 0, col: 0, rows: 2, cols: 2 }
  const one = merge(sheet({ A1: { v: 'x' }, B2: { v: 'y' } }), range)
  expect(one.cells).toEqual({ A1: { v: 'x', span: [2, 2] } })
  expect(split(one, range).cells).toEqual({ A1: { v: 'x' } })
  const bold = setStyle(one, { ...range, rows: 1, cols: 1 }, { bold: true })
  expect(bold.cells.A1?.style).toEqual({ bold: true })
  expect(setStyle(bold, { ...range, rows: 1, cols: 1 }, { bold: false }).cells.A1).toEqual({ v: 'x', span: [2, 2] })
})

test('three fields dropped and two rows of sums are a grouped report', () => {
  const field = (name: string, title: string, isMeasure = false) => ({
    model: 'wms.outboundLine',
    name,
    title,
    isMeasure,
  })
  let t = dropField(emptyTemplate, 0, { row: 1, col: 0 }, field('billId.storeId', '门店'))
  t = dropField(t, 0, { row: 1, col: 1 }, field('productId', '商品'))
  t = dropField(t, 0, { row: 1, col: 2 }, field('sent', '已发', true))
  t = addTotal(addSubtotal(t, 0, 'A2', '小计'), 0, '总计')
  expect(t.sets).toEqual({
    d1: { model: 'wms.outboundLine', dims: ['billId.storeId', 'productId'], measures: ['sent'], filters: [], sort: [] },
  })
  const { cells = {} } = t.sheets[0] ?? {}
  expect([cells.A1?.v, cells.C1?.v, cells.A3?.v, cells.A4?.v]).toEqual(['门店', '已发', '小计', '总计'])
  expect([cells.C2?.left, cells.C3?.left, cells.C4?.left, cells.C3?.bind?.take]).toEqual([undefined, 'A2', null, 'SUM'])
})
