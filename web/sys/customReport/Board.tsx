import type { ReportCell } from '@lading/contract/sys/reportTemplate.ts'
import { type ClipboardEvent, type CSSProperties, type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useText } from '../../client/text.ts'
import { cssOf } from '../report/GridView.tsx'
import type { Dragged } from './drop.ts'
import { copied, fillDown, letterOf, nameAt, namesIn, paste, placeOf, rangeOf, setCells, setStyle } from './edit.ts'
import type { Design } from './useDesign.ts'

interface Props {
  readonly design: Design
  /** What a bound field is called. */
  readonly titleOf: (set: string, field: string) => string
  readonly onDrop: (at: { row: number; col: number }, d: Dragged) => void
}
export const dragType = 'application/x-report-field'

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Enter: [1, 0],
  Tab: [0, 1],
}

/** What a cell shows while it is drawn. */
function shownOf({ v, bind, expand }: ReportCell, titleOf: Props['titleOf']): string {
  if (!bind) return v === undefined ? '' : String(v)
  const arrow = expand === 'DOWN' ? '↓ ' : expand === 'RIGHT' ? '→ ' : ''
  return `${arrow}${bind.take === 'LIST' || bind.take === 'GROUP' ? '' : `${bind.take} `}${titleOf(bind.set, bind.field)}`
}

/** What is typed into the chosen cell, and where the choice goes from there. */
function useTyping(design: Design) {
  const { sheet, range, cell, choose, changeSheet } = design
  const [typed, setTyped] = useState<string>()
  const from = useRef<{ row: number; col: number }>(undefined)
  const input = useRef<HTMLInputElement>(null)
  const moveTo = (row: number, col: number, wide = false) => {
    const next = {
      row: Math.min(Math.max(0, row), sheet.rows.length - 1),
      col: Math.min(Math.max(0, col), sheet.cols.length - 1),
    }
    if (!wide) from.current = next
    choose(rangeOf(wide ? (from.current ?? range) : next, next))
  }
  const keep = (text: string) =>
    changeSheet((s) =>
      setCells(s, [cell], ({ v: _, bind, expand, ...rest }) =>
        text === '' ? rest : { ...rest, v: isNumber(text) ? Number(text) : text },
      ),
    )
  const end = (isKept: boolean) => {
    if (isKept && typed !== undefined) keep(typed)
    setTyped(undefined)
    input.current?.focus()
  }
  const begin = () => setTyped(String(sheet.cells[cell]?.v ?? ''))
  return { typed, setTyped, from, input, moveTo, begin, end }
}
const isNumber = (text: string): boolean => /^-?\d{1,15}(\.\d+)?$/.test(text) && !/^-?0\d/.test(text)
type Typing = ReturnType<typeof useTyping>

/** What a key does, as in a spreadsheet. */
function byKey(
  e: KeyboardEvent,
  { sheet, range, cell, changeSheet, undo, redo }: Design,
  { moveTo, begin, from }: Typing,
) {
  const step = moves[e.key]
  if (e.ctrlKey || e.metaKey) {
    const does: Readonly<Record<string, () => void>> = {
      z: e.shiftKey ? redo : undo,
      y: redo,
      b: () => changeSheet((s) => setStyle(s, range, { bold: !sheet.cells[cell]?.style?.bold })),
      i: () => changeSheet((s) => setStyle(s, range, { italic: !sheet.cells[cell]?.style?.italic })),
      d: () => changeSheet((s) => fillDown(s, range)),
    }
    return does[e.key.toLowerCase()]
  }
  if (step && e.shiftKey && e.key.startsWith('Arrow')) {
    const row = edge(range.row, range.rows, from.current?.row) + step[0]
    const col = edge(range.col, range.cols, from.current?.col) + step[1]
    return () => moveTo(row, col, true)
  }
  if (step) {
    const [down, right] = [step[0] > 0 ? range.rows : step[0], step[1] > 0 ? range.cols : step[1]]
    return () => moveTo(range.row + down, range.col + right)
  }
  if (e.key === 'Delete' || e.key === 'Backspace')
    return () =>
      changeSheet((s) =>
        setCells(s, namesIn(range), ({ style, span }) => ({ ...(style && { style }), ...(span && { span }) })),
      )
  // Any other key goes into the input that waits on the chosen cell, also by way of an input method.
  return e.key === 'F2' ? () => begin() : undefined
}

