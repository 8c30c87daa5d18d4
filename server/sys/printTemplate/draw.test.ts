import type { LayoutMark } from '@lading/contract/sys/printForm.ts'
import { place } from '@lading/contract/sys/printLayout.ts'
import { expect, test } from 'vitest'
import { drawCopy } from './draw.ts'

const drawn = (mark: LayoutMark, code: string) =>
  drawCopy({ width: 100, height: 50, marks: [mark], table: null }, { values: { code } }, {})[0]
const bars = place.code128('{code}', [10, 5, 80, 22])

test('what bars can carry is printed as bars', () => {
  expect(drawn(bars, 'P-001888')).toMatchObject([{ kind: 'code128', width: 80, height: 22, text: 'P-001888' }])
})

test('what bars cannot carry stands there as a square code, as large as its place lets it be', () => {
  expect(drawn(bars, '条码93568')).toEqual([{ kind: 'qrcode', x: 10, y: 5, width: 22, height: 22, text: '条码93568' }])
  expect(drawn(bars, 'Größe-7')).toMatchObject([{ kind: 'qrcode', text: 'Größe-7' }])
})

test('nothing to print is no code, and what no code can carry is refused', () => {
  expect(drawn(bars, '')).toEqual([])
  for (const kind of ['code128', 'qrcode'] as const)
    expect(() => drawn({ ...bars, kind }, '长'.repeat(2_000)), kind).toThrow()
  expect(() => drawn({ ...bars, kind: 'gs1128' }, '条码93568')).toThrow()
})
