import { expect, test } from 'vitest'
import { type Mark, textMark } from '../../platform/print/page.ts'
import { placed } from '../../platform/print/raster.ts'
import { bytesOf } from './escpos.ts'
import { pagesFor } from './speak.ts'
import { codesInDots } from './testing/seen.ts'

const marks: readonly Mark[] = [
  textMark('门店小票 Receipt', 6, 2, 46, 7, 12),
  { kind: 'line', x: 6, y: 10, width: 46, height: 0.3 },
  { kind: 'code128', x: 6, y: 12, width: 46, height: 12, text: 'SO-2026-0007' },
  { kind: 'qrcode', x: 6, y: 27, width: 20, height: 20, text: '常温拣货区' },
  { kind: 'datamatrix', x: 30, y: 27, width: 20, height: 20, text: 'LPN-1' },
]
const job = (width: number, own = marks) => ({ title: 'receipt', width, height: 50, pages: [own] })
const speech = (paper: 'W58' | 'W80') => ({ language: 'ESCPOS', dots: 'D203', font: null, paper }) as const

/** As a printer of this kind reads it: reset, bands of a picture one below the other, cut. */
function printed(bytes: Buffer) {
  const rows: Buffer[] = []
  let [at, cuts, resets, perRow] = [0, 0, 0, 0]
  while (at < bytes.length) {
    const [a, b] = [bytes[at], bytes[at + 1]]
    if (a === 0x1b && b === 0x40) {
      resets += 1
      at += 2
    } else if (a === 0x1d && b === 0x76) {
      perRow = bytes.readUInt16LE(at + 4)
      const n = bytes.readUInt16LE(at + 6)
      for (let y = 0; y < n; y++) rows.push(bytes.subarray(at + 8 + y * perRow, at + 8 + (y + 1) * perRow))
      at += 8 + n * perRow
    } else if (a === 0x1d && b === 0x56) {
      cuts += 1
      at += 4
    } else throw new Error(`not a command at ${at}: ${a} ${b}`)
  }
  const isBlack = (x: number, y: number) => ((rows[y]?.[x >> 3] ?? 0) & (0x80 >> (x & 7))) !== 0
  return { width: perRow * 8, height: rows.length, isBlack, cuts, resets }
}
const codes = ['Code128:SO-2026-0007', 'DataMatrix:LPN-1', 'QRCode:常温拣货区']

test.each([
  ['W80', 58],
  ['W80', 80],
  ['W58', 58],
] as const)('on paper %s a layout of %i mm is read by a scanner, and lies within the head', async (paper, width) => {
  const [page = ''] = await pagesFor(job(width), speech(paper))
  const out = printed(bytesOf(page))
  expect(await codesInDots(out.width, out.height, out.isBlack)).toEqual(codes)
  expect(out.width).toBeLessThanOrEqual(paper === 'W58' ? 384 : 576)
  expect(out.height).toBe(400)
  expect([out.resets, out.cuts]).toEqual([1, 1])
})

test('letters are drawn, Chinese ones too, within their line', async () => {
  const inkOf = async (text: string) => {
    const [page = ''] = await pagesFor(job(58, [textMark(text, 6, 10, 40, 8, 16)]), speech('W80'))
    const { width, height, isBlack } = printed(bytesOf(page))
    const black: (readonly [number, number])[] = []
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (isBlack(x, y)) black.push([x, y])
    return black
  }
  for (const text of ['常', '温', 'W']) {
    const black = await inkOf(text)
    expect(black.length).toBeGreaterThan(100)
    expect(black.every(([x, y]) => x >= 48 && x < 368 && y >= 76 && y < 148)).toBe(true)
  }
  expect(await inkOf('常')).not.toEqual(await inkOf('温'))
  // Too long for its place at any size: it is cut at its end.
  expect((await inkOf('常'.repeat(60))).every(([x]) => x < 368)).toBe(true)
})

test('what would lie beside the head makes the whole page smaller; what is wider than the paper is refused', async () => {
  expect(placed(58, marks, 48)).toEqual({ scale: 1, from: 5 })
  expect(placed(58, [textMark('x', 0, 0, 58, 5, 8)], 48)).toEqual({ scale: 48 / 58, from: 0 })
  expect(placed(40, marks, 48)).toEqual({ scale: 1, from: 0 })
  await expect(pagesFor(job(80), speech('W58'))).rejects.toMatchObject({ refusal: { code: 42560 } })
})

test('copies go one after the other, each cut off, and other commands as they are', async () => {
  const [page = ''] = await pagesFor(job(58), speech('W80'), 3)
  expect(printed(bytesOf(page)).cuts).toBe(3)
  expect(printed(bytesOf(`${page}\n${page}`)).cuts).toBe(6)
  // As text: a batch keeps it.
  expect(page).toMatch(/^[\x20-\x7e]+$/)
  expect(bytesOf('^XA\n^XZ').toString()).toBe('^XA\n^XZ\n')
})
