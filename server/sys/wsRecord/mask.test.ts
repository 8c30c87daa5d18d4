import { expect, test } from 'vitest'
import { masked } from './mask.ts'

test('who is named, from where, and what opens something is masked, the rest is not', () => {
  const told = { kind: 'RECOVERY_CODE', args: { by: '王小明', ip: '10.2.3.4', task: 'T01', token: 'abc', n: [1, 'x'] } }
  expect(JSON.parse(masked(JSON.stringify(told)))).toEqual({
    kind: 'RECOVERY_CODE',
    args: { by: '王**', ip: '10.2.*.*', task: 'T01', token: '***', n: [1, 'x'] },
  })
  expect(JSON.parse(masked('{"args":{"ip":"2001:db8:1::5"}}'))).toEqual({ args: { ip: '2001:db8:…' } })
  expect(masked('{"cut')).toBe('')
})
