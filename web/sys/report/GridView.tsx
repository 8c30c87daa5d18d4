import type { LaidCell, LaidReport, LaidSheet } from '@lading/contract/sys/laidReport.ts'
import type { CellStyle } from '@lading/contract/sys/reportTemplate.ts'
import { Segmented } from 'antd'
import { type CSSProperties, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../client/text.ts'
import './grid.css'

/** Between two pages. */
const gap = 24
/** Beyond what is in sight, so that nothing is missing while it is moved. */
const spare = 400

interface Placed {
  readonly cell: LaidCell
  readonly key: string
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
  /** Stays in sight while the rest moves. */
  readonly down: boolean
  readonly right: boolean
}

interface Grid {
  readonly cells: Placed[]
  readonly width: number
  readonly height: number
  /** Of the rows that stay in sight. */
  readonly head: number
}

/** Where each cell of a sheet stands, its pages below each other. */
function placed(sheet: LaidSheet): Grid {
  const sums = (lengths: readonly number[]) =>
    lengths.reduce<number[]>((all, n) => all.concat((all.at(-1) ?? 0) + n), [0])
  const lefts = sums(sheet.widths)
  let from = 0
  const cells = sheet.pages.flatMap((page, p) => {
    const tops = sums(page.heights)
    const own = page.cells.map((cell): Placed => {
      const { r, c, h = 1, w = 1 } = cell
      const top = from + (tops[r] ?? 0)
      const left = lefts[c] ?? 0
      return {
        ...{ cell, key: `${p}.${r}.${c}`, top, left },
        width: (lefts[c + w] ?? left) - left,
        height: from + (tops[r + h] ?? 0) - top,
        down: p === 0 && r < sheet.freeze.rows && sheet.pages.length === 1,
        right: c < sheet.freeze.cols,
      }
    })
    from += (tops.at(-1) ?? 0) + gap
    return own
  })
  const head = Math.max(0, ...cells.filter((c) => c.down).map((c) => c.top + c.height))
  return { cells, width: lefts.at(-1) ?? 0, height: Math.max(0, from - gap), head }
}

/** What of a cell over several rows is hidden above and below: its words stand in the middle of what is in sight. */
function hiddenOf(
  { cell, down, top, height }: Placed,
  from: number,
  to: number,
): readonly [above: number, below: number] {
  if (down || (cell.h ?? 1) === 1) return [0, 0]
  const above = Math.min(Math.max(0, from - top), height)
  return [above, Math.min(Math.max(0, top + height - to), height - above)]
}

/** A cell's looks. What has a ground of its own has a dark text on it, in whatever theme. */
export function cssOf(s: CellStyle | undefined, isNumber: boolean): CSSProperties {
  const line = '1px solid var(--line-strong)'
  return {
    fontWeight: s?.bold ? 600 : undefined,
    fontStyle: s?.italic ? 'italic' : undefined,
    fontSize: s?.size ? (s.size * 4) / 3 : undefined,
    color: s?.color ?? (s?.fill ? '#16211f' : undefined),
    background: s?.fill,
    justifyContent: { left: 'flex-start', center: 'center', right: 'flex-end' }[
      s?.align ?? (isNumber ? 'right' : 'left')
    ],
    alignItems: { top: 'flex-start', middle: 'center', bottom: 'flex-end' }[s?.valign ?? 'middle'],
    whiteSpace: s?.wrap ? 'pre-wrap' : 'nowrap',
    ...(s?.border === 'all' && { border: line }),
    ...(s?.border === 'bottom' && { borderBottom: line }),
    ...(s?.border === 'top' && { borderTop: line }),
  }
}

interface Props {
  readonly report: LaidReport
  readonly zoom: number
  /** What is looked for. */
  readonly word: string
  /** Where a cell leads. */
  readonly hrefOf: (link: NonNullable<LaidCell['l']>) => string | undefined
}

/** A report as it is read: only what is in sight is drawn, heads and first columns stay. */
export function GridView({ report, zoom, word, hrefOf }: Props) {
  const t = useText()
  const [index, setIndex] = useState(0)
  const sheet = report.sheets[Math.min(index, report.sheets.length - 1)]
  const { cells, width, height, head } = useMemo(
    () => (sheet ? placed(sheet) : { cells: [], width: 0, height: 0, head: 0 }),
    [sheet],
  )
  const box = useRef<HTMLElement>(null)
  const [at, setAt] = useState({ x: 0, y: 0, high: 900, wide: 1400 })
  const look = useCallback(() => {
    const el = box.current
    if (el)
      setAt({
        x: el.scrollLeft / zoom,
        y: el.scrollTop / zoom,
        high: el.clientHeight / zoom,
        wide: el.clientWidth / zoom,
      })
  }, [zoom])
  useEffect(() => {
    // Tells of the size it begins with, too.
    const observer = new ResizeObserver(look)
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [look])
  const sought = word.trim().toLowerCase()
  const inSight = (p: Placed): boolean =>
    (p.down || (p.top + p.height > at.y - spare && p.top < at.y + at.high + spare)) &&
    (p.right || (p.left + p.width > at.x - spare && p.left < at.x + at.wide + spare))
  return (
    <>
      {report.sheets.length > 1 && (
        <Segmented
          value={index}
          options={report.sheets.map((s, value) => ({ value, label: s.name }))}
          onChange={setIndex}
          aria-label={t(['工作表', 'Sheet'])}
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
      <section className="card report-grid" ref={box} onScroll={look} aria-label={report.title} tabIndex={0}>
        <div style={{ width: width * zoom, height: height * zoom }}>
          <div className="report-sheet" style={{ transform: `scale(${zoom})`, width, height }}>
            {cells.filter(inSight).map((p) => {
              const [above, below] = hiddenOf(p, at.y + head, at.y + at.high)
              return (
                <Cell
                  key={p.key}
                  place={p}
                  style={report.styles[p.cell.s]}
                  isFound={sought !== '' && p.cell.t.toLowerCase().includes(sought)}
                  x={p.right ? at.x : 0}
                  y={p.down ? at.y : 0}
                  above={above}
                  below={below}
                  hrefOf={hrefOf}
                />
              )
            })}
          </div>
        </div>
      </section>
    </>
  )
}

interface CellProps extends Pick<Props, 'hrefOf'> {
  readonly place: Placed
  readonly style: CellStyle | undefined
  readonly isFound: boolean
  readonly x: number
  readonly y: number
  readonly above: number
  readonly below: number
}
const Cell = memo(function Cell({ place, style, isFound, x, y, above, below, hrefOf }: CellProps) {
  const { cell, top, left, width, height, down, right } = place
  const href = cell.l && hrefOf(cell.l)
  const css: CSSProperties = {
    ...{ ...cssOf(style, cell.n !== undefined), top, left, width, height },
    ...((above > 0 || below > 0) && { paddingTop: above, paddingBottom: below }),
    ...((down || right) && { transform: `translate(${x}px, ${y}px)`, zIndex: down && right ? 3 : 2 }),
  }
  const name = `report-cell${down || right ? ' is-kept' : ''}${isFound ? ' is-found' : ''}`
  return (
    <div className={name} style={css} title={cell.t}>
      {href ? <a href={href}>{cell.t}</a> : <span>{cell.t}</span>}
    </div>
  )
})
