import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { grouped } from '../../ui/numbers.ts'
import { niceTop } from './figures.ts'

interface Hour {
  readonly hour: number
  readonly received: string
  readonly picked: string
  readonly planIn: string
  readonly planOut: string
}
const width = 640
const height = 300
const foot = 22
const left = 48

/** The hour on the organisation's clocks, whatever the browser's zone is; the server counts by the same. */
const hourNow = (): number => Number(shownTime(new Date().toISOString()).slice(11, 13))

type What = Exclude<keyof Hour, 'hour'>

/** Two bars an hour: what came in, solid; what was picked, striped. Outlines say what was planned. */
export function HourChart({ hours }: { hours: readonly Hour[] }) {
  const t = useText()
  const now = hourNow()
  const known = hours.map((h) => h.hour)
  const from = Math.min(8, now, ...known)
  const to = Math.max(18, now, ...known)
  const list = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const amount = (hour: number, what: What) => Number(hours.find((h) => h.hour === hour)?.[what] ?? 0)
  const top = niceTop(Math.max(0, ...hours.flatMap((h) => [h.received, h.picked, h.planIn, h.planOut].map(Number))))
  const step = (width - left) / list.length
  const bar = Math.min(18, step * 0.36)
  const y = (value: number) => (height - foot) * (1 - value / top) + 8
  const received = t(['收货', 'Received'])
  const picked = t(['拣货', 'Picked'])
  return (
    <figure className="hours">
      <figcaption className="hours-legend">
        <span>
          <i className="hours-in" /> {received}
        </span>
        <span>
          <i className="hours-out" /> {picked}
        </span>
        <span>
          <i className="hours-planned" /> {t(['计划', 'Planned'])}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height + 12}`} role="img" aria-label={`${received} / ${picked}`}>
        <defs>
          <pattern id="hours-stripes" width="6" height="6" patternTransform="rotate(45)" patternUnits="userSpaceOnUse">
            <rect width="6" height="6" fill="var(--busy-soft)" />
            <rect width="3" height="6" fill="var(--busy)" />
          </pattern>
        </defs>
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line x1={left} x2={width} y1={y(top * share)} y2={y(top * share)} stroke="var(--line)" />
            <text x={left - 6} y={y(top * share) + 4} textAnchor="end" className="hours-text">
              {grouped(String(top * share))}
            </text>
          </g>
        ))}
        {list.map((hour, i) => {
          const x = left + i * step + step / 2
          const [a, b] = [amount(hour, 'received'), amount(hour, 'picked')]
          const [planA, planB] = [amount(hour, 'planIn'), amount(hour, 'planOut')]
          return (
            <g key={hour}>
              <title>{`${hour}:00 ${received} ${grouped(String(a))} / ${grouped(String(planA))}, ${picked} ${grouped(String(b))} / ${grouped(String(planB))}`}</title>
              <rect x={left + i * step} y={0} width={step} height={height} fill="transparent" />
              {planA > 0 && (
                <rect x={x - bar - 1} y={y(planA)} width={bar} height={y(0) - y(planA)} rx="2" className="hours-plan" />
              )}
              {planB > 0 && (
                <rect x={x + 1} y={y(planB)} width={bar} height={y(0) - y(planB)} rx="2" className="hours-plan" />
              )}
              <rect x={x - bar - 1} y={y(a)} width={bar} height={y(0) - y(a)} rx="2" fill="var(--accent)" />
              <rect x={x + 1} y={y(b)} width={bar} height={y(0) - y(b)} rx="2" fill="url(#hours-stripes)" />
              <text
                x={x}
                y={height + 4}
                textAnchor="middle"
                className={hour === now ? 'hours-text hours-now' : 'hours-text'}
              >
                {hour}
              </text>
            </g>
          )
        })}
      </svg>
    </figure>
  )
}
