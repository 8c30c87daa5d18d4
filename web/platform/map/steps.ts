/** The largest of 1, 2 and 5 times a power of ten that is no more than so much. */
export function niceBelow(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most))
  const times = [5, 2, 1].find((n) => n * power <= most) ?? 1
  return times * power
}

/** A bar of a round length: at most so many pixels. @param metresPerPixel at the middle of the map */
export function scaleOf(metresPerPixel: number, pixels: number): { width: number; metres: number } {
  const metres = niceBelow(metresPerPixel * pixels)
  return { metres, width: Math.round(metres / metresPerPixel) }
}

/** Lines of a grid between two bounds, in degrees: every `step` that lies between them. */
export function gridLines(from: number, to: number, step: number): readonly number[] {
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, i) => (first + i) * step)
}

/** A degree with as many decimals as its step has. */
export const degreeText = (value: number, step: number): string =>
  `${value.toFixed(Math.max(0, -Math.floor(Math.log10(step) + 1e-9)))}°`
