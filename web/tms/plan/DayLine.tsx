import { useText } from '../../client/text.ts'
import { Span } from '../../ui/Span.tsx'
import { clock, colourOf, keyOf } from './board.ts'
import type { SideProps } from './PlanMap.tsx'

/** The trips along the day: driving thin, stops thick, waiting hatched, lateness red. */
export function DayLine({ drawn, look, chosen, onChoose }: SideProps) {
  const t = useText()
  const from = Math.floor(Math.min(...drawn.trips.map((x) => x.depart), 24 * 3600) / 3600) * 3600
  const to = Math.ceil(Math.max(...drawn.trips.map((x) => x.finish), from + 3600) / 3600) * 3600
  const at = (s: number): number => ((s - from) / (to - from)) * 100
  const long = (s: number): number => (s / (to - from)) * 100
  const marks = Array.from({ length: (to - from) / 3600 + 1 }, (_, i) => from + i * 3600)
  const step = marks.length > 13 ? 2 : 1
  return (
    <section className="plan-day" aria-label={t(['时间线', 'Time line'])}>
      <div className="plan-hours num" aria-hidden>
        {marks
          .filter((_, i) => i % step === 0)
          .map((s) => (
            <Span key={s} className="plan-hour" at={at(s)}>
              {clock(s)}
            </Span>
          ))}
      </div>
      {drawn.trips.map((trip, i) => (
        <button
          type="button"
          key={keyOf(trip)}
          className="plan-line"
          aria-pressed={chosen === keyOf(trip)}
          data-off={(chosen !== undefined && chosen !== keyOf(trip)) || undefined}
          onClick={() => onChoose(chosen === keyOf(trip) ? undefined : keyOf(trip))}
        >
          <span className="plan-who">{look.trucks.find((x) => x.id === trip.truckId)?.plate}</span>
          <span className="plan-track">
            <Span
              className="plan-drive"
              colour={colourOf(i)}
              at={at(trip.depart)}
              long={long(trip.finish - trip.depart)}
            />
            {trip.stops.map((s) => (
              <Span
                key={`${s.siteId} ${s.arrive}`}
                className="plan-halt"
                colour={colourOf(i)}
                at={at(s.begin)}
                long={long(Math.max(120, s.leave - s.begin))}
                isBad={s.late > 0}
                title={`${look.sites.find((x) => x.id === s.siteId)?.name} ${clock(s.arrive)}–${clock(s.leave)}`}
              />
            ))}
          </span>
        </button>
      ))}
    </section>
  )
}
