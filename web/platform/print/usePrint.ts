import type { Call } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import type { Flow } from '@lading/contract/kernel/flow.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { download } from '../../client/client.ts'
import { asRefused, report } from '../../client/errors.ts'
import { useTabs } from '../../client/tabStore.ts'
import { sayNow } from '../../client/text.ts'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { type BulkAction, changed, type RowAction } from '../../kernel/verbs.tsx'
import { ask } from '../../ui/ask.tsx'

interface PrintInput {
  readonly rows: { id: string }[]
  readonly paper: 'LABEL' | 'A4'
  readonly reason?: string | undefined
}
/** What can be printed of an entity's rows. */
export interface Printing {
  // A call is asked with what its own schema accepts; of printing every call accepts this.
  readonly call: Call<PrintInput, unknown>
  readonly title: Text
  /** For labels that also go on a sheet. */
  readonly onSheet?: Text
  /** Printed in any organisation, also where the rows are not written. */
  readonly anywhere?: true
  /** Only in these states of a bill's flow. */
  readonly from?: { readonly flow: Flow; readonly states: readonly string[] }
  /** Only when this figure of the row is more than nothing; else it says why. */
  readonly needs?: { readonly field: string; readonly why: Text }
}

/** Hands the document to the browser. What was printed before is printed again for a reason only. @returns whether it was */
async function print(
  of: AnyEntity,
  call: Printing['call'],
  rows: readonly Row[],
  paper: PrintInput['paper'],
): Promise<boolean> {
  let isDone = true
  const input = { rows: rows.map(({ id }) => ({ id })), paper }
  const { active } = useTabs.getState()
  try {
    await download(call, input)
  } catch (error) {
    // Who has gone to another tab meanwhile reads why, and is asked nothing there.
    if (asRefused(error).code !== faults.reprint.code || active !== useTabs.getState().active) {
      report(error)
      return false
    }
    const reason = await ask({
      title: ['补打：{n}份已打印过的单据', 'Print {n} again'],
      args: { n: rows.length },
      detail: ['至少一份已经打印过，请说明补打原因。', 'At least one was printed before: say why it is printed again.'],
      ok: ['打印', 'Print'],
      reason: true,
    })
    if (reason === undefined) return false
    await download(call, { ...input, reason }).catch((e: unknown) => {
      report(e)
      isDone = false
    })
  }
  await changed(of)
  return isDone
}

/** The server's own sentence about a document that is too early for its paper. */
function early(of: AnyEntity, row: Row, from: Printing['from'], action: Text): string | undefined {
  const state = String(row.state)
  if (!from || from.states.includes(state)) return undefined
  return sayNow(faults.state.text, { no: row[of.label.code], state: from.flow.states[state] ?? [state, state], action })
}

const empty = (row: Row, needs: Printing['needs']): string | undefined =>
  needs && Number(row[needs.field] ?? 0) === 0 ? sayNow(needs.why) : undefined

/** The buttons that print: of one row, of the selected ones. */
export function usePrint(of: AnyEntity, prints: Printing | readonly Printing[] = []): Prints {
  return printsFor(of, prints, useMay(), useBlocked(of))
}

export interface Prints {
  readonly rowActions: (row: Row) => readonly RowAction[]
  readonly bulkActions: readonly BulkAction[]
}
/** The same for one of several entities that stand in one list. `blocked` says why nothing is written here. */
export function printsFor(
  of: AnyEntity,
  prints: Printing | readonly Printing[],
  may: ReturnType<typeof useMay>,
  blocked: string | undefined,
): Prints {
  const kinds = (may(of, 'print') ? [prints].flat() : []).flatMap((p) =>
    ([['LABEL', p.title] as const, ['A4', p.onSheet] as const] as const).flatMap(([paper, title]) =>
      title
        ? [
            {
              key: `print${paper} ${p.call.path}`,
              title,
              paper,
              call: p.call,
              from: p.from,
              needs: p.needs,
              refused: p.anywhere ? undefined : blocked,
            },
          ]
        : [],
    ),
  )
  const rowActions = (row: Row): readonly RowAction[] =>
    kinds
      .filter((k) => k.paper === 'LABEL')
      .map(({ paper, call, from, needs, refused, ...look }) => ({
        ...look,
        refused: refused ?? early(of, row, from, look.title) ?? empty(row, needs),
        run: () => void print(of, call, [row], paper),
      }))
  const bulkActions: readonly BulkAction[] = kinds
    .filter((k) => k.refused === undefined)
    .map(({ key, title, paper, call }) => ({ key, title, run: (rows) => print(of, call, rows, paper) }))
  return { rowActions, bulkActions }
}
