import { type Trail, trailMax } from '@lading/contract/wms/trail.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/client.ts'
import { useText } from '../../client/text.ts'
import { ChildTable } from '../../kernel/detail/ChildTable.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import type { Row } from '../../kernel/records.ts'
import { words } from '../../kernel/words.ts'
import { SkeletonRows } from '../../ui/states.tsx'

/** What became of a bill, as the tab of its detail tells it. Read again with the bill. */
export function TrailTable({ trail, bill }: { trail: Trail; bill: Pick<Row, 'id'> }) {
  const t = useText()
  const rows = useQuery({
    queryKey: [trail.bill.key, 'trail', trail.of.noun, bill.id],
    queryFn: ({ signal }) => call(trail.call, { id: bill.id }, { signal }),
  })
  if (rows.error) return <NotRead of={rows} />
  if (!rows.data) return <SkeletonRows rows={3} label={t(words.loading)} />
  return (
    <>
      {/* The trail's columns are a declaration, and its call answers rows of it. */}
      <ChildTable of={trail.of} rows={rows.data as readonly Row[]} />
      {rows.data.length >= trailMax && (
        <p className="muted">{t(['只显示前{n}条', 'The first {n} are shown'], { n: trailMax })}</p>
      )}
    </>
  )
}
