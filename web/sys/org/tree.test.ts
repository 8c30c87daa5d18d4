import type { OrgNode } from '@lading/contract/sys/orgCalls.ts'
import { expect, test } from 'vitest'
import { below, flat } from './tree.ts'

const node = (id: string, ...children: OrgNode[]): OrgNode => ({
  id,
  code: id,
  name: id,
  type: 'DC',
  upperOrgId: null,
  disabled: false,
  version: 0,
  children,
})
const tree = flat([node('G', node('A', node('A1')), node('B'))])

test('the tree is read from top to bottom, each with its depth', () => {
  expect(tree.map(({ node: n, depth }) => `${n.id}${depth}`)).toEqual(['G0', 'A1', 'A12', 'B1'])
})

test('below an organisation stands itself and all under it', () => {
  expect([...below(tree, 'A')]).toEqual(['A', 'A1'])
  expect([...below(tree, 'G')]).toEqual(['G', 'A', 'A1', 'B'])
  expect([...below(tree, 'unknown')]).toEqual([])
})
