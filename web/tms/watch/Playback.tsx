import type { TripTrack } from '@lading/contract/tms/watch.ts'
import { Button, Select, Slider } from 'antd'
import { useEffect, useState } from 'react'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { staysOf } from './stays.ts'
import { words } from './words.ts'

const speeds = [1, 4, 8, 16, 32] as const
/** At ordinary speed a minute of the track takes a second. */
const [stepMs, perStepS] = [200, 12]

/** 轨迹回放: the way that a truck took, as fast as one likes, with the places where it stood. */
export function Playback({ of, onMove }: { of: TripTrack; onMove: (at: string | null) => void }) {
  const t = useText()
  const { points, from } = of
  const end = points.at(-1)?.[0] ?? 0
  const [second, setSecond] = useState<number>()
  const [speed, setSpeed] = useState<number>(8)
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => setSecond((s) => Math.min(end, (s ?? 0) + perStepS * speed)), stepMs)
    return () => clearInterval(timer)
  }, [isOn, speed, end])
  const at = second === undefined ? undefined : points.findLast((p) => p[0] <= second)
  const place = at ? `${at[1]},${at[2]}` : null
  useEffect(() => onMove(place), [place, onMove])
  useEffect(() => () => onMove(null), [onMove])
  useEffect(() => {
    if (second !== undefined && second >= end) setOn(false)
  }, [second, end])
  if (from === null) return <p className="muted">{t(words.noTrack)}</p>
  const begin = Date.parse(from)
  const stays = staysOf(points)
  const press = () => {
    if (!isOn && (second ?? 0) >= end) setSecond(0)
    setOn(!isOn)
  }
  return (
    <section className="watch-play" aria-label={t(words.playback)}>
      <div>
        <Button onClick={press}>{t(isOn ? words.pause : words.play)}</Button>
        <Select
          aria-label={t(words.playSpeed)}
          value={speed}
          options={speeds.map((value) => ({ value, label: `×${value}` }))}
          onChange={setSpeed}
        />
        <span className="num">{shownTime(new Date(begin + (second ?? 0) * 1000).toISOString()).slice(5)}</span>
        {at?.[3] != null && <span>{t(words.speed, { n: Math.round(at[3]) })}</span>}
        {at?.[4] != null && <span>{t(words.temp, { n: at[4] })}</span>}
      </div>
      <Slider
        min={0}
        max={end}
        value={second ?? 0}
        onChange={setSecond}
        marks={Object.fromEntries(stays.map((s) => [s.from, ' ']))}
        tooltip={{
          formatter: (s) => (s === undefined ? '' : shownTime(new Date(begin + s * 1000).toISOString()).slice(5)),
        }}
      />
      {stays.length > 0 && (
        <ul className="watch-stays">
          {stays.map((s) => (
            <li key={s.from}>
              <button type="button" className="as-link" onClick={() => setSecond(s.from)}>
                {shownTime(new Date(begin + s.from * 1000).toISOString()).slice(5, 16)}
              </button>{' '}
              {t(words.stands, { n: Math.round((s.to - s.from) / 60) })}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
