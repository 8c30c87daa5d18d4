import type { Text } from '@lading/contract/kernel/text.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { nextStop, type Stop, stopsOf } from './stops.ts'
import './ship.css'

/** Per store in loading order: how many containers are expected, loaded and left behind, and which store is next. */
export function StopCounts({ lines }: { lines: readonly WorkLine[] }) {
  const t = useText()
  const stops = stopsOf(lines)
  if (stops.length === 0) return null
  const next = nextStop(stops)
  return (
    <section>
      <p className="muted">{t(order)}</p>
      <ReadTable<Told>
        label={t(order)}
        rows={stops.map((s) => ({ ...s, isNext: s === next }))}
        columns={columns}
        rowClass={({ isNext }) => (isNext ? 'stop-next' : undefined)}
      />
    </section>
  )
}

const order: Text = ['按装车顺序：后到的站点先装', 'In loading order: last stop first']
type Told = Stop & { readonly isNext: boolean }
const columns: readonly ReadColumn<Told>[] = [
  { name: 'seq', title: ['站', 'Stop'], width: 52, said: (s) => String(s.seq ?? '–') },
  {
    name: 'store',
    title: ['门店', 'Store'],
    width: 128,
    wraps: true,
    render: (s, t) => (
      <>
        {s.code} {s.name} {s.isNext && <StatusTag tone="busy">{t(['先装', 'Load next'])}</StatusTag>}
      </>
    ),
  },
  // Both in one column: a handheld has no room for more.
  { name: 'loaded', title: ['已装', 'Loaded'], width: 78, isFigure: true, said: (s) => `${s.loaded} / ${s.expected}` },
  {
    name: 'kept',
    title: ['留仓', 'Left'],
    width: 60,
    isFigure: true,
    said: (s) => (s.kept > 0 ? String(s.kept) : ''),
  },
]
