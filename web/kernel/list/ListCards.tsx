import { Checkbox } from 'antd'
import { useText } from '../../client/text.ts'
import { isEmpty } from '../field/rules.ts'
import type { RowsProps } from './ListTable.tsx'
import { RowButtons } from './RowButtons.tsx'

/** Fields a card shows beside its heading; the rest is a tap away. */
const factsMax = 6

/** The rows for a thumb: one card each, heading first, no sideways scrolling. */
export function ListCards({ list, columns, rowActions, canSelect, rows }: RowsProps) {
  const t = useText()
  const [head, second, ...rest] = columns
  const toggle = (id: string) => {
    const row = rows.find((r) => r.id === id)
    const others = list.selected.filter((r) => r.id !== id)
    if (row) list.setSelected(others.length < list.selected.length ? others : [...others, row])
  }
  return (
    <ul className="cards">
      {rows.map((row) => (
        <li key={row.id} className="row-card">
          <div className="row-card-head">
            {canSelect && (
              <Checkbox
                checked={list.selected.some((r) => r.id === row.id)}
                aria-label={t(['选择', 'Select'])}
                onChange={() => toggle(row.id)}
              />
            )}
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
