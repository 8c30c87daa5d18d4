import { query } from '@lading/contract/kernel/call.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../client/client.ts'
import { usePrefs } from '../client/prefs.ts'
import { queryClient } from '../client/query.ts'
import { useSession } from '../client/session.ts'

const entry = z.object({
  typeCode: z.string(),
  queryKey: z.string(),
  infoValue: z.string(),
  disabled: z.boolean().optional(),
})
export type DictEntry = z.output<typeof entry>

const queryByTypeCode = query('/fw/api/sys/dicInfo/queryByTypeCode', {
  title: ['字典', 'Dictionary'],
  permission: 'session',
  input: z.object({ typeCodes: z.array(z.string()) }),
  output: z.array(entry),
})

const keptAt = (): string => `wl.dict.${useSession.getState().tenant}.${usePrefs.getState().language}`

/** What was read before, by type: shown until the server has answered, and where it does not. */
function kept(): Record<string, DictEntry[]> {
  try {
    return z.record(z.string(), z.array(entry)).parse(JSON.parse(localStorage.getItem(keptAt()) ?? '{}'))
  } catch {
    // Unreadable entries are none.
    return {}
  }
}
function keep(typeCode: string, entries: DictEntry[]): void {
  try {
    localStorage.setItem(keptAt(), JSON.stringify({ ...kept(), [typeCode]: entries }))
  } catch {
    // A full storage: the entries are read again next time.
  }
}

const question = (typeCode: string) => ({
  queryKey: ['sys.dicInfo', typeCode],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const all = await call(queryByTypeCode, { typeCodes: [typeCode] }, { signal })
    const entries = all.filter((e) => e.typeCode === typeCode)
    keep(typeCode, entries)
    return entries
  },
  staleTime: 300_000,
  retry: false,
})

/** The entries of a SYS dictionary; none when it cannot be read, so that its field takes free text. */
export function useDict(typeCode: string): readonly DictEntry[] {
  const { data } = useQuery({ ...question(typeCode), placeholderData: () => kept()[typeCode] })
  return data ?? kept()[typeCode] ?? []
}

/** Reads a dictionary before a page that shows it. @throws Refused */
export const loadDict = (typeCode: string): Promise<readonly DictEntry[]> => queryClient.fetchQuery(question(typeCode))
