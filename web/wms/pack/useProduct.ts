import { packProduct } from '@lading/contract/mdm/product.ts'
import { useQuery } from '@tanstack/react-query'
import { queryRows, type Row } from '../../kernel/records.ts'

/** The chosen product as the list shows it, or read by itself when the list has gone on. */
export function useProduct(id: string | undefined, rows: readonly Row[] = []): Row | undefined {
  const listed = rows.find((r) => r.id === id)
  const { data } = useQuery({
    queryKey: [packProduct.key, 'one', id],
    queryFn: ({ signal }) => queryRows(packProduct, { filter: { id: [id ?? ''] }, pageSize: 1 }, signal),
    enabled: id !== undefined && listed === undefined,
  })
  return listed ?? (id === undefined ? undefined : data?.records[0])
}
