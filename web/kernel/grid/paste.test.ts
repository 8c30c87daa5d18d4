import * as field from '@lading/contract/kernel/field.ts'
import { expect, test } from 'vitest'
import { isMany, pastedValue, readCells } from './paste.ts'

test.each([
  [
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['"two\nlines"\tb', [['two\nlines', 'b']]],
  ['"say ""hi"""\t5"', [['say "hi"', '5"']]],
  [
    'a\t\t\n\tb',
    [
      ['a', '', ''],
      ['', 'b'],
    ],
  ],
  ['single', [['single']]],
] as const)('cells of %j', (text, cells) => expect(readCells(text)).toEqual(cells))

test('one cell is typed, several are pasted; the line feed that spreadsheets add counts for nothing', () => {
  expect(['one', 'one\r\n', 'one\n'].map(isMany)).toEqual([false, false, false])
  expect(['a\tb', 'a\nb'].map(isMany)).toEqual([true, true])
})

const t = ['字段', 'Field'] as const
test.each([
  [field.qty(t), ' 1,234.5 ', '1234.5'],
  [field.qty(t), '１２', '12'],
  [field.qty(t), 'many', 'many'],
  [field.int(t), '12', 12],
  [field.int(t), '1.5', '1.5'],
  [field.date(t), '2026/8/3', '2026-08-03'],
  [field.date(t), '20260803', '2026-08-03'],
  [field.date(t), '2026年8月3日', '2026-08-03'],
  [field.date(t), 'soon', 'soon'],
  [field.flag(t), '是', true],
  [field.flag(t), 'no', false],
  [field.choice(t, { GOOD: ['良品', 'Good'] }), '良品', 'GOOD'],
  [field.choice(t, { GOOD: ['良品', 'Good'] }), 'good', 'GOOD'],
  [field.choice(t, { GOOD: ['良品', 'Good'] }), '坏', '坏'],
  [field.text(t), '  x ', 'x'],
  [field.text(t), '   ', null],
] as const)('%# %j as pasted', (f, text, value) => expect(pastedValue(f, text)).toEqual(value))
