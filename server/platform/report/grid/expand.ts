import type { ReportSheet } from '@lading/contract/sys/reportTemplate.ts'
import { type Axis, chain } from './axis.ts'
import { grouped, plain, type SetData, type Subset } from './data.ts'
import type { Value } from './formula.ts'
import { SheetError } from './sheetError.ts'

export type Sets = Readonly<Record<string, SetData>>

/** One copy of an expanding cell, or the sheet itself: what of each set belongs to it. */
export interface Node {
  readonly id: number
  /** The expanding cell; null: the whole. */
  readonly cell: string | null
  readonly up: Node | null
  readonly key: Value
  /** Which of its brothers it is. */
  readonly index: number
  readonly set: string
  readonly field: string
  readonly subsets: Map<string, Subset>
  readonly groups: Map<string, Map<Value, number[]>>
  readonly below: Map<string, Node[]>
}

/** A line of the result: which of the template's it is, and in which copy. */
export interface Line {
  readonly at: number
  readonly node: Node
}
export interface Laid {
  readonly axis: Axis
  readonly root: Node
  readonly lines: readonly Line[]
}

const byPinyin = new Intl.Collator('zh', { numeric: true })
const inOrder = (a: Value, b: Value): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : byPinyin.compare(String(a ?? ''), String(b ?? ''))

/** Repeats the lines of a template in one direction. @throws SheetError tooLarge */
export function layOut(sheet: ReportSheet, axis: Axis, sets: Sets, most: number): Laid {
  let ids = 0
  const node = (cell: string | null, up: Node | null, key: Value, index: number, set = '', field = ''): Node => ({
    ...{ id: ids++, cell, up, key, index, set, field },
    subsets: new Map(),
    groups: new Map(),
    below: new Map(),
  })
  const root = node(null, null, null, 0)
  const lines: Line[] = []
  let copied = 0

  const copies = (cell: string, up: Node): Node[] => {
    const known = up.below.get(cell)
    if (known) return known
    const { bind } = sheet.cells[cell] ?? {}
    const set = bind && sets[bind.set]
    if (!bind || !set) throw new SheetError('noSet', { cell })
    const rows = subsetOf(up, bind.set, sets)
    const groups =
      bind.take === 'GROUP'
        ? [...groupsOf(up, bind.set, bind.field, sets)]
        : rows.map((row): [Value, number[]] => [set.columns[bind.field]?.[row] ?? null, [row]])
    if (bind.sort) {
      const sign = bind.sort === 'ASC' ? 1 : -1
      groups.sort(([a], [b]) => sign * inOrder(plain(set, bind.field, a), plain(set, bind.field, b)))
    }
    const made = groups.slice(0, bind.most).map(([key, own], i) => {
      const one = node(cell, up, plain(set, bind.field, key), i, bind.set, bind.take === 'GROUP' ? bind.field : '')
      one.subsets.set(bind.set, own)
      return one
    })
    up.below.set(cell, made)
    return made
  }

  const lay = (up: Node, block: readonly number[]): void => {
    for (let i = 0; i < block.length; ) {
      const at = block[i] ?? 0
      const inner = childOn(axis, axis.lineOwner[at] ?? null, up.cell)
      if (inner === null) {
        lines.push({ at, node: up })
        // What stands there once, such as the empty rows of a template, is none of the data's.
        if (up !== root) copied += 1
        if (copied > most) throw new SheetError('tooLarge', { most: String(most) })
        i += 1
        continue
      }
      const own = block.slice(i).filter((l) => childOn(axis, axis.lineOwner[l] ?? null, up.cell) === inner)
      for (const one of copies(inner, up)) lay(one, own)
      i += own.length
    }
  }
  lay(
    root,
    axis.lineOwner.map((_, at) => at),
  )
  return { axis, root, lines }
}

/** Of what contains a line, what comes next below a cell; null: nothing, the line is the cell's own. */
function childOn(axis: Axis, owner: string | null, cell: string | null): string | null {
  const all = chain(axis, owner)
  const at = cell === null ? all.length : all.indexOf(cell)
  return all[at - 1] ?? null
}

/** What of a set belongs to a copy: its own rows, or those that say the same under the same name. */
export function subsetOf(n: Node, set: string, sets: Sets): Subset {
  const known = n.subsets.get(set)
  if (known) return known
  const data = sets[set]
  const made = !data
    ? []
    : n.up === null
      ? Array.from({ length: data.size }, (_, i) => i)
      : n.field !== '' && data.columns[n.field]
        ? (groupsOf(n.up, set, n.field, sets).get(rawKey(n, sets)) ?? [])
        : subsetOf(n.up, set, sets)
  n.subsets.set(set, made)
  return made
}
/** The key as its set says it: a decimal is a text there. */
const rawKey = (n: Node, sets: Sets): Value => {
  const row = n.subsets.get(n.set)?.[0]
  return row === undefined ? n.key : (sets[n.set]?.columns[n.field]?.[row] ?? null)
}

export function groupsOf(n: Node, set: string, field: string, sets: Sets): Map<Value, number[]> {
  const name = `${set}.${field}`
  const known = n.groups.get(name)
  if (known) return known
  const data = sets[set]
  const made = data ? grouped(data, field, subsetOf(n, set, sets)) : new Map<Value, number[]>()
  n.groups.set(name, made)
  return made
}

/** What of a set belongs to a copy down and to one across. Each of both is walked once for all crossings. */
export function crossing(sets: Sets) {
  const known = new Map<string, Subset>()
  const groups = new Map<string, Map<Value, number[]>>()
  const cross = (down: Node, right: Node, set: string): Subset => {
    if (right.up === null) return subsetOf(down, set, sets)
    if (down.up === null) return subsetOf(right, set, sets)
    const key = `${down.id}|${right.id}|${set}`
    const found = known.get(key)
    if (found) return found
    const made = within(cross(down, right.up, set), down, right, set)
    known.set(key, made)
    return made
  }
  const within = (rows: Subset, down: Node, right: Node, set: string): Subset => {
    const data = sets[set]
    if (!data) return []
    if (right.field === '') {
      const own = new Set(right.subsets.get(right.set))
      return right.set === set ? rows.filter((r) => own.has(r)) : rows
    }
    if (!data.columns[right.field]) return rows
    const key = `${down.id}|${right.up?.id}|${set}|${right.field}`
    const by = groups.get(key) ?? grouped(data, right.field, rows)
    groups.set(key, by)
    return by.get(rawKey(right, sets)) ?? []
  }
  return cross
}

/** The copy of a cell in which a copy lies; undefined where it lies in none. */
export function within(n: Node, cell: string | null): Node | undefined {
  for (let at: Node | null = n; at; at = at.up) if (at.cell === cell) return at
  return undefined
}
/** All copies of a cell below one. */
export function copiesBelow(axis: Axis, n: Node, cell: string): Node[] {
  const way = chain(axis, cell)
  const from = n.cell === null ? way.length : way.indexOf(n.cell)
  let found = [n]
  for (const next of way.slice(0, from).reverse()) found = found.flatMap((one) => one.below.get(next) ?? [])
  return found
}
