import { useVirtualizer } from '@tanstack/react-virtual'
import { type ClipboardEvent, memo, type ReactNode, type ThHTMLAttributes, useMemo, useRef } from 'react'
import { usePrefs } from '../../client/prefs.ts'
import { useText } from '../../client/text.ts'
import { isMany } from './paste.ts'
import { type Chosen, type Selection, useIsTicked, useTickedOf } from './selection.ts'
import { Tick } from './Tick.tsx'
import { useCells } from './useCells.ts'
import { useEditKeys } from './useEditKeys.ts'
import './grid.css'

export interface GridColumn<R> {
  readonly key: string
  readonly title: ReactNode
  /** At least so many pixels; what is left over is shared. */
  readonly width: number
  readonly align?: 'left' | 'right'
  /** Stays in sight while the others move sideways: only the first may stand at the start, only the last at the end. */
  readonly fixed?: 'start' | 'end' | undefined
  /** What it says must be read in full, on several lines where it has to be. */
  readonly wraps?: boolean | undefined
  /** What its heading does, such as sorting. */
  readonly head?: ThHTMLAttributes<HTMLTableCellElement>
  readonly render: (row: R, index: number) => ReactNode
}
/** What the keys do in lines that are typed into, see `useEditKeys`. */
export interface GridEditing {
  readonly onAdd: () => void
  readonly onCopyDown: (index: number, key: string) => void
  /** Cells from a clipboard, at the cell that has the focus. */
  readonly onPaste: (text: string, index: number, key: string) => void
}
export interface GridProps<R extends object> {
  /** What it lists, for who hears it. */
  readonly label: string
  readonly rows: readonly R[]
  /** Kept as long as nothing about them changes: rows are drawn again with them. */
  readonly columns: readonly GridColumn<R>[]
  /** What tells rows apart; left out, their id. */
  readonly keyOf?: (row: R) => string
  /** Rows have an id then. */
  readonly selection?: Selection<R & Chosen> | undefined
  /** Its cells are typed into. */
  readonly editing?: GridEditing | undefined
  /** Under the columns, by their keys. */
  readonly foot?: Readonly<Record<string, ReactNode>> | undefined
  /** Pixels that it may take; more rows than fit scroll under their headings. Left out: it is as long as its rows. */
  readonly height?: number | undefined
  /** How many rows there are in all, where these are a page of them, and how many stand before. */
  readonly of?: { readonly total: number; readonly before: number } | undefined
  readonly rowClass?: ((row: R) => string | undefined) | undefined
  /** What a double click on a row does, beside a button in it that does the same. */
  readonly onOpen?: ((row: R) => void) | undefined
}

const tickWidth = 44
/** Rows beyond which only those in sight are drawn, and some around them. */
const virtualFrom = 30
const around = 8
/** As `grid.css` draws them. */
const rowHeights = { compact: 33, comfortable: 41 } as const
const editedHeights = { compact: 37, comfortable: 45 } as const
const idOf = (row: object): string => (row as Chosen).id

/**
 * Rows and columns to read and to go through: lists, lines, choosers. Rows that did not change are not drawn again, and
 * of long ones only those in sight. One stop of the Tab key; arrows go from cell to cell.
 */
export function DataGrid<R extends object>(p: GridProps<R>) {
  const { rows, columns, selection, height, editing, keyOf = idOf } = p
  const box = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const rowHeight = usePrefs(({ density }) => (editing ? editedHeights : rowHeights)[density])
  const isVirtual = height !== undefined && rows.length > virtualFrom
  const window = useVirtualizer({
    count: rows.length,
    enabled: isVirtual,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (i) => (rows[i] ? keyOf(rows[i]) : i),
    overscan: around,
    initialRect: { width: 0, height: height ?? 0 },
  })
  const reveal = (index: number) => window.scrollToIndex(index)
  const cells = useCells(table, rows.length, reveal, editing !== undefined)
  const edits = useEditKeys(table, {
    count: rows.length,
    reveal,
    onAdd: () => editing?.onAdd(),
    onCopyDown: (index, key) => editing?.onCopyDown(index, key),
  })
  const paste = (event: ClipboardEvent<HTMLTableElement>) => {
    const text = event.clipboardData.getData('text/plain')
    const cell = (event.target as HTMLElement).closest<HTMLElement>('td[data-key]')
    const row = cell?.closest<HTMLElement>('tr[data-index]')
    if (!editing || !cell || !row || !isMany(text)) return
    event.preventDefault()
    editing.onPaste(text, Number(row.dataset.index), cell.dataset.key ?? '')
  }
  const width = columns.reduce((sum, c) => sum + c.width, selection ? tickWidth : 0)
  const seen = isVirtual ? window.getVirtualItems() : undefined
  const before = seen?.[0]?.start ?? 0
  const after = seen ? window.getTotalSize() - (seen.at(-1)?.end ?? 0) : 0
  const first = p.of?.before ?? 0
  return (
    <div className={editing ? 'grid grid-edited' : 'grid'} ref={box} style={{ maxHeight: height }}>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is gone through by arrows is a grid
        role="grid"
        aria-label={p.label}
        aria-rowcount={(p.of?.total ?? rows.length) + 1}
        style={{ minWidth: width }}
        {...(editing ? { ...edits, onPaste: paste } : cells)}
      >
        <colgroup>
          {selection && <col style={{ width: tickWidth }} />}
          {columns.map((c) => (
            <col key={c.key} style={{ width: c.width }} />
          ))}
        </colgroup>
        <Head {...p} />
        <tbody>
          {before > 0 && <Gap height={before} />}
          {(seen ?? rows.map((_, index) => ({ index }))).map(({ index }) => {
            const row = rows[index]
            return (
              row && (
                <GridRow
                  key={keyOf(row)}
                  // The types of rows and columns go together; memo forgets them.
                  {...({ row, columns, selection } as unknown as RowProps)}
                  index={index}
                  at={first + index + 2}
                  className={p.rowClass?.(row)}
                  measure={isVirtual ? window.measureElement : undefined}
                  onOpen={p.onOpen as RowProps['onOpen']}
                />
              )
            )
          })}
          {after > 0 && <Gap height={after} />}
        </tbody>
        {p.foot && <Foot {...p} foot={p.foot} />}
      </table>
    </div>
  )
}

