import { entity } from '@lading/contract/kernel/entity.ts'
import * as field from '@lading/contract/kernel/field.ts'
import { expect, test } from 'vitest'
import { todayText } from '../../client/time.ts'
import { type DayWordName, daysOf, dayWords, wordIn, wordText } from './dayWords.ts'
import { filterOf } from './filters.ts'

test.each([
  ['today', '2026-03-01', '2026-03-01'],
  ['yesterday', '2026-02-28', '2026-02-28'],
  ['last7', '2026-02-23', '2026-03-01'],
  ['last30', '2026-01-31', '2026-03-01'],
  ['month', '2026-03-01', '2026-03-31'],
  ['lastMonth', '2026-02-01', '2026-02-28'],
  ['tomorrow', '2026-03-02', '2026-03-02'],
  ['next7', '2026-03-01', '2026-03-07'],
] as const)('%s is from %s to %s', (name, from, to) => {
  expect(daysOf(name, '2026-03-01')).toEqual({ from, to })
})

test('last month is known on its longer neighbour’s last day', () => {
  expect(daysOf('lastMonth', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(daysOf('lastMonth', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
})

test('each word is written and read again; nothing else is one', () => {
  for (const name of Object.keys(dayWords) as DayWordName[]) expect(wordIn(wordText(name))).toBe(name)
  for (const text of ['', 'today', '@', '@never', '@toString', '2026-01-01~', '5~7'])
    expect(wordIn(text)).toBeUndefined()
})

test('a filter that says a word asks for its days; one that says an unknown word asks for nothing', () => {
  const t = ['x', 'x'] as const
  const e = entity('sys', 'thing', { title: t, fields: { day: field.date(t, { filter: true }) } })
  const today = todayText()
  expect(filterOf(e, { day: '@today', createTime: '@last7' })).toEqual({
    day: { from: today, to: today },
    createTime: daysOf('last7', today),
  })
  expect(filterOf(e, { day: '@never' })).toEqual({})
})
