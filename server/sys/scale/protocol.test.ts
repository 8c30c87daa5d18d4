import { formatQty } from '@lading/contract/kernel/qty.ts'
import { scaleFaults } from '@lading/contract/sys/scaleCalls.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineCutter, toledoCutter } from './frames.ts'
import { isNews, openEar, steadyBy } from './keeper.ts'
import { readPattern } from './pattern.ts'
import { inKg, lineReader, otherLine, type Speech } from './protocol.ts'

const speech = (o: Partial<Speech>): Speech => ({ lineFormat: 'AND', linePattern: null, lineUnit: 'kg', ...o })
/** `1.234 net stable`, as short as it goes; a dash where nobody could read it. */
const said = (o: Partial<Speech>, line: string): string => {
  const told = lineReader(speech(o))(Buffer.from(line, 'latin1'))
  if (told === undefined) return '-'
  if (told === otherLine) return otherLine
  const stable = told.isStable === null ? '' : told.isStable ? ' stable' : ' moving'
  return `${told.kg === null ? 'over' : formatQty(told.kg)}${told.isNet ? ' net' : ''}${stable}`
}

test.each([
  ['ST,GS,+  1.234kg', '1.234 stable'],
  ['ST,NT,-  0.050kg', '-0.05 net stable'],
  ['US,GS,+ 12.5  kg', '12.5 moving'],
  ['ST,+00012.34  g', '0.012 stable'],
  ['ST,GS,   850g', '0.85 stable'],
  ['ST,GS,+  2.500lb', '1.134 stable'],
  ['ST,GS,+  1.234', '1.234 stable'],
  ['st,gs,+1,5kg', '1.5 stable'],
  ['HD,GS,+  1.000kg', '1 stable'],
  ['OL,GS,+------kg', 'over moving'],
  ['OL,+9999999E+19', 'over moving'],
  ['QT,GS,+     12PC', otherLine],
  ['ST,TR,+  0.500kg', otherLine],
  ['ST,GS,+  1.234oz', '-'],
  ['ST,GS,+  1.2.4kg', '-'],
  ['ST,GS,kg', '-'],
  ['T,GS,+  1.234kg', '-'],
  ['ST,GS,+99999999kg', '-'],
])('A&D %s: %s', (line, expected) => expect(said({}, line)).toBe(expected))

test.each([
  ['  12.345', 'kg', '12.345'],
  ['-0.5', 'kg', '-0.5'],
  ['850', 'g', '0.85'],
  ['1 250 g', 'kg', '1.25'],
  ['1', 'lb', '0.454'],
  ['12,5', 'kg', '12.5'],
  ['', 'kg', '-'],
  ['12.5 %', 'kg', '-'],
  ['1e3', 'kg', '-'],
  ['NaN', 'kg', '-'],
] as const)('a plain number %s in %s: %s', (line, lineUnit, expected) =>
  expect(said({ lineFormat: 'NUMBER', lineUnit }, line)).toBe(expected),
)

test.each([
  ['{stable=ST},{net=NT},{weight}{unit}', 'ST,NT,+  1.234kg', '1.234 net stable'],
  ['{stable=ST},{net=NT},{weight}{unit}', 'US,GS,1.234kg', '1.234 moving'],
  ['W {weight} {unit}{rest}', 'W   1.5 kg   T 0.2', '1.5'],
  ['{skip=3}{weight}', '##A 7.25', '7.25'],
  ['{weight}', ' 7.25', '7.25'],
  ['{weight}', 'A7.25', '-'],
  [' {weight}', '    7.25  ', '7.25'],
  ['G:{weight}', 'N:7.25', '-'],
  ['{skip=9}{weight}', 'short', '-'],
  ['{weight}{unit}', '7.25oz', '-'],
])('a pattern %s for %s: %s', (linePattern, line, expected) =>
  expect(said({ lineFormat: 'PATTERN', linePattern }, line)).toBe(expected),
)

