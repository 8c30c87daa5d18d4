import { expect, test } from 'vitest'
import { lunarCell, lunarOf, lunarText } from './lunar.ts'

/** New Year's Days as the almanac has them. */
const newYears =
  '2000-02-05 2001-01-24 2002-02-12 2003-02-01 2004-01-22 2005-02-09 2006-01-29 2007-02-18 2008-02-07 2009-01-26 2010-02-14 2011-02-03 2012-01-23 2013-02-10 2014-01-31 2015-02-19 2016-02-08 2017-01-28 2018-02-16 2019-02-05 2020-01-25 2021-02-12 2022-02-01 2023-01-22'

const next = (day: string, n = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + n * 86_400_000).toISOString().slice(0, 10)

test.each(newYears.split(' '))('S-95 %s is a New Year’s Day', (day) => {
  expect(lunarOf(day)).toEqual({ year: Number(day.slice(0, 4)), month: 1, isLeap: false, day: 1 })
  expect(lunarOf(next(day, -1))).toMatchObject({ year: Number(day.slice(0, 4)) - 1, month: 12 })
})

test('S-95 the calendar begins with the lunar year 1900 and ends with that of 2100', () => {
  expect(lunarOf('1900-01-30')).toBeUndefined()
  expect(lunarOf('1900-01-31')).toEqual({ year: 1900, month: 1, isLeap: false, day: 1 })
  expect(lunarOf('2101-01-28')).toEqual({ year: 2100, month: 12, isLeap: false, day: 29 })
  expect(lunarOf('2101-01-29')).toBeUndefined()
  expect(lunarOf('nonsense')).toBeUndefined()
})

test('S-95 each of its 73,412 days follows the one before', () => {
  let before = lunarOf('1900-01-31')
  let count = 1
  for (let day = next('1900-01-31'); day <= '2101-01-28'; day = next(day)) {
    const d = lunarOf(day)
    const isNextDay = d?.day === (before?.day ?? 0) + 1 && d.month === before?.month && d.isLeap === before.isLeap
    if (!isNextDay) {
      expect(d?.day, day).toBe(1)
      expect([29, 30], day).toContain(before?.day)
    }
    before = d
    count += 1
  }
  expect(count).toBe(73_412)
})

test('S-95 days that the browser’s own calendar gets wrong, and leap months, are right', () => {
  // 2012 to 2030: the years in which Intl errs. 2033 is famous for its late leap month.
  expect(lunarOf('2023-03-22')).toEqual({ year: 2023, month: 2, isLeap: true, day: 1 })
  expect(lunarOf('2025-07-25')).toEqual({ year: 2025, month: 6, isLeap: true, day: 1 })
  expect(lunarOf('2033-12-22')).toEqual({ year: 2033, month: 11, isLeap: true, day: 1 })
  expect(lunarOf('2026-09-25')).toEqual({ year: 2026, month: 8, isLeap: false, day: 15 })
})

test('S-95 a lunar date is said in both languages', () => {
  const said = (day: string) => lunarText(lunarOf(day)!)
  expect(said('2026-11-22')).toEqual(['农历丙午(马)年十月十四', 'Lunar month 10, day 14, year of the Horse'])
  expect(said('2000-02-05')[0]).toBe('农历庚辰(龙)年正月初一')
  expect(said('2025-08-13')).toEqual(['农历乙巳(蛇)年闰六月二十', 'Lunar leap month 6, day 20, year of the Snake'])
  expect(said('2026-02-16')[0]).toBe('农历乙巳(蛇)年腊月廿九')
  expect([lunarCell(lunarOf('2025-07-25')!)[0], lunarCell(lunarOf('2025-07-26')!)[1]]).toEqual(['闰六月', '6+/2'])
})
