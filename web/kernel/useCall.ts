import { type Call, readsOf } from '@lading/contract/kernel/call.ts'
import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { call } from '../client/client.ts'

/** Under which key an answer is kept: by what it is about, so that news of that ask it again. */
export const callKey = <I>(c: Call<I, unknown>, input?: I): readonly unknown[] => [
  readsOf(c)[0] ?? c.path,
  c.path,
  ...(input === undefined ? [] : [input]),
]

type Kept = 'enabled' | 'staleTime' | 'gcTime' | 'retry' | 'refetchInterval' | 'placeholderData'
/** How an answer is kept, and by what it differs beside its input. */
type Options<O> = Pick<UseQueryOptions<O>, Kept> & { readonly by?: readonly unknown[] }

/**
 * What a call answers, as a page shows it: asked when it is looked at, given up with the page, and asked again when what
 * it reads has changed, by whoever.
 */
export function useCall<I, O>(c: Call<I, O>, input: I, { by = [], ...o }: Options<O> = {}): UseQueryResult<O> {
  return useQuery({
    ...o,
    queryKey: [...callKey(c, input), ...by],
    queryFn: ({ signal }) => call(c, input, { signal }),
    meta: { shows: readsOf(c) },
  })
}
