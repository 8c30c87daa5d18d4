import type { ReactNode } from 'react'
import type { Row } from '../../kernel/records.ts'
import type { Branch } from './Tree.tsx'

/**
 * Rows as a tree: each before those below it. What hangs below a row that is not there hangs below the whole.
 * @param upper the ref that leads to what is above
 */
export function branchesOf(rows: readonly Row[], upper: string, note: (row: Row) => ReactNode): readonly Branch[] {
  const known = new Set(rows.map((r) => r.id))
  const roots = rows.filter((r) => typeof r[upper] !== 'string' || !known.has(r[upper]))
  const from = (row: Row, depth: number): readonly Branch[] => [
    { id: row.id, name: String(row.name), note: note(row), depth },
    ...rows.filter((r) => r[upper] === row.id).flatMap((r) => from(r, depth + 1)),
  ]
  return roots.flatMap((r) => from(r, 1))
}
