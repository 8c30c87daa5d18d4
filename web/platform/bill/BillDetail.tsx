import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { ComponentType } from 'react'
import { useText } from '../../client/text.ts'
import { ActionButtons } from '../../kernel/ActionButtons.tsx'
import { ChildTable } from '../../kernel/detail/ChildTable.tsx'
import { type DetailTab, RecordPage, RecordTabs } from '../../kernel/detail/EntityDetail.tsx'
import { Facts } from '../../kernel/detail/Facts.tsx'
import { rowsOf } from '../../kernel/detail/rowsOf.ts'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import type { Column } from '../../kernel/list/columns.tsx'
import type { Row } from '../../kernel/records.ts'
import { type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import type { Printing } from '../print/papers.ts'
import { usePrint } from '../print/usePrint.ts'
import { BillProgress } from './BillProgress.tsx'
import { canChange } from './canChange.ts'
import { StateTag } from './StateTag.tsx'
import { casesOf, type Stages, usualStages } from './stages.ts'
import { type OwnVerbs, useDialogs } from './useDialogs.tsx'
import { billSteps, useFlowActions } from './useFlowActions.ts'

/** A numbered paper; one with lines of goods has words of its own for their quantities. */
export interface Paper extends AnyDocument {
  readonly line?: AnyEntity
  readonly words?: { readonly booked: Text; readonly done: Text; readonly sent: Text }
}

/** A tab of a bill type's own. */
export interface BillTab extends Omit<DetailTab, 'title'> {
  readonly title: Text
}
export interface BillOptions extends OwnVerbs {
  /** What is to be done next, where the buttons alone do not say it. */
  readonly next?: ComponentType<{ bill: Row }>
  /** What a bill type shows of its tasks, below its lines. */
  readonly tasks?: ComponentType<{ bill: Row }>
  readonly tabs?: (row: Row) => readonly BillTab[]
  /** Beside the button for a new one in its list. */
  readonly Tools?: ComponentType
  readonly stages?: Stages
  /** How rows are typed that are no products with quantities, by their field. */
  readonly controls?: () => Promise<Readonly<Record<string, ComponentType<InputProps>>>>
  readonly print?: Printing | readonly Printing[]
  /** How columns of its list are drawn that are no usual ones, by their field. */
  readonly cells?: Readonly<Record<string, Column['render']>>
  /** Filters that links bring along and nobody chooses: what they lead to has no list of its own. */
  readonly unasked?: readonly string[]
}

/** The heading and the progress bar say these already. */
const told = ['billNo', 'state', 'cancelQty', 'lineCount']

/** One bill: state, progress, facts, lines, tasks, log, and its steps as buttons. */
export function BillDetail({
  of,
  next: Next,
  tasks: Tasks,
  tabs,
  stages = usualStages(of),
  print,
  ...verbsOfType
}: { of: Paper } & BillOptions) {
  const t = useText()
  const flow = useFlowActions(of, billSteps(of))
  const own = useDialogs(of, verbsOfType)
  const verbs = useVerbs(of.header)
  const prints = usePrint(of.header, print)
  const lines = (row: Row, line: AnyEntity): DetailTab => ({
    key: 'lines',
    title: t(['明细（{n}）', 'Lines ({n})'], { n: rowsOf(row, 'lines').length }),
    content: <ChildTable of={line} rows={rowsOf(row, 'lines')} />,
  })
  const lineOf = of.line ?? of.header.fields.lines?.rows?.entity
  const further = (row: Row): readonly DetailTab[] => [
    ...(Tasks ? [{ key: 'tasks', title: t(['任务', 'Tasks']), content: <Tasks bill={row} /> }] : []),
    ...(tabs?.(row) ?? []).map((tab) => ({ ...tab, title: t(tab.title) })),
  ]
  return (
    <RecordPage of={of.header}>
      {(row, reload) => (
        <Page
          title={String(row.billNo)}
          note={<StateTag flow={of.flow} state={row.state} />}
          actions={
            <>
              <Buttons of={of} all={own.withDialogs(row, flow.actionsOf(row))}>
                {[...verbs.rowActions(row).map((a) => canChange(of, row, a)), ...prints.detailActions(row)]}
              </Buttons>
              {reload}
            </>
          }
        >
          {Next && <Next bill={row} />}
          {stages && (
            <Card>
              <BillProgress of={of} row={row} stages={stages} />
            </Card>
          )}
          <Card>
            <Facts
              of={of.header}
              row={row}
              omit={[...told, ...(stages ?? []).flatMap((name) => [name, casesOf(name)])]}
            />
          </Card>
          <RecordTabs
            of={of.header}
            row={row}
            omit={['lines']}
            first={lineOf && lines(row, lineOf)}
            tabs={further(row)}
          />
          {own.dialog}
        </Page>
      )}
    </RecordPage>
  )
}

/** Only what moves a bill on stands out: a dialog beside its flow never does. */
function Buttons({ of, all, children }: { of: Paper; all: readonly RowAction[]; children: readonly RowAction[] }) {
  const isStep = ({ key }: RowAction) => key in of.flow.steps
  return <ActionButtons steps={all.filter(isStep)} others={[...all.filter((a) => !isStep(a)), ...children]} />
}
