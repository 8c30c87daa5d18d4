import type { Call } from '@lading/contract/kernel/call.ts'
import { expect } from 'vitest'
import type { Told } from './answers.ts'
import type { Part } from './parts.ts'

/** What others have, which somebody sees nothing of. */
export interface Others {
  readonly add: () => Promise<void>
  /** As if they had never been there. */
  readonly remove: () => Promise<void>
  /** His answers to these calls, always in the same order. */
  readonly ask: (asks: (call: Call) => boolean) => Promise<readonly Told[]>
}

/** What two answers to a call were, by its path. */
type Differences = ReadonlyMap<string, string>

const plain = ({ code, text }: Told): string => `${code} ${text.replace(/"traceId":"[^"]*"/, '')}`
const differing = (a: readonly Told[], b: readonly Told[]): Differences =>
  new Map(
    a.flatMap((told, i) => {
      const other = b[i] as Told
      return plain(told) === plain(other) ? [] : [[told.call.path, `${plain(told)} <> ${plain(other)}`.slice(0, 1500)]]
    }),
  )

export interface Compared {
  /** Differs from one answer to the next by itself: times, and records of the asking. */
  readonly unsteady: Differences
  /** Is answered otherwise because there are others. */
  readonly told: Differences
}

/** Asks every call without the others and beside them. Only what differs is asked once more, to tell what is unsteady. */
export async function compare({ add, remove, ask }: Others): Promise<Compared> {
  const beside: Others['ask'] = async (asks) => {
    await add()
    try {
      return await ask(asks)
    } finally {
      await remove()
    }
  }
  const alone = await ask(() => true)
  expect(alone.length).toBeGreaterThan(300)
  const suspects = differing(alone, await beside(() => true))
  const isSuspect = ({ path }: Call): boolean => suspects.has(path)
  const first = await ask(isSuspect)
  const second = await ask(isSuspect)
  const unsteady = differing(first, second)
  const again = differing(second, await beside(isSuspect))
  return { unsteady, told: new Map([...again].filter(([path]) => !unsteady.has(path))) }
}

/** Few calls of a part are unsteady, and none tells of the others. */
export function expectNothingTold({ unsteady, told }: Compared, { has }: Part): void {
  const ofPart = (found: Differences) => [...found].filter(([path]) => has({ path }))
  expect(ofPart(unsteady).length).toBeLessThan(8)
  expect(ofPart(told)).toEqual([])
}
