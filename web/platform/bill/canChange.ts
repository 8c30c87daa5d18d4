import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { sayNow } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import type { RowAction } from '../../kernel/verbs.tsx'

/** A bill may be edited and deleted only while it is in its first state; the button says the server's own sentence. */
export function canChange(b: AnyDocument, row: Row, action: RowAction): RowAction {
  const state = String(row.state)
  if (action.refused !== undefined || (b.flow.typedIn ?? [b.flow.initial]).includes(state)) return action
  const args = { no: row.billNo, state: b.flow.states[state] ?? [state, state], action: action.title }
  return { ...action, refused: sayNow(faults.state.text, args) }
}
