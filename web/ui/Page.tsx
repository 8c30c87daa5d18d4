import type { ReactNode } from 'react'
import './ui.css'

/** A page: its heading with its buttons, then its content. `fill` gives the content the height that is left. */
export function Page({
  title,
  note,
  actions,
  fill = false,
  children,
}: {
  title: ReactNode
  note?: ReactNode
  actions?: ReactNode
  fill?: boolean
  children: ReactNode
}) {
  return (
    <section className={fill ? 'page page-fill' : 'page'}>
      <header className="page-head">
        <h1 tabIndex={-1}>{title}</h1>
        {note && <div className="page-note">{note}</div>}
        <div className="page-actions">{actions}</div>
      </header>
      {children}
    </section>
  )
}

export const Card = ({ title, extra, children }: { title?: ReactNode; extra?: ReactNode; children: ReactNode }) => (
  <div className="card">
    {(title || extra) && (
      <div className="card-head">
        <h2>{title}</h2>
        {extra}
      </div>
    )}
    {children}
  </div>
)
