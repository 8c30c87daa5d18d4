import { useMemo } from 'react'
import type { Column } from '../../kernel/list/columns.tsx'
import type { Row } from '../../kernel/records.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { usePrint } from '../print/usePrint.ts'
import { SheetList } from '../sheet/SheetList.tsx'
import type { BillOptions, Paper } from './BillDetail.tsx'
import { Progress } from './BillProgress.tsx'
import { canChange } from './canChange.ts'
import { StateChips } from './StateChips.tsx'
import { StateTag } from './StateTag.tsx'
import { type Stages, usualStages } from './stages.ts'
import { type OwnVerbs, useDialogs } from './useDialogs.tsx'
import { billSteps, useFlowActions } from './useFlowActions.ts'

export type ListOptions = Pick<BillOptions, 'stages' | 'print' | 'Tools' | 'cells' | 'unasked' | keyof OwnVerbs>

/** The list of a bill type: chips of its states, its steps as row and bulk actions, its progress in the plan column. */
export function BillList({
  of,
  stages = usualStages(of),
  print,
  Tools,
  cells: drawn,
  unasked,
  ...verbsOfType
}: { of: Paper } & ListOptions) {
  const flow = useFlowActions(of, billSteps(of))
  const prints = usePrint(of.header, print)
  const own = useDialogs(of, verbsOfType)
  const cells = useMemo(() => ({ ...cellsOf(of, stages), ...drawn }), [of, stages, drawn])
  const omit = useMemo(() => ['state', ...(unasked ?? [])], [unasked])
  const stepsOf = (row: Row, isPossible: boolean) =>
    own.withDialogs(row, flow.actionsOf(row)).filter((a) => (a.refused === undefined) === isPossible)
  return (
    <>
      <SheetList
        of={of.header}
        cells={cells}
        omit={omit}
        {...(Tools && { tools: () => <Tools /> })}
        above={(list) => <StateChips of={of} list={list} />}
        rowActions={(row, standard) => [
          ...stepsOf(row, true),
          ...standard.map((a) => canChange(of, row, a)),
          ...prints.rowActions(row),
          ...stepsOf(row, false),
        ]}
        bulkActions={() => [...own.withAsking(flow.bulkActions), ...own.bulkActions, ...prints.bulkActions]}
      />
      {own.dialog}
    </>
  )
}

const cellsOf = (b: Paper, [whole = '', ...names]: Stages | readonly [] = []): Record<string, Column['render']> => ({
  state: (row) => <StateTag flow={b.flow} state={row.state} />,
  // What the server works out about a bill as a yes or no is something to look at.
  ...Object.fromEntries(
    Object.entries(b.header.fields)
      .filter(([, f]) => f.kind === 'flag' && f.computed)
      .map(([name, f]): [string, Column['render']] => [
        name,
        (row, t) =>
          row[name] === true ? <StatusTag tone="warn">{t(f.title)}</StatusTag> : <span className="muted">–</span>,
      ]),
  ),
  ...Object.fromEntries(
    names
      .filter((name) => name === 'doneQty' || names.length === 1)
      .map((name) => [
        name,
        (row: Row) => <Progress done={row[name]} all={row[whole]} {...(names.length === 1 && { of: row[whole] })} />,
      ]),
  ),
})
