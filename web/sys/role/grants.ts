import type { PermissionNode } from '@lading/contract/sys/roleCalls.ts'

export type Codes = ReadonlySet<string>

/** The permissions under a branch, or the leaf itself. */
export const codesOf = (node: PermissionNode): readonly string[] =>
  node.children ? node.children.flatMap(codesOf) : [node.key]

/** What a permission is nothing without: seeing its subject, and the sub-system that it is in. */
function needs(code: string, all: Codes): readonly string[] {
  const [area = '', module] = code.split(':')
  return [area, ...(module === undefined ? [] : [`${area}:${module}:view`])].filter((n) => n !== code && all.has(n))
}

/**
 * Ticks or unticks permissions. What they need comes with them, what needs them goes with them; nothing comes that the
 * caller may not grant.
 */
export function tick(
  chosen: Codes,
  codes: readonly string[],
  on: boolean,
  o: { readonly all: Codes; readonly mayGrant: (code: string) => boolean },
): Codes {
  if (on) {
    const wanted = codes.filter(o.mayGrant)
    return new Set([...chosen, ...wanted, ...wanted.flatMap((c) => needs(c, o.all)).filter(o.mayGrant)])
  }
  const gone = new Set(codes)
  return new Set([...chosen].filter((c) => !gone.has(c) && !needs(c, o.all).some((n) => gone.has(n))))
}

export type Mark = 'all' | 'some' | 'none'
export function markOf(codes: readonly string[], chosen: Codes): Mark {
  const n = codes.filter((c) => chosen.has(c)).length
  return n === 0 ? 'none' : n === codes.length ? 'all' : 'some'
}

/** The branches whose title, code or leaves hold the word; a found branch keeps all its leaves. */
export function found(tree: readonly PermissionNode[], word: string): readonly PermissionNode[] {
  const w = word.trim().toLowerCase()
  if (w === '') return tree
  return tree.flatMap((node): PermissionNode[] => {
    if (`${node.title}\n${node.key}`.toLowerCase().includes(w)) return [node]
    const children = found(node.children ?? [], w)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** The branches in which something is chosen, with nothing else. */
export const onlyChosen = (tree: readonly PermissionNode[], chosen: Codes): readonly PermissionNode[] =>
  tree.flatMap((node): PermissionNode[] => {
    if (!node.children) return chosen.has(node.key) ? [node] : []
    const children = onlyChosen(node.children, chosen)
    return children.length > 0 ? [{ ...node, children }] : []
  })

export const isSame = (a: Codes, b: Codes): boolean => a.size === b.size && [...a].every((c) => b.has(c))

/** What was ticked and unticked, carried over to what somebody else has saved meanwhile. */
export const rebased = (loaded: Codes, chosen: Codes, fresh: Codes): Codes =>
  new Set([...[...fresh].filter((c) => chosen.has(c) || !loaded.has(c)), ...[...chosen].filter((c) => !loaded.has(c))])

/** What is allowed for the same reason stands together, in the order of the first of it. */
export function byReason<R extends { readonly id: string }>(
  leaves: readonly PermissionNode[],
  reasons: ReadonlyMap<string, readonly R[]>,
): readonly { readonly titles: readonly string[]; readonly roles: readonly R[] }[] {
  const groups = Map.groupBy(leaves, (leaf) => (reasons.get(leaf.key) ?? []).map((r) => r.id).join())
  return [...groups.values()].map((group) => ({
    titles: group.map((leaf) => leaf.title),
    roles: reasons.get(group[0]?.key ?? '') ?? [],
  }))
}

/** Of the same leaves: what only the first allows, only the second, and both. */
export function compared(leaves: readonly PermissionNode[], a: Codes, b: Codes) {
  const titles = (which: (code: string) => boolean) => leaves.filter((l) => which(l.key)).map((l) => l.title)
  return {
    onlyA: titles((c) => a.has(c) && !b.has(c)),
    onlyB: titles((c) => b.has(c) && !a.has(c)),
    both: titles((c) => a.has(c) && b.has(c)),
  }
}
