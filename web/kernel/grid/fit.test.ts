import { expect, test } from 'vitest'
import type { Row } from '../records.ts'
import type { ReadColumn } from './columns.tsx'
import { fitted, textWidth } from './fit.ts'

const t = (([zh]: readonly [string, string]) => zh) as Parameters<typeof fitted>[2]
const row = (value: string) => ({ id: '1', value }) as unknown as Row
const column = (title: string, width: number, more: Partial<ReadColumn<Row>> = {}): ReadColumn<Row> => ({
  name: 'value',
  title: [title, title],
  width,
  render: () => null,
  said: (r) => String(r.value),
  ...more,
})
const widthOf = (c: ReadColumn<Row>, ...values: string[]) => fitted([c], values.map(row), t)[0]?.width

test('a short value leaves its room to others, a long one gets no more than its kind', () => {
  expect(widthOf(column('线路', 180), 'L8', 'L10')).toBeLessThan(90)
  expect(widthOf(column('线路', 180), 'x'.repeat(500))).toBe(180)
})

test('the widest of the rows counts, and signs of Chinese are wider than letters', () => {
  const c = column('店', 300)
  expect(widthOf(c, '东', '上海青浦物流中心')).toBeGreaterThan(widthOf(c, '东') ?? 0)
  expect(textWidth('青浦')).toBeGreaterThan(textWidth('Qp'))
})

test('a heading is never cut off by short values', () => {
  expect(widthOf(column('一个很长很长的标题', 100), 'x')).toBeGreaterThan(textWidth('一个很长很长的标题'))
})

test('what draws more than a text keeps its width', () => {
  const { said: _, ...drawn } = column('进度', 160)
  expect(widthOf(drawn, 'x')).toBe(160)
})
