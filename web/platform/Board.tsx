import type { ReactNode } from 'react'
import { hashOf, type Place } from '../client/location.ts'
import { Page } from '../ui/Page.tsx'
import '../kernel/kit.css'

/** A dashboard: cards in a grid that flows to the width there is. */
export const Board = ({ title, actions, children }: { title: ReactNode; actions?: ReactNode; children: ReactNode }) => (
  <Page title={title} actions={actions}>
    <div className="board">{children}</div>
  </Page>
)

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
