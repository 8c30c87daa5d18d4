import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { useText } from '../../client/text.ts'
import { Big } from '../../platform/station/StationFrame.tsx'
import { countText } from '../task/lineText.ts'

interface Props {
  readonly line: WorkLine
  readonly qty: Qty
  readonly isBusy: boolean
  /** One pallet is received now, onto the one that is scanned. */
  readonly onOne: (qty: string) => void
  /** All is divided into new pallets. */
  readonly onAll: () => void
}

/** 分托: more than one pallet holds, by the pattern of its pack. */
export function Pallets({ line, qty, isBusy, onOne, onAll }: Props) {
  const t = useText()
  const each = line.pack?.palletQty ? parseQty(line.pack.palletQty) : 0n
  if (each <= 0n || qty <= each || line.product?.isWeigh) return null
  const n = (qty + each - 1n) / each
  return (
    <div className="station-row">
      <Big disabled={isBusy} onClick={onAll}>
        {t(['分 {n} 托收货', 'Onto pallets: {n}'], { n: String(n) })}
      </Big>
      <Big disabled={isBusy} onClick={() => onOne(formatQty(each))}>
        {t(['只收一托 {qty}', 'One pallet: {qty}'], { qty: countText(each, line) })}
      </Big>
    </div>
  )
}
