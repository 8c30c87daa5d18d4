import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { adjustDiffs, closeDiffs, diffStates, pickDiffAdj, pickDiffCancel } from '@lading/contract/wms/pickDiff.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import type { Column } from '../../kernel/list/columns.tsx'
import type { Row } from '../../kernel/records.ts'
import { type BulkAction, type RowAction, runMany, useVerbs } from '../../kernel/verbs.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import type { Tone } from '../../ui/Mark.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

type State = keyof typeof diffStates
const tones: Readonly<Record<State, Tone>> = { OPEN: 'warn', ADJUSTED: 'good', CANCELED: 'idle' }
const cells: Record<string, Column['render']> = {
  state: (row, t) => {
    // The choice: one of its three words.
    const state = row.state as State
    return <StatusTag tone={tones[state]}>{t(diffStates[state])}</StatusTag>
  },
}

/** What is done to short picks on each of their pages. */
const verbs = {
  adjust: { of: pickDiffAdj, call: adjustDiffs, danger: false },
  close: { of: pickDiffCancel, call: closeDiffs, danger: true },
} as const
type Verb = (typeof verbs)[keyof typeof verbs]

function useSettle({ of, call, danger }: Verb) {
  const { can, refused } = useVerbs(of)
  const run = (rows: readonly Row[]) =>
    runMany(
      of as AnyEntity,
      call,
      rows,
      danger
        ? {
            title: call.title,
            detail: ['门店将少收到这些数量', 'The store will get so much less.'],
            reason: true,
          }
        : undefined,
    )
  const rowActions = (row: Row): readonly RowAction[] =>
    can(of, 'approve') && row.state === 'OPEN'
      ? [{ key: call.path, title: call.title, refused, danger, run: () => void run([row]) }]
      : []
  const bulk: readonly BulkAction[] =
    can(of, 'approve') && refused === undefined ? [{ key: call.path, title: call.title, danger, run }] : []
  return { rowActions, bulk }
}

function DiffList({ verb }: { verb: Verb }) {
  const { rowActions, bulk } = useSettle(verb)
  return <SheetList of={verb.of} cells={cells} rowActions={rowActions} bulkActions={() => bulk} />
}
function DiffDetail({ verb }: { verb: Verb }) {
  const { rowActions } = useSettle(verb)
  return <EntityDetail of={verb.of} actions={rowActions} />
}

/** 拣货差异调整: short picks that other goods are looked for. */
export const AdjustList = () => <DiffList verb={verbs.adjust} />
export const AdjustDetail = () => <DiffDetail verb={verbs.adjust} />
/** 拣货差异取消: short picks that the store does without. */
export const CancelList = () => <DiffList verb={verbs.close} />
export const CancelDetail = () => <DiffDetail verb={verbs.close} />
