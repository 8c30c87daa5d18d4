import type { Fields } from './entity.ts'
import type { Refusal } from './fault.ts'
import { faults } from './fault.ts'
import type { Action as Verb } from './permission.ts'
import type { Language, Text } from './text.ts'
import { say } from './text.ts'

/** One arrow of a state machine. Without `to` the state is derived afterwards. */
export interface Step<S extends string = string> {
  readonly title: Text
  readonly from: readonly S[]
  readonly to?: S
  /** The permission action that allows it. */
  readonly verb: Verb
  /** By state in which it is refused: in words that say what to do instead. */
  readonly why?: Readonly<Partial<Record<S, Refusal>>>
  /** Asked before it is done, when it cannot be taken back. */
  readonly confirm?: Text
  /** The user must give a reason. */
  readonly reason?: boolean
  /** Offered for several rows at once. */
  readonly bulk?: boolean
  /** Changes the look of its button. */
  readonly danger?: boolean
  /**
   * What is asked with it. Fields that the record has under the same name are written with the step; one that is left
   * empty leaves the record's as it is. The step's effect gets all of them.
   */
  readonly input?: Fields
  /** It ends before its time what ends by itself: possible, and never what comes next. */
  readonly early?: boolean
  /** The record's field that says when it was taken. */
  readonly stamp?: string
  /** Somebody else's: who made the record may not take it. */
  readonly notByMaker?: boolean
  /** It settles the lines: all that was planned of each is done, or off when the paper is cancelled by it. */
  readonly closesLines?: boolean
}

/** A state machine as data: the server obeys it, the page draws its buttons from it. */
export interface Flow<S extends string = string, A extends string = string> {
  readonly states: Readonly<Record<S, Text>>
  readonly initial: S
  /** Where its form is open, instead of in its first state. */
  readonly typedIn?: readonly S[]
  /** Final states that are the end as planned, though their names sound like a stop. */
  readonly fulfilled?: readonly S[]
  /** States from which nothing leads on. */
  readonly final: readonly S[]
  readonly steps: Readonly<Record<A, Step<S>>>
}

export const flow = <const S extends string, const A extends string>(f: {
  states: Readonly<Record<S, Text>>
  initial: NoInfer<S>
  typedIn?: readonly NoInfer<S>[]
  fulfilled?: readonly NoInfer<S>[]
  final: readonly NoInfer<S>[]
  steps: Readonly<Record<A, Step<NoInfer<S>>>>
}): Flow<S, A> => f

/** What a log calls the steps of a flow. */
export const titlesOf = (steps: Flow['steps']): Readonly<Record<string, Text>> =>
  Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, step.title]))

/** Why a step is refused in this state, or undefined when it is allowed. Both sides ask this. */
export function refusal<S extends string, A extends string>(
  f: Flow<S, A>,
  step: A,
  state: S,
  no = '',
): { refusal: Refusal; args: Record<string, unknown> } | undefined {
  const { from, title, why } = f.steps[step]
  if (from.includes(state)) return undefined
  const own = why?.[state]
  if (own) return { refusal: own, args: { no } }
  return { refusal: faults.state, args: { no, state: f.states[state] ?? [state, state], action: title } }
}

/** The same as a sentence, for a disabled button. */
export function refusalText<S extends string, A extends string>(
  f: Flow<S, A>,
  step: A,
  state: S,
  language: Language,
  no = '',
): string | undefined {
  const r = refusal(f, step, state, no)
  return r && say(r.refusal.text, language, r.args)
}
