import { type Part, partsOf } from '../kernel/numberPattern.ts'

/** A character of a number: one letter, any digit, or any letter of an organisation's code; `more` as often as it likes. */
interface Atom {
  readonly of: string
  readonly more?: true
}
const digit: Atom = { of: '#' }
const any: Atom = { of: '*' }
const same: Atom = { of: '=' }

const atomsOf = (parts: readonly Part[], isSameOrg: boolean): Atom[] =>
  parts.flatMap((p): Atom[] => {
    if (p.is === 'TEXT') return [...p.text].map((of) => ({ of }))
    if (p.is === 'DATE') return [...p.text].map(() => digit)
    if (p.is === 'SEQ') return [...Array.from({ length: p.digits }, () => digit), { ...digit, more: true }]
    return isSameOrg ? [same] : [any, { ...any, more: true }]
  })
const meets = (a: string, b: string): boolean =>
  a === b ||
  (a !== '=' && b !== '=' && (a === '*' || b === '*' || (a === '#' && /\d/.test(b)) || (b === '#' && /\d/.test(a))))

/** Whether two patterns could ever give the same number, in an organisation of whatever code. `{TYPE}` is filled in. */
export function couldMeet(one: string, other: string): boolean {
  const [p, q] = [partsOf(one), partsOf(other)]
  const before = (parts: readonly Part[]) =>
    parts.slice(
      0,
      parts.findIndex((x) => x.is === 'ORG'),
    )
  const hasOrg = (parts: readonly Part[]) => parts.some((x) => x.is === 'ORG')
  const isSameOrg = hasOrg(p) && hasOrg(q) && JSON.stringify(before(p)) === JSON.stringify(before(q))
  const [a, b] = [atomsOf(p, isSameOrg), atomsOf(q, isSameOrg)]
  const seen = new Set<string>()
  const open: [number, number][] = [[0, 0]]
  for (let at = open.pop(); at; at = open.pop()) {
    const [i, j] = at
    if (i === a.length && j === b.length) return true
    if (seen.has(`${i} ${j}`)) continue
    seen.add(`${i} ${j}`)
    const [x, y] = [a[i], b[j]]
    if (x?.more) open.push([i + 1, j])
    if (y?.more) open.push([i, j + 1])
    if (x && y && meets(x.of, y.of)) open.push([x.more ? i : i + 1, y.more ? j : j + 1])
  }
  return false
}
