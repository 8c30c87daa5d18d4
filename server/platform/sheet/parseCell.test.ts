import { code, date, decimal, flag, instant, int, qty, text } from '@lading/contract/kernel/field.ts'
import { expect, test } from 'vitest'
import { parseCell } from './parseCell.ts'

const field = instant(['时间', 'At'])
const by = (zone: string) => ({ language: 'zh-CN', zone }) as const

test.each([
  ['2026-03-05 08:30', 'Asia/Shanghai', '2026-03-05T00:30:00.000Z'],
  ['2026-03-05', 'America/New_York', '2026-03-05T05:00:00.000Z'],
  ['2026/3/5 8:30:15', 'Asia/Shanghai', '2026-03-05T00:30:15.000Z'],
  ['1900-01-01', 'Asia/Shanghai', '1900-01-01T00:00:00Z'],
] as const)('%s by the clocks of %s is %s', (text, zone, at) =>
  expect(parseCell(text, field, by(zone))).toEqual({ value: at }),
)

test.each([
  '0000-01-01',
  '9999-12-31',
  '2026-02-30 10:00',
  '2026-13-01',
  '2026-01-01 25:00',
  '2026-01-01 10:61',
  'soon',
])('%s is no time, and is told as a wrong cell', (text) =>
  expect(parseCell(text, field, by('Asia/Shanghai'))).toHaveProperty('problem'),
)

const fields = {
  code: code(['代码', 'Code']),
  text: text(['名称', 'Name']),
  qty: qty(['数量', 'Quantity']),
  int: int(['天数', 'Days']),
  share: decimal(['超收比例%', 'Over-receipt %'], { scale: 2, most: 100 }),
  date: date(['日期', 'Day']),
  flag: flag(['启用', 'On']),
}
const read = (cell: string | number, field: keyof typeof fields, shown?: string | null) =>
  parseCell(cell, fields[field], by('Asia/Shanghai'), shown)

test.each([
  [1888, 'code', '001888', '001888'],
  [12, 'text', '000012', '000012'],
  [1234.5, 'qty', '1,234.50', '1234.5'],
  [1234.5678, 'text', undefined, '1234.5678'],
  ['2026-01-02', 'text', '2026/1/2', '2026/1/2'],
  ['2026-01-02', 'date', '2026/1/2', '2026-01-02'],
  ['2026-01-02', 'date', null, '2026-01-02'],
  [12.5, 'qty', null, '12.5'],
  ['5%', 'share', '5%', '5'],
  ['５．５０％', 'share', undefined, '5.5'],
  ['5%', 'text', '5.00%', '5.00%'],
  [0.05, 'share', undefined, '0.05'],
  ['24.0000', 'qty', undefined, '24'],
  ['24.5000', 'qty', undefined, '24.5'],
  ['1,200.00000', 'qty', undefined, '1200'],
  ['100', 'qty', undefined, '100'],
  ['5.0000', 'share', undefined, '5'],
  ['7.00', 'int', undefined, 7],
  ['TRUE', 'flag', undefined, true],
] as const)('%s for %s, shown as %s, is %s', (cell, field, shown, value) =>
  expect(read(cell, field, shown)).toEqual({ value }),
)

test.each([
  [12.3, 'code', null],
  ['2026-01-02', 'code', null],
  ['5.12%', 'share', null],
  ['5%', 'qty', '5%'],
  ['5%', 'int', '5%'],
  ['24.0001', 'qty', undefined],
  ['7.5', 'int', undefined],
] as const)('%s for %s, shown as %s, is refused', (cell, field, shown) =>
  expect(read(cell, field, shown)).toHaveProperty('problem'),
)
