import { query } from '@lading/contract/kernel/call.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../client/client.ts'

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

/** The entries of a SYS dictionary; none when it cannot be read, so that its field takes free text. */
export function useDict(typeCode: string): readonly DictEntry[] {
  const { data } = useQuery({
    queryKey: ['sys.dicInfo', typeCode],
    queryFn: ({ signal }) => call(queryByTypeCode, { typeCodes: [typeCode] }, { signal }),
    staleTime: 300_000,
    retry: false,
  })
  return (data ?? []).filter((e) => e.typeCode === typeCode)
}
