import type { Call } from '@lading/contract/kernel/call.ts'
import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { type Flow, refusalText } from '@lading/contract/kernel/flow.ts'
import { usePrefs } from '../../client/prefs.ts'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import type { BulkAnswer, BulkInput, Row } from '../../kernel/records.ts'
import { callOf } from '../../kernel/records.ts'
import { type BulkAction, type RowAction, runMany } from '../../kernel/verbs.tsx'
import type { Question } from '../../ui/ask.tsx'
import { saidOf } from './saidOf.ts'

/** What has states and steps: a bill, a container, a task. */
export interface Flowing {
  readonly header: AnyEntity
  readonly flow: Flow
}
/** The bulk call of a step; none for a step that is taken otherwise. */
export type CallOfStep = (step: string) => Call<BulkInput, BulkAnswer> | undefined

export const billSteps =
  (b: AnyDocument): CallOfStep =>
  (step) =>
    callOf<BulkInput, BulkAnswer>(b, step)

const noOf = (b: Flowing, row: Row): string => String(row[b.header.label.code] ?? '')

/** What must be asked before a step: its own question, its reason, or whether it is meant for all of them. */
function questionOf(b: Flowing, step: string, rows: readonly Row[]): Question | undefined {
  const s = b.flow.steps[step]
  const [first] = rows
  if (!s || !first) return undefined
  if (!s.confirm && !s.reason && rows.length === 1) return undefined
  const args = { action: s.title, n: rows.length, no: noOf(b, first) }
  const title: Question['title'] =
    rows.length === 1
      ? ['{action}[{no}]', '{action} [{no}]']
      : ['对选中的{n}条执行{action}？', '{action} for the {n} selected?']
  return {
    title,
    args,
    ok: s.title,
    danger: s.danger ?? false,
    reason: s.reason ?? false,
    ...(s.confirm && { detail: s.confirm }),
  }
}

/**
 * The buttons of a flow, the same that the server obeys: absent without the permission, disabled with the server's own
 * sentence when the state forbids the step.
 */
export function useFlows(scope: AnyEntity) {
  const may = useMay()
  const blocked = useBlocked(scope)
  const language = usePrefs((p) => p.language)
  return (b: Flowing, callOfStep: CallOfStep) => {
    const steps = Object.entries(b.flow.steps).flatMap(([name, s]) => {
      const call = callOfStep(name)
      return call && may(b.header, s.verb) ? [{ name, s, call }] : []
    })
    const look = (name: string, s: Flow['steps'][string]) => ({
      key: name,
      title: s.title,
      danger: s.danger ?? false,
      isAside: s.early ?? false,
    })
    const actionsOf = (row: Row): readonly RowAction[] =>
      steps.map(({ name, s, call }) => ({
        ...look(name, s),
        refused: blocked ?? refusalText(b.flow, name, String(row.state), language, noOf(b, row)),
        run: () => void runMany(b.header, call, [row], questionOf(b, name, [row]), saidOf(b.flow, s)),
      }))
    const bulkActions: readonly BulkAction[] = steps
      .filter(({ s }) => s.bulk && !blocked)
      .map(({ name, s, call }) => ({
        ...look(name, s),
        fits: (row) => refusalText(b.flow, name, String(row.state), language) === undefined,
        run: (rows) => runMany(b.header, call, rows, questionOf(b, name, rows), saidOf(b.flow, s)),
      }))
    return { actionsOf, bulkActions }
  }
}
export const useFlowActions = (b: Flowing, callOfStep: CallOfStep) => useFlows(b.header)(b, callOfStep)
