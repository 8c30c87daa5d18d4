import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { useText } from '../client/text.ts'
import type { Row } from '../kernel/records.ts'
import { SheetList } from '../platform/sheet/SheetList.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'

/** Papers are renewed in time when one is told so many days before. */
const soonMs = 30 * 24 * 3600 * 1000

/** Who and what has papers that end: what has ended, or soon will, stands out. */
export const ExpiringList = ({ of }: { of: AnyEntity }) => (
  <SheetList of={of} cells={{ nextExpiry: (row) => <Expiry of={row} /> }} />
)

function Expiry({ of: { nextExpiry, isExpired } }: { of: Row }) {
  const t = useText()
  if (typeof nextExpiry !== 'string') return <span className="muted">–</span>
  if (isExpired === true)
    return <StatusTag tone="bad">{t(['{day} 已过期', '{day} expired'], { day: nextExpiry })}</StatusTag>
  if (Date.parse(nextExpiry) - Date.now() < soonMs)
    return <StatusTag tone="warn">{t(['{day} 将到期', '{day} soon'], { day: nextExpiry })}</StatusTag>
  return <span className="num">{nextExpiry}</span>
}
