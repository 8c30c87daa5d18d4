import { columnWidths } from '@lading/contract/sys/listViewCalls.ts'
import type { PointerEvent } from 'react'

const columnOf = (th: HTMLTableCellElement): { col: HTMLElement | undefined; table: HTMLElement | null } => {
  const table = th.closest('table')
  return { table, col: table?.querySelectorAll('col')[th.cellIndex] }
}

/**
 * The edge of a heading, by which its column is drawn wider or narrower; a double click makes it as wide as what stands in
 * it. For a pointer only: the choice of columns has the same for keys.
 */
export function ColumnEdge({ onSize }: { onSize: (px: number | undefined) => void }) {
  const draw = (down: PointerEvent<HTMLSpanElement>) => {
    const edge = down.currentTarget
    const th = edge.closest('th')
    if (!th || down.button !== 0) return
    down.preventDefault()
    edge.setPointerCapture(down.pointerId)
    const { col, table } = columnOf(th)
    const [from, room] = [th.offsetWidth, Number.parseInt(table?.style.minWidth ?? '', 10)]
    const before = [col?.style.width ?? '', table?.style.minWidth ?? ''] as const
    let px: number | undefined
    // While it moves only the browser lays out; rows are drawn again once, at the end.
    const show = (width: string, minWidth: string) => {
      if (col) col.style.width = width
      if (table) table.style.minWidth = minWidth
    }
    edge.onpointermove = ({ clientX }) => {
      px = Math.max(columnWidths.least, from + clientX - down.clientX)
      show(`${px}px`, `${room + px - from}px`)
    }
    const end = (isDone: boolean) => {
      edge.onpointermove = null
      edge.onpointerup = null
      edge.onpointercancel = null
      show(...before)
      if (isDone && px !== undefined) onSize(px)
    }
    edge.onpointerup = () => end(true)
    edge.onpointercancel = () => end(false)
  }
  return (
    <span
      className="grid-edge"
      aria-hidden="true"
      onPointerDown={draw}
      // The heading below sorts by a click.
      onClick={(e) => e.stopPropagation()}
      onDoubleClick={() => onSize(undefined)}
    />
  )
}
