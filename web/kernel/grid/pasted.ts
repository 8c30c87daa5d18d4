import type { AnyEntity, Label } from '@lading/contract/kernel/entity.ts'
import { rowsMax } from '@lading/contract/kernel/schema.ts'
import { type Finder, labelOf } from '../field/RefSelect.tsx'
import { problemOf } from '../field/rules.ts'
import type { Values } from '../form/draft.ts'
import { entityOf, offeredOf } from '../registry.ts'
import { pastedValue, readCells } from './paste.ts'

/** Codes that one question asks for: as many as a form has rows. */
const codesMax = rowsMax

export interface PastedRow {
  readonly values: Values
  readonly refs: Readonly<Record<string, Label>>
  /** Fields whose code names nothing: it stands there as it was pasted, and the check refuses it. */
  readonly unknown: readonly string[]
}
interface Target {
  readonly id: string
  readonly label: Label
}

/**
 * A clipboard's cells as values of an entity's fields, in their order. Codes of all rows are looked up by one question for
 * each field, among what may be chosen there.
 */
export async function pasted(
  e: AnyEntity,
  names: readonly string[],
  text: string,
  finder: Finder,
): Promise<readonly PastedRow[]> {
  const cells = readCells(text)
  const width = Math.max(...cells.map((row) => row.length))
  const taken = names.slice(0, width)
  const targets = new Map<string, ReadonlyMap<string, Target>>()
  for (const [i, name] of taken.entries()) {
    const field = e.fields[name]
    if (field?.kind === 'ref' && field.to)
      targets.set(
        name,
        await find(finder, field.to, [...new Set(cells.map((row) => row[i]?.trim() ?? '').filter(Boolean))]),
      )
  }
  return cells.map((row) => {
    const values: Record<string, unknown> = {}
    const refs: Record<string, Label> = {}
    const unknown: string[] = []
    for (const [i, name] of taken.entries()) {
      const field = e.fields[name]
      const cell = row[i]
      if (!field || cell === undefined) continue
      const found = targets.get(name)?.get(cell.trim().toLowerCase())
      values[name] = found ? found.id : pastedValue(field, cell)
      if (found) refs[name] = found.label
      else if (targets.has(name) && cell.trim() !== '') unknown.push(name)
    }
    return { values, refs, unknown }
  })
}

async function find(finder: Finder, to: string, codes: readonly string[]): Promise<ReadonlyMap<string, Target>> {
  const target = entityOf(to)
  const field = target.fields[target.label.code]
  // What could be nobody's code would make the question a wrong one.
  const asked = field ? codes.filter((code) => problemOf(field, code) === undefined) : []
  const found = new Map<string, Target>()
  for (let i = 0; i < asked.length; i += codesMax) {
    const filter = { [target.label.code]: asked.slice(i, i + codesMax), disabled: false, ...offeredOf(to) }
    for (const row of await finder(to, filter, codesMax)) {
      const label = labelOf(to, row)
      found.set(label.code.toLowerCase(), { id: row.id, label })
    }
  }
  return found
}
