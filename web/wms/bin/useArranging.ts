import type { Walk, WalkedBin } from '@lading/contract/wms/pickOrder.ts'
import { useMemo, useState } from 'react'
import { useChoice } from '../../kernel/grid/selection.ts'
import { moveBefore, moveBy } from './arrange.ts'

type Order = readonly WalkedBin[]
interface State {
  /** From which order it was made. */
  readonly from: Walk | undefined
  readonly order: Order
  /** What was there before each move, the last first. */
  readonly past: readonly Order[]
  /** The first of what was moved last: it is brought into sight. */
  readonly moved: string | undefined
}
const pastMost = 50
const stateOf = (from: Walk | undefined): State => ({ from, order: from?.bins ?? [], past: [], moved: undefined })

/** The order of an area as somebody is making it. What others change meanwhile is taken over as long as he has moved nothing. */
export function useArranging(walk: Walk | undefined) {
  const [state, setState] = useState(() => stateOf(walk))
  const { selection, chosen } = useChoice<WalkedBin>()
  const { from, order, past } = state
  const isChanged = order !== from?.bins && order.some((b, i) => b.id !== from?.bins[i]?.id)
  const isNew = walk !== undefined && walk.seen !== from?.seen
  if (isNew && !isChanged) setState(stateOf(walk))
  const places = useMemo(() => new Map(order.map((b, i) => [b.id, i])), [order])
  const move = (ids: ReadonlySet<string>, to: (order: Order) => Order) =>
    setState((s) => {
      const next = to(s.order)
      if (next === s.order) return s
      const moved = next.find((b) => ids.has(b.id))?.id
      return { ...s, order: next, past: [s.order, ...s.past].slice(0, pastMost), moved }
    })
  /** What a row stands for: all that is ticked, where it is ticked itself. */
  const withRow = (id: string | undefined): ReadonlySet<string> =>
    new Set(id === undefined || selection.has(id) ? chosen.map((b) => b.id) : [id])
  return {
    order,
    places,
    moved: state.moved,
    seen: from?.seen ?? '',
    selection,
    chosen,
    isChanged,
    /** Somebody else has saved another order. */
    isOutdated: isNew && isChanged,
    withRow,
    moveBefore: (ids: ReadonlySet<string>, before: string | undefined) => move(ids, (o) => moveBefore(o, ids, before)),
    moveBy: (ids: ReadonlySet<string>, by: -1 | 1) => move(ids, (o) => moveBy(o, ids, by)),
    canUndo: past.length > 0,
    undo: () => setState((s) => ({ ...s, order: s.past[0] ?? s.order, past: s.past.slice(1), moved: undefined })),
    tickAisle: (aisle: string | null) => {
      selection.clear()
      selection.tick(
        order.filter((b) => b.aisle === aisle),
        true,
      )
    },
    reset: () => setState(stateOf(walk)),
  }
}
export type Arranging = ReturnType<typeof useArranging>
