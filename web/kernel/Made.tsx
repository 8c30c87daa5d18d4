import type { MadeRecord } from '@lading/contract/kernel/call.ts'
import { hashOf } from '../client/location.ts'
import { useText } from '../client/text.ts'
import { useMay } from './permission.ts'
import { detailOf, entityOf } from './registry.ts'

const shownMax = 3

/** What an action made, by number, each the way to its page for who may see it. */
export function Made({ made }: { made: readonly MadeRecord[] }) {
  const t = useText()
  const may = useMay()
  return (
    <>
      {made.slice(0, shownMax).map(({ key, id, no }) => {
        const to = may(entityOf(key), 'view') ? detailOf(key, id) : undefined
        return (
          <span key={id} className="made num">
            {to ? <a href={hashOf(to)}>{no}</a> : <b>{no}</b>}
          </span>
        )
      })}
      {made.length > shownMax && <span className="made">{t(['等{n}个', '{n} in total'], { n: made.length })}</span>}
    </>
  )
}
