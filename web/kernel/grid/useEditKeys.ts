import type { KeyboardEvent, RefObject } from 'react'

const inputs = 'input:not([type=hidden]), textarea'
/** A list of choices has its own use for Enter and the arrows. */
const isChoice = (e: Element): boolean => e.getAttribute('role') === 'combobox'

/**
 * Keys of lines that are typed into: Enter and the arrows go up and down in a column, Enter in the last line asks for
 * another one, Ctrl+D takes what stands above.
 * @param reveal brings a line into being that is out of sight
 */
export function useEditKeys(
  table: RefObject<HTMLTableElement | null>,
  o: {
    readonly count: number
    readonly reveal: (index: number) => void
    readonly onAdd: () => void
    /** The line above, and the column by its key. */
    readonly onCopyDown: (index: number, key: string) => void
  },
) {
  const focus = (index: number, column: number, tries = 5): void => {
    const cell = table.current?.querySelector(`tr[data-index="${index}"]`)?.children[column]
    const input = cell?.querySelector<HTMLInputElement>(inputs)
    if (input) input.focus()
    else if (tries > 0) requestAnimationFrame(() => focus(index, column, tries - 1))
  }
  return {
    onKeyDown: (event: KeyboardEvent<HTMLTableElement>) => {
      const target = event.target as HTMLElement
      const cell = target.closest<HTMLElement>('td[data-key]')
      const row = cell?.closest<HTMLElement>('tr[data-index]')
      if (!cell || !row || event.altKey || event.defaultPrevented || event.nativeEvent.isComposing) return
      const index = Number(row.dataset.index)
      const column = [...row.children].indexOf(cell)
      const isCopy = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd'
      if (isCopy) {
        event.preventDefault()
        if (index > 0) o.onCopyDown(index, cell.dataset.key ?? '')
        return
      }
      if (!target.matches(inputs) || isChoice(target) || event.ctrlKey || event.metaKey || event.shiftKey) return
      const by = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (by === undefined || target.matches('textarea, [type=checkbox]')) return
      event.preventDefault()
      const next = index + by
      if (next < 0) return
      if (next >= o.count) {
        if (event.key !== 'Enter') return
        o.onAdd()
      } else o.reveal(next)
      focus(next, column)
    },
  }
}
