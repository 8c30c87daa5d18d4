/** Order of ids (positive bigints as decimal strings) by their value: the order in which rows are locked. */
export function byId(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length
  return a < b ? -1 : a > b ? 1 : 0
}
