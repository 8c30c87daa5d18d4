import { dock, dockStates } from '@lading/contract/wms/place.ts'
import { useQuery } from '@tanstack/react-query'
import { hashOf } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { useMay } from '../../kernel/permission.ts'
import { queryRows } from '../../kernel/records.ts'
import { detailOf } from '../../kernel/registry.ts'
import type { Tone } from '../../ui/Mark.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import './yard.css'

const tones: Readonly<Record<string, Tone>> = { FREE: 'good', BUSY: 'warn', CLOSED: 'idle' }
const docksMax = 60

/** The docks, and which of them are free for the next truck; for who may see docks. */
export function DockStrip() {
  const t = useText()
  const isShown = useMay()(dock, 'view')
  const { data } = useQuery({
    queryKey: [dock.key, 'strip'],
    queryFn: ({ signal }) =>
      queryRows(dock, { filter: { disabled: false }, pageSize: docksMax, orderBy: 'code' }, signal),
    enabled: isShown,
  })
  if (!data) return null
  return (
    <ul className="dock-strip" aria-label={t(['月台状态', 'Docks'])}>
      {data.records.map((row) => {
        const to = detailOf(dock.key, row.id)
        const state = String(row.state) as keyof typeof dockStates
        return (
          <li key={row.id}>
            {to ? <a href={hashOf(to)}>{String(row.code)}</a> : String(row.code)}
            <StatusTag tone={tones[state] ?? 'idle'}>{t(dockStates[state] ?? [state, state])}</StatusTag>
          </li>
        )
      })}
    </ul>
  )
}
