import { QueryClient } from '@tanstack/react-query'
import { Refused } from './client.ts'
import { isRetried, retryDelayMs } from './retry.ts'

/** Server state lives here only. What writes is sent again by its user, or by the handheld's queue, under the same key. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // A warehouse's own network is often not the internet that the browser looks for.
      networkMode: 'always',
      retry: (failures, error) => isRetried(failures, error instanceof Refused ? error.status : undefined),
      retryDelay: retryDelayMs,
    },
  },
})
