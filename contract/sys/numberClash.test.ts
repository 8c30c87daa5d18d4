import { expect, test } from 'vitest'
import { couldMeet } from './numberClash.ts'

test.each([
  ['DH{yyMMdd}{SEQ5}', 'CK{yyMMdd}{SEQ5}', false],
  ['{yyMMdd}{SEQ5}', '{yyMMdd}{SEQ6}', true],
  ['L{yyMMdd}{SEQ5}', 'LX{yyMMdd}{SEQ5}', false],
  // Both may be DH2611 and some digits.
  ['DH{yyMMdd}{SEQ5}', 'DH{yyMM}{SEQ6}', true],
  ['DH{yyMMdd}{SEQ5}', 'DH26{SEQ9}', true],
  ['DH{SEQ9}', 'DH{yyMM}{SEQ4}-', false],
  ['{ORG}{yyMMdd}{SEQ5}', '{ORG}CK{yyMMdd}{SEQ5}', false],
  // A centre might be called CK.
  ['{ORG}{yyMMdd}{SEQ5}', 'CK{yyMMdd}{SEQ5}', true],
  ['{ORG}DH{yyMMdd}{SEQ5}', 'CK{yyMMdd}{SEQ5}', false],
  ['A{ORG}{SEQ6}', '{ORG}B{SEQ6}', true],
  // A counter that outgrows its width.
  ['X{SEQ4}', 'X{SEQ9}', true],
  ['X{SEQ4}Y', 'X{SEQ4}', false],
])('%s and %s could meet: %s', (one, other, meet) => {
  expect(couldMeet(one, other)).toBe(meet)
  expect(couldMeet(other, one)).toBe(meet)
  expect(couldMeet(one, one)).toBe(true)
})
