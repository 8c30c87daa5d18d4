import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import bwip from 'bwip-js'
import { serveJobs } from '../workerSide.ts'
import { type Glyph, type Letters, rasterOf } from './raster.ts'
import type { RasterJob } from './rasters.ts'

/** Draws pages as dots off the main thread; the font stays unpacked between jobs. */
const lib = bwip.FontLib
bwip.loadFont('page', brotliDecompressSync(readFileSync(join(import.meta.dirname, 'fonts/NotoSansCJK.ttf.br'))))
const font = lib.lookup('page')
/** The library sizes letters by the height of their line; a Chinese sign is as wide as the size is high. */
const probe = 1_000
const perEm = probe / lib.getglyph(font, '\u5e38'.codePointAt(0) ?? 0, probe, probe).advance

const letters: Letters = (sign, em): Glyph => {
  const size = Math.max(1, Math.round(em * perEm))
  const g = lib.getglyph(font, sign.codePointAt(0) ?? 32, size, size)
  const { bytes, offset, width, height, left, top, advance } = g
  return { width, height, left, top, advance, isBlack: (x, y) => (bytes[offset + y * width + x] ?? 0) > 127 }
}

serveJobs(async ({ job, perMm, headMm }: RasterJob) => ({
  answer: job.pages.map((marks) => rasterOf({ width: job.width, height: job.height, marks }, perMm, headMm, letters)),
  transfer: [],
}))
