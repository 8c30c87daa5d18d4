import { type StockDimension, stockDimensions } from '@lading/contract/wms/board.ts'
import { useText } from '../../client/text.ts'

const dimensionsMax = 5
interface Props {
  readonly all: readonly StockDimension[]
  readonly groupBy: readonly StockDimension[]
  /** As the address says it: `productId,binId`. */
  readonly onChange: (by: string) => void
}

/** By what goods are summed up, in the order in which it was chosen. */
export function Dimensions({ all, groupBy, onChange }: Props) {
  const t = useText()
  const toggle = (d: StockDimension) => {
    const next = groupBy.includes(d) ? groupBy.filter((x) => x !== d) : [...groupBy, d]
    if (next.length > 0 && next.length <= dimensionsMax) onChange(next.join(','))
  }
  return (
    <fieldset className="dims" aria-label={t(['汇总维度', 'Group by'])}>
      <span className="muted">{t(['按以下维度汇总（最多5个）', 'Group by (at most 5)'])}</span>
      {all.map((d) => {
        const at = groupBy.indexOf(d)
        return (
          <button key={d} type="button" className="chip" aria-pressed={at >= 0} onClick={() => toggle(d)}>
            {t(stockDimensions[d])}
            {at >= 0 && groupBy.length > 1 && <span className="chip-count num">{at + 1}</span>}
          </button>
        )
      })}
    </fieldset>
  )
}
