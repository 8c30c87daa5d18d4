import { packProduct, product, qpc } from '@lading/contract/mdm/product.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import type { ListModel } from '../../kernel/list/useList.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { labelIn, labelText, queryRows, type Row } from '../../kernel/records.ts'
import { useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ImportButton } from '../../platform/sheet/files.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { useScanner } from '../../platform/station/useScanner.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { IssueTags } from './IssueTags.tsx'
import { BackButton, PackChain } from './PackChain.tsx'
import { PackChanges } from './PackChanges.tsx'
import { usePackActions } from './usePackActions.tsx'
import { useProduct } from './useProduct.ts'
import { VerifyButton } from './VerifyBarcode.tsx'
import './pack.css'

/** Products left, the packs of the chosen one right; on a handheld one of the two. A file of products brings packs along. */
export function PackPage() {
  const [chosenId, choose] = useState<string>()
  const files = useVerbs(product)
  const cells = {
    code: (row: Row) => (
      <button
        type="button"
        className="linkish"
        aria-pressed={row.id === chosenId}
        data-chosen={row.id === chosenId || undefined}
        onClick={() => choose(row.id)}
      >
        {String(row.code)}
      </button>
    ),
    issues: (row: Row) => <IssueTags of={row} />,
  }
  return (
    <div className="packs">
      <SheetList
        of={packProduct}
        link={false}
        cells={cells}
        rowActions={() => []}
        bulkActions={() => []}
        tools={() => (
          <>
            <VerifyButton />
            {files.can(product, 'import') && <ImportButton of={product} refused={files.refused} />}
          </>
        )}
        above={(list) => <Packs list={list} chosenId={chosenId} choose={choose} />}
      />
    </div>
  )
}

/** What a scanner reads becomes the filter; the one product it leads to is chosen. */
function Packs({
  list,
  chosenId,
  choose,
}: {
  list: ListModel
  chosenId: string | undefined
  choose: (id: string | undefined) => void
}) {
  const t = useText()
  useScanner((text) => {
    list.setState({ filter: { barcode: text.trim() } })
    choose(undefined)
  })
  const rows = list.page.data?.records ?? []
  const [only] = rows
  const isFound = list.state.filter.barcode !== undefined && rows.length === 1
  const product = useProduct(chosenId ?? (isFound ? only?.id : undefined), rows)
  if (!product)
    return (
      <div className="pack-pane card">
        <Empty title={t(['请选择商品', 'Choose a product'])}>
          <p>
            {t([
              '点击左侧商品代码，或扫描任一层级的条码',
              'Click a product code on the left, or scan a barcode of any level',
            ])}
          </p>
        </Empty>
      </div>
    )
  const back = () => {
    const { barcode: _, ...others } = list.state.filter
    if (isFound) list.setState({ filter: others })
    choose(undefined)
  }
  return <PackPane key={product.id} product={product} onBack={back} />
}

function PackPane({ product, onBack }: { product: Row; onBack: () => void }) {
  const t = useText()
  const page = useQuery({
    // A file that changes packs makes another version of their product.
    queryKey: [qpc.key, 'of', product.id, product.version],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      queryRows(qpc, { filter: { productId: [product.id] }, orderBy: '-isDefault,qpc', pageSize: 200 }, signal),
  })
  const packs = page.data?.records ?? []
  const { actionsOf, dialog, canAdd, refused, add, ask } = usePackActions(product, packs)
  return (
    <div className="pack-pane pack-open">
      <header className="pack-title">
        <BackButton onBack={onBack} />
        <h2>{labelText(labelIn(packProduct, product))}</h2>
        {canAdd && (
          <Tooltip title={refused}>
            <span className="pack-adds">
              <Button disabled={refused !== undefined} onClick={ask}>
                {t(['申请新规格', 'Request a pack'])}
              </Button>
              <Button type="primary" disabled={refused !== undefined} onClick={add}>
                {t(['新增规格', 'New pack'])}
              </Button>
            </span>
          </Tooltip>
        )}
      </header>
      <IssueTags of={product} />
      <PackChanges productId={product.id} packs={packs} />
      {page.error && <NotRead of={page} />}
      {page.isPending && <SkeletonRows rows={4} label={t(words.loading)} />}
      {packs.map((pack) => (
        <PackChain key={pack.id} product={product} pack={pack} actions={actionsOf(pack)} />
      ))}
      {dialog}
    </div>
  )
}
