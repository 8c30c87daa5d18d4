import { type OptionKey, options } from '@lading/contract/sys/optionDefs.ts'
import { optionCalls } from '@lading/contract/sys/options.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from './client.ts'

const keys = [
  'security_idle_lock_minutes',
  'security_watermark',
  'security_watermark_print',
  'ui_max_tabs',
  'ui_page_size',
] as const satisfies readonly OptionKey[]
type FrameOptions = Readonly<Partial<Record<(typeof keys)[number], string | null>>>

/** The options that the frame itself follows, asked for in one call. Empty until they are here. */
export function useFrameOptions(): FrameOptions {
  const { data = {} } = useQuery({
    queryKey: [optionCalls.query.path, keys],
    queryFn: async ({ signal }): Promise<FrameOptions> => {
      const shown = await call(optionCalls.query, { keys: [...keys] }, { signal })
      return Object.fromEntries(shown.map(({ key, value }) => [key, value]))
    },
    staleTime: 300_000,
  })
  return data
}

/** How many rows a list shows on a page until its reader says otherwise. */
export const usePageSize = (): number => Number(useFrameOptions().ui_page_size ?? options.ui_page_size.initial)
