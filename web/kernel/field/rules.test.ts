import { childRows } from '@lading/contract/kernel/entity.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import * as field from '@lading/contract/kernel/field.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { expect, test } from 'vitest'
import { problemOf } from './rules.ts'

const t = ['数量', 'Quantity'] as const
const child = childRows('wms', 'x', 'wms.y', { title: t, fields: { code: field.code(t) } })
const cases: [string, Field, unknown, string | undefined][] = [
  ['a required text', field.text(t, { required: true }), '', 'Quantity is required'],
  ['an optional text', field.text(t), '', undefined],
  ['a text too long', field.text(t, { max: 3 }), '四个汉字', 'At most 3 characters'],
  ['a text with a null character', field.text(t), 'a\u0000', 'Contains characters that cannot be stored'],
  ['a code with a blank', field.code(t), 'A 1', 'Only letters, digits and _ - . /'],
  ['a whole number typed badly', field.int(t), '1x', 'Enter a whole number'],
  ['a whole number too great', field.int(t, { most: 99 }), 100, 'Must be between 0 and 99'],
  ['a fourth decimal', field.qty(t), '1.2345', 'At most 3 decimals'],
  ['a negative quantity', field.qty(t), '-1', 'Must be 0 or more'],
  ['no number', field.money(t), 'many', 'Enter a number, such as 12.5'],
  ['a choice of something else', field.choice(t, { A: t }), 'B', 'Choose one of the list'],
  ['no choice where one is needed', field.choice(t, { A: t }, { required: true }), undefined, 'Quantity is required'],
  ['the 30th of February', field.date(t), '2026-02-30', 'Enter a date, such as 2026-08-31'],
  ['no lines where some are needed', field.rows(t, child, { required: true }), [], 'Quantity is required'],
  ['a flag', field.flag(t), false, undefined],
]
test.each(cases)('%s', (_, f, value, message) => {
  const problem = problemOf(f, value)
  expect(problem && say(problem.text, 'en-US', problem.args)).toBe(message)
})
