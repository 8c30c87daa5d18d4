import { expect, test } from 'vitest'
import { fine, follows, passed } from './follows.ts'

const line = { lotQty: '144.000', verdict: null, passQty: null, rejectQty: null }

test.each([
  ['rejects leave the rest', line, { rejectQty: '6' }, { passQty: '138' }],
  ['so does what is good', line, { passQty: '140.5' }, { rejectQty: '3.5' }],
  ['more than came says nothing', line, { rejectQty: '145' }, {}],
  ['half a number says nothing', line, { rejectQty: '1x' }, {}],
  ['a verdict says both', line, { verdict: 'PASS' }, { passQty: '144', rejectQty: '0' }],
  ['of rejects too', line, { verdict: 'REJECT' }, { passQty: '0', rejectQty: '144' }],
  ['not over what was typed', { ...line, passQty: '140', rejectQty: '4' }, { verdict: 'CONCESSION' }, {}],
  ['nothing else changes anything', line, { cause: '破损' }, {}],
])('%s', (_, row, change, also) => {
  expect(follows(row, change)).toEqual(also)
})

test('what nobody spoke of is good, what somebody spoke of stays', () => {
  expect(passed(line)).toEqual({ verdict: 'PASS', passQty: '144', rejectQty: '0' })
  expect(passed({ ...line, verdict: 'REJECT' })).toEqual({})
  expect(fine({ kind: 'BOOL', finding: null })).toEqual({ finding: 'GOOD' })
  expect(fine({ kind: 'BOOL', finding: 'BAD' })).toEqual({})
  expect(fine({ kind: 'RANGE', finding: null })).toEqual({})
})
