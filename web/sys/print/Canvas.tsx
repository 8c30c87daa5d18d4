import { filledIn, type LayoutMark, markKinds, type PrintLayout } from '@lading/contract/sys/printForm.ts'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useText } from '../../client/text.ts'

interface Props {
  readonly layout: PrintLayout
  /** What stands in the place of each name. */
  readonly samples: Readonly<Record<string, string>>
  readonly chosen: number | undefined
  readonly isLocked: boolean
  readonly onChoose: (i: number | undefined) => void
  readonly onMove: (i: number, x: number, y: number) => void
  readonly onRemove: (i: number) => void
}

const half = 0.5
/** To the half millimetre, which is how finely labels are laid out. */
const snapped = (mm: number): number => Math.round(mm / half) * half
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const pointsPerMm = 72 / 25.4

/** Where a mark stands on the page: what follows a table is drawn below its first rows. */
const topOf = (m: LayoutMark, { table }: PrintLayout): number =>
  m.after && table ? Math.min(table.bottom, table.top + table.rowHeight * 4) + m.y : m.y

/** The page in millimetres, with what stands on it to be taken and moved, by hand or by the arrow keys. */
export function Canvas({ layout, samples, chosen, isLocked, onChoose, onMove, onRemove }: Props) {
  const t = useText()
  const page = useRef<SVGSVGElement>(null)
  const held = useRef<{ i: number; x: number; y: number; from: LayoutMark }>(undefined)
  const place = (e: PointerEvent): { x: number; y: number } => {
    const box = page.current?.getBoundingClientRect()
    if (!box || box.width === 0) return { x: 0, y: 0 }
    const scale = layout.width / box.width
    return { x: (e.clientX - box.left) * scale, y: (e.clientY - box.top) * scale }
  }
  const take = (e: PointerEvent, i: number, from: LayoutMark): void => {
    onChoose(i)
    if (isLocked) return
    held.current = { i, from, ...place(e) }
    e.currentTarget.setPointerCapture(e.pointerId)
  }
  const drag = (e: PointerEvent): void => {
    const h = held.current
    if (!h) return
    const now = place(e)
    onMove(h.i, snapped(h.from.x + now.x - h.x), snapped(h.from.y + now.y - h.y))
  }
  const press = (e: KeyboardEvent, i: number, m: LayoutMark): void => {
    const by = arrows[e.key]
    if (e.key === 'Enter' || e.key === ' ') onChoose(i)
    else if (isLocked) return
    else if (e.key === 'Delete' || e.key === 'Backspace') onRemove(i)
    else if (by) {
      const step = e.shiftKey ? 5 : half
      onMove(i, m.x + by[0] * step, m.y + by[1] * step)
    } else return
    e.preventDefault()
  }
  return (
    <svg ref={page} className="print-canvas" viewBox={`0 0 ${layout.width} ${layout.height}`}>
      <title>{t(['版式', 'Layout'])}</title>
      <defs>
        <pattern id="print-mm" width="10" height="10" patternUnits="userSpaceOnUse">
          <path d="M10 0H0V10" className="print-grid" />
        </pattern>
      </defs>
      <rect width={layout.width} height={layout.height} className="print-paper" />
      <rect width={layout.width} height={layout.height} fill="url(#print-mm)" />
      {layout.table && <TableMark layout={layout} />}
      {layout.marks.map((m, i) => (
        // biome-ignore lint/a11y/useSemanticElements: a drawing holds no buttons of HTML
        <g
          // biome-ignore lint/suspicious/noArrayIndexKey: a mark has no other name than its place
          key={i}
          role="button"
          tabIndex={0}
          aria-pressed={chosen === i}
          aria-label={`${t(markKinds[m.kind])} ${m.text}`}
          className={chosen === i ? 'print-mark chosen' : 'print-mark'}
          onPointerDown={(e) => take(e, i, m)}
          onPointerMove={drag}
          onPointerUp={() => {
            held.current = undefined
          }}
          onFocus={() => onChoose(i)}
          onKeyDown={(e) => press(e, i, m)}
        >
          <Drawn mark={m} y={topOf(m, layout)} text={filledIn(m.text, samples)} />
        </g>
      ))}
    </svg>
  )
}

/** Letters shrink down to half to fit, as they will when they are printed. */
function fitting(text: string, size: number, width: number): number {
  const ems = [...text].reduce((sum, c) => sum + (c < '\u2000' ? 0.6 : 1), 0)
  return Math.max(size / 2, Math.min(size, width / Math.max(ems, 1)))
}

/** A sketch of a mark: letters as large as they will be, bars as bars. */
function Drawn({ mark: m, y, text }: { mark: LayoutMark; y: number; text: string }) {
  const frame = <rect x={m.x} y={y} width={m.width} height={Math.max(m.height, 1)} className="print-frame" />
  if (m.kind === 'line') {
    return (
      <>
        {frame}
        <rect x={m.x} y={y} width={m.width} height={m.height} className="print-ink" />
      </>
    )
  }
  if (m.kind === 'image')
    return (
      <>
        {frame}
        {m.image && <image href={m.image} x={m.x} y={y} width={m.width} height={m.height} />}
      </>
    )
  if (m.kind === 'text') {
    const size = fitting(text, m.size / pointsPerMm, m.width)
    const anchor = { left: 'start', center: 'middle', right: 'end' } as const
    const x = { left: m.x, center: m.x + m.width / 2, right: m.x + m.width }[m.align]
    return (
      <>
        {frame}
        <text x={x} y={y + m.height / 2 + size * 0.35} fontSize={size} textAnchor={anchor[m.align]}>
          {text}
        </text>
      </>
    )
  }
  const isSquare = m.kind === 'qrcode' || m.kind === 'datamatrix'
  const bars = Array.from({ length: isSquare ? 0 : Math.floor(m.width / 2) }, (_, i) => i)
  return (
    <>
      {frame}
      {isSquare && <rect x={m.x} y={y} width={m.width} height={m.height} className="print-code" />}
      {bars.map((i) => (
        <rect key={i} x={m.x + i * 2} y={y} width={i % 3 === 0 ? 1.2 : 0.6} height={m.height} className="print-ink" />
      ))}
    </>
  )
}

function TableMark({ layout: { table } }: { layout: PrintLayout }) {
  if (!table) return null
  const width = table.columns.reduce((sum, c) => sum + c.width, 0)
  let x = table.x
  return (
    <g className="print-table">
      <rect x={table.x} y={table.top} width={width} height={Math.max(1, table.bottom - table.top)} />
      {table.columns.map((c, i) => {
        const at = x
        x += c.width
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column may stand there twice
          <g key={i}>
            <path d={`M${at} ${table.top}v${table.bottom - table.top}`} />
            <text x={at + 0.8} y={table.top + table.rowHeight * 0.65} fontSize={table.size / pointsPerMm}>
              {c.title}
            </text>
          </g>
        )
      })}
      <path d={`M${table.x} ${table.top + table.rowHeight}h${width}`} />
    </g>
  )
}
