import { collectionCalls } from '@lading/contract/sys/collectionCalls.ts'
import type { z } from 'zod'
import { useCall } from '../../kernel/useCall.ts'

/** A field that a record may fill. */
export type ObjectColumn = z.output<typeof collectionCalls.objects.output>[number]['columns'][number]

/** What can be collected, with its fields. */
export function useObjects() {
  const { data = [], isPending } = useCall(collectionCalls.objects, {}, { staleTime: 60_000 })
  return { objects: data, isPending, of: (key: unknown) => data.find((one) => one.key === key) }
}
