import type { AnyEntity } from './entity.ts'

/** Fields by which a row is found from anywhere: `code` is its own, `barcodes.code` that of its child rows. */
export interface FoundBy {
  /** Typed from the beginning, or scanned; each has an index of its own. Of a text only the whole counts. */
  readonly codes: readonly string[]
  /** Other ways to write what was typed or scanned, when the codes may stand in one of them. */
  readonly alike?: ((word: string) => readonly string[]) | undefined
  /** Any part of them may be typed. */
  readonly names: readonly string[]
}

/**
 * By what rows of an entity are found: by what they are called in refs, and by what its `found` adds; undefined where
 * nobody looks for them. Administration's rows have walls of their own, and lists that search.
 */
export function foundBy(e: AnyEntity): FoundBy | undefined {
  const { code, name, typed = name, english = name } = e.label
  if (e.area === 'sys' || e.found === false || e.fields[code]?.kind !== 'code') return undefined
  const words = [...new Set([name, typed, english])].filter((one) => e.fields[one]?.kind === 'text')
  return {
    codes: [code, ...(e.found?.codes ?? [])],
    names: [...words, ...(e.found?.names ?? [])],
    alike: e.found?.alike,
  }
}
