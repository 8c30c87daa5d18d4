import bwip from 'bwip-js'
import { PNG } from 'pngjs'
import { beforeAll, expect, test } from 'vitest'
import { dotsOf, pictureOf } from '../../platform/print/picture.ts'
import { commandsOf } from './commands.ts'
import { codesInDots } from './testing/seen.ts'

/** A picture that a scanner reads: what comes out of a printer is looked at, not its commands. */
let image = ''
beforeAll(async () => {
  image = addressOf(await bwip.toBuffer({ bcid: 'qrcode', text: 'LOGO-7', scale: 6 }))
})
const addressOf = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`
const code = ['QRCode:LOGO-7']

const job = () => ({
  title: 'label',
  width: 60,
  height: 40,
  pages: [[{ kind: 'image' as const, x: 5, y: 4, width: 30, height: 20, image }]],
})
const speech = (language: 'ZPL' | 'TSPL', dots: 'D203' | 'D300' = 'D203') => ({ language, dots, font: null })

test.each(['D203', 'D300'] as const)(
  'as a graphic field of ZPL at %s it is the picture, in the middle of its place',
  async (dots) => {
    const [page = ''] = commandsOf(job(), speech('ZPL', dots))
    const [, x, y, total, perRow, hex = ''] = /\^FO(\d+),(\d+)\^GFA,(\d+),\d+,(\d+),([0-9A-F]+)\^FS/.exec(page) ?? []
    const bytes = Buffer.from(hex, 'hex')
    const wide = Number(perRow)
    expect(bytes.length).toBe(Number(total))
    const isBlack = (u: number, v: number) => ((bytes[v * wide + (u >> 3)] ?? 0) & (0x80 >> (u & 7))) !== 0
    expect(await codesInDots(wide * 8, bytes.length / wide, isBlack)).toEqual(code)
    // A square in a place of 30 x 20 mm is 20 mm wide, with 5 mm at each side.
    const perMm = dots === 'D203' ? 8 : 11.81
    expect(Math.abs(Number(x) - 10 * perMm)).toBeLessThan(2)
    expect(Math.abs(Number(y) - 4 * perMm)).toBeLessThan(2)
  },
)

test('as bars of TSPL it is the same picture', async () => {
  const [page = ''] = commandsOf(job(), speech('TSPL'))
  const bars = [...page.matchAll(/BAR (\d+),(\d+),(\d+),(\d+)/g)].map((m) => m.slice(1).map(Number))
  const isBlack = (u: number, v: number) =>
    bars.some(([x = 0, y = 0, w = 0, h = 0]) => u >= x && u < x + w && v >= y && v < y + h)
  expect(await codesInDots(480, 320, isBlack)).toEqual(code)
  // As text: what a batch keeps, and a socket sends, is no bytes.
  expect(page).toMatch(/^[\x20-\x7e\r\n]+$/)
})

test('what shines through stands on white, and grey is black or white by its half', () => {
  const png = new PNG({ width: 4, height: 1 })
  png.data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 255, 200, 200, 200, 255, 60, 60, 60, 255])
  const picture = pictureOf(addressOf(PNG.sync.write(png)))
  expect(picture && [...picture.grey]).toEqual([255, 0, 200, 60])
  const dots = picture && dotsOf(picture, 4, 4)
  expect(dots && [0, 1, 2, 3].map((x) => dots.isBlack(x, 0))).toEqual([false, true, false, true])
  expect([dots?.width, dots?.height]).toEqual([4, 1])
})

test('what is none, is broken, or claims to be huge is no picture', () => {
  const png = Buffer.from(image.slice(image.indexOf(',') + 1), 'base64')
  const huge = Buffer.from(png)
  huge.writeUInt32BE(60_000, 16)
  huge.writeUInt32BE(60_000, 20)
  for (const data of [Buffer.from('GIF89a'), Buffer.alloc(0), png.subarray(0, 60), huge])
    expect(pictureOf(addressOf(data))).toBeUndefined()
})
