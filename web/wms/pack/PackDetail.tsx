import { qpc } from '@lading/contract/mdm/product.ts'
import { stockLookBoard } from '@lading/contract/wms/board.ts'
import { levelsOf } from '@lading/contract/wms/pack.ts'
import { useQuery } from '@tanstack/react-query'
import { usePlace } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { type DetailTab, EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import { useMay } from '../../kernel/permission.ts'
import { getRow, type Row } from '../../kernel/records.ts'
import { LedgerTab } from '../board/LedgerTab.tsx'
import { StockTab } from '../board/StockTab.tsx'
import { eachOf, packOf } from './facts.ts'
import { LevelTable } from './PackChain.tsx'
import { usePackActions } from './usePackActions.tsx'
import { useProduct } from './useProduct.ts'
import './pack.css'

/** One pack: its levels, its facts, where goods stand in it and what moved them, who changed it. */
export function PackDetail() {
  const t = useText()
  const may = useMay()
  const { id = '' } = usePlace().query
  const { data: pack } = useQuery({
    queryKey: [qpc.key, 'one', id],
    queryFn: ({ signal }) => getRow(qpc, id, signal),
  })
  const product = useProduct(typeof pack?.productId === 'string' ? pack.productId : undefined)
  const { actionsOf, dialog } = usePackActions(product, pack ? [pack] : [])
  const levels = (row: Row) => product && <LevelTable levels={levelsOf(eachOf(product), packOf(row))} pack={row} />
  const tabs = (row: Row): readonly DetailTab[] => [
    { key: 'levels', title: t(['包装层级', 'Levels']), content: levels(row) },
    ...(may(stockLookBoard, 'view')
      ? [
          {
            key: 'stock',
            title: t(['库存', 'Stock']),
            content: <StockTab where={{ qpcId: [row.id] }} by={['binId', 'lotId', 'stockType', 'ownerId']} />,
          },
          {
            key: 'ledger',
            title: t(['流水', 'Ledger']),
            content: <LedgerTab where={{ productId: [String(row.productId)], qpcId: [row.id] }} />,
          },
        ]
      : []),
  ]
  return (
    <>
      <EntityDetail of={qpc} actions={actionsOf} tabs={tabs} />
      {dialog}
    </>
  )
}
