import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import type { Action } from '@lading/contract/kernel/permission.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { type ComponentType, type ReactNode, useState } from 'react'
import { sayNow } from '../../client/text.ts'
import { useBlocked, useMay } from '../../kernel/permission.ts'
import type { Row } from '../../kernel/records.ts'
import type { BulkAction, RowAction } from '../../kernel/verbs.tsx'
import { later } from '../later.ts'

/** Something done to one bill by a dialog of its own. Under the name of a step it stands in the step's place. */
export interface BillDialog {
  readonly key: string
  readonly title: Text
  readonly verb: Action
  /** States in which it can be done. */
  readonly from: readonly string[]
  readonly view: ComponentType<{ bill: Row; onClose: () => void }>
}

/** The dialog that is open: a bill type's own, or that of the step of this name, which asks for something. */
type View = BillDialog['view'] | string
interface Open {
  readonly view: View
  readonly bills: readonly [Row, ...Row[]]
  /** Of several bills: told how it went. */
  readonly done?: (isDone: boolean | Promise<boolean>) => void
}
const StepDialog = later(async () => (await import('./StepDialog.tsx')).StepDialog)

/** Something done to several bills at once that makes of them what no step of one could. */
export interface BillBulk {
  readonly key: string
  readonly title: Text
  readonly verb: Action
  /** Whose right it takes, where it makes papers of another kind. */
  readonly of?: AnyEntity
  readonly run: BulkAction['run']
}

/** What a bill type can do beside the steps of its flow. */
export interface OwnVerbs {
  /** What is done to a bill by a dialog of its type's own. */
  readonly dialogs?: readonly BillDialog[]
  readonly bulk?: readonly BillBulk[]
  /** By step: why it makes no sense with this bill though its state allows it. */
  readonly refuses?: (row: Row) => Readonly<Record<string, Text | undefined>>
  /** Steps that may be taken with this bill, but not as what comes next. */
  readonly aside?: (row: Row) => readonly string[]
}

/** The buttons of a bill type's own beside those of its flow, and the dialog that is open. */
export function useDialogs(of: AnyDocument, { dialogs = [], bulk = [], refuses, aside }: OwnVerbs) {
  const may = useMay()
  const blocked = useBlocked(of.header)
  const [open, setOpen] = useState<Open>()
  const asking = Object.entries(of.flow.steps).flatMap(([step, s]) => (s.input ? [step] : []))
  const refusedIn = (d: BillDialog, row: Row): string | undefined => {
    if (blocked !== undefined || d.from.includes(String(row.state))) return blocked
    const state = String(row.state)
    return sayNow(faults.state.text, {
      no: row.billNo,
      state: of.flow.states[state] ?? [state, state],
      action: d.title,
    })
  }
  const withDialogs = (row: Row, steps: readonly RowAction[]): readonly RowAction[] => {
    const opens = (view: View) => () => setOpen({ view, bills: [row] })
    const own = new Map([
      ...asking.map((step): [string, () => void] => [step, opens(step)]),
      ...dialogs.map((d): [string, () => void] => [d.key, opens(d.view)]),
    ])
    const vain = refuses?.(row) ?? {}
    const whyVain = (step: string) => vain[step] && sayNow(vain[step])
    const beside = aside?.(row) ?? []
    return [
      ...steps
        .toSorted((a, b) => Number(beside.includes(a.key)) - Number(beside.includes(b.key)))
        .map((s) => ({
          ...s,
          run: own.get(s.key) ?? s.run,
          refused: s.refused ?? whyVain(s.key),
          isAside: s.isAside === true || beside.includes(s.key),
        })),
      ...dialogs
        .filter((d) => !(d.key in of.flow.steps) && may(of.header, d.verb))
        .map((d) => ({ key: d.key, title: d.title, refused: refusedIn(d, row), run: () => own.get(d.key)?.() })),
    ]
  }
  const close = (isDone: boolean | Promise<boolean>) => {
    open?.done?.(isDone)
    setOpen(undefined)
  }
  const onClose = () => close(false)
  const dialog: ReactNode =
    open &&
    (typeof open.view === 'string' ? (
      <StepDialog of={of} step={open.view} bills={open.bills} onSend={close} onClose={onClose} />
    ) : (
      <open.view bill={open.bills[0]} onClose={onClose} />
    ))
  const askAll = (step: string, [first, ...others]: readonly Row[]): Promise<boolean> =>
    first ? new Promise((done) => setOpen({ view: step, bills: [first, ...others], done })) : Promise.resolve(false)
  /** A step that asks for something asks once for all of the rows; closed without a word, it was not taken. */
  const withAsking = (steps: readonly BulkAction[]): readonly BulkAction[] =>
    steps.map((s) => (asking.includes(s.key) ? { ...s, run: (rows) => askAll(s.key, rows) } : s))
  const bulkActions: readonly BulkAction[] = blocked ? [] : bulk.filter((b) => may(b.of ?? of.header, b.verb))
  return { withDialogs, withAsking, dialog, bulkActions }
}
