import { readFileSync } from 'node:fs'
import { contrast } from '@lading/contract/sys/brandColor.ts'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
/** The colours that a selector of the style sheet sets, over those that hold without it. */
const tokensOf = (...selectors: string[]): Record<string, string> =>
  Object.fromEntries(
    selectors.flatMap((selector) => {
      const body = css.split(`${selector} {`)[1]?.split('}')[0] ?? ''
      return [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value])
    }),
  )
const dark = ':root[data-theme="dark"]'
const themes = {
  light: tokensOf('\n:root', ':root[data-palette="weak"]'),
  dark: tokensOf('\n:root', dark, `${dark}[data-palette="weak"]`),
}

type Vector = readonly [number, number, number]
/** What is left of a colour without one kind of cone: Machado, Oliveira and Fernandes 2009, severity 1, linear RGB. */
const eyes: Record<string, readonly Vector[]> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}
const linear = (hex: string): Vector => {
  const part = (from: number) => {
    const v = Number.parseInt(hex.slice(from, from + 2), 16) / 255
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}
const times = (m: readonly Vector[], [x, y, z]: Vector): number[] => m.map(([a, b, c]) => a * x + b * y + c * z)
const vector = ([a = 0, b = 0, c = 0]: number[]): Vector => [a, b, c]
/** OKLab (Ottosson 2020), in which equal distances look equally far apart. */
const lab = (rgb: Vector): number[] => {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  ).map((v) => Math.cbrt(v))
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    vector(cones),
  )
}
const apart = (a: string, b: string, eye: readonly Vector[]): number => {
  const seen = (hex: string) => lab(vector(times(eye, linear(hex)).map((v) => Math.min(1, Math.max(0, v)))))
  const [x, y] = [seen(a), seen(b)]
  return Math.hypot(...x.map((v, i) => v - (y[i] ?? 0)))
}

const tones = ['good', 'warn', 'bad', 'busy', 'idle']

test.each(Object.entries(themes))(
  'C-15 no two states look alike in the palette for weak colour vision: %s',
  (_, token) => {
    const at = (name: string) => token[name] ?? ''
    for (const [i, one] of tones.entries())
      for (const other of tones.slice(i + 1))
        for (const [name, eye] of Object.entries(eyes)) {
          const far = apart(at(one), at(other), eye) + apart(at(`${one}-soft`), at(`${other}-soft`), eye)
          expect(far, `${one} and ${other}, ${name}`).toBeGreaterThan(0.18)
        }
  },
)

test.each(Object.entries(themes))('C-15 and each can be read where it stands: %s', (_, token) => {
  for (const tone of tones)
    for (const ground of [`${tone}-soft`, 'surface', 'raised', 'hover', 'bg'])
      expect(contrast(token[tone] ?? '', token[ground] ?? ''), `${tone} on ${ground}`).toBeGreaterThanOrEqual(4.5)
})
