import { parseQty } from '@lading/contract/kernel/qty.ts'
import type { CountRow } from '@lading/contract/wms/stockTakeCalls.ts'
import { useText } from '../../../client/text.ts'
import { countText } from '../../task/lineText.ts'
import { NotGood } from '../../task/NotGood.tsx'

type Shown = Pick<CountRow, 'product' | 'pack' | 'lot' | 'container' | 'stockType' | 'owner'>

/** The goods of a bin: what the book has there, what was counted of it, and what nobody expected. */
export function CountList({
  rows,
  found,
  counted,
  onRow,
}: {
  rows: readonly CountRow[]
  found: readonly (Shown & { readonly counted: string })[]
  counted: ReadonlyMap<string, string>
  onRow: (row: CountRow) => void
}) {
  const t = useText()
  const said = (row: Shown, qty: string | undefined) =>
    qty === undefined ? t(['待盘', 'To count']) : `✓ ${countText(parseQty(qty), row)}`
  return (
    <ul className="station-cards">
      {rows.map((row) => (
        <li key={row.stockId}>
          <button type="button" className="station-card" onClick={() => onRow(row)}>
            <Head row={row} said={said(row, counted.get(row.stockId))} />
            <Where row={row} book={row.book} />
          </button>
        </li>
      ))}
      {found.map((row) => (
        <li key={`${row.product.id} ${row.lot.lotNo} ${row.container.id} ${row.stockType} ${row.owner.id}`}>
          <div className="station-card">
            <Head row={row} said={said(row, row.counted)} />
            <Where row={row} book={null} />
            <span className="problem">{t(['账面没有', 'Not on record here'])}</span>
          </div>
        </li>
      ))}
      {rows.length === 0 && found.length === 0 && (
        <li className="muted">{t(['账面上该货位没有商品', 'On record this bin is empty'])}</li>
      )}
    </ul>
  )
}

const Head = ({ row, said }: { row: Shown; said: string }) => (
  <span className="station-card-head">
    <span>
      {row.product.code} {row.product.name} <NotGood of={row.stockType} />
    </span>
    <span className="num">{said}</span>
  </span>
)

function Where({ row, book }: { row: Shown; book: string | null }) {
  const t = useText()
  return (
    <span className="muted num">
      {[
        row.container.code === 'LOOSE' ? '' : row.container.code,
        row.lot.expireDate && t(['到期 {date}', 'exp. {date}'], { date: row.lot.expireDate }),
        row.lot.batch && t(['批号 {batch}', 'batch {batch}'], { batch: row.lot.batch }),
        row.owner.name,
        book !== null && t(['账面 {n}', 'book {n}'], { n: countText(parseQty(book), row) }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </span>
  )
}
