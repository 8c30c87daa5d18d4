import { type Drawn, leftReasons, suggestPlaces } from '@lading/contract/tms/planCalls.ts'
import { call } from '../../client/client.ts'
import { useText } from '../../client/text.ts'
import { clock, dropped } from './board.ts'
import { Suggest } from './Suggest.tsx'
import { dragged, ordersIn } from './TripCard.tsx'
import type { Around, Arrange, Look } from './usePlan.ts'

interface RestProps {
  readonly id: string
  readonly left: Drawn['left']
  readonly orders: ReadonlyMap<string, Look['orders'][number]>
  readonly sites: ReadonlyMap<string, Look['sites'][number]>
  readonly look: Around
  readonly arrange: Arrange | undefined
}
/** What stands on no trip, each with its reason and, when asked, with the best places for it. */
export function Rest({ id, left, orders, sites, look, arrange }: RestProps) {
  const t = useText()
  return (
    <section
      className="plan-card plan-rest card"
      aria-label={t(['未排运单', 'Left out'])}
      onDragOver={(e) => e.preventDefault()}
      onDrop={(e) => {
        e.preventDefault()
        const ids = ordersIn(e)
        if (ids.length > 0) arrange?.((trips) => dropped(trips, ids))
      }}
    >
      <header>
        <strong>{t(['未排运单（{n}）', 'Left out ({n})'], { n: left.length })}</strong>
      </header>
      <ol className="plan-stops">
        {left.map(({ wayBillId, reason, earliest }) => {
          const order = orders.get(wayBillId)
          const words = leftReasons[reason as keyof typeof leftReasons] ?? ([reason, reason] as const)
          return (
            <li
              key={wayBillId}
              draggable={arrange !== undefined}
              onDragStart={(e) => e.dataTransfer.setData(dragged, JSON.stringify([wayBillId]))}
            >
              <span className="plan-site">
                {order?.billNo} {sites.get(order?.siteId ?? '')?.name}{' '}
                <small className="num">{Number(order?.weight).toFixed(0)} kg</small>
                <small className="plan-why">
                  {t(words, { earliest: earliest === undefined ? '' : clock(earliest) })}
                </small>
              </span>
              {arrange && (
                <Suggest
                  ask={() => call(suggestPlaces, { id, wayBillId })}
                  trucks={look.trucks}
                  arrange={arrange}
                  of={order?.billNo ?? ''}
                />
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
