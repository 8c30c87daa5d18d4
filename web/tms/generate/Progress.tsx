import { type DayPlan, drawPlan } from '@lading/contract/tms/planCalls.ts'
import { useEffect, useState } from 'react'
import { useText } from '../../client/text.ts'
import { NotFresh } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { grouped } from '../../ui/numbers.ts'
import { curve, lately, type Point } from './figures.ts'

const pollMs = 700
const [width, height] = [320, 72]

/** How a search goes, and how far it has come down; when it has ended, `onDone` is told until the plan says so itself. */
export function Progress({ of, onDone }: { of: DayPlan; onDone: () => void }) {
  const t = useText()
  const isRunning = of.state === 'COMPUTING'
  const look = useCall(drawPlan, { id: of.id }, { enabled: isRunning, refetchInterval: isRunning && pollMs, gcTime: 0 })
  const [points, setPoints] = useState<readonly Point[]>([])
  const progress = look.data?.progress
  useEffect(() => {
    if (!progress) return
    const point = { seconds: progress.seconds, cost: Number(progress.cost), left: progress.left }
    setPoints((all) => (all.at(-1)?.seconds === point.seconds ? all : [...all, point]))
  }, [progress])
  const isOver = isRunning && look.data !== undefined && look.data.state !== 'COMPUTING'
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each answer anew, until the day is read
  useEffect(() => {
    if (isOver) onDone()
  }, [isOver, look.dataUpdatedAt])
  const shown = lately(points)
  const told = progress && {
    seconds: progress.seconds.toFixed(0),
    iterations: grouped(String(progress.iterations)),
    trips: progress.trips,
    left: progress.left,
    cost: grouped(Number(progress.cost).toFixed(2)),
  }
  return (
    <>
      {isRunning && (
        <div className="plan-progress" role="status">
          <NotFresh of={look} />
          {told ? (
            <>
              <span className="num">{t(['{seconds}秒', '{seconds} s'], told)}</span>
              <span className="num">{t(['迭代{iterations}', 'Iterations: {iterations}'], told)}</span>
              <span className="num">{t(['{trips}车次', 'Trips: {trips}'], told)}</span>
              <span className="num">{t(['未排{left}', 'Left out: {left}'], told)}</span>
              <span className="num">{t(['目标成本{cost}', 'Cost with penalties: {cost}'], told)}</span>
            </>
          ) : (
            t(['等待开始…', 'Waiting to begin…'])
          )}
        </div>
      )}
      {shown.length > 1 && <Curve points={shown} />}
    </>
  )
}

function Curve({ points }: { points: readonly Point[] }) {
  const t = useText()
  const [first, last] = [points[0]?.cost ?? 0, points.at(-1)?.cost ?? 0]
  const told = { first: grouped(first.toFixed(2)), last: grouped(last.toFixed(2)) }
  return (
    <svg
      className="plan-curve"
      viewBox={`-2 -4 ${width + 4} ${height + 8}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t(['目标成本从{first}降到{last}', 'The cost came down from {first} to {last}'], told)}
    >
      <polyline points={curve(points, width, height)} />
    </svg>
  )
}
