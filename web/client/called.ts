import { isCalledByOrg, type Text } from '@lading/contract/kernel/text.ts'
import { create } from 'zustand'
import type { Tone } from '../ui/Mark.tsx'

/** How an organisation shows choices that the product brings: otherwise called, or with a mark. */
export interface Called {
  /** By the product's own text, which is the one object that all who show the choice say. */
  readonly names: ReadonlyMap<Text, Text>
  readonly tones: ReadonlyMap<Text, Tone>
}
const asUsual: Called = { names: new Map(), tones: new Map() }

/** What each area says of its choices; put together for whoever shows one. */
const byArea = new Map<string, Called>()
/** What holds now. Everything that says a text says it anew when it changes. */
export const useCalled = create<Called>()(() => asUsual)

/** @param of whose choices they are; `undefined` takes back what was said of them */
export function callBy(of: string, said: Called | undefined): void {
  if (said) byArea.set(of, said)
  else byArea.delete(of)
  const all = [...byArea.values()]
  useCalled.setState({
    names: new Map(all.flatMap((c) => [...c.names])),
    tones: new Map(all.flatMap((c) => [...c.tones])),
  })
}

/** Whether anything was said yet that an organisation may call its own way: before, nobody needs to know how it does. */
export const useIsAsked = create<{ readonly isAsked: boolean }>()(() => ({ isAsked: false }))
/** Notes what is said, also while it is drawn. */
export function noteSaid(text: Text): void {
  if (!useIsAsked.getState().isAsked && isCalledByOrg(text))
    queueMicrotask(() => useIsAsked.setState({ isAsked: true }))
}
