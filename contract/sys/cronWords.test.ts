import { expect, test } from 'vitest'
import { cronWords } from './cronWords.ts'

test.each([
  ['* * * * *', '每分钟', 'Every minute'],
  ['*/5 * * * *', '每5分钟', 'Every 5 minutes'],
  ['15 * * * *', '每小时第15分', 'Hourly at minute 15'],
  ['15 */4 * * *', '每4小时，第15分', 'Every 4 hours at minute 15'],
  ['30 2 * * *', '每天 02:30', 'Every day at 02:30'],
  ['0 8,20 * * *', '每天 08:00、20:00', 'Every day at 08:00, 20:00'],
  ['0 6 * * 1-5', '周一至周五 06:00', 'Monday to Friday at 06:00'],
  ['0 6 * * 1,7', '每周一、日 06:00', 'Monday, Sunday at 06:00'],
  ['*/10 * * * 6', '每周六 每10分钟', 'Saturday every 10 minutes'],
  ['5 0 1,15 * *', '每月1、15日 00:05', 'Day 1, 15 of the month at 00:05'],
])('%s in words', (cron, zh, en) => {
  expect(cronWords(cron)).toEqual([zh, en])
})

test.each(['0 0 1 1 *', '0 0 1 * 1', '5-10 * * * *', '1,2 3 * * MON', 'nonsense', ''])(
  'what has no short words stays as it is: %s',
  (cron) => {
    expect(cronWords(cron)).toEqual([cron, cron])
  },
)
