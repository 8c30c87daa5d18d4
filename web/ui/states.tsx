import type { ReactNode } from 'react'
import './ui.css'

/** Nothing to show, and what to do next. */
export const Empty = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
  <div className="state">
    <svg
      width="72"
      height="56"
      viewBox="0 0 72 56"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden="true"
    >
      <path d="M8 8v44M64 8v44M8 28h56M8 49h56" opacity=".55" />
      <rect x="14" y="33" width="16" height="15" rx="2" />
      <path d="M42 12.5v9m-4-3.6 4 4 4-4" stroke="var(--accent)" strokeWidth="2" strokeLinecap="round" />
      <rect x="34" y="33" width="16" height="15" rx="2" strokeDasharray="3 3" />
    </svg>
    <div className="state-title">{title}</div>
    {children}
  </div>
)

/** Something went wrong: what, the number to quote, and a way on. */
export const Failed = ({
  title,
  traceId,
  children,
}: {
  title: ReactNode
  traceId?: ReactNode
  children?: ReactNode
}) => (
  <div className="state" role="alert">
    <svg width="40" height="40" viewBox="0 0 40 40" fill="none" stroke="var(--bad)" strokeWidth="2" aria-hidden="true">
      <circle cx="20" cy="20" r="17" />
      <path d="M20 11v12M20 28v1" strokeLinecap="round" />
    </svg>
    <div className="state-title">{title}</div>
    {traceId && <div className="state-trace">{traceId}</div>}
    {children}
  </div>
)

/** The words of a wait, once it is longer than a blink. */
const Wait = ({ label }: { label: string }) => (
  <div className="wait">
    <span className="wait-ring" aria-hidden="true" />
    {label}
  </div>
)

/** Bars in the place of rows that are on their way. */
export const SkeletonRows = ({ rows = 8, label }: { rows?: number; label: string }) => (
  <div className="skeleton" role="status" aria-busy="true">
    {Array.from({ length: rows }, (_, i) => (
      // Bars have no identity of their own.
      // biome-ignore lint/suspicious/noArrayIndexKey: they never move
      <div key={i} className="skeleton-bar" style={{ width: `${92 - ((i * 17) % 30)}%` }} />
    ))}
    <Wait label={label} />
  </div>
)

/** Rows that newer ones are about to replace: covered while they wait, since what they say was not asked any more. */
export const Covered = ({ isBusy, label, children }: { isBusy: boolean; label: string; children: ReactNode }) => (
  <div className="covered">
    {children}
    {isBusy && (
      <div className="cover" role="status" aria-busy="true">
        <Wait label={label} />
      </div>
    )}
  </div>
)
