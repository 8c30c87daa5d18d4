import { expect, test } from 'vitest'
import { isOurAlt } from './ourAlt.ts'

const alt = { altKey: true, ctrlKey: false, metaKey: false }

test.each([
  ['on a page of a PC', alt, false, 'Win32', true],
  ['in a field of a PC, where Alt writes nothing', alt, true, 'Linux x86_64', true],
  ['on a page of a Mac', alt, false, 'MacIntel', true],
  ['in a field of a Mac, where Option writes characters and goes by words', alt, true, 'MacIntel', false],
  ['in a field of a tablet of the same kind', alt, true, 'iPad', false],
  ['with Ctrl, as AltGr is told by Windows', { ...alt, ctrlKey: true }, false, 'Win32', false],
  ['with the command key', { ...alt, metaKey: true }, false, 'MacIntel', false],
  ['none', { ...alt, altKey: false }, false, 'Win32', false],
])('C-23 Alt is a shortcut’s, or not: %s', (_, keys, isTyping, platform, expected) => {
  expect(isOurAlt(keys, isTyping, platform)).toBe(expected)
})
