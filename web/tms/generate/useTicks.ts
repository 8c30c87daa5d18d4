import { useEffect, useRef } from 'react'
import { type Chosen, type Selection, useChoice } from '../../kernel/grid/selection.ts'

/**
 * What is ticked among rows that come anew while somebody chooses: those that are usual are ticked when they come, or become
 * usual; those that are gone, or no longer usual, lose their tick. All else stays as he left it.
 */
export function useTicks<R extends Chosen>(
  rows: readonly R[] | undefined,
  isUsual: (row: R) => boolean,
): { selection: Selection<R>; chosen: readonly R[] } {
  const { selection, chosen } = useChoice<R>()
  const known = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!rows) return
    const usual = new Set(rows.filter(isUsual).map((r) => r.id))
    const here = new Set(rows.map((r) => r.id))
    const isLost = ({ id }: R) => !here.has(id) || (known.current.has(id) && !usual.has(id))
    selection.tick(selection.rows().filter(isLost), false)
    selection.tick(
      rows.filter(({ id }) => usual.has(id) && !known.current.has(id)),
      true,
    )
    selection.renew(rows)
    known.current = usual
  }, [rows, isUsual, selection])
  return { selection, chosen }
}
