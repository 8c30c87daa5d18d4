import { product } from '@lading/contract/mdm/product.ts'
import { stockLookBoard } from '@lading/contract/wms/board.ts'
import { productBin } from '@lading/contract/wms/scheme.ts'
import { type DetailTab, EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import { useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { useSession } from '../../kernel/session.ts'
import { useText } from '../../kernel/text.ts'
import { usePrint } from '../../platform/print/usePrint.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { LedgerTab } from '../board/LedgerTab.tsx'
import { StockTab } from '../board/StockTab.tsx'
import { printings } from '../printings.ts'
import { BinsTab } from './BinsTab.tsx'
import { SchemesTab } from './SchemesTab.tsx'

/** What is bought, kept and shipped; its pieces are labelled here, its cases beside its packs. */
export function ProductList() {
  const print = usePrint(product, printings.product)
  return (
    <SheetList
      of={product}
      rowActions={(row, standard) => [...standard, ...print.rowActions(row)]}
      bulkActions={(standard) => [...print.bulkActions, ...standard]}
    />
  )
}

/** A product with its places, its scheme, its stock and what moved it, for who may look at them. */
export function ProductDetail() {
  const t = useText()
  const may = useMay()
  const print = usePrint(product, printings.product)
  const isDc = useSession((s) => s.user?.workingOrg.type === 'DC')
  const tabs = (row: Row): readonly DetailTab[] => [
    ...(may(productBin, 'view')
      ? [{ key: 'bins', title: t(['拣货位', 'Pick faces']), content: <BinsTab productId={row.id} /> }]
      : []),
    ...(isDc
      ? [{ key: 'schemes', title: t(['存储方案', 'Storage scheme']), content: <SchemesTab id={row.id} /> }]
      : []),
    ...(may(stockLookBoard, 'view')
      ? [
          {
            key: 'stock',
            title: t(['库存', 'Stock']),
            content: <StockTab where={{ productId: [row.id] }} by={['binId', 'lotId', 'stockType']} />,
          },
          { key: 'ledger', title: t(['流水', 'Ledger']), content: <LedgerTab where={{ productId: [row.id] }} /> },
        ]
      : []),
  ]
  return <EntityDetail of={product} tabs={tabs} actions={(row, standard) => [...standard, ...print.rowActions(row)]} />
}
