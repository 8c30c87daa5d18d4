import { describe, expect, test } from 'vitest'
import { type KeyPress, scanReader, signOfCode } from './scanner.ts'

const press = (key: string, code: string, timeStamp: number, o: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code,
  timeStamp,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...o,
})
const codeOf = (sign: string): string =>
  /\d/.test(sign) ? `Digit${sign}` : /[a-z]/i.test(sign) ? `Key${sign.toUpperCase()}` : sign === '-' ? 'Minus' : ''

/** Every key of a text, so many milliseconds apart, then its end. */
function typed(text: string, gap: number, o: { end?: string; key?: (sign: string) => string } = {}) {
  const read = scanReader()
  const keys = [...text].map((sign, i) =>
    press(o.key?.(sign) ?? sign, codeOf(sign), i * gap, { shiftKey: /[A-Z]/.test(sign) }),
  )
  for (const key of keys) read(key)
  return read(press(o.end ?? 'Enter', o.end ?? 'Enter', text.length * gap))
}

describe('a scanner is heard', () => {
  test.each([
    ['A-01-05-1', 8, {}],
    ['6901234567892', 30, {}],
    ['T000123', 1, { end: 'Tab' }],
    ['2000005000119', 12, { end: 'NumpadEnter' }],
    ['6901234567892', 10, { key: () => 'Process' }],
    ['JH26112100007', 10, { key: () => 'Process' }],
    ['F-01-05-1', 10, { key: () => 'Unidentified' }],
  ])('%s, %i ms apart, %o', (text, gap, o) => expect(typed(text, gap, o)).toEqual({ kind: 'scan', text }))

  test('with signs that an input method has made wide', () => {
    expect(typed('901234', 5, { key: (s) => String.fromCharCode(s.charCodeAt(0) + 0xfee0) })).toEqual({
      kind: 'scan',
      text: '901234',
    })
  })

  test('with the separator of a GS1 code as Ctrl+]', () => {
    const read = scanReader()
    for (const [i, sign] of [...'10ABC'].entries()) read(press(sign, codeOf(sign), i))
    read(press('Control', 'ControlLeft', 5))
    read(press(']', 'BracketRight', 6, { ctrlKey: true }))
    for (const [i, sign] of [...'17271231'].entries()) read(press(sign, codeOf(sign), 7 + i))
    expect(read(press('Enter', 'Enter', 16))).toEqual({ kind: 'scan', text: '10ABC\x1d17271231' })
  })
})

describe('a code that was held up on its way is used for nothing', () => {
  test('when all of it came slowly, as somebody types', () => {
    expect(typed('6901234567892', 120)).toEqual({ kind: 'cut' })
  })

  test.each([61, 150, 399])('when %i ms were lost in the middle', (pause) => {
    const read = scanReader()
    const key = (sign: string, at: number) => read(press(sign, codeOf(sign), at))
    for (const [i, sign] of [...'690123'].entries()) key(sign, i)
    for (const [i, sign] of [...'4567892'].entries()) key(sign, 5 + pause + i)
    expect(read(press('Enter', 'Enter', 12 + pause))).toEqual({ kind: 'cut' })
    // The next one is whole.
    for (const [i, sign] of [...'B123'].entries()) key(sign, 2000 + i)
    expect(read(press('Enter', 'Enter', 2004))).toEqual({ kind: 'scan', text: 'B123' })
  })

  test('or just before its end', () => {
    const read = scanReader()
    for (const [i, sign] of [...'12345'].entries()) read(press(sign, codeOf(sign), i))
    expect(read(press('Enter', 'Enter', 200))).toEqual({ kind: 'cut' })
  })
})

describe('a person is not', () => {
  test.each([
    ['12', 120],
    ['12', 5],
    ['', 1],
  ])('%s, %i ms apart', (text, gap) => expect(typed(text, gap)).toEqual({ kind: 'none' }))

  test('who pauses before Enter', () => {
    const read = scanReader()
    for (const [i, sign] of [...'12345'].entries()) read(press(sign, codeOf(sign), i))
    expect(read(press('Enter', 'Enter', 500))).toEqual({ kind: 'none' })
  })

  test('whose last letters before a scan do not become part of it', () => {
    const read = scanReader()
    for (const [i, sign] of [...'abc'].entries()) read(press(sign, codeOf(sign), i * 200))
    for (const [i, sign] of [...'B123'].entries()) read(press(sign, codeOf(sign), 1000 + i, { shiftKey: sign === 'B' }))
    expect(read(press('Enter', 'Enter', 1005))).toEqual({ kind: 'scan', text: 'B123' })
  })
})

test.each([
  ['KeyA', false, false, 'a'],
  ['KeyA', true, false, 'A'],
  ['KeyA', false, true, 'A'],
  ['KeyA', true, true, 'a'],
  ['Digit1', true, false, '!'],
  ['Numpad7', false, false, '7'],
  ['Minus', true, false, '_'],
  ['F5', false, false, ''],
])('%s with shift %s and capitals %s is "%s"', (code, shift, caps, sign) =>
  expect(signOfCode(code, shift, caps)).toBe(sign),
)
