import { describe, expect, test } from 'vitest'
import { passOf } from './pass.ts'
import { periodOf } from './period.ts'

test.each<[string, boolean, readonly [string, string] | undefined]>([
  ['2026-11-30', false, ['2026-11-30', '2026-11-30']],
  ['2026-11-30 08:15', false, ['2026-11-30', '2026-11-30']],
  ['2026-12-28', true, ['2026-12-28', '2027-01-03']],
  ['2024-02', false, ['2024-02-01', '2024-02-29']],
  ['2026-Q4', false, ['2026-10-01', '2026-12-31']],
  ['2026', false, ['2026-01-01', '2026-12-31']],
  ['2026-Q5', false, undefined],
  ['店S1', false, undefined],
])('%s lasts from when to when', (text, isWeek, period) => expect(periodOf(text, isWeek)).toEqual(period))

describe('what was pressed fills a parameter of each kind', () => {
  const set = { codes: { state: new Map([['已保存', 'SAVED']]) } }
  const day = { kind: 'day', param: 'from', until: 'to' } as const
  test.each<[object, string, string, Record<string, string> | undefined]>([
    [{}, 'storeId', '店S1', { p: '店S1' }],
    [{ kind: 'choice' }, 'state', '已保存', { p: 'SAVED' }],
    [{ kind: 'choice' }, 'route', 'R1', { p: 'R1' }],
    [{ kind: 'int' }, 'lineNo', '12', { p: '12' }],
    [{ kind: 'int' }, 'lineNo', '12.0', { p: '12' }],
    [{ kind: 'int' }, 'qty', '12.5', undefined],
    [{ kind: 'int' }, 'lineNo', '', undefined],
    [day, 'bizDate', '2026-11-30', { from: '2026-11-30', to: '2026-11-30' }],
    [day, 'bizDate:WEEK', '2026-11-30', { from: '2026-11-30', to: '2026-12-06' }],
    [day, 'bizDate:MONTH', '2026-11', { from: '2026-11-01', to: '2026-11-30' }],
    [{ kind: 'day' }, 'bizDate:YEAR', '2026', { p: '2026-01-01' }],
    [{ kind: 'day' }, 'bizDate', '', undefined],
    [{ kind: 'day' }, 'storeId', '店S1', undefined],
  ])('%j of %s: %s', (link, field, key, pass) =>
    expect(passOf({ path: 'x', param: 'p', ...link }, set, field, key)).toEqual(pass),
  )
})