/** The drawing board: chosen, typed, dragged and copied as in a spreadsheet. */
export function Board({ design, titleOf, onDrop }: Props) {
  const t = useText()
  const { sheet, range, changeSheet } = design
  const typing = useTyping(design)
  const { typed } = typing
  const onKeyDown = (e: KeyboardEvent) => {
    const does = typed === undefined ? byKey(e, design, typing) : undefined
    if (!does) return
    e.preventDefault()
    does()
  }
  const onCopy = (e: ClipboardEvent) => {
    if (typed !== undefined) return
    e.preventDefault()
    e.clipboardData.setData('text/plain', copied(sheet, range))
  }
  const onPaste = (e: ClipboardEvent) => {
    if (typed !== undefined) return
    e.preventDefault()
    const text = e.clipboardData.getData('text/plain')
    changeSheet((s) => paste(s, range, text))
  }
  const covered = new Set(
    Object.entries(sheet.cells).flatMap(([name, { span }]) =>
      span ? namesIn({ ...placeOf(name), rows: span[0], cols: span[1] }).slice(1) : [],
    ),
  )
  return (
    <section
      className="design-board card"
      onKeyDown={onKeyDown}
      onCopy={onCopy}
      onPaste={onPaste}
      aria-label={t(['画板', 'Drawing board'])}
    >
      <table>
        <thead>
          <tr>
            <td />
            {sheet.cols.map((width, c) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its letter
              <th key={c} style={{ width, minWidth: width }}>
                {letterOf(c)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.rows.map((height, r) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its number
            <tr key={r} style={{ height }}>
              <th>{r + 1}</th>
              {sheet.cols.map((_, c) =>
                covered.has(nameAt(r, c)) ? null : (
                  <Cell key={nameAt(r, c)} row={r} col={c} {...{ design, typing, titleOf, onDrop }} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Cell({ row, col, design, typing, titleOf, onDrop }: Props & { row: number; col: number; typing: Typing }) {
  const { sheet, range, cell, choose } = design
  const { typed, end, moveTo, begin } = typing
  const name = nameAt(row, col)
  const own = sheet.cells[name] ?? {}
  const parent = sheet.cells[cell]?.left ?? sheet.cells[cell]?.top
  const isChosen = row >= range.row && row < range.row + range.rows && col >= range.col && col < range.col + range.cols
  const isFirst = name === cell
  const isTyped = typed !== undefined && isFirst
  const css: CSSProperties = cssOf(own.style, own.bind !== undefined && !own.expand && own.bind.take !== 'LIST')
  const dropped = (e: DragEvent) => {
    const said = e.dataTransfer.getData(dragType)
    if (said === '') return
    e.preventDefault()
    onDrop({ row, col }, JSON.parse(said) as Dragged)
    choose({ row, col, rows: 1, cols: 1 })
  }
  return (
    <td
      rowSpan={own.span?.[0]}
      colSpan={own.span?.[1]}
      className={`${isChosen ? 'is-chosen' : ''}${own.bind ? ' is-bound' : ''}${name === parent ? ' is-parent' : ''}`}
      style={{ ...css, textAlign: own.style?.align ?? (css.justifyContent === 'flex-end' ? 'right' : 'left') }}
      // The input that waits keeps the focus.
      onMouseDown={(e) => !isTyped && e.preventDefault()}
      onPointerDown={(e) => {
        if (isTyped) return
        if (typed !== undefined) end(true)
        moveTo(row, col, e.shiftKey)
      }}
      onPointerEnter={(e) => e.buttons === 1 && typed === undefined && moveTo(row, col, true)}
      onDoubleClick={() => begin()}
      onDragOver={(e) => e.dataTransfer.types.includes(dragType) && e.preventDefault()}
      onDrop={dropped}
    >
      {!isTyped && shownOf(own, titleOf)}
      {isFirst && <Typed name={name} typing={typing} row={row} col={col} />}
    </td>
  )
}

/** What is typed into the chosen cell. It waits there unseen, so that an input method finds it. */
function Typed({ name, row, col, typing }: { name: string; row: number; col: number; typing: Typing }) {
  const { typed, setTyped, end, moveTo, input } = typing
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: who types into a cell goes on typing
      autoFocus
      ref={input}
      className={typed === undefined ? 'is-waiting' : ''}
      aria-label={name}
      value={typed ?? ''}
      onChange={(e) => setTyped(e.target.value)}
      onBlur={() => typed !== undefined && end(true)}
      onKeyDown={(e) => {
        if (typed === undefined || e.nativeEvent.isComposing) return
        if (e.key === 'Escape') end(false)
        if (e.key !== 'Enter' && e.key !== 'Tab') return
        e.preventDefault()
        e.stopPropagation()
        end(true)
        moveTo(row + (e.key === 'Enter' ? 1 : 0), col + (e.key === 'Tab' ? 1 : 0))
      }}
    />
  )
}

/** The end of a range that moves: the one that is not where it was begun. */
const edge = (first: number, length: number, begun = first): number => (begun === first ? first + length - 1 : first)
