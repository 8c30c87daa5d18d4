import { useText } from '../../client/text.ts'
import { isEmpty } from '../field/rules.ts'
import { Tick } from '../grid/Tick.tsx'
import type { RowsProps } from './ListTable.tsx'
import { RowButtons } from './RowButtons.tsx'

/** Fields a card shows beside its heading; the rest is a tap away. */
const factsMax = 6

/** The rows for a thumb: one card each, heading first, no sideways scrolling. */
export function ListCards({ list, columns, rowActions, canSelect, rows }: RowsProps) {
  const t = useText()
  const [head, second, ...rest] = columns
  return (
    <ul className="cards">
      {rows.map((row) => (
        <li key={row.id} className="row-card">
          <div className="row-card-head">
            {canSelect && <Tick of={list.selection} row={row} />}
            <span className="row-card-no">{head?.render(row, t)}</span>
            {second && !isEmpty(row[second.name]) && <span className="row-card-name">{second.render(row, t)}</span>}
          </div>
          <dl>
            {rest
              .filter((c) => !isEmpty(row[c.name]))
              .slice(0, factsMax)
              .map((c) => (
                <div key={c.name}>
                  <dt>{t(c.field.title)}</dt>
                  <dd>{c.render(row, t)}</dd>
                </div>
              ))}
          </dl>
          <RowButtons actions={rowActions(row)} />
        </li>
      ))}
    </ul>
  )
}
