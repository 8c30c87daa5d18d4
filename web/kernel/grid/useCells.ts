import { type KeyboardEvent, type RefObject, useEffect } from 'react'

const stops = ':is(a[href], button, input, select, textarea, [tabindex]):not(:disabled)'
/** What is typed into has its own use for the arrows, and its own stop: the Tab key leads from one to the next. */
const typed = 'input:not([type="checkbox"], [type="radio"]), select, textarea'
const rowsPerPage = 10

const bodyOf = (table: HTMLTableElement): HTMLTableSectionElement | null => table.tBodies[0] ?? null
/** What the focus goes to in a cell: what stands in it, or the cell. */
const stopIn = (cell: HTMLElement): HTMLElement => cell.querySelector<HTMLElement>(stops) ?? cell

/**
 * One stop of the Tab key for a whole table: the cell that was left last, or its first. What stands in the others is
 * reached by the arrows, unless it is typed into. Where there is nothing to press, it is a cell: what is only read is
 * scrolled by keys, too.
 */
function keepOneStop(body: HTMLElement): void {
  const found = [...body.querySelectorAll<HTMLElement>(stops)]
  const first = body.querySelector<HTMLElement>('tr[data-index] > td')
  if (found.length === 0 && first) first.tabIndex = 0
  const all = found.filter((e) => !e.matches(typed))
  const held = all.find((e) => e.dataset.stop !== undefined) ?? all.find((e) => e.matches('a, button')) ?? all[0]
  for (const e of all) {
    const next = e === held ? 0 : -1
    if (e.tabIndex !== next) e.tabIndex = next
  }
}

/** Where the arrows lead from a cell; undefined for keys that lead nowhere. */
function target(
  key: string,
  isFar: boolean,
  at: { row: number; column: number },
  last: { row: number; column: number },
) {
  const to = { ...at }
  if (key === 'ArrowUp') to.row -= 1
  else if (key === 'ArrowDown') to.row += 1
  else if (key === 'ArrowLeft') to.column -= 1
  else if (key === 'ArrowRight') to.column += 1
  else if (key === 'PageUp') to.row -= rowsPerPage
  else if (key === 'PageDown') to.row += rowsPerPage
  else if (key === 'Home') Object.assign(to, { column: 0 }, isFar && { row: 0 })
  else if (key === 'End') Object.assign(to, { column: last.column }, isFar && { row: last.row })
  else return undefined
  const within = (n: number, most: number) => Math.min(Math.max(n, 0), most)
  return { row: within(to.row, last.row), column: within(to.column, last.column) }
}

export interface CellKeys {
  onKeyDown(event: KeyboardEvent<HTMLTableElement>): void
}
/**
 * Moves the focus from cell to cell by arrows, Home, End and Page keys, as the pattern of a grid has it.
 * @param reveal brings a row into being that is out of sight, before it is gone to
 * @param isEdited every control keeps its own stop then, and the arrows are those of lines that are typed into
 */
export function useCells(
  ref: RefObject<HTMLTableElement | null>,
  rowCount: number,
  reveal: (index: number) => void,
  isEdited: boolean,
): CellKeys {
  useEffect(() => {
    const body = ref.current && bodyOf(ref.current)
    if (!body || isEdited) return
    keepOneStop(body)
    const observer = new MutationObserver(() => keepOneStop(body))
    observer.observe(body, { childList: true, subtree: true })
    const entered = ({ target: to }: FocusEvent) => {
      if (!(to instanceof HTMLElement)) return
      for (const e of body.querySelectorAll<HTMLElement>('[data-stop]')) delete e.dataset.stop
      to.dataset.stop = ''
      keepOneStop(body)
    }
    body.addEventListener('focusin', entered)
    return () => {
      observer.disconnect()
      body.removeEventListener('focusin', entered)
    }
  }, [ref, isEdited])

  const focus = (row: number, column: number): void => {
    const cell = ref.current?.querySelector<HTMLElement>(`tr[data-index="${row}"]`)?.children[column]
    if (!(cell instanceof HTMLElement)) return
    const to = stopIn(cell)
    if (to === cell) cell.tabIndex = -1
    to.focus()
  }
  return {
    onKeyDown: (event) => {
      // What has opened from a cell has keys of its own, from the moment it is asked for.
      if ((event.target as HTMLElement).closest('.ant-dropdown-open, [aria-expanded="true"]')) return
      const from = event.target as HTMLElement
      if (from.matches(typed)) return
      const cell = from.closest('td')
      const row = cell?.closest<HTMLElement>('tr[data-index]')
      if (!cell || !row || event.altKey || event.defaultPrevented) return
      const at = { row: Number(row.dataset.index), column: [...row.children].indexOf(cell) }
      const last = { row: rowCount - 1, column: row.children.length - 1 }
      const to = target(event.key, event.ctrlKey || event.metaKey, at, last)
      if (!to) return
      event.preventDefault()
      if (ref.current?.querySelector(`tr[data-index="${to.row}"]`)) focus(to.row, to.column)
      else {
        reveal(to.row)
        requestAnimationFrame(() => requestAnimationFrame(() => focus(to.row, to.column)))
      }
    },
  }
}
