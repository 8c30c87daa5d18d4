import type { Text } from '@lading/contract/kernel/text.ts'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useText } from '../client/text.ts'
import './progress.css'

/** Said where a file turns out to have many rows. */
export const queuedImport: Text = [
  '数据较多，已转为后台导入，完成后会提醒您',
  'Many rows: they are imported in the background. You will be told',
]

const second = 1_000
/** `3:07`, `1:02:45`. */
function clock(ms: number): string {
  const all = Math.max(0, Math.round(ms / second))
  const two = (n: number) => String(n).padStart(2, '0')
  const [h, m, s] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60]
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

interface ProgressProps {
  /** Rows that are done, and all of them. */
  readonly done: number
  readonly total: number
  /** When it began, ISO-8601; null: it has not yet. */
  readonly startedAt: string | null
  readonly children: ReactNode
}

/** How far an export or an import is: rows, the time it has taken, and the time it will, at the pace it has. */
export function SheetProgress({ done, total, startedAt, children }: ProgressProps) {
  const t = useText()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), second)
    return () => clearInterval(timer)
  }, [])
  const took = now - Date.parse(startedAt ?? '') || 0
  const left = done > 0 ? (took / done) * (total - done) : undefined
  const share = total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : 0
  return (
    <div className="sheet-progress">
      {children}
      <progress max={100} value={share} aria-label={t(['进度', 'Progress'])} />
      <small className="num">
        {done.toLocaleString()} / {total.toLocaleString()} · {clock(took)}
        {left !== undefined && t(['，约剩{left}', ', about {left} left'], { left: clock(left) })}
      </small>
    </div>
  )
}