test('a pattern that makes no sense is refused', () => {
  const wrong = [
    null,
    '',
    'kg',
    '{weight}{weight}',
    '{rest}{weight}',
    '{skip=0}{weight}',
    '{skip=99}{weight}',
    '{stable=}{weight}',
    '{weight',
    '{word}{weight}',
    `${'{skip=1}'.repeat(41)}{weight}`,
  ]
  for (const pattern of wrong)
    expect(() => readPattern(pattern), String(pattern)).toThrow(
      expect.objectContaining({ refusal: scaleFaults.pattern }),
    )
})

/** A frame: status bytes, six digits of weight and six of tare. */
const frame = (a: number, b: number, c: number, weight: string, tare = '     0'): Buffer =>
  Buffer.concat([Buffer.from([0x02, 0x20 | a, 0x20 | b, 0x20 | c]), Buffer.from(weight + tare), Buffer.from([0x0d])])
test.each([
  // Three decimals, kilograms, gross, stable.
  [frame(5, 0x10, 0, '001234'), '1.234 stable'],
  [frame(5, 0x10, 0, '  1234'), '1.234 stable'],
  [frame(5, 0x11, 0, '001234'), '1.234 net stable'],
  [frame(5, 0x12, 0, '001234'), '-1.234 stable'],
  [frame(5, 0x18, 0, '001234'), '1.234 moving'],
  [frame(5, 0x14, 0, '001234'), 'over moving'],
  [frame(2, 0x10, 0, '001234'), '1234 stable'],
  [frame(1, 0x10, 0, '000123'), '1230 stable'],
  [frame(0, 0x10, 0, '000012'), '1200 stable'],
  [frame(7, 0x10, 0, '123456'), '1.235 stable'],
  // Pounds, grams, tons.
  [frame(4, 0x00, 0, '000250'), '1.134 stable'],
  [frame(2, 0x10, 1, '000850'), '0.85 stable'],
  [frame(2, 0x10, 2, '000850'), '-'],
  [frame(5, 0x10, 0, '00 234'), '-'],
  [frame(5, 0x10, 0, 'ABCDEF'), '-'],
])('a frame of Toledo %#: %s', (bytes, expected) =>
  expect(said({ lineFormat: 'TOLEDO' }, bytes.subarray(0, -1).toString('latin1'))).toBe(expected),
)

test('units become kilograms exactly, rounded once to the gram', () => {
  expect(inKg('453.59237', 'g')).toBe(454n)
  expect(inKg('1000', 'lb')).toBe(453_592n)
  expect(inKg('0.0005', 'kg')).toBe(1n)
  expect(inKg('-0.0005', 'kg')).toBe(-1n)
  expect(inKg('0.4', 'g')).toBe(0n)
  for (const none of ['', '.', '-', '1.2345678', '1234567890', '--1']) expect(inKg(none, 'kg'), none).toBeUndefined()
})

const cutAt = (bytes: Buffer, cuts: readonly number[]): Buffer[] => {
  const at = [0, ...cuts.map((c) => c % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return at.slice(1).map((end, i) => bytes.subarray(at[i], end))
}
type Heard = { lines: string[]; garbage: number; longest: number }
const cut = (of: typeof lineCutter, chunks: readonly Buffer[]): Heard => {
  const heard: Heard = { lines: [], garbage: 0, longest: 0 }
  const hear = of({
    line: (b) => {
      heard.lines.push(b.toString('latin1'))
      heard.longest = Math.max(heard.longest, b.length)
    },
    garbage: (b) => {
      heard.garbage += 1
      heard.longest = Math.max(heard.longest, b.length)
    },
  })
  for (const chunk of chunks) hear(chunk)
  return heard
}

test('lines come whole, wherever what was sent is cut; one without an end is told of once and passed over', () => {
  const sent = Buffer.from('ST,GS,1kg\r\n\x02ST,GS,2kg\x03\rST,GS,3kg\n')
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 12 }), (cuts) => {
      expect(cut(lineCutter, cutAt(sent, cuts)).lines).toEqual(['ST,GS,1kg', 'ST,GS,2kg', 'ST,GS,3kg'])
    }),
  )
  const endless = cut(lineCutter, [...Array(2_000).fill(Buffer.alloc(1_000, 'x')), Buffer.from('\rST,GS,4kg\r')])
  expect(endless).toEqual({ lines: ['ST,GS,4kg'], garbage: 1, longest: 256 })
})

