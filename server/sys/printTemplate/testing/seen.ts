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
  // The library's types are those of a browser, which this is not.
  const image = { data: new Uint8ClampedArray(data), width, height } as never
  const found = await readBarcodes(image, { tryHarder: true, maxNumberOfSymbols: 8 })
  return { codes: found.map((one) => `${one.format}:${one.text}`).sort(), text }
}
