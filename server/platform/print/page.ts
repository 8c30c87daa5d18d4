/** What is put on a page, in millimetres from its upper left corner. */
export type Mark =
  | {
      readonly kind: 'text'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly text: string
      /** In points; shrinks down to half to fit where `fit` is set. */
      readonly size: number
      readonly align?: 'left' | 'center' | 'right'
      readonly fit?: boolean
      /** Across what it lies on, which can still be read. */
      readonly across?: true
    }
  | { readonly kind: 'line'; readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  | {
      readonly kind: 'code128' | 'qrcode'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly text: string
    }

/** Pages of one size. */
export interface PrintJob {
  readonly title: string
  readonly width: number
  readonly height: number
  readonly pages: readonly (readonly Mark[])[]
}

export const a4 = { width: 210, height: 297 } as const
export const label = { width: 100, height: 150 } as const
export const smallLabel = { width: 100, height: 50 } as const

const control = /\p{Cc}/gu

export const textMark = (
  text: string | null | undefined,
  x: number,
  y: number,
  width: number,
  height: number,
  size: number,
  o: { align?: 'left' | 'center' | 'right'; fit?: boolean } = {},
): Mark => ({ kind: 'text', x, y, width, height, size, text: (text ?? '').replace(control, ' '), ...o })

/** A horizontal rule. */
export const rule = (x: number, y: number, width: number): Mark => ({ kind: 'line', x, y, width, height: 0.2 })

/** The job with a word across each page, so that nobody takes what he looks at for what was printed. */
export const marked = (job: PrintJob, word: string): PrintJob => {
  const height = Math.min(job.width, job.height) / 3
  const size = (height * 72) / 25.4
  const place = { x: 0, width: job.width, y: (job.height - height) / 2, height }
  const mark: Mark = { kind: 'text', ...place, size, text: word, align: 'center', fit: true, across: true }
  return { ...job, pages: job.pages.map((marks) => [...marks, mark]) }
}

export const code128 = (text: string, x: number, y: number, width: number, height: number): Mark => ({
  kind: 'code128',
  x,
  y,
  width,
  height,
  text,
})
export const qrcode = (text: string, x: number, y: number, side: number): Mark => ({
  kind: 'qrcode',
  x,
  y,
  width: side,
  height: side,
  text,
})

export interface Column {
  readonly title: string
  readonly width: number
  readonly align?: 'left' | 'center' | 'right'
}
export interface TablePage {
  readonly marks: readonly Mark[]
  /** Where the table ends. */
  readonly bottom: number
}

const rowHeight = 8

/** A table as pages of at most so many rows, each with the header on top. */
export function tablePages(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  o: { x: number; top: number; rowsPerPage: number },
): TablePage[] {
  const width = columns.reduce((sum, c) => sum + c.width, 0)
  const pages: TablePage[] = []
  for (let from = 0; from === 0 || from < rows.length; from += o.rowsPerPage) {
    const part = [columns.map((c) => c.title), ...rows.slice(from, from + o.rowsPerPage)]
    const marks: Mark[] = [rule(o.x, o.top, width)]
    part.forEach((cells, i) => {
      let x = o.x
      const y = o.top + i * rowHeight
      columns.forEach((c, j) => {
        const place = { align: c.align ?? 'left', fit: true } as const
        marks.push(textMark(cells[j], x + 0.5, y + 1.5, c.width - 1, rowHeight - 2, 9, place))
        x += c.width
      })
      marks.push(rule(o.x, y + rowHeight, width))
    })
    pages.push({ marks, bottom: o.top + part.length * rowHeight })
  }
  return pages
}
