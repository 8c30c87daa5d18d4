import { expect, test } from 'vitest'
import { type PrintJob, textMark } from '../../platform/print/page.ts'
import { makePdf } from '../../platform/print/printer.ts'
import { rastersOf } from '../../platform/print/rasters.ts'
import { seenOn } from './testing/seen.ts'

/** Signs of names and places: of extension A, of extension B as Japan writes it, of Hong Kong. */
const rare = ['㙍', '𠮷', '𨋢']
const jobOf = (text: string): PrintJob => ({
  title: 'rare',
  width: 60,
  height: 20,
  pages: [[textMark(text, 2, 2, 56, 10, 20)]],
})

test('a PDF shows signs that few fonts have, among usual ones', async () => {
  const words = `北京${rare.join('')}号A1`
  expect((await seenOn(await makePdf(jobOf(words)))).text).toBe(words)
})

test.each(rare)('a printer of dots is sent %s, and no empty box', async (sign) => {
  const [drawn, box] = await Promise.all(
    [sign, '\u{10fffd}'].map((text) => rastersOf({ job: jobOf(text), perMm: 8, headMm: 60 })),
  )
  const [one, none] = [drawn, box].map((pages) => Buffer.from(pages?.[0]?.bytes ?? []))
  expect(one?.some((byte) => byte !== 0)).toBe(true)
  expect(one).not.toEqual(none)
})
