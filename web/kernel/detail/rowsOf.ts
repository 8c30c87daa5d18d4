import type { Row } from '../records.ts'

/** Child rows come with a record that was read by its id. */
export const rowsOf = (row: Row, name: string): readonly Row[] => {
  const rows = row[name]
  return Array.isArray(rows) ? rows : []
}
