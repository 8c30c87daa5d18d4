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
  | {
      readonly kind: 'image'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      /** A PNG as a data address; it keeps its shape within its place. */
      readonly image: string
    }
  | { readonly kind: 'line'; readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  | {
      readonly kind: 'code128' | 'gs1128' | 'qrcode' | 'datamatrix'
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

/** The job with a word across each page, so that nobody takes what he looks at for what was printed. */
export const marked = (job: PrintJob, word: string): PrintJob => {
  const height = Math.min(job.width, job.height) / 3
  const size = (height * 72) / 25.4
  const place = { x: 0, width: job.width, y: (job.height - height) / 2, height }
  const mark: Mark = { kind: 'text', ...place, size, text: word, align: 'center', fit: true, across: true }
  return { ...job, pages: job.pages.map((marks) => [...marks, mark]) }
}
