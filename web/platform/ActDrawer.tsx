import type { ReactNode } from 'react'
import { useText } from '../client/text.ts'
import { NotRead, type Reading } from '../kernel/NotRead.tsx'
import { TabDrawer } from '../kernel/TabDrawer.tsx'
import { words } from '../kernel/words.ts'
import { SkeletonRows } from '../ui/states.tsx'

interface Props<T> {
  readonly title: string
  /** What the drawer is about, while it is fetched or cannot be; left out: it is there. */
  readonly reads?: Reading & { readonly data: T | undefined }
  /** Says of a failure that is an answer of its own what it comes to; nothing: it is one. */
  readonly failed?: (error: unknown) => ReactNode
  /** What is said while it is fetched. */
  readonly waiting?: string
  readonly extra?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode | ((data: T) => ReactNode)
}

/** The frame of a drawer in which something is looked at, or done: waiting, failed, or there. */
export function ActDrawer<T>({ title, reads, failed, waiting, extra, onClose, children }: Props<T>) {
  const t = useText()
  const content = (): ReactNode => {
    if (typeof children !== 'function') return children
    if (reads?.error && reads.data === undefined) return failed?.(reads.error) || <NotRead of={reads} />
    if (reads?.data === undefined) return <SkeletonRows rows={5} label={waiting ?? t(words.loading)} />
    return children(reads.data)
  }
  return (
    <TabDrawer open size="large" title={title} extra={extra} onClose={onClose}>
      {content()}
    </TabDrawer>
  )
}
