import { openQuick, type quickBoard, saveQuick } from '@lading/contract/tms/quickCalls.ts'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { Backs } from '../plan/Backs.tsx'
import { colourOf, keyOf, moved } from '../plan/board.ts'
import { Figures } from '../plan/Figures.tsx'
import { PlanMap } from '../plan/PlanMap.tsx'
import { TripCard } from '../plan/TripCard.tsx'
import { AddCard } from './AddCard.tsx'
import { CardTools } from './CardTools.tsx'
import { MakeTrips } from './MakeTrips.tsx'
import { Pool } from './Pool.tsx'
import type { By } from './pool.ts'
import { Sending } from './Sending.tsx'
import { useHeld } from './useHeld.ts'
import { useQuick } from './useQuick.ts'

export type Read = Omit<z.output<typeof quickBoard.output>, 'depotId'> & { readonly depotId: string }

/** What waits, the cards, and the map where it is wanted: all three work without the other two. */
export function QuickBoard({ read }: { read: Read }) {
  const { bizDate, depotId, orders, trucks } = read
  const plan = useQuick({ bizDate, depotId }, read.draft)
  const { drawn } = plan
  const [maySave, mayOpen] = [useHeld(saveQuick), useHeld(openQuick)]
  const arrange = maySave && (mayOpen || drawn.id) ? plan.arrange : undefined
  const [by, setBy] = useState<By>('route')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [hasMap, showMap] = useState(() => window.matchMedia('(width > 900px)').matches)
  const [chosen, setChosen] = useState<string | undefined>()
  const byId = useMemo(() => new Map(orders.map((o) => [o.id, o])), [orders])
  const sites = useMemo(() => new Map(read.sites.map((s) => [s.id, s])), [read.sites])
  const on = new Set(drawn.trips.flatMap((x) => x.stops.flatMap((s) => s.visits.map((v) => v.wayBillId))))
  const pool = orders.filter((o) => !on.has(o.id))
  const going = pool.filter((o) => ticked.has(o.id)).map((o) => o.id)
  const look = { sites: read.sites, orders, trucks, depotId }
  const ticks = {
    all: new Set(going),
    set: (ids: readonly string[], isTicked: boolean) =>
      setTicked((now) => (isTicked ? new Set([...now, ...ids]) : new Set([...now].filter((id) => !ids.includes(id))))),
  }
  const send = (to: { truckId: string; turn: number; locked?: boolean } | undefined): void => {
    if (!to || to.locked || going.length === 0) return
    arrange?.((trips) => moved(trips, going, to))
    setTicked(new Set())
  }
  return (
    <div className="plan quick" data-busy={plan.isBusy || undefined}>
      <Head {...{ plan, trucks, hasMap, showMap }} waiting={pool.length} />
      {read.lost.length > 0 && <Lost lost={read.lost} />}
      <div className="quick-body" data-map={hasMap || undefined}>
        <Pool
          orders={pool}
          look={look}
          ticks={ticks}
          by={by}
          onBy={setBy}
          arrange={arrange}
          onSend={(no) => send(drawn.trips[no - 1])}
          draftId={drawn.trips.length > 0 ? drawn.id : null}
        />
        <div className="quick-cards">
          {arrange && (
            <Sending
              {...{ drawn, pool, going, by, trucks, arrange, isBusy: plan.isBusy, settled: plan.settled, all: byId }}
              onSend={send}
            />
          )}
          <div className="quick-grid">
            {drawn.trips.map((trip, i) => (
              <TripCard
                key={keyOf(trip)}
                trip={trip}
                no={i + 1}
                colour={colourOf(i)}
                look={look}
                all={drawn.trips}
                orders={byId}
                sites={sites}
                isChosen={chosen === keyOf(trip)}
                onChoose={() => setChosen(chosen === keyOf(trip) ? undefined : keyOf(trip))}
                arrange={arrange}
                tools={arrange && <CardTools trip={trip} draftId={drawn.id} arrange={arrange} isBusy={plan.isBusy} />}
              />
            ))}
          </div>
          {arrange && (
            <AddCard trucks={trucks.filter((k) => !drawn.trips.some((x) => x.truckId === k.id))} arrange={arrange} />
          )}
        </div>
        {hasMap && (
          <div className="plan-side">
            <PlanMap drawn={drawn} look={look} chosen={chosen} onChoose={setChosen} />
          </div>
        )}
      </div>
    </div>
  )
}

interface HeadProps {
  readonly plan: ReturnType<typeof useQuick>
  readonly trucks: Read['trucks']
  readonly waiting: number
  readonly hasMap: boolean
  readonly showMap: (hasMap: boolean) => void
}
/** What it comes to, until when it is kept, and what becomes of it. */
function Head({ plan, trucks, waiting, hasMap, showMap }: HeadProps) {
  const t = useText()
  const { drawn } = plan
  return (
    <div className="plan-head">
      <Figures kpi={{ ...drawn.kpi, left: waiting }} before={undefined} />
      <div className="plan-tools">
        {drawn.heldUntil && (
          <span className="muted num quick-kept">
            {t(['运单占用至{at}', 'Kept for you until {at}'], { at: shownTime(drawn.heldUntil).slice(11, 16) })}
          </span>
        )}
        <Backs plan={plan} />
        <Button aria-pressed={hasMap} onClick={() => showMap(!hasMap)}>
          {t(hasMap ? ['收起地图', 'Fold the map'] : ['地图', 'Map'])}
        </Button>
        <MakeTrips draft={drawn} isBusy={plan.isBusy} trucks={trucks} />
      </div>
    </div>
  )
}

/** What stood on a card and has gone elsewhere meanwhile. */
function Lost({ lost }: Pick<Read, 'lost'>) {
  const t = useText()
  return (
    <p className="quick-lost" role="status">
      {t(['已不在您的车上：', 'No longer on your trucks: '])}
      {lost
        .map((l) =>
          l.heldBy
            ? t(['{no}（{user}正在排线）', '{no} ({user} plans it)'], { no: l.billNo, user: l.heldBy })
            : l.billNo,
        )
        .join('，')}
    </p>
  )
}
