import type { ReactNode } from 'react'
import { hashOf, type Place, place, type Query } from '../../client/location.ts'
import { grouped } from '../../ui/numbers.ts'

/** A count in a table of a board, leading to the list that it counts; nothing is no link. */
export function Count({ n, to }: { n: number; to: Place | undefined }) {
  if (n === 0) return <span className="muted num">0</span>
  return <Linked to={to}>{grouped(String(n))}</Linked>
}

/** A figure that leads to the list that it is of, for who may see that. */
export const Linked = ({ to, children }: { to: Place | undefined; children: ReactNode }) =>
  to ? (
    <a className="num" href={hashOf(to)}>
      {children}
    </a>
  ) : (
    <span className="num">{children}</span>
  )

/** 人员作业: who works here, what each has done and how fast. */
export const workersPlace = (only: Query): Place => place('wms', 'workforceList', only)
