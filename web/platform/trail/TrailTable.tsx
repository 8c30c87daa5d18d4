import { type Trail, trailMax } from '@lading/contract/kernel/trail.ts'
import { useText } from '../../client/text.ts'
import { ChildTable } from '../../kernel/detail/ChildTable.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { SkeletonRows } from '../../ui/states.tsx'

/** What became of a bill, as the tab of its detail tells it. Read again with the bill. */
export function TrailTable({ trail, bill }: { trail: Trail; bill: Pick<Row, 'id'> }) {
  const t = useText()
  const rows = useCall(trail.call, { id: bill.id })
  if (rows.error) return <NotRead of={rows} />
  if (!rows.data) return <SkeletonRows rows={3} label={t(words.loading)} />
  return (
    <>
      {/* The trail's columns are a declaration, and its call answers rows of it. */}
      <ChildTable of={trail.of} rows={rows.data as readonly Row[]} />
      {rows.data.length >= trailMax && (
        <p className="muted">{t(['只显示前{n}条', 'Only the first {n} are shown'], { n: trailMax })}</p>
      )}
    </>
  )
}