const classOf = <R,>({ align, fixed, wraps }: GridColumn<R>, more = ''): string =>
  [align === 'right' && 'grid-figure', fixed && `grid-${fixed}`, wraps && 'grid-wraps', more].filter(Boolean).join(' ')

function Head<R extends object>({ columns, rows, selection }: GridProps<R>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && <TickAll of={selection} rows={rows as readonly (R & Chosen)[]} />}
        {columns.map((c) => (
          <th key={c.key} scope="col" {...c.head} className={classOf(c, c.head?.className)}>
            {c.title}
          </th>
        ))}
      </tr>
    </thead>
  )
}

type FootProps<R extends object> = Pick<GridProps<R>, 'columns' | 'selection'> & {
  readonly foot: NonNullable<GridProps<R>['foot']>
}
const Foot = <R extends object>({ columns, selection, foot }: FootProps<R>) => (
  <tfoot>
    <tr>
      {selection && <td className="grid-tick grid-start" />}
      {columns.map((c) => (
        <td key={c.key} className={classOf(c)}>
          {foot[c.key]}
        </td>
      ))}
    </tr>
  </tfoot>
)

const Gap = ({ height }: { height: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of a grid may take the focus, this empty one does not
  <tr aria-hidden="true">
    <td className="grid-gap" style={{ height }} />
  </tr>
)

interface RowProps {
  readonly row: Chosen
  readonly index: number
  /** Where it stands among all, the heading being the first. */
  readonly at: number
  readonly columns: readonly GridColumn<Chosen>[]
  readonly selection: Selection<Chosen> | undefined
  readonly className: string | undefined
  /** Of long ones: some rows have two lines, and are taller than others. */
  readonly measure: ((element: HTMLElement | null) => void) | undefined
  readonly onOpen: ((row: Chosen) => void) | undefined
}
const GridRow = memo(function GridRow(p: RowProps) {
  const cells = useMemo(
    () =>
      p.columns.map((c) => (
        <td key={c.key} data-key={c.key} className={classOf(c)}>
          {c.render(p.row, p.index)}
        </td>
      )),
    [p.columns, p.row, p.index],
  )
  if (!p.selection) return <Line {...p}>{cells}</Line>
  return (
    <TickRow {...p} selection={p.selection}>
      {cells}
    </TickRow>
  )
})

type LineProps = Omit<RowProps, 'columns' | 'selection'> & {
  readonly isTicked?: boolean
  readonly children: ReactNode
}
const Line = ({ row, index, at, className = '', measure, onOpen, isTicked, children }: LineProps) => (
  <tr
    ref={measure}
    {...(onOpen && { onDoubleClick: () => onOpen(row) })}
    data-index={index}
    aria-rowindex={at}
    {...(isTicked !== undefined && { 'aria-selected': isTicked })}
    className={`grid-row ${className}`}
  >
    {children}
  </tr>
)

function TickRow(p: RowProps & { readonly selection: Selection<Chosen>; readonly children: ReactNode }) {
  const isTicked = useIsTicked(p.selection, p.row.id)
  return (
    <Line {...p} isTicked={isTicked}>
      <td className="grid-tick grid-start">
        <Tick of={p.selection} row={p.row} />
      </td>
      {p.children}
    </Line>
  )
}

function TickAll<R extends Chosen>({ of, rows }: { of: Selection<R>; rows: readonly R[] }) {
  const t = useText()
  const ticked = useTickedOf(of, rows)
  return (
    <th scope="col" className="grid-tick grid-start">
      <input
        type="checkbox"
        className="tick"
        checked={ticked > 0 && ticked === rows.length}
        aria-label={t(['全选本页', 'Select all on this page'])}
        ref={(e) => {
          if (e) e.indeterminate = ticked > 0 && ticked < rows.length
        }}
        // What was said of rows that are ticked already stays.
        onChange={({ target: { checked } }) => of.tick(checked ? rows.filter(({ id }) => !of.has(id)) : rows, checked)}
      />
    </th>
  )
}
