import { expect, test } from 'vitest'
import { type NumberRule, usualRule } from '../kernel/numberPattern.ts'
import { numberFaults, patternParts, ruleFault } from './numberRule.ts'

const rule = (pattern: string, reset: NumberRule['reset'] = 'DAY'): NumberRule => ({ pattern, reset, step: 1 })

test.each([
  [usualRule, undefined],
  [rule('{ORG}{TYPE}{yyMMdd}{SEQ6}'), undefined],
  [rule('{TYPE}{SEQ8}', 'NEVER'), undefined],
  [rule('{TYPE}{yyMM}{SEQ5}', 'MONTH'), undefined],
  [rule('{TYPE}{yyMMdd}'), numberFaults.noSequence],
  [rule('{TYPE}{yyMMdd}{SEQ4}{SEQ4}'), numberFaults.noSequence],
  [rule('{TYPE}{yyMMdd}{SEQ3}'), numberFaults.tooShort],
  [rule('{TYPE}{yyMM}{SEQ4}', 'MONTH'), numberFaults.tooShort],
  [rule('{TYPE}{SEQ5}', 'NEVER'), numberFaults.tooShort],
  [rule('{TYPE}{yyMM}{SEQ5}'), numberFaults.noDate],
  [rule('{TYPE}{dd}{MM}{SEQ5}', 'MONTH'), numberFaults.noDate],
  [rule('{TYPE}{yyMMdd}{SEQ5}#'), numberFaults.part],
  [rule('{type}{yyMMdd}{SEQ5}'), numberFaults.part],
  [rule('{TYPE}{yyMMdd}{SEQ0}'), numberFaults.part],
  [rule('{TYPE}{yyMMdd}{SEQ5'), numberFaults.part],
  [rule('订{yyMMdd}{SEQ5}'), numberFaults.part],
  [rule('{ORG}{TYPE}ABCDEFG{yyMMdd}{SEQ5}'), numberFaults.tooLong],
  [rule('{ORG}{TYPE}ABC{yyMMdd}{SEQ6}'), undefined],
] as const)('%o is refused as it should be', (of, fault) => {
  expect(ruleFault(of)?.[0]).toBe(fault)
})

test('all that the form offers makes a rule', () => {
  for (const [part] of patternParts)
    expect(ruleFault(rule(part.includes('SEQ') ? `${part}A` : `${part}{SEQ6}`, 'NEVER')), part).toBeUndefined()
})
