import type { OrgNode } from '@lading/contract/sys/orgCalls.ts'

/** An organisation with its place in the tree, from 0. */
export interface Placed {
  readonly node: OrgNode
  readonly depth: number
}

/** The tree from top to bottom, each organisation before those below it. */
export const flat = (nodes: readonly OrgNode[], depth = 0): readonly Placed[] =>
  nodes.flatMap((node) => [{ node, depth }, ...flat(node.children, depth + 1)])

/** An organisation and all below it. */
export const below = (all: readonly Placed[], id: string): ReadonlySet<string> => {
  const found = all.find(({ node }) => node.id === id)
  return new Set(found ? flat([found.node]).map(({ node }) => node.id) : [])
}
