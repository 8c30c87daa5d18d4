import type { Call } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import type { Flow } from '@lading/contract/kernel/flow.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { Row } from '../../kernel/records.ts'

export type Paper = 'LABEL' | 'A4'
export interface PrintInput {
  readonly rows: { id: string }[]
  readonly paper: Paper
  readonly reason?: string | undefined
  /** To look at: it counts as no print, and says so across each page. */
  readonly preview?: true | undefined
  /** Goes to this label printer. */
  readonly printerId?: string | undefined
}
/** What can be printed of an entity's rows. */
export interface Printing {
  // A call is asked with what its own schema accepts; of printing every call accepts this.
  readonly call: Call<PrintInput, unknown>
  readonly title: Text
  /** For labels that also go on a sheet. */
  readonly onSheet?: Text
  /** May go to the label printer of the desk. */
  readonly isLabel?: true
  /** Printed in any organisation, also where the rows are not written. */
  readonly anywhere?: true
  /** Only in these states of a bill's flow. */
  readonly from?: { readonly flow: Flow; readonly states: readonly string[] }
  /** Only when this figure of the row is more than nothing; else it says why. */
  readonly needs?: { readonly field: string; readonly why: Text }
}

/** All that is printed of a row: each document on each kind of paper. */
export const papersOf = (prints: Printing | readonly Printing[]): readonly PaperOf[] =>
  [prints]
    .flat()
    .flatMap((of) => [
      { of, paper: 'LABEL', title: of.title },
      ...(of.onSheet ? [{ of, paper: 'A4', title: of.onSheet } as const] : []),
    ])
export interface PaperOf {
  readonly of: Printing
  readonly paper: Paper
  readonly title: Text
}

interface Said {
  readonly text: Text
  readonly args?: Readonly<Record<string, unknown>>
}
/** Why this is not printed of this row now: it is too early for its paper, or there is nothing to go on it. */
export function whyNot(of: AnyEntity, row: Row, { of: { from, needs }, title }: PaperOf): Said | undefined {
  const state = String(row.state)
  if (from && !from.states.includes(state)) {
    const args = { no: row[of.label.code], state: from.flow.states[state] ?? [state, state], action: title }
    return { text: faults.state.text, args }
  }
  return needs && Number(row[needs.field] ?? 0) === 0 ? { text: needs.why } : undefined
}
