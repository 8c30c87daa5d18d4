import { PNG } from 'pngjs'
import type { Raster } from '../../platform/print/raster.ts'

/** Rows that go at once: small printers hold no more. */
const bandRows = 128
const reset = [0x1b, 0x40]
/** Feeds what was printed past the knife, and cuts all but a point. */
const cut = [0x1d, 0x56, 0x42, 0x00]

/**
 * A page for a receipt printer: reset, the page as a picture in bands (GS v 0), cut. A picture comes out the same on each
 * of them, whatever fonts and code pages it has.
 */
export function escPosPage({ width, height, perRow, bytes }: Raster): Buffer {
  const parts: Uint8Array[] = [Uint8Array.from(reset)]
  for (let y = 0; y < height; y += bandRows) {
    const rows = Math.min(bandRows, height - y)
    const head = [0x1d, 0x76, 0x30, 0, perRow & 0xff, perRow >> 8, rows & 0xff, rows >> 8]
    parts.push(Uint8Array.from(head), bytes.subarray(y * perRow, (y + rows) * perRow))
  }
  parts.push(Uint8Array.from(cut))
  if (width > perRow * 8) throw new Error('a row is wider than its bytes')
  return Buffer.concat(parts)
}

/** Bytes as a line of text, as a batch keeps it, with how often they go. */
const word = /^bytes\*(\d+):(.*)$/
export const asLine = (page: Buffer, copies: number): string => `bytes*${copies}:${page.toString('base64')}`

/** What goes to the printer: lines of bytes as these, any other text as it is. */
export function bytesOf(content: string): Buffer {
  if (!content.startsWith('bytes*')) return Buffer.from(`${content}\n`, 'utf8')
  return Buffer.concat(
    content.split('\n').flatMap((line) => {
      const [, copies = '0', data = ''] = word.exec(line) ?? []
      return Array<Buffer>(Number(copies)).fill(Buffer.from(data, 'base64'))
    }),
  )
}

/** What comes out of the printer, page below page, for whoever looks at it beforehand. */
export function shownPages(pages: readonly Raster[]): Buffer {
  const gap = 16
  const width = Math.max(1, ...pages.map((p) => p.width))
  const height = Math.max(
    1,
    pages.reduce((sum, p) => sum + p.height + gap, -gap),
  )
  const png = new PNG({ width, height, colorType: 0, inputColorType: 0, inputHasAlpha: false })
  png.data = Buffer.alloc(width * height, 255)
  let top = 0
  for (const { height: rows, width: columns, perRow, bytes } of pages) {
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < columns; x++)
        if ((bytes[y * perRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) png.data[(top + y) * width + x] = 0
    top += rows + gap
  }
  return PNG.sync.write(png, { colorType: 0, inputColorType: 0, inputHasAlpha: false })
}
