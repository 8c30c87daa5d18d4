import type { AnyEntity, Label } from '@lading/contract/kernel/entity.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { type Dispatch, type SetStateAction, useCallback, useState } from 'react'
import { asRefused } from '../../client/errors.ts'
import { useDirty } from '../../client/tabStore.ts'
import { type Say, useText } from '../../client/text.ts'
import { problemOf } from '../field/rules.ts'
import { type Draft, isDirty, placeErrors, problems } from './draft.ts'
import { type Collision, merge } from './merge.ts'
import { askedOf, type FormShape, plainShape, typedInto } from './shape.ts'
import { useKeptDraft } from './useKeptDraft.ts'

/** A draft on the screen: its problems, its unsaved mark, and what the server said to it. */
export function useForm(e: AnyEntity, names: readonly string[], initial: Draft, shape: FormShape = plainShape) {
  const t = useText()
  const [draft, setDraft] = useState(initial)
  /** Fields that were left or sent: a field is not scolded while it is first typed into. */
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<{
    readonly message: string
    readonly isStale: boolean
    readonly traceId: string
  }>()
  const merging = useMerging(e, draft, setDraft)
  const [fromServer, setFromServer] = useState<Readonly<Record<string, string>>>({})
  const dirty = isDirty(draft)
  useDirty(dirty)
  const kept = useKeptDraft(draft, dirty)

  const own = problems(e, draft, askedOf(e, names, shape, draft.values))
  const messages: Record<string, string> = { ...fromServer }
  for (const [name, p] of Object.entries(own)) {
    const isShown = shown.has('*') || shown.has(name.split('.')[0] ?? '')
    if (isShown) messages[name] = t(p.text, p.args)
  }
  // Stays the same, as `leave` does: a field is drawn again for what it holds alone.
  const change = useCallback(
    (name: string, value: unknown, label?: Label) => {
      setDraft((d) => typedInto(d, name, value, shape, label))
      setFromServer((m) => without(m, name))
    },
    [shape],
  )
  /** True when nothing is wrong; else everything wrong is shown. */
  const check = (): boolean => {
    setShown(new Set(['*']))
    return Object.keys(own).length === 0
  }
  const take = (error: unknown) => {
    const r = asRefused(error)
    const placed = placeErrors(draft, r.errors).filter(({ name }) => name.split('.')[0]?.trim())
    setFromServer(
      Object.fromEntries(
        // A rule of the entity's own says in words what is wrong; the others are told by their name.
        placed.map(({ name, error: { rule, message } }) => [
          name,
          rule === 'warn' ? message : said(t, e, draft, name, rule, r.message),
        ]),
      ),
    )
    setRefused({ message: r.message, isStale: r.code === faults.stale.code, traceId: r.status >= 500 ? r.traceId : '' })
  }
  const leave = useCallback((name: string) => setShown((s) => (s.has(name) ? s : new Set([...s, name]))), [])
  return { draft, setDraft, dirty, kept, messages, change, check, take, leave, refused, setRefused, ...merging }
}
export type FormModel = ReturnType<typeof useForm>

/** What somebody else changed at the same time, each with the side that stands in the draft. */
function useMerging(e: AnyEntity, draft: Draft, setDraft: Dispatch<SetStateAction<Draft>>) {
  const [collisions, setCollisions] = useState<readonly Collision[]>([])
  return {
    collisions,
    /** Carries what was typed over to a newer record. */
    merge: (fresh: Draft, typed: Draft = draft) => {
      const merged = merge(e, typed, fresh)
      setDraft(merged.draft)
      setCollisions(merged.collisions)
    },
    settle: (of: Collision, side: 'mine' | 'theirs') => {
      setDraft((d) => of.put(d, side))
      setCollisions((all) => all.map((one) => (one.key === of.key ? { ...one, stands: side } : one)))
    },
  }
}

const without = (messages: Readonly<Record<string, string>>, name: string) => {
  const left = Object.entries(messages).filter(([key]) => key !== name && !key.startsWith(`${name}.`))
  return left.length === Object.keys(messages).length ? messages : Object.fromEntries(left)
}

/** The server names the field and the rule; the words for it are the client's, in the user's language. */
function said(t: Say, e: AnyEntity, draft: Draft, name: string, rule: string, message: string): string {
  const field = e.fields[name]
  const problem = field && problemOf(field, draft.values[name])
  if (problem) return t(problem.text, problem.args)
  if (rule === 'unique') return t(['已存在', 'Already exists'])
  return message
}
