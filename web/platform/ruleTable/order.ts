interface Numbered {
  readonly seq?: unknown
}

/** The row changes places with the one above it or below it. */
export function movedRow<R>(rows: readonly R[], at: number, by: -1 | 1): readonly R[] {
  const [row, other] = [rows[at], rows[at + by]]
  if (row === undefined || other === undefined) return rows
  return rows.map((r, i) => (i === at ? other : i === at + by ? row : r))
}

/** Numbers rows by their places; one that has its number stays the same object. */
export const numbered = <R extends Numbered>(rows: readonly R[], step: number): readonly R[] =>
  rows.map((row, i) => (row.seq === (i + 1) * step ? row : { ...row, seq: (i + 1) * step }))
