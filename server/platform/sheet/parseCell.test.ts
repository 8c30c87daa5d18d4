import { instant } from '@lading/contract/kernel/field.ts'
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
