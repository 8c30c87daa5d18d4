interface Item {
  readonly id: string
}
type Chosen = ReadonlySet<string>

/**
 * Puts what is chosen before one of the others, in the order in which it stands. Before one that is chosen itself it
 * comes before the next that is not.
 * @param before an id; undefined puts it behind all
 */
export function moveBefore<T extends Item>(
  order: readonly T[],
  chosen: Chosen,
  before: string | undefined,
): readonly T[] {
  const at = before === undefined ? order.length : order.findIndex(({ id }) => id === before)
  const target = order.slice(at === -1 ? order.length : at).find(({ id }) => !chosen.has(id))
  const [moved, others] = [order.filter(({ id }) => chosen.has(id)), order.filter(({ id }) => !chosen.has(id))]
  const to = target ? others.indexOf(target) : others.length
  const next = [...others.slice(0, to), ...moved, ...others.slice(to)]
  return next.every((item, i) => item === order[i]) ? order : next
}

/** Puts what is chosen one place up or down, together: before what stands before its first, or behind what stands behind its last. */
export function moveBy<T extends Item>(order: readonly T[], chosen: Chosen, by: -1 | 1): readonly T[] {
  const places = order.flatMap(({ id }, i) => (chosen.has(id) ? [i] : []))
  const [first, last] = [places[0], places.at(-1)]
  if (first === undefined || last === undefined) return order
  if (by === -1) return moveBefore(order, chosen, order[Math.max(0, first - 1)]?.id)
  return moveBefore(order, chosen, order[last + 2]?.id)
}
