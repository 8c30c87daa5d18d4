import { useQuery } from '@tanstack/react-query'
import { rowsOf } from '../../kernel/detail/rowsOf.ts'
import { isId } from '../../kernel/field/rules.ts'
import { useMay } from '../../kernel/permission.ts'
import { getRow, type Row } from '../../kernel/records.ts'
import { entityOf } from '../../kernel/registry.ts'

/** The packs of a product; they come with the product, one question each, kept while the form is open. */
export function usePacks(to: string, productId: unknown): readonly Row[] {
  const may = useMay()
  const id = isId(productId) && may(entityOf(to), 'view') ? productId : ''
  const { data } = useQuery({
    queryKey: [to, 'one', id],
    queryFn: ({ signal }) => getRow(entityOf(to), id, signal),
    enabled: id !== '',
    staleTime: 300_000,
  })
  return data ? rowsOf(data, 'qpcs') : []
}
