import { Button } from 'antd'
import type { ReactNode } from 'react'
import { hashOf, type Place } from '../client/location.ts'
import { useText } from '../client/text.ts'
import { shownTime } from '../client/time.ts'
import { RefSelect } from '../kernel/field/RefSelect.tsx'
import { NotFresh, NotRead, type Reading } from '../kernel/NotRead.tsx'
import { words } from '../kernel/words.ts'
import { Page } from '../ui/Page.tsx'
import { SkeletonRows } from '../ui/states.tsx'
import '../kernel/kit.css'

/** A dashboard: cards in a grid that flows to the width there is. */
export const Board = ({ title, actions, children }: { title: ReactNode; actions?: ReactNode; children: ReactNode }) => (
  <Page title={title} actions={actions}>
    <div className="board">{children}</div>
  </Page>
)

/** A question that is asked again and again, as its hook tells of it. */
type Read<T> = Reading & { readonly data: T | undefined; readonly dataUpdatedAt: number }

/** What stands at the head of a board: when it was read, what it is about, and a button to read it now. */
export function BoardActions({ of, children }: { of: Read<unknown>; children?: ReactNode }) {
  const t = useText()
  return (
    <>
      {of.data !== undefined && (
        <span className="muted num">{shownTime(new Date(of.dataUpdatedAt).toISOString())}</span>
      )}
      {children}
      <Button loading={of.isFetching} onClick={() => void of.refetch()}>
        {t(words.refresh)}
      </Button>
    </>
  )
}

interface OwnerProps {
  readonly value: string | undefined
  readonly onChange: (id: string | undefined) => void
}
/** Whose goods a board is about: those of one owner, or of all whom its reader sees. */
export function BoardOwner({ value, onChange }: OwnerProps) {
  const t = useText()
  const title = t(['货主', 'Owner'])
  return (
    <div className="board-owner">
      <span className="muted">{title}</span>
      <RefSelect to="wms.owner" title={title} value={value} onChange={(id) => onChange(id ?? undefined)} />
    </div>
  )
}

/**
 * What a board shows of an answer: bars while it comes, why it does not, and over figures that could not be read again
 * how old they are.
 */
export function BoardRead<T>({ of, children }: { of: Read<T>; children: (data: T) => ReactNode }) {
  const t = useText()
  if (of.data === undefined)
    return (
      <div className="board-all card">{of.error ? <NotRead of={of} /> : <SkeletonRows label={t(words.loading)} />}</div>
    )
  return (
    <>
      {Boolean(of.error) && (
        <div className="board-all">
          <NotFresh of={of} />
        </div>
      )}
      {children(of.data)}
    </>
  )
}

/** One card. `wide` takes two columns where there are two. */
export const BoardCard = ({
  title,
  wide = false,
  children,
}: {
  title: ReactNode
  wide?: boolean
  children: ReactNode
}) => (
  <section className={wide ? 'card board-wide' : 'card'}>
    <h2 className="board-title">{title}</h2>
    {children}
  </section>
)

/** A figure with its name; with a place it leads to the list that it counts. */
export function Stat({
  title,
  value,
  note,
  to,
}: {
  title: ReactNode
  value: ReactNode
  note?: ReactNode
  to?: Place | undefined
}) {
  const content = (
    <>
      <span className="stat-title">{title}</span>
      <b className="stat-value num">{value}</b>
      {note && <span className="stat-note">{note}</span>}
    </>
  )
  return to ? (
    <a className="stat" href={hashOf(to)}>
      {content}
    </a>
  ) : (
    <div className="stat">{content}</div>
  )
}
