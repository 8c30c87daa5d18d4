import { collectionCalls } from '@lading/contract/sys/collectionCalls.ts'
import { useCall } from '../../kernel/useCall.ts'

/** What can be collected, with its fields. */
export function useObjects() {
  const { data = [], isPending } = useCall(collectionCalls.objects, {}, { staleTime: 60_000 })
  return { objects: data, isPending, of: (key: unknown) => data.find((one) => one.key === key) }
}
