import type { Call } from '@lading/contract/kernel/call.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fetchFile } from '../../client/client.ts'

/**
 * The address of an image, once it is here. It is fetched like any call, since a bare address says nothing of who asks.
 * @param id of the image itself: another one has another
 */
export function useImage<I>(id: string, call: Call<I, unknown>, input: I): string | undefined {
  const { data } = useQuery({
    queryKey: ['image', id],
    queryFn: async ({ signal }) => (await fetchFile(call, input, { signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  return url
}
