import { stockDimensions } from '@lading/contract/wms/board.ts'
import { useText } from '../../client/text.ts'
import { atLeast } from '../../kernel/list/ListTable.tsx'
import { words } from '../../kernel/words.ts'
import { grouped } from '../../ui/numbers.ts'
import { CalledBy, figures, type GroupsProps, measures, Shows } from './groups.tsx'
import { Life } from './Life.tsx'

/** The groups for a thumb: a card each, what there is beside its name, and nothing said that is nothing. */
export function GroupCards({ board: { groupBy }, rows, sums, isCut, onShow }: GroupsProps) {
  const t = useText()
  const [first = 'productId', ...others] = groupBy
  const [, ...parts] = figures
  return (
    <ul className="cards">
      {rows.map((g) => (
        <li key={g.id} className="row-card">
          <div className="row-card-head group-head">
            <Shows of={g} by={first} onShow={onShow} />
            <b className="num">{grouped(g.qty)}</b>
          </div>
          <dl>
            {others.map((d) => (
              <div key={d}>
                <dt>{t(stockDimensions[d])}</dt>
                <dd>
                  <CalledBy of={g} by={d} />
                </dd>
              </div>
            ))}
            <div>
              <dt>{t(['件数', 'Cases'])}</dt>
              <dd className="num">{g.caseText ?? '–'}</dd>
            </div>
            {parts
              .filter(([name]) => name === 'availableQty' || Number(g[name]) !== 0)
              .map(([name, title]) => (
                <div key={name}>
                  <dt>{t(title)}</dt>
                  <dd className="num">{grouped(g[name])}</dd>
                </div>
              ))}
            {measures.map(
              ([name, title]) =>
                g[name] !== null && (
                  <div key={name}>
                    <dt>{t(title)}</dt>
                    <dd className="num">{grouped(g[name])}</dd>
                  </div>
                ),
            )}
            {g.expireDate && (
              <div>
                <dt>{t(['最早到期', 'First to expire'])}</dt>
                <dd>
                  <Life expireDate={g.expireDate} />
                </dd>
              </div>
            )}
          </dl>
        </li>
      ))}
      {sums && (
        <li className="row-card">
          <div className="row-card-head group-head">
            <b>{t(words.total)}</b>
            <b className="num">{atLeast(grouped(sums.qty ?? ''), isCut)}</b>
          </div>
        </li>
      )}
    </ul>
  )
}
