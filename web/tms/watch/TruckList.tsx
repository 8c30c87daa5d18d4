import { useText } from '../../client/text.ts'
import { dayAndTime } from '../../client/time.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import type { Seen, Standing } from './standing.ts'
import { standings, words } from './words.ts'

interface Props {
  readonly all: readonly Seen[]
  readonly shown: readonly Seen[]
  readonly chosen: string | undefined
  readonly choose: (id: string | undefined) => void
  readonly only: Standing | undefined
  readonly show: (only: Standing | undefined) => void
}
// The keys of the declaration.
const order = Object.keys(standings) as Standing[]

/** Trucks by their carriers, the urgent ones marked by word and colour; the map works without it, and it without the map. */
export function TruckList({ all, shown, chosen, choose, only, show }: Props) {
  const t = useText()
  const byCarrier = [...Map.groupBy(shown, (k) => k.carrier)].sort(([a], [b]) => a.localeCompare(b))
  return (
    <aside className="card watch-list" aria-label={t(words.title)}>
      <div className="watch-filter">
        <Chip isOn={only === undefined} press={() => show(undefined)} word={t(words.all)} n={all.length} />
        {order.map((s) => {
          const n = all.filter((k) => k.standing === s).length
          return n > 0 && <Chip key={s} isOn={only === s} press={() => show(s)} word={t(standings[s].word)} n={n} />
        })}
      </div>
      {byCarrier.map(([carrier, trucks]) => (
        <section key={carrier}>
          <h2 className="watch-carrier">{carrier}</h2>
          <ul>
            {trucks.map((k) => (
              <li key={k.truckId}>
                <button
                  type="button"
                  className="watch-truck"
                  aria-pressed={k.truckId === chosen}
                  onClick={() => choose(k.truckId === chosen ? undefined : k.truckId)}
                >
                  <b>{k.plate}</b>
                  <StatusTag tone={standings[k.standing].tone}>{t(standings[k.standing].word)}</StatusTag>
                  <Facts of={k} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </aside>
  )
}

const Chip = ({ isOn, press, word, n }: { isOn: boolean; press: () => void; word: string; n: number }) => (
  <button type="button" className="chip" aria-pressed={isOn} onClick={press}>
    {word} <span className="chip-count num">{n}</span>
  </button>
)

/** How far it is from its plan, in words. */
export function Lateness({ min }: { min: number | null }) {
  const t = useText()
  if (min === null) return null
  const word = min > 0 ? t(words.lateBy, { n: min }) : min < 0 ? t(words.earlyBy, { n: -min }) : t(words.onTime)
  return <span className={min > 15 ? 'watch-late' : undefined}>{word}</span>
}

function Facts({ of }: { of: Seen }) {
  const t = useText()
  const { trip, speedKmh, at, temp } = of
  return (
    <span className="watch-facts">
      {speedKmh !== null && <span>{t(words.speed, { n: Math.round(speedKmh) })}</span>}
      {temp !== null && <span>{t(words.temp, { n: temp })}</span>}
      {trip?.next && (
        <span>
          {t(words.next)} {trip.next} {trip.nextEtaAt && dayAndTime(trip.nextEtaAt).slice(6)}
        </span>
      )}
      {trip && <Lateness min={trip.lateMin} />}
      {trip && (
        <span className="num">
          {trip.done}/{trip.stops}
        </span>
      )}
      {!trip && at && <span>{dayAndTime(at)}</span>}
    </span>
  )
}
