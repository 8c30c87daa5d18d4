import { entity } from '@lading/contract/kernel/entity.ts'
import * as field from '@lading/contract/kernel/field.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { describe, expect, test } from 'vitest'
import { hashOf, parseHash, place } from '../../client/location.ts'
import { filterOf, nextSort, queryOf, questionOf, readState, sortOf, writeRange, writeState } from './filters.ts'

const t = ['x', 'x'] as const
const e = entity('wms', 'thing', {
  title: t,
  fields: {
    code: field.code(t, { filter: true }),
    kind: field.choice(t, { A: t, B: t }, { filter: true }),
    ownerId: field.ref(t, 'wms.owner', { filter: true }),
    planQty: field.qty(t, { filter: true }),
    day: field.date(t, { filter: true }),
    isFast: field.flag(t, { filter: true }),
    at: field.time(t),
  },
})

describe('filters', () => {
  test('each kind is read in its shape', () => {
    const query = { code: 'A1', kind: 'A,B', ownerId: '7', planQty: '1.5~', day: '~2026-08-31', isFast: 'false' }
    expect(filterOf(e, query)).toEqual({
      code: 'A1',
      kind: ['A', 'B'],
      ownerId: ['7'],
      planQty: { from: '1.5' },
      day: { to: '2026-08-31' },
      isFast: false,
    })
  })
  test('a filter of the server becomes the address that asks for it', () => {
    const filter = {
      kind: ['A', 'B'],
      planQty: { from: '1.5' },
      day: { from: '2026-08-01', to: '2026-08-31' },
      isFast: true,
    }
    expect(filterOf(e, queryOf(filter))).toEqual(filter)
  })
  test('what is no filter is left out', () => {
    expect(filterOf(e, { nonsense: '1', at: '08:00', code: '' })).toEqual({})
  })
  test('the state of a row filters every entity', () => {
    expect(filterOf(owner, { disabled: 'true' })).toEqual({ disabled: true })
  })
  test('a range without ends is no filter', () => expect(writeRange({})).toBe(''))
})

describe('the address', () => {
  const state = { filter: { code: '苏&果', planQty: '1~2' }, page: 3, pageSize: 50, sort: 'code,-day' }
  test('keeps a list as it is', () => {
    const route = parseHash(hashOf(place('wms', 'thingList', writeState(state))))
    expect(route.kind === 'page' && readState(route.query)).toEqual(state)
  })
  test('says nothing of what is usual', () => {
    expect(writeState(readState({}))).toEqual({})
  })
  test.each(['-1', '0', 'x', '1e99'])('takes page %s for the first or a whole one', (page) => {
    expect(Number.isInteger(readState({ _page: page }).page)).toBe(true)
  })
  test('takes no page size but those offered', () => expect(readState({ _size: '5000' }).pageSize).toBe(20))
  test('becomes a question', () => {
    expect(questionOf(e, { ...state, filter: { kind: 'A' } }, { isFast: true })).toEqual({
      filter: { kind: ['A'], isFast: true },
      page: 3,
      pageSize: 50,
      orderBy: 'code,-day',
    })
  })
})

test.each([
  ['', 'a', false, 'a'],
  ['a', 'a', false, '-a'],
  ['-a', 'a', false, ''],
  ['b', 'a', false, 'a'],
  ['b', 'a', true, 'b,a'],
  ['b,a', 'b', true, '-b,a'],
  ['-b,a', 'b', true, 'a'],
])('sort %j by %s (added: %s) is %j', (sort, name, added, next) => expect(nextSort(sort, name, added)).toBe(next))

test('a column knows its place in the order', () => {
  expect(sortOf('b,-a', 'a')).toEqual({ down: true, place: 2, of: 2 })
  expect(sortOf('b', 'a')).toBeUndefined()
})
