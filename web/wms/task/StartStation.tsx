import type { Text } from '@lading/contract/kernel/text.ts'
import { hashOf } from '../../client/location.ts'
import { usePlace } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { type StationType, stationPlace } from '../station/place.ts'

/** The way to a station; where none of its work is for this worker it says why instead. */
export function StartStation({
  type,
  name,
  why,
  className,
}: {
  type: StationType
  name: Text
  why: string | undefined
  className: string
}) {
  const t = useText()
  const here = usePlace()
  const title = t(['开始{what}', 'Start: {what}'], { what: name })
  if (why === undefined)
    return (
      <a className={className} href={hashOf(stationPlace(type, '0', here))}>
        {title}
      </a>
    )
  return (
    <button type="button" className={className} disabled>
      <span>{title}</span>
      <small>{why}</small>
    </button>
  )
}
