import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { fetchNamed, saveFile } from '../../client/client.ts'
import { asRefused, report } from '../../client/errors.ts'
import { go, useTabs } from '../../client/tabStore.ts'
import { sayNow } from '../../client/text.ts'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import { printViewOf } from '../../kernel/registry.ts'
import { type BulkAction, changed, type RowAction } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ask } from '../../ui/ask.tsx'
import { type Paper, type PaperOf, type PrintInput, type Printing, papersOf, whyNot } from './papers.ts'
import { sendToPrinter, useMyPrinter } from './toPrinter.ts'

/**
 * Prints, and hands the document to the browser. What was printed before is printed again for a reason only.
 * @returns whether it was
 */
export async function print(
  of: AnyEntity,
  { call, isLabel }: Printing,
  rows: readonly Pick<Row, 'id'>[],
  paper: Paper,
  hand?: (file: File) => void,
): Promise<boolean> {
  let isDone = true
  const { id: printerId } = useMyPrinter.getState()
  const input = { rows: rows.map(({ id }) => ({ id })), paper }
  const give = async (given: PrintInput): Promise<void> => {
    if (isLabel && paper === 'LABEL' && printerId !== null && !hand)
      return sendToPrinter(of, call, { ...given, printerId })
    const file = await fetchNamed(call, given)
    if (hand) hand(file)
    else saveFile(file, file.name)
  }
  const { active } = useTabs.getState()
  try {
    await give(input)
  } catch (error) {
    // Who has gone to another tab meanwhile reads why, and is asked nothing there.
    if (asRefused(error).code !== faults.reprint.code || active !== useTabs.getState().active) {
      report(error)
      return false
    }
    const reason = await ask({
      title: ['补打：{n}份已打印过的单据', 'Reprint {n}'],
      args: { n: rows.length },
      detail: [
        '至少一份已经打印过，请说明补打原因。',
        'At least one has been printed before: give a reason for the reprint.',
      ],
      ok: ['打印', 'Print'],
      reason: true,
    })
    if (reason === undefined) return false
    await give({ ...input, reason }).catch((e: unknown) => {
      report(e)
      isDone = false
    })
  }
  await changed(of)
  return isDone
}

/** The buttons that print: of one row, of the selected ones. */
export function usePrint(of: AnyEntity, prints: Printing | readonly Printing[] = []): Prints {
  return printsFor(of, prints, useMay(), useBlocked(of))
}

export interface Prints {
  readonly rowActions: (row: Row) => readonly RowAction[]
  /** On the page of one record: the same, and all of it to be looked at first. */
  readonly detailActions: (row: Row) => readonly RowAction[]
  readonly bulkActions: readonly BulkAction[]
}
/** The same for one of several entities that stand in one list. `blocked` says why nothing is written here. */
export function printsFor(
  of: AnyEntity,
  prints: Printing | readonly Printing[],
  may: ReturnType<typeof useMay>,
  blocked: string | undefined,
): Prints {
  const kinds = may(of, 'print') ? papersOf(prints) : []
  const keyOf = ({ of: { call }, paper }: PaperOf) => `print${paper} ${call.path}`
  const rowActions = (row: Row): readonly RowAction[] =>
    kinds
      .filter((k) => k.paper === 'LABEL')
      .map((k) => ({
        key: keyOf(k),
        title: k.title,
        refused: (k.of.anywhere ? undefined : blocked) ?? saidOf(whyNot(of, row, k)),
        run: () => void print(of, k.of, [row], k.paper),
      }))
  const bulkActions: readonly BulkAction[] = kinds
    .filter((k) => k.of.anywhere || blocked === undefined)
    .map((k) => ({ key: keyOf(k), title: k.title, run: (rows) => print(of, k.of, rows, k.paper) }))
  const detailActions = (row: Row): readonly RowAction[] => {
    const place = kinds.length > 0 && may(of, 'view') ? printViewOf(of.key, row.id) : undefined
    const look: readonly RowAction[] = place
      ? [
          {
            key: 'preview',
            title: words.preview,
            refused: kinds.some((k) => k.of.anywhere) ? undefined : blocked,
            run: () => go(place),
          },
        ]
      : []
    return [...look, ...rowActions(row)]
  }
  return { rowActions, detailActions, bulkActions }
}

const saidOf = (why: ReturnType<typeof whyNot>): string | undefined => why && sayNow(why.text, why.args)