test('frames are found among noise and behind check sums, also when one is broken off', () => {
  const one = frame(5, 0x10, 0, '001234')
  const sum = Buffer.from([0x02])
  const bytes = Buffer.concat([Buffer.from('noise'), one, sum, one, one.subarray(0, 9), one, sum, one])
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 12 }), (cuts) => {
      const { lines } = cut(toledoCutter, cutAt(bytes, cuts))
      expect(lines).toHaveLength(4)
      expect(new Set(lines)).toEqual(new Set([one.subarray(0, -1).toString('latin1')]))
    }),
  )
})

test('nothing that a scale may send breaks the ear or makes it hold more', () => {
  const anyFormat = fc.constantFrom('AND', 'TOLEDO', 'NUMBER', 'PATTERN')
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 600 }),
    fc.string({ maxLength: 300 }).map((s) => Buffer.from(s)),
    fc.constantFrom(Buffer.from('ST,GS,+  1.2'), frame(5, 0x10, 0, '001234').subarray(3), Buffer.alloc(300, 2)),
  )
  fc.assert(
    fc.property(anyFormat, fc.array(noise, { maxLength: 20 }), (lineFormat, chunks) => {
      const linePattern = '{stable=ST},{skip=2} {weight}{unit}{rest}'
      const ear = openEar({ lineFormat, linePattern, lineUnit: 'g', steadiness: 'STEADY' }, () => new Date(0))
      for (const chunk of chunks) ear.hear(Buffer.from(chunk))
      const noted = ear.take()
      expect((noted?.raw?.line ?? '').length).toBeLessThanOrEqual(200)
      expect(noted?.raw?.line ?? '').toMatch(/^[\x20-\x7e]*$/)
      expect(ear.take()).toBeUndefined()
    }),
    { numRuns: 500 },
  )
})

test('a weight that only stays the same is stable after a second, and not while it moves', () => {
  const isSteady = steadyBy('STEADY')
  const at = (ms: number, kg: bigint | null) => isSteady({ kg, isNet: false, isStable: null }, new Date(ms))
  expect([at(0, 5n), at(900, 5n), at(1_000, 5n), at(1_100, 6n), at(2_000, 6n), at(2_100, 6n)]).toEqual([
    false,
    false,
    true,
    false,
    false,
    true,
  ])
  expect([at(2_200, null), at(2_300, 6n), at(3_300, 6n)]).toEqual([false, false, true])
  expect(steadyBy('ALWAYS')({ kg: 5n, isNet: false, isStable: null }, new Date(0))).toBe(true)
  expect(steadyBy('ALWAYS')({ kg: 5n, isNet: false, isStable: false }, new Date(0))).toBe(false)
})

test('what is new is noted at once, that it is still there now and then, a stable moment never lost', () => {
  let now = 0
  const ear = openEar(
    { lineFormat: 'AND', linePattern: null, lineUnit: 'kg', steadiness: 'STEADY' },
    () => new Date(now),
  )
  const hear = (...lines: string[]) => {
    ear.hear(Buffer.from(lines.map((l) => `${l}\r\n`).join('')))
    return ear.take()
  }
  const first = hear('US,GS,1kg', 'ST,GS,2kg', 'US,GS,3kg')
  expect(first).toMatchObject({ reading: { kg: '3', isStable: false }, stable: { kg: '2' }, unreadable: 0 })
  expect(first && isNews(first, undefined, now)).toBe(true)
  const same = hear('US,GS,3kg')
  expect(same && isNews({ ...same, ...(first?.stable && { stable: first.stable }) }, first, now)).toBe(false)
  now = 2_000
  const later = hear('US,GS,3kg')
  expect(later && isNews(later, same, now)).toBe(true)
  expect(hear('broken \x01')).toMatchObject({ unreadable: 1, raw: { line: 'broken \\x01' } })
})
