import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useText } from '../client/text.ts'
import type { Row } from '../kernel/records.ts'

const second = 1_000
/** `3:07`, `1:02:45`. */
function clock(ms: number): string {
  const all = Math.max(0, Math.round(ms / second))
  const two = (n: number) => String(n).padStart(2, '0')
  const [h, m, s] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60]
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

/** How far an export is: rows, the time it has taken, and the time it will, at the pace it has. */
export function ExportProgress({ row, children }: { row: Row; children: ReactNode }) {
  const t = useText()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), second)
    return () => clearInterval(timer)
  }, [])
  const [done, total] = [Number(row.rowsDone ?? 0), Number(row.rowCount ?? 0)]
  const took = now - Date.parse(String(row.startedAt ?? '')) || 0
  const left = done > 0 ? (took / done) * (total - done) : undefined
  const share = total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : 0
  return (
    <div className="export-progress">
      {children}
      <progress max={100} value={share} aria-label={t(['进度', 'Progress'])} />
      <small className="num">
        {done.toLocaleString()} / {total.toLocaleString()} · {clock(took)}
        {left !== undefined && t(['，约剩{left}', ', about {left} left'], { left: clock(left) })}
      </small>
    </div>
  )
}
