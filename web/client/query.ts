import { QueryClient } from '@tanstack/react-query'
import { Refused } from './client.ts'

const retryable = [0, 502, 503, 504]

/** Server state lives here only. Reads are repeated twice when the way to the server failed, never when it refused. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // A warehouse's own network is often not the internet that the browser looks for.
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && error instanceof Refused && retryable.includes(error.status),
      retryDelay: (failures) => (failures === 0 ? 500 : 1500),
    },
  },
})
