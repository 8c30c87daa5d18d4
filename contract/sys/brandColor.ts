/** A colour as red, green and blue, each 0 to 1. */
type Rgb = readonly [number, number, number]

/** `#0f766e`: six digits, so that one and the same colour is always written in one way. */
export const colorPattern = /^#[0-9a-f]{6}$/

const parse = (hex: string): Rgb => {
  const part = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16) / 255
  return [part(1), part(3), part(5)]
}
const print = (c: Rgb): string =>
  `#${c
    .map((v) =>
      Math.round(v * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** @param share of `b`, 0 to 1 */
const mix = (a: string, b: string, share: number): string => {
  const [x, y] = [parse(a), parse(b)]
  const at = (i: 0 | 1 | 2) => x[i] + (y[i] - x[i]) * share
  return print([at(0), at(1), at(2)])
}

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [r, g, b] = parse(hex).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast of two colours, 1 to 21, WCAG 2.2. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

/** What small text needs, and a little for the rounding of eight bits. */
const enough = 4.55
const step = 0.02

export interface Accents {
  /** Buttons, links, what is chosen. */
  readonly accent: string
  /** Below the pointer. */
  readonly strong: string
  /** Behind what is chosen; `accent` can be read on it. */
  readonly soft: string
  readonly softer: string
  /** Text on `accent`. */
  readonly on: string
}

/** Grounds on which accents are read, hardest first, as in `ui/tokens.css`. */
const light = { grounds: ['#eef3f3'], white: '#ffffff', black: '#000000' }
const dark = { grounds: ['#212b2d'], white: '#ffffff', black: '#0e1415' }

/** The nearest to a colour, on its way to `end`, that can be read on all that `groundsOf` gives for it. */
function readable(color: string, end: string, groundsOf: (c: string) => readonly string[]): string {
  for (let share = 0; share < 1; share += step) {
    const tried = mix(color, end, share)
    if (groundsOf(tried).every((ground) => contrast(tried, ground) >= enough)) return tried
  }
  return end
}

/**
 * A tenant's one colour as what both themes need of it: made darker on light grounds and lighter on dark ones until it
 * can be read, so that no choice is refused and none harms.
 * @param color six digits, `#0f766e`
 */
export function accentsOf(color: string): { readonly light: Accents; readonly dark: Accents } {
  const softLight = (c: string, share: number) => mix(c, light.white, share)
  const softDark = (c: string, share: number) => mix(c, dark.black, share)
  const onLight = readable(color, light.black, (c) => [...light.grounds, softLight(c, 0.82)])
  const onDark = readable(color, dark.white, (c) => [...dark.grounds, softDark(c, 0.76)])
  return {
    light: {
      accent: onLight,
      strong: mix(onLight, light.black, 0.22),
      soft: softLight(onLight, 0.88),
      softer: softLight(onLight, 0.82),
      on: light.white,
    },
    dark: {
      accent: onDark,
      strong: mix(onDark, dark.white, 0.3),
      soft: softDark(onDark, 0.82),
      softer: softDark(onDark, 0.76),
      on: mix(onDark, '#000000', 0.86),
    },
  }
}
