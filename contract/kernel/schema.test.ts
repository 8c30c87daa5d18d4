import { expect, test } from 'vitest'
import { decimal, money, qty } from './field.ts'
import { qtyText, valueSchema } from './schema.ts'

const takes = (schema: { safeParse: (value: unknown) => { success: boolean } }, text: string) =>
  schema.safeParse(text).success
const title = ['数', 'Number'] as const

test('a number that is not below zero has no sign, also where it is nothing', () => {
  for (const schema of [qtyText, ...[qty(title), money(title), decimal(title)].map(valueSchema)]) {
    for (const text of ['-0', '-0.0', '-0.000', '-1']) expect(takes(schema, text), text).toBe(false)
    for (const text of ['0', '0.000', '7.5']) expect(takes(schema, text), text).toBe(true)
  }
  expect(takes(valueSchema(decimal(title, { least: -30 })), '-0.5')).toBe(true)
})
