import { hashOf, type Place } from '../../client/location.ts'
import { grouped } from '../../ui/numbers.ts'

/** A count in a table of a board, leading to the list that it counts; nothing is no link. */
export function Count({ n, to }: { n: number; to: Place | undefined }) {
  if (n === 0) return <span className="muted num">0</span>
  const text = grouped(String(n))
  return to ? (
    <a className="num" href={hashOf(to)}>
      {text}
    </a>
  ) : (
    <span className="num">{text}</span>
  )
}
