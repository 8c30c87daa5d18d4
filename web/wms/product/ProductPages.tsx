import { product } from '@lading/contract/mdm/product.ts'
import { stockLookBoard } from '@lading/contract/wms/board.ts'
import { productBin } from '@lading/contract/wms/scheme.ts'
import { useSession } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import { ActionButtons } from '../../kernel/ActionButtons.tsx'
import { type DetailTab, RecordPage, RecordTabs } from '../../kernel/detail/EntityDetail.tsx'
import { Facts } from '../../kernel/detail/Facts.tsx'
import { EnabledTag } from '../../kernel/EnabledTag.tsx'
import type { Column } from '../../kernel/list/columns.tsx'
import { useMay } from '../../kernel/permission.ts'
import { labelIn, labelText, type Row } from '../../kernel/records.ts'
import { useVerbs } from '../../kernel/verbs.tsx'
import { usePrint } from '../../platform/print/usePrint.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { LedgerTab } from '../board/LedgerTab.tsx'
import { StockTab } from '../board/StockTab.tsx'
import { printings } from '../printings.ts'
import { BinsTab } from './BinsTab.tsx'
import { ImageSide } from './ImageSide.tsx'
import { ProductImage } from './ProductImage.tsx'
import { SchemesTab } from './SchemesTab.tsx'

const cells: Record<string, Column['render']> = {
  // Names look alike where goods do not.
  name: (row) => (
    <span className="product-name">
      {typeof row.imageId === 'string' && <ProductImage productId={row.id} imageId={row.imageId} alt="" size="thumb" />}
      <span>{labelIn(product, row).name}</span>
    </span>
  ),
}

/** What is bought, kept and shipped; its pieces are labelled here, its cases beside its packs. */
export function ProductList() {
  const print = usePrint(product, printings.product)
  return (
    <SheetList
      of={product}
      cells={cells}
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
  const verbs = useVerbs(product)
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
  return (
    <RecordPage of={product}>
      {(row, reload) => (
        <Page
          title={labelText(labelIn(product, row))}
          note={<EnabledTag of={row.disabled} />}
          actions={
            <>
              <ActionButtons others={[...verbs.rowActions(row), ...print.detailActions(row)]} />
              {reload}
            </>
          }
        >
          <Card>
            <div className="product-card">
              <ImageSide row={row} />
              <div>
                <Facts of={product} row={row} omit={['imageId']} />
              </div>
            </div>
          </Card>
          <RecordTabs of={product} row={row} tabs={tabs(row)} />
        </Page>
      )}
    </RecordPage>
  )
}
