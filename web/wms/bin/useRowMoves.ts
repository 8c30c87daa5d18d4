import type { WalkedBin } from '@lading/contract/wms/pickOrder.ts'
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Arranging } from './useArranging.ts'

const rowAt = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null
const indexAt = (target: EventTarget): number | undefined => {
  const index = rowAt(target)?.dataset.index
  return index === undefined ? undefined : Number(index)
}
/** So near to its edge the list moves under what is dragged, so far at a time. */
const edge = 36
const stride = 18

/** Rows are dragged to another place, and moved up and down by Alt and the arrows; Ctrl+Z takes the last move back. */
export function useRowMoves(of: Arranging) {
  const { order, places, moved } = of
  const box = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<ReadonlySet<string>>()
  /** Before which row what is dragged would come; the number of rows is behind all. */
  const [drop, setDrop] = useState<number>()
  const held = useRef<string>(undefined)

  useEffect(() => {
    const at = moved === undefined ? undefined : places.get(moved)
    const grid = box.current?.querySelector('.grid')
    if (at === undefined || !grid) return
    const isHeld = held.current !== undefined
    held.current = undefined
    const row = grid.querySelector<HTMLElement>(`tr[data-index="${at}"]`)
    // A row that changes its place loses the focus.
    if (row && isHeld) row.querySelector<HTMLElement>('input')?.focus()
    if (row) row.scrollIntoView({ block: 'nearest' })
    else grid.scrollTop = Math.max(0, (at / Math.max(1, places.size)) * grid.scrollHeight - grid.clientHeight / 2)
  }, [moved, places])

  const end = () => {
    setDragged(undefined)
    setDrop(undefined)
  }
  const onDragStart = (e: DragEvent) => {
    const row = order[indexAt(e.target) ?? -1]
    if (!row) return
    const ids = of.withRow(row.id)
    e.dataTransfer.effectAllowed = 'move'
    e.dataTransfer.setData('text/plain', order.flatMap((b) => (ids.has(b.id) ? [b.code] : [])).join('\n'))
    setDragged(ids)
  }
  const onDragOver = (e: DragEvent) => {
    if (!dragged) return
    e.preventDefault()
    const grid = box.current?.querySelector('.grid')
    const { top = 0, bottom = 0 } = grid?.getBoundingClientRect() ?? {}
    if (e.clientY < top + edge * 2) grid?.scrollBy(0, -stride)
    else if (e.clientY > bottom - edge) grid?.scrollBy(0, stride)
    const [row, index] = [rowAt(e.target), indexAt(e.target)]
    if (!row || index === undefined) return
    const rect = row.getBoundingClientRect()
    setDrop(e.clientY < rect.top + rect.height / 2 ? index : index + 1)
  }
  const onDrop = (e: DragEvent) => {
    e.preventDefault()
    if (dragged && drop !== undefined) of.moveBefore(dragged, order[drop]?.id)
    end()
  }
  const onKeyDown = (e: KeyboardEvent) => {
    if ((e.ctrlKey || e.metaKey) && e.key === 'z') {
      e.preventDefault()
      of.undo()
      return
    }
    if (!e.altKey || (e.key !== 'ArrowUp' && e.key !== 'ArrowDown')) return
    const row = order[indexAt(e.target) ?? -1]
    if (!row) return
    e.preventDefault()
    held.current = row.id
    of.moveBy(of.withRow(row.id), e.key === 'ArrowUp' ? -1 : 1)
  }
  const rowClass = ({ id }: WalkedBin): string | undefined => {
    if (!dragged) return undefined
    const at = places.get(id)
    if (at === drop) return 'walk-before'
    if (drop === order.length && at === drop - 1) return 'walk-after'
    return dragged.has(id) ? 'walk-dragged' : undefined
  }
  return { box, rowClass, handlers: { onDragStart, onDragOver, onDrop, onDragEnd: end, onKeyDown } }
}
