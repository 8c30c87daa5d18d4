import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { brotliDecompressSync } from 'node:zlib'
import { generate } from '@pdfme/generator'
import { line, text } from '@pdfme/schemas'
import { barcodePlugins } from './barcodes.ts'
import type { Mark, PrintJob } from './page.ts'

/** Makes PDFs off the main thread; the font stays unpacked between jobs. */
const fontData = brotliDecompressSync(readFileSync(join(import.meta.dirname, 'fonts/NotoSansSC-GBK.ttf.br')))
const font = { cjk: { data: fontData, fallback: true, subset: true } }
const plugins = { text, line, ...barcodePlugins }

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
  const { size, align = 'left', fit } = mark
  return {
    ...place,
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
const textOf = (mark: Mark): string => (mark.kind === 'line' ? ' ' : mark.text || ' ')

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

parentPort?.on('message', async ({ id, job }: { id: number; job: PrintJob }) => {
  try {
    const data = new Uint8Array(await make(job))
    parentPort?.postMessage({ id, data }, [data.buffer])
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error instanceof Error ? error.stack : error) })
  }
})
