import { expect, test } from 'vitest'
import { inForm, rounded } from './columnForm.ts'

test.each([
  ['13800138000', 'MASK', '138****8000'],
  ['王小明', 'MASK', '王**'],
  ['X', 'MASK', 'X'],
  ['', 'MASK', ''],
  ['2026-11-26 20:09:34', 'DAY', '2026-11-26'],
  ['2026-11-26 20:09:34', 'MINUTE', '2026-11-26 20:09'],
  ['12.345', 'D2', '12.35'],
  ['12.344', 'D2', '12.34'],
  ['-12.345', 'D2', '-12.35'],
  ['0.999', 'D2', '1.00'],
  ['-0.001', 'D2', '0.00'],
  ['12', 'D3', '12.000'],
  ['99.5', 'D0', '100'],
  ['0.05', 'D2', '0.05'],
  ['123456789012345678.5', 'D0', '123456789012345679'],
  ['—', 'D2', '—'],
] as const)('%s as %s is %s', (text, form, said) => {
  expect(inForm(text, form)).toBe(said)
})

test('nothing stays nothing, and without a form a value stays as it is', () => {
  expect(inForm(null, 'MASK')).toBeNull()
  expect(inForm('13800138000', undefined)).toBe('13800138000')
})

test('a rounded number is never further away than half of its last place', () => {
  for (let n = -2_000; n <= 2_000; n++) {
    const exact = (n / 1_000).toFixed(3)
    const off = Math.abs(Number(rounded(exact, 2)) - Number(exact))
    expect(off).toBeLessThanOrEqual(0.005 + 1e-9)
  }
})
