import { isQtyText, parseQty } from '@lading/contract/kernel/qty.ts'
import type { CountRow } from '@lading/contract/wms/stockTakeCalls.ts'
import { useState } from 'react'
import { useText } from '../../../client/text.ts'
import { words } from '../../../kernel/words.ts'
import { Big } from '../../../platform/station/StationFrame.tsx'
import { countText } from '../../task/lineText.ts'
import { NotGood } from '../../task/NotGood.tsx'
import { QtyPad } from '../QtyPad.tsx'

/** How much there is of one stock. Nothing is proposed: who counts looks at the shelf, not at a figure. */
export function CountQty({
  row,
  before,
  isBusy,
  onCount,
  onBack,
}: {
  row: CountRow
  /** What was counted of it before, or what a label said. */
  before: string | undefined
  isBusy: boolean
  onCount: (qty: string) => void
  onBack: () => void
}) {
  const t = useText()
  const [qty, setQty] = useState(before ?? '')
  const isReady = isQtyText(qty) && qty !== ''
  return (
    <>
      <div className="station-todo">
        <div className="station-ask">{t(['清点数量', 'How many are there?'])}</div>
        <div className="station-count num">{isReady ? countText(parseQty(qty), row) : '–'}</div>
        <div className="station-name">
          {row.product.name} <NotGood of={row.stockType} />
        </div>
        <div className="muted num">
          {[
            row.product.code,
            row.container.code === 'LOOSE' ? '' : row.container.code,
            row.lot.expireDate && t(['到期 {date}', 'exp. {date}'], { date: row.lot.expireDate }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </div>
        {row.book !== null && (
          <div className="muted num">{t(['账面 {n}', 'book {n}'], { n: countText(parseQty(row.book), row) })}</div>
        )}
      </div>
      <QtyPad line={row} value={qty} onChange={setQty} />
      <Big main disabled={!isReady || isBusy} onClick={() => onCount(qty)}>
        ✓ {t(words.ok)}
      </Big>
      <div className="station-row">
        <Big disabled={isBusy} onClick={() => onCount('0')}>
          {t(['没有货', 'Nothing here'])}
        </Big>
        <Big onClick={onBack}>{t(['返回', 'Back'])}</Big>
      </div>
    </>
  )
}
