import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { useText } from '../client/text.ts'
import type { EntityListProps } from '../kernel/list/EntityList.tsx'
import type { Row } from '../kernel/records.ts'
import { SheetList } from '../platform/sheet/SheetList.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'

/** Papers are renewed in time when one is told so many days before. */
const soonMs = 30 * 24 * 3600 * 1000

/** Who and what has papers that end: what has ended, or soon will, stands out. */
export const ExpiringList = ({ of, rowActions }: { of: AnyEntity } & Pick<EntityListProps, 'rowActions'>) => (
  <SheetList of={of} {...(rowActions && { rowActions })} cells={{ nextExpiry: (row) => <Expiry of={row} /> }} />
)

function Expiry({ of: { nextExpiry, isExpired } }: { of: Row }) {
  const t = useText()
  if (typeof nextExpiry !== 'string') return <span className="muted">–</span>
  const isSoon = Date.parse(nextExpiry) - Date.now() < soonMs
  if (isExpired !== true && !isSoon) return <span className="num">{nextExpiry}</span>
  const said = t(isExpired === true ? ['已过期', 'Expired'] : ['将到期', 'Ends soon'])
  return (
    <span title={said}>
      <StatusTag tone={isExpired === true ? 'bad' : 'warn'}>
        {nextExpiry}
        <span className="sr-only"> {said}</span>
      </StatusTag>
    </span>
  )
}
