import { expect, test } from 'vitest'
import { matchScheme, type Scheme } from './matchScheme.ts'

const schemes: Scheme[] = [
  { id: '1', enabled: true, match: {}, priority: 9 },
  { id: '2', enabled: true, match: { ownerId: '1' }, priority: 3 },
  { id: '3', enabled: true, match: { categoryId: '5' }, priority: 2 },
  { id: '4', enabled: true, match: { ownerId: '1', categoryId: '5' }, priority: 5 },
  { id: '5', enabled: false, match: { productId: '7' }, priority: 1 },
  { id: '6', enabled: true, match: { ownerId: '1' }, priority: 3 },
]

test.each([
  [{ ownerId: '2', categoryId: null }, '1'],
  [{ ownerId: '1', categoryId: '6' }, '2'],
  [{ ownerId: '2', categoryId: '5' }, '3'],
  [{ ownerId: '1', categoryId: '5' }, '4'],
  [{ ownerId: '2', productId: '7' }, '1'],
])('%j is served by scheme %s', (request, id) => expect(matchScheme(schemes, request)?.id).toBe(id))

test('without a default there may be none', () => expect(matchScheme([], { ownerId: '1' })).toBeUndefined())
