import { expect, test } from 'vitest'
import { quietUntil } from './quiet.ts'

const at = (time: string) => new Date(`2026-11-25T${time}:00+08:00`)
const until = (time: string, from: string, to: string) =>
  quietUntil(at(time), 'Asia/Shanghai', from, to)?.toISOString() ?? null

test('quiet hours end on the day on which they end, also over midnight', () => {
  expect(until('12:30', '12:00', '13:30')).toBe(at('13:30').toISOString())
  expect(until('13:30', '12:00', '13:30')).toBeNull()
  expect(until('11:59', '12:00', '13:30')).toBeNull()
  expect(until('23:10', '22:00', '07:00')).toBe('2026-11-25T23:00:00.000Z')
  expect(until('03:00', '22:00', '07:00')).toBe('2026-11-24T23:00:00.000Z')
  expect(until('21:59', '22:00', '07:00')).toBeNull()
  expect(quietUntil(at('23:10'), 'UTC', '22:00', '07:00')).toBeUndefined()
})
