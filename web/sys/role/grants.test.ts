import type { PermissionNode } from '@lading/contract/sys/roleCalls.ts'
import { expect, test } from 'vitest'
import { byReason, codesOf, compared, found, isSame, markOf, onlyChosen, rebased, tick } from './grants.ts'

const module = (area: string, name: string, ...actions: string[]): PermissionNode => ({
  key: `${area}:${name}`,
  title: name,
  children: actions.map((a) => ({ key: `${area}:${name}:${a}`, title: a })),
})
const tree: readonly PermissionNode[] = [
  {
    key: 'wms',
    title: '仓储管理',
    children: [
      { key: 'wms:', title: '仓储', children: [{ key: 'wms', title: '查看' }] },
      module('wms', 'owner', 'create', 'view'),
      module('wms', 'stock', 'view'),
    ],
  },
  { key: 'sys', title: '系统管理', children: [module('sys', 'user', 'create', 'view')] },
]
const all = new Set(tree.flatMap(codesOf))
const anything = { all, mayGrant: () => true }
const list = (codes: ReadonlySet<string>) => [...codes].sort()

test('an action brings the right to look and the way into the sub-system', () => {
  const chosen = tick(new Set(), ['wms:owner:create'], true, anything)
  expect(list(chosen)).toEqual(['wms', 'wms:owner:create', 'wms:owner:view'])
  expect(list(tick(new Set(), ['sys:user:create'], true, anything))).toEqual(['sys:user:create', 'sys:user:view'])
})

test('without the right to look no action remains, without the sub-system nothing of it', () => {
  const chosen = tick(new Set(), [...all], true, anything)
  expect(list(tick(chosen, ['wms:owner:view'], false, anything))).not.toContain('wms:owner:create')
  expect(list(tick(chosen, ['wms'], false, anything))).toEqual(['sys:user:create', 'sys:user:view'])
  expect(list(tick(chosen, ['wms:owner:create'], false, anything))).toContain('wms:owner:view')
})

test('nothing is ticked that the caller may not grant, but anything may be taken away', () => {
  const o = { all, mayGrant: (c: string) => c !== 'wms:owner:create' }
  expect(list(tick(new Set(), [...all], true, o))).not.toContain('wms:owner:create')
  expect(list(tick(new Set(['wms:owner:create']), ['wms:owner:create'], false, o))).toEqual([])
})

test('a branch is ticked, half ticked or not', () => {
  const owner = codesOf(module('wms', 'owner', 'create', 'view'))
  expect(markOf(owner, new Set())).toBe('none')
  expect(markOf(owner, new Set(['wms:owner:view']))).toBe('some')
  expect(markOf(owner, all)).toBe('all')
})

test('a word finds branches by title or code and leaves by theirs', () => {
  expect(found(tree, '系统')).toEqual([tree[1]])
  expect(found(tree, 'OWNER').flatMap(codesOf)).toEqual(['wms:owner:create', 'wms:owner:view'])
  expect(found(tree, 'create').flatMap(codesOf)).toEqual(['wms:owner:create', 'sys:user:create'])
  expect(found(tree, 'nothing')).toEqual([])
  expect(onlyChosen(tree, new Set(['wms:stock:view'])).flatMap(codesOf)).toEqual(['wms:stock:view'])
})

test('what was ticked survives what another has saved meanwhile', () => {
  const loaded = new Set(['a', 'b'])
  const mine = new Set(['b', 'c'])
  const fresh = new Set(['a', 'b', 'd'])
  const both = rebased(loaded, mine, fresh)
  expect(list(both)).toEqual(['b', 'c', 'd'])
  expect(isSame(both, new Set(['d', 'c', 'b']))).toBe(true)
})

test('what is allowed for the same reason stands in one line, reasons in the order of what they allow', () => {
  const [one, two] = [{ id: '1' }, { id: '2' }]
  const leaves = module('wms', 'owner', 'view', 'create', 'update').children ?? []
  const reasons = new Map([
    ['wms:owner:view', [one, two]],
    ['wms:owner:create', [two]],
    ['wms:owner:update', [one, two]],
  ])
  expect(byReason(leaves, reasons)).toEqual([
    { titles: ['view', 'update'], roles: [one, two] },
    { titles: ['create'], roles: [two] },
  ])
})

test('two roles are compared action by action', () => {
  const leaves = module('wms', 'owner', 'view', 'create', 'update', 'remove').children ?? []
  const a = new Set(['wms:owner:view', 'wms:owner:create'])
  const b = new Set(['wms:owner:view', 'wms:owner:update'])
  expect(compared(leaves, a, b)).toEqual({ onlyA: ['create'], onlyB: ['update'], both: ['view'] })
  expect(compared(leaves, b, a)).toEqual({ onlyA: ['update'], onlyB: ['create'], both: ['view'] })
})
