import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { serveJobs } from '../workerSide.ts'
import { barcodePlugins } from './barcodes.ts'
import type { Mark, PrintJob } from './page.ts'

/**
 * The library's editor of date fields, which we have none of, reads the calendars of a hundred languages: nine tenths of
 * what the first page would cost. It gets none.
 */
const noCalendars = 'data:text/javascript,export const format = () => ""'
registerHooks({
  resolve: (specifier, context, next) =>
    /^date-fns(\/|$)/.test(specifier)
      ? { url: noCalendars, format: 'module', shortCircuit: true }
      : next(specifier, context),
})
const { generate } = await import('@pdfme/generator')
const { image, line, text } = await import('@pdfme/schemas')

/** Makes PDFs off the main thread; the font stays unpacked between jobs. */
const fontData = brotliDecompressSync(readFileSync(join(import.meta.dirname, 'fonts/NotoSansCJK.ttf.br')))
const font = { cjk: { data: fontData, fallback: true, subset: true } }
const plugins = { text, line, image, ...barcodePlugins }

/** How wide a text is in its own size: Chinese signs are square, Latin ones a little over half as wide. */
const ems = (words: string): number =>
  [...words].reduce((sum, c) => sum + (c < '\u2000' ? (c < 'A' ? 0.56 : 0.62) : 1), 0)
/** The size, or the one down to half of it at which a line fits. Measuring each glyph would take seconds a page. */
function fitting(words: string, size: number, widthMm: number): number {
  const room = (widthMm * 72) / 25.4
  return Math.max(size / 2, Math.min(size, room / Math.max(ems(words), 1)))
}

function schemaOf(mark: Mark, name: string): object {
  const { kind, x, y, width, height } = mark
  const place = { name, type: kind, position: { x, y }, width, height, content: '' }
  if (kind === 'line') return { ...place, color: '#000000' }
  if (kind !== 'text') return place
  const { size, align = 'left', fit, across } = mark
  return {
    ...place,
    ...(across && { opacity: 0.16, rotate: 330 }),
    fontName: 'cjk',
    fontSize: fit ? fitting(mark.text, size, width) : size,
    alignment: align,
    verticalAlignment: 'middle',
    fontColor: '#000000',
    lineHeight: 1,
    characterSpacing: 0,
  }
}

/** An empty text would be taken for a missing one. */
const textOf = (mark: Mark): string => {
  if (mark.kind === 'image') return mark.image
  return mark.kind === 'line' ? ' ' : mark.text || ' '
}

async function make(job: PrintJob): Promise<Uint8Array> {
  const template = {
    basePdf: { width: job.width, height: job.height, padding: [0, 0, 0, 0] },
    schemas: job.pages.map((marks, p) => marks.map((mark, i) => schemaOf(mark, `p${p}m${i}`))),
  }
  return generate({
    // Built from our own marks, whose kinds are the plugins' names.
    template: template as never,
    // As inputs, not as content: in content braces would be taken for expressions.
    inputs: [Object.fromEntries(job.pages.flatMap((marks, p) => marks.map((m, i) => [`p${p}m${i}`, textOf(m)])))],
    plugins: plugins as never,
    options: { font, title: job.title, lang: 'zh' } as never,
  })
}

serveJobs(async (job: PrintJob) => {
  const data = new Uint8Array(await make(job))
  return { answer: data, transfer: [data.buffer] }
})
