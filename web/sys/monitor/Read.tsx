import type { Call } from '@lading/contract/kernel/call.ts'
import type { ReactNode } from 'react'
import { useText } from '../../client/text.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { SkeletonRows } from '../../ui/states.tsx'

export const againMs = 10_000
export const number = (n: number): string => n.toLocaleString()

/** What a call answers, asked again and again while it is looked at. */
export function Read<O>({
  of,
  children,
}: {
  of: Call<object, O>
  children: (data: O, again: () => void) => ReactNode
}) {
  const t = useText()
  const read = useCall(of, {}, { refetchInterval: againMs })
  if (read.data === undefined)
    return read.error ? <NotRead of={read} /> : <SkeletonRows rows={5} label={t(words.loading)} />
  return children(read.data, () => void read.refetch())
}
