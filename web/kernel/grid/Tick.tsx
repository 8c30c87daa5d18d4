import { useText } from '../../client/text.ts'
import { type Chosen, type Selection, useIsTicked } from './selection.ts'

/** Ticks one row. */
export function Tick<R extends Chosen>({ of, row }: { of: Selection<R>; row: R }) {
  const t = useText()
  const isTicked = useIsTicked(of, row.id)
  return (
    <input
      type="checkbox"
      className="tick"
      checked={isTicked}
      aria-label={t(['选择', 'Select'])}
      onChange={(e) => of.tick([row], e.target.checked)}
    />
  )
}
