import type { ReactNode } from 'react'
import { useText } from '../../client/text.ts'
import { NotFresh, NotRead, type Reading } from '../../kernel/NotRead.tsx'
import { words } from '../../kernel/words.ts'
import { SkeletonRows } from '../../ui/states.tsx'

/** What a worker waits for: that it comes, what came, or why it does not. Nothing is counted before it is known. */
export function Asked<T>({
  of,
  children,
}: {
  of: Reading & { readonly data: T | undefined; readonly dataUpdatedAt: number }
  children: (data: T) => ReactNode
}) {
  const t = useText()
  if (of.data === undefined) return of.error ? <NotRead of={of} /> : <SkeletonRows rows={3} label={t(words.loading)} />
  return (
    <>
      <NotFresh of={of} />
      {children(of.data)}
    </>
  )
}
