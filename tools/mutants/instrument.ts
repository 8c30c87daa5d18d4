import type { Mutant } from './find.ts'

/** Of the function that the first run calls wherever a mutant could show. */
export const metName = '__mutantMet'

/** The text of a file that says, by their numbers, which of its mutants are come by. */
export function instrument(text: string, mutants: readonly (readonly [number: number, mutant: Mutant])[]): string {
  const insertions = mutants.flatMap(([i, { around }]) => {
    const call = `globalThis.${metName}(${i})`
    if (around.isStatement) return [{ at: around.start, text: `${call},`, size: Number.POSITIVE_INFINITY, opens: true }]
    const size = around.end - around.start
    return [
      { at: around.start, text: `(${call},`, size, opens: true },
      { at: around.end, text: ')', size, opens: false },
    ]
  })
  // At one place inner ones end before outer ones, and outer ones begin before inner ones.
  insertions.sort(
    (a, b) =>
      a.at - b.at ||
      Number(a.opens) - Number(b.opens) ||
      (a.opens ? Number(b.size > a.size) - Number(a.size > b.size) : a.size - b.size),
  )
  let made = ''
  let from = 0
  for (const insertion of insertions) {
    made += text.slice(from, insertion.at) + insertion.text
    from = insertion.at
  }
  return made + text.slice(from)
}

/** The text of a file with the mistake in it. */
export const withMutant = (text: string, { start, end, to }: Mutant): string =>
  text.slice(0, start) + to + text.slice(end)
