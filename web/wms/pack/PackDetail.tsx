import { qpc } from '@lading/contract/mdm/product.ts'
import { levelsOf } from '@lading/contract/wms/pack.ts'
import { useQuery } from '@tanstack/react-query'
import { usePlace } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import { getRow, type Row } from '../../kernel/records.ts'
import { eachOf, packOf } from './facts.ts'
import { LevelTable } from './PackChain.tsx'
import { usePackActions } from './usePackActions.tsx'
import { useProduct } from './useProduct.ts'
import './pack.css'

/** One pack: its levels, its facts, who changed it. */
export function PackDetail() {
  const t = useText()
  const { id = '' } = usePlace().query
  const { data: pack } = useQuery({
    queryKey: [qpc.key, 'one', id],
    queryFn: ({ signal }) => getRow(qpc, id, signal),
  })
  const product = useProduct(typeof pack?.productId === 'string' ? pack.productId : undefined)
  const { actionsOf, dialog } = usePackActions(product, pack ? [pack] : [])
  const levels = (row: Row) => product && <LevelTable levels={levelsOf(eachOf(product), packOf(row))} pack={row} />
  return (
    <>
      <EntityDetail
        of={qpc}
        actions={actionsOf}
        tabs={(row) => [{ key: 'levels', title: t(['包装层级', 'Levels']), content: levels(row) }]}
      />
      {dialog}
    </>
  )
}
