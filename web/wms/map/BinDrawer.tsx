import { claimView, stockLookBoard } from '@lading/contract/wms/board.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { hashOf } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { useMay } from '../../kernel/permission.ts'
import { detailOf } from '../../kernel/registry.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { claimColumns, Part, stockColumns } from '../board/StockPart.tsx'

/** What stands in a bin and what is on its way there, for who may look at stock; and the way to the bin itself. */
export function BinDrawer({
  id,
  code,
  said,
  onClose,
}: {
  id: string
  code: string
  said: string
  onClose: () => void
}) {
  const t = useText()
  const may = useMay()
  const detail = may(bin, 'view') ? detailOf(bin.key, id) : undefined
  return (
    <ActDrawer
      title={`${t(bin.title)} ${code}`}
      extra={detail && <a href={hashOf(detail)}>{t(['货位详情', 'Bin details'])}</a>}
      onClose={onClose}
    >
      <p>{said}</p>
      {may(stockLookBoard, 'view') && (
        <>
          <Part of={stockColumns} title={t(['库存', 'Stock'])} where={{ binId: [id] }} />
          <Part of={claimColumns} title={t(claimView.title)} where={{ binId: [id], state: 'ACTIVE' }} />
        </>
      )}
    </ActDrawer>
  )
}
