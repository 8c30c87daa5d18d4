import { useQuery } from '@tanstack/react-query'
import { queryRows, type Row } from '../records.ts'
import { entityOf } from '../registry.ts'

const packsMax = 20

/** The packs of a product; one question per product, kept while the form is open. */
export function usePacks(productId: unknown): readonly Row[] {
  const id = typeof productId === 'string' ? productId : ''
  const { data } = useQuery({
    queryKey: ['mdm.productQpc', 'of', id],
    queryFn: async ({ signal }) => {
      const question = { filter: { productId: [id] }, pageSize: packsMax, searchCount: false }
      return (await queryRows(entityOf('mdm.productQpc'), question, signal)).records
    },
    enabled: id !== '',
    staleTime: 300_000,
  })
  return data ?? []
}
