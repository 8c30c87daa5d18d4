import { type Drawn, leftReasons, suggestPlaces } from '@lading/contract/tms/planCalls.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { clock, dropped, keyOf } from './board.ts'
import { dragged, ordersIn } from './TripCard.tsx'
import type { Arrange, Look } from './usePlan.ts'
import { faultWords } from './words.ts'

interface RestProps {
  readonly id: string
  readonly left: Drawn['left']
  readonly orders: ReadonlyMap<string, Look['orders'][number]>
  readonly sites: ReadonlyMap<string, Look['sites'][number]>
  readonly look: Look
  readonly arrange: Arrange | undefined
}
type Places = Awaited<ReturnType<typeof ask>>
const ask = (id: string, wayBillId: string) => call(suggestPlaces, { id, wayBillId })

/** What stands on no trip, each with its reason and, when asked, with the best places for it. */
export function Rest({ id, left, orders, sites, look, arrange }: RestProps) {
  const t = useText()
  const [open, setOpen] = useState<{ order: string; found: Places }>()
  const suggest = async (order: string): Promise<void> => {
    try {
      setOpen({ order, found: await ask(id, order) })
    } catch (error) {
      report(error)
    }
  }
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
                <Button size="small" onClick={() => void suggest(wayBillId)}>
                  {t(['推荐', 'Suggest'])}
                </Button>
              )}
              {open?.order === wayBillId && (
                <ul className="plan-places">
                  {open.found.places.slice(0, 3).map((p) => (
                    <li key={keyOf(p)}>
                      <Button
                        size="small"
                        type="link"
                        onClick={() =>
                          arrange?.((trips) => [
                            ...trips.filter((x) => keyOf(x) !== keyOf(p)),
                            { truckId: p.truckId, turn: p.turn, locked: false, visits: p.visits },
                          ])
                        }
                      >
                        {look.trucks.find((x) => x.id === p.truckId)?.plate} +¥{p.cost}
                        {p.violations.map((v) => ` ${t(faultWords[v] ?? [v, v])}`)}
                      </Button>
                    </li>
                  ))}
                  {open.found.places.length === 0 && <li>{t(['没有可用车次', 'No trip could take it'])}</li>}
                </ul>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
