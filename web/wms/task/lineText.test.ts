import { say, type Text } from '@lading/contract/kernel/text.ts'
import { expect, test } from 'vitest'
import { labelOf, placeText } from './lineText.ts'

const t = (text: Text) => say(text, 'en-US')

test.each([
  ['A-01-02-1', 'A-01-02-1', 'A-01-02-1'],
  ['SYS-REPLENISH', 'Replenishment transit', undefined],
  ['SYS-PICK', 'Pick transit', undefined],
])('of place %s is shown %s, and looked for %s', (code, text, label) => {
  expect(placeText({ code }, t)).toBe(text)
  expect(labelOf({ code })).toBe(label)
})
test('no place is none', () => {
  expect(placeText(null, t)).toBeUndefined()
  expect(labelOf(null)).toBeUndefined()
})
