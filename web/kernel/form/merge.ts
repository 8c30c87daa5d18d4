import type { AnyEntity, Label } from '@lading/contract/kernel/entity.ts'
import type { Field } from '@lading/contract/kernel/field.ts'
import { byId, changedNames, type Draft, type DraftRow, isRows, isSameValue, set } from './draft.ts'

/** What one of two people made of a value. A row that is gone has none. */
export interface Side {
  readonly value: unknown
  readonly label: Label | undefined
  readonly isGone?: boolean
}
/** A value that somebody else changed while it was typed into: either of the two may stand. */
export interface Collision {
  /** `weight`, for a child row `lines.<row key>.<column>`, for a whole one `lines.<row key>`. */
  readonly key: string
  readonly field: Field
  /** Counted from one, among the rows as they are now. */
  readonly line?: number
  readonly mine: Side
  readonly theirs: Side
  /** Which of the two the merged draft holds. */
  readonly stands: 'mine' | 'theirs'
  /** Puts one of the two into a draft. */
  put(d: Draft, side: 'mine' | 'theirs'): Draft
}
export interface Merged {
  readonly draft: Draft
  readonly collisions: readonly Collision[]
}

/**
 * Carries what was typed over to the record as somebody else has changed it meanwhile, child rows one by one: what I
 * changed is mine, all else is theirs. Where both changed the same value mine stands first, and the collision is told.
 */
export function merge(e: AnyEntity, d: Draft, fresh: Draft): Merged {
  let draft: Draft = { loaded: fresh.loaded, values: fresh.values, refs: { ...fresh.refs, ...d.refs } }
  const collisions: Collision[] = []
  for (const name of changedNames(d)) {
    const field = e.fields[name]
    const [was, mine, theirs] = [d.loaded[name], d.values[name], fresh.values[name]]
    if (field?.rows && isRows(was) && isRows(mine)) {
      draft = set(draft, name, mergeRows(was, mine, theirs))
      collisions.push(...rowCollisions(name, field, was, mine, theirs, draft.values[name]))
      continue
    }
    draft = set(draft, name, mine)
    if (field && isContested(was, mine, theirs))
      collisions.push(
        collision(name, field, { value: mine, label: d.refs[name] }, { value: theirs, label: fresh.refs[name] }),
      )
  }
  return { draft, collisions }
}

const isContested = (was: unknown, mine: unknown, theirs: unknown): boolean =>
  !isSameValue(was, theirs) && !isSameValue(mine, theirs)

const collision = (name: string, field: Field, mine: Side, theirs: Side): Collision => ({
  key: name,
  field,
  mine,
  theirs,
  stands: 'mine',
  put: (d, side) => {
    const { value, label } = side === 'mine' ? mine : theirs
    return set(d, name, value, label)
  },
})

/** What others added stays, what they changed is theirs where it is not mine, what I removed or added is as I have it. */
function mergeRows(was: readonly DraftRow[], mine: readonly DraftRow[], theirs: unknown): readonly DraftRow[] {
  const [before, own] = [byId(was), byId(mine)]
  const kept = [...byId(theirs).values()].flatMap((row) => {
    const [old, typed] = [before.get(row.id), own.get(row.id)]
    if (!old) return [row]
    if (!typed) return []
    const changed = columnsOf(typed).filter((column) => !isSameValue(typed[column], old[column]))
    if (changed.length === 0) return [row]
    const values = Object.fromEntries(changed.map((column) => [column, typed[column]]))
    return [{ ...row, ...values, refs: { ...row.refs, ...typed.refs } }]
  })
  return [...kept, ...mine.filter((row) => !row.id)]
}

const columnsOf = (row: DraftRow): readonly string[] =>
  Object.keys(row).filter((name) => name !== '_key' && name !== 'refs' && name !== 'id')
const differs = (a: DraftRow, b: DraftRow): boolean => columnsOf(a).some((name) => !isSameValue(a[name], b[name]))

function rowCollisions(
  name: string,
  field: Field,
  was: readonly DraftRow[],
  mine: readonly DraftRow[],
  theirs: unknown,
  merged: unknown,
): readonly Collision[] {
  const [own, fresh] = [byId(mine), byId(theirs)]
  const place = new Map((isRows(merged) ? merged : []).map((row, i) => [row._key, i + 1]))
  return was.flatMap((old): readonly Collision[] => {
    const [typed, now] = [own.get(old.id), fresh.get(old.id)]
    if (typed && !now) return differs(old, typed) ? [lostRow(name, field, typed)] : []
    if (!typed && now) return differs(old, now) ? [removedRow(name, field, now)] : []
    if (!typed || !now) return []
    const line = place.get(typed._key)
    return Object.entries(field.rows?.entity.fields ?? {}).flatMap(([column, f]) =>
      f.derived !== true &&
      isContested(old[column], typed[column], now[column]) &&
      !isSameValue(old[column], typed[column])
        ? [{ ...cellCollision(name, column, f, typed, now), ...(line && { line }) }]
        : [],
    )
  })
}

function cellCollision(name: string, column: string, field: Field, typed: DraftRow, now: DraftRow): Collision {
  const side = (row: DraftRow): Side => ({ value: row[column], label: row.refs?.[column] })
  const [mine, theirs] = [side(typed), side(now)]
  return {
    key: `${name}.${typed._key}.${column}`,
    field,
    mine,
    theirs,
    stands: 'mine',
    put: (d, which) => {
      const { value, label } = which === 'mine' ? mine : theirs
      return changeRows(d, name, (rows) =>
        rows.map((row) =>
          row._key === typed._key
            ? { ...row, [column]: value, refs: { ...row.refs, ...(label && { [column]: label }) } }
            : row,
        ),
      )
    },
  }
}

/** I typed into it, somebody else took it away: it stays away, or comes again as a new one. */
const lostRow = (name: string, field: Field, typed: DraftRow): Collision => {
  const { id, ...again } = typed
  return wholeRow(name, field, typed, { value: [typed], label: undefined }, gone, 'theirs', again)
}
/** I took it away, somebody else typed into it. */
const removedRow = (name: string, field: Field, now: DraftRow): Collision =>
  wholeRow(name, field, now, gone, { value: [now], label: undefined }, 'mine', now)
const gone: Side = { value: undefined, label: undefined, isGone: true }

function wholeRow(
  name: string,
  field: Field,
  row: DraftRow,
  mine: Side,
  theirs: Side,
  without: 'mine' | 'theirs',
  again: DraftRow,
): Collision {
  return {
    key: `${name}.${row._key}`,
    field,
    mine,
    theirs,
    // What is gone stays away until somebody says otherwise.
    stands: without,
    put: (d, side) =>
      changeRows(d, name, (rows) => {
        const others = rows.filter(({ _key }) => _key !== row._key)
        return side === without ? others : [...others, again]
      }),
  }
}

function changeRows(d: Draft, name: string, change: (rows: readonly DraftRow[]) => readonly DraftRow[]): Draft {
  const rows = d.values[name]
  return isRows(rows) ? set(d, name, change(rows)) : d
}
