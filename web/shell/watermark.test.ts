import { expect, test } from 'vitest'
import { tileOf } from './watermark.ts'

const svgOf = (text: string): string => decodeURIComponent(tileOf(text).slice('data:image/svg+xml,'.length))

test('C-16 a tile says the text, and no name breaks out of it', () => {
  expect(svgOf('王芳 0042 2026-11-22')).toContain('>王芳 0042 2026-11-22</text>')
  const hostile = '"></text><script>alert(1)</script>&\u0000\ud800\''
  expect(svgOf(hostile)).toContain(
    '>&#34;&#62;&#60;/text&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#38;&#39;</text>',
  )
  // It stands within quotes in a style.
  expect(tileOf(hostile)).not.toMatch(/["\\\n]/)
})

test('C-16 a long name gets a wider tile', () => {
  const widthOf = (text: string) => Number(/width="(\d+)"/.exec(svgOf(text))?.[1])
  expect(widthOf('长'.repeat(60))).toBeGreaterThan(60 * 14)
  expect(widthOf('短')).toBeLessThan(200)
})
