import type { Text } from '@lading/contract/kernel/text.ts'
import { productStorageScheme } from '@lading/contract/wms/scheme.ts'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import type { Row } from '../../kernel/records.ts'
import { type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
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

export function SchemeDetail() {
  const { refused } = useVerbs(productStorageScheme)
  const [trying, setTrying] = useState<{ readonly row?: Row }>()
  return (
    <>
      <EntityDetail
        of={productStorageScheme}
        actions={(row, standard) => [tryOf(row, refused, setTrying), ...standard]}
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
