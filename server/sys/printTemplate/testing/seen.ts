import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) as ArrayBuffer
// Left to itself it would fetch this from the internet.
prepareZXingModule({ overrides: { wasmBinary } })
const library = PDFiumLibrary.init()

/** What a scanner and an eye find on the first page of a PDF. */
export async function seenOn(pdf: Buffer): Promise<{ codes: string[]; text: string }> {
  const document = await (await library).loadDocument(pdf)
  const page = document.getPage(0)
  const text = page.getText()
  const { data, width, height } = await page.render({ scale: 4, render: 'bitmap' })
  document.destroy()
  return { codes: await codesOn(new Uint8ClampedArray(data), width, height), text }
}

/** What a scanner finds among pixels of four bytes. */
export async function codesOn(data: Uint8ClampedArray, width: number, height: number): Promise<string[]> {
  // The library's types are those of a browser, which this is not.
  const found = await readBarcodes({ data, width, height } as never, { tryHarder: true, maxNumberOfSymbols: 8 })
  return found.map((one) => `${one.format}:${one.text}`).sort()
}

/** What a label printer would have drawn: black dots on white paper, with a margin that scanners want. */
export function codesInDots(
  width: number,
  height: number,
  isBlack: (x: number, y: number) => boolean,
): Promise<string[]> {
  const margin = 20
  const [w, h] = [width + 2 * margin, height + 2 * margin]
  const data = new Uint8ClampedArray(w * h * 4).fill(255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (isBlack(x, y)) data.set([0, 0, 0, 255], ((y + margin) * w + x + margin) * 4)
  return codesOn(data, w, h)
}
