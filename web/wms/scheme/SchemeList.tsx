import type { Text } from '@lading/contract/kernel/text.ts'
import { productBin, productStorageScheme } from '@lading/contract/wms/scheme.ts'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import { useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { BinsTab } from '../product/BinsTab.tsx'
import { TryDialog } from './TryDialog.tsx'

const title: Text = ['试算', 'Try out']

/** Schemes of put-away and turnover, and where they would put goods now. */
export function SchemeList() {
  const t = useText()
  const { refused } = useVerbs(productStorageScheme)
  const [trying, setTrying] = useState<{ readonly row?: Row }>()
  return (
    <>
      <SheetList
        of={productStorageScheme}
        tools={() => (
          <Tooltip title={refused}>
            <span>
              <Button disabled={refused !== undefined} onClick={() => setTrying({})}>
                {t(title)}
              </Button>
            </span>
          </Tooltip>
        )}
        rowActions={(row, standard) => [tryOf(row, refused, setTrying), ...standard]}
      />
      {trying && <TryDialog scheme={trying.row} onClose={() => setTrying(undefined)} />}
    </>
  )
}

/** A scheme; one that names a product shows the bins of that product, which its rules look for first. */
export function SchemeDetail() {
  const t = useText()
  const may = useMay()
  const { refused } = useVerbs(productStorageScheme)
  const [trying, setTrying] = useState<{ readonly row?: Row }>()
  return (
    <>
      <EntityDetail
        of={productStorageScheme}
        actions={(row, standard) => [tryOf(row, refused, setTrying), ...standard]}
        tabs={(row) =>
          may(productBin, 'view') && typeof row.productId === 'string'
            ? [
                {
                  key: 'bins',
                  title: t(['商品货位', 'Bins of the product']),
                  content: <BinsTab productId={row.productId} />,
                },
              ]
            : []
        }
      />
      {trying && <TryDialog scheme={trying.row} onClose={() => setTrying(undefined)} />}
    </>
  )
}

const tryOf = (row: Row, refused: string | undefined, open: (of: { readonly row: Row }) => void): RowAction => ({
  key: 'try',
  title,
  refused,
  run: () => open({ row }),
})
