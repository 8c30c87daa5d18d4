import type { AnyBill } from '@lading/contract/kernel/bill.ts'
import { refusalText } from '@lading/contract/kernel/flow.ts'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import { usePrefs } from '../../kernel/prefs.ts'
import type { Row } from '../../kernel/records.ts'
import { type BulkAction, type RowAction, runMany } from '../../kernel/verbs.tsx'
import type { Question } from '../../ui/ask.tsx'

const noOf = (b: AnyBill, row: Row): string => String(row[b.header.label.code] ?? '')

/** What must be asked before a step: its own question, its reason, or whether it is meant for all of them. */
function questionOf(b: AnyBill, step: string, rows: readonly Row[]): Question | undefined {
  const s = b.flow.steps[step]
  const [first] = rows
  if (!s || !first) return undefined
  if (!s.confirm && !s.reason && rows.length === 1) return undefined
  const args = { action: s.title, n: rows.length, no: noOf(b, first) }
  const title: Question['title'] =
    rows.length === 1
      ? ['{action}[{no}]', '{action} [{no}]']
      : ['对选中的{n}张单据执行{action}？', '{action} for the {n} selected?']
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
 * The buttons of a bill from the same flow that the server obeys: absent without the permission, disabled with the
 * server's own sentence when the state forbids the step.
 */
export function useFlowActions(b: AnyBill) {
  const may = useMay()
  const blocked = useBlocked(b.header)
  const language = usePrefs((p) => p.language)
  const steps = Object.entries(b.flow.steps).filter(([, s]) => may(b.header, s.verb))
  const actionsOf = (row: Row): readonly RowAction[] =>
    steps.map(([name, s]) => ({
      key: name,
      title: s.title,
      danger: s.danger ?? false,
      refused: blocked ?? refusalText(b.flow, name, String(row.state), language, noOf(b, row)),
      run: () => void runMany(b, name, [row], questionOf(b, name, [row])),
    }))
  const bulkActions: readonly BulkAction[] = steps
    .filter(([, s]) => s.bulk && !blocked)
    .map(([name, s]) => ({
      key: name,
      title: s.title,
      danger: s.danger ?? false,
      run: (rows) => runMany(b, name, rows, questionOf(b, name, rows)),
    }))
  return { actionsOf, bulkActions }
}
