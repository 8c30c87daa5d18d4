import { productCategory } from '@lading/contract/mdm/partner.ts'
import { product } from '@lading/contract/mdm/product.ts'
import { useQuery } from '@tanstack/react-query'
import { place } from '../../client/location.ts'
import { go } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import type { ListModel } from '../../kernel/list/useList.ts'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import { queryRows, type Row } from '../../kernel/records.ts'
import { type RowAction, useSibling } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { Tree } from '../../platform/tree/Tree.tsx'

/** The new record begins with what its category says. */
function useAdditions() {
  const may = useMay()
  const sibling = useSibling()
  const [refused, refusedProduct] = [useBlocked(productCategory), useBlocked(product)]
  const below = (row: Row): RowAction => ({
    key: 'below',
    title: ['新增下级', 'New sub-category'],
    refused,
    run: () => {
      const { path, query } = sibling('Add')
      go({ path, query: { ...query, upperId: row.id } })
    },
  })
  const goods = (row: Row): RowAction => ({
    key: 'goods',
    title: ['新增商品', 'New product'],
    refused: refusedProduct,
    run: () =>
      go(
        place('wms', 'productAdd', {
          categoryId: row.id,
          ...(typeof row.temperature === 'string' && { temperature: row.temperature }),
        }),
      ),
  })
  return (row: Row): readonly RowAction[] =>
    row.disabled
      ? []
      : [
          ...(may(productCategory, 'create') && Number(row.level) < levelsMax ? [below(row)] : []),
          ...(may(product, 'create') ? [goods(row)] : []),
        ]
}
const levelsMax = 4

/** The tree left, what hangs below the chosen node right. */
export function CategoryList() {
  const additions = useAdditions()
  return (
    <div className="tree-page">
      <SheetList
        of={productCategory}
        omit={['upperId']}
        above={(list) => <Categories list={list} />}
        rowActions={(row, standard) => [...standard, ...additions(row)]}
      />
    </div>
  )
}

export function CategoryDetail() {
  const additions = useAdditions()
  return <EntityDetail of={productCategory} actions={(row, standard) => [...standard, ...additions(row)]} />
}

interface Node {
  readonly row: Row
  readonly depth: number
}
/** Depth first, by code: each node before those below it. */
function flat(rows: readonly Row[], upperId: string | null = null, depth = 0): readonly Node[] {
  return rows
    .filter((row) => (row.upperId ?? null) === upperId)
    .flatMap((row) => [{ row, depth }, ...flat(rows, row.id, depth + 1)])
}

function Categories({ list }: { list: ListModel }) {
  const t = useText()
  const all = useQuery({
    queryKey: [productCategory.key, 'tree'],
    queryFn: ({ signal }) =>
      queryRows(productCategory, { pageSize: 2000, orderBy: 'code', searchCount: false }, signal),
  })
  const { upperId, ...others } = list.state.filter
  const choose = (id: string | undefined) => list.setState({ filter: { ...others, ...(id && { upperId: id }) } })
  return (
    <Tree
      title={t(['类别树', 'Category tree'])}
      all={{ name: t(words.all), note: '' }}
      branches={flat(all.data?.records ?? []).map(({ row, depth }) => ({
        id: row.id,
        name: String(row.name),
        note: String(row.code),
        depth,
        isOff: row.disabled,
      }))}
      chosen={upperId}
      onChoose={choose}
      narrow={
        <RefSelect
          to={productCategory.key}
          title={t(productCategory.fields.upperId.title)}
          value={upperId}
          onChange={(id) => choose(id ?? undefined)}
          withDisabled
        />
      }
    />
  )
}
