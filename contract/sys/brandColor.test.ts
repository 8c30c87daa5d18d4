import { expect, test } from 'vitest'
import { accentsOf, contrast } from './brandColor.ts'

const steps = [0, 51, 102, 153, 204, 255]
const hex = (v: number) => v.toString(16).padStart(2, '0')
const all = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${hex(r)}${hex(g)}${hex(b)}`)))

test('contrast is that of WCAG 2.2', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 3)
  expect(contrast('#ff0000', '#ff0000')).toBe(1)
})

test('whatever colour a tenant chooses, it is read at 4.5:1 wherever it stands, in both themes', () => {
  expect(all).toHaveLength(216)
  for (const color of all) {
    const { light, dark } = accentsOf(color)
    for (const [{ accent, strong, soft, softer, on }, grounds] of [
      [light, ['#ffffff', '#f3f6f6', '#eef3f3']],
      [dark, ['#0e1415', '#161d1f', '#1c2527', '#212b2d']],
    ] as const) {
      for (const ground of [...grounds, soft, softer]) {
        expect(contrast(accent, ground), `${color}: ${accent} on ${ground}`).toBeGreaterThanOrEqual(4.5)
        expect(contrast(strong, ground), `${color}: ${strong} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      }
      for (const ground of [accent, strong])
        expect(contrast(on, ground), `${color}: ${on} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test('a colour that can be read already is left as it is', () => {
  expect(accentsOf('#7a1f5c').light.accent).toBe('#7a1f5c')
  expect(accentsOf('#ffb3d9').dark.accent).toBe('#ffb3d9')
})
