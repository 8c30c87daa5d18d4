import { refuse } from '@lading/contract/kernel/fault.ts'
import {
  type FilledCopy,
  filledIn,
  type LayoutMark,
  type LayoutTable,
  markKinds,
  type PrintLayout,
} from '@lading/contract/sys/printForm.ts'
import { printFaults } from '@lading/contract/sys/printTemplate.ts'
import { isEncodable } from '../../platform/print/barcodes.ts'
import { type Mark, type PrintJob, textMark } from '../../platform/print/page.ts'

type Values = Readonly<Record<string, string>>

/** Bars are of plain letters alone. */
const isPlain = (text: string): boolean => /^[\x20-\x7e]+$/.test(text)

function drawMark(m: LayoutMark, values: Values, down = 0): Mark[] {
  const { kind, x, width, height, size, align } = m
  const y = m.y + down
  if (kind === 'line') return [{ kind, x, y, width, height }]
  if (kind === 'image') return m.image === undefined ? [] : [{ kind, x, y, width, height, image: m.image }]
  const text = filledIn(m.text, values)
  if (kind === 'text') return [textMark(text, x, y, width, height, size, { align, fit: true })]
  if (text === '') return []
  if (kind === 'code128' && !isPlain(text)) return [squareCode(text, x, y, width, height)]
  // What a scanner could not read must not leave the printer.
  if (!isEncodable(kind, text)) refuse(printFaults.notEncoded, { text, kind: markKinds[kind] })
  return [{ kind, x, y, width, height, text }]
}

/** A code in Chinese, which bars cannot carry, in the place of the bars: no label leaves without what a scanner reads. */
function squareCode(text: string, x: number, y: number, width: number, height: number): Mark {
  if (!isEncodable('qrcode', text)) refuse(printFaults.notEncoded, { text, kind: markKinds.qrcode })
  const side = Math.min(width, height)
  return { kind: 'qrcode', x, y, width: side, height: side, text }
}

function drawTable(t: LayoutTable, rows: readonly Values[]): Mark[] {
  const width = t.columns.reduce((sum, c) => sum + c.width, 0)
  const head = Object.fromEntries(t.columns.map((c) => [c.field, c.title]))
  const rule = (y: number): Mark => ({ kind: 'line', x: t.x, y, width, height: 0.2 })
  return [
    rule(t.top),
    ...[head, ...rows].flatMap((row, i) => {
      let x = t.x
      const y = t.top + i * t.rowHeight
      const cells = t.columns.map((c) => {
        const at = x
        x += c.width
        const o = { align: c.align, fit: true } as const
        return textMark(row[c.field], at + 0.5, y + 1.5, c.width - 1, t.rowHeight - 2, t.size, o)
      })
      return [...cells, rule(y + t.rowHeight)]
    }),
  ]
}

/** The pages of one document. @param known what every document of the job knows, such as who prints it and when */
export function drawCopy(layout: PrintLayout, copy: FilledCopy, known: Values): Mark[][] {
  const { table } = layout
  const lines = table ? (copy.lines ?? []) : []
  const perPage = table ? Math.max(1, Math.floor((table.bottom - table.top) / table.rowHeight) - 1) : 1
  const pages = Math.max(1, Math.ceil(lines.length / perPage))
  return Array.from({ length: pages }, (_, i) => {
    const rows = lines.slice(i * perPage, (i + 1) * perPage)
    const values = { ...copy.values, ...known, page: String(i + 1), pages: String(pages) }
    const bottom = table ? table.top + (rows.length + 1) * table.rowHeight : 0
    const isLast = i === pages - 1
    return [
      ...layout.marks.filter((m) => !m.after).flatMap((m) => drawMark(m, values)),
      ...(table ? drawTable(table, rows) : []),
      ...(isLast ? layout.marks.filter((m) => m.after).flatMap((m) => drawMark(m, values, bottom)) : []),
    ]
  })
}

const a4 = { width: 210, height: 297 } as const
const moved = (m: Mark, x: number, y: number): Mark => ({ ...m, x: m.x + x, y: m.y + y })

/** Labels that are smaller than the sheet, as many to a sheet as have room: 100 × 50 mm ten. */
export function onSheets(job: PrintJob): PrintJob {
  const columns = Math.floor((a4.width - 5) / job.width)
  const rows = Math.floor((a4.height - 40) / (job.height + 1))
  if (columns < 1 || rows < 1) return job
  const left = (a4.width - columns * job.width) / 2
  const perSheet = columns * rows
  const pages = Array.from({ length: Math.ceil(job.pages.length / perSheet) }, (_, s) =>
    job.pages
      .slice(s * perSheet, (s + 1) * perSheet)
      .flatMap((marks, i) =>
        marks.map((m) => moved(m, left + (i % columns) * job.width, 20 + Math.floor(i / columns) * (job.height + 1))),
      ),
  )
  return { ...job, ...a4, pages }
}
