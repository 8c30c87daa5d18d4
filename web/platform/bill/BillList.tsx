import type { AnyBill } from '@lading/contract/kernel/bill.ts'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Column } from '../../kernel/list/columns.tsx'
import { filterOf } from '../../kernel/list/filters.ts'
import type { ListModel } from '../../kernel/list/useList.ts'
import { queryRows } from '../../kernel/records.ts'
import { useText } from '../../kernel/text.ts'
import { words } from '../../kernel/words.ts'
import { grouped } from '../../ui/numbers.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { SheetList } from '../sheet/SheetList.tsx'
import { BillBar } from './BillProgress.tsx'
import { canChange } from './canChange.ts'
import { toneOf } from './state.ts'
import { useFlowActions } from './useFlowActions.ts'

const omit = ['state'] as const

/** The list of a bill type: chips of its states, its steps as row and bulk actions, its progress in the plan column. */
export function BillList({ of }: { of: AnyBill }) {
  const flow = useFlowActions(of)
  const cells = useMemo(() => cellsOf(of), [of])
  return (
    <SheetList
      of={of.header}
      cells={cells}
      omit={omit}
      above={(list) => <StateChips of={of} list={list} />}
      rowActions={(row, standard) => [
        ...flow.actionsOf(row).filter((a) => a.refused === undefined),
        ...standard.map((a) => canChange(of, row, a)),
        ...flow.actionsOf(row).filter((a) => a.refused !== undefined),
      ]}
      bulkActions={() => flow.bulkActions}
    />
  )
}

const cellsOf = (b: AnyBill): Record<string, Column['render']> => ({
  state: (row, t) => {
    const state = String(row.state)
    return <StatusTag tone={toneOf(b.flow, state)}>{t(b.flow.states[state] ?? [state, state])}</StatusTag>
  },
  doneQty: (row) => <BillBar row={row} />,
})

/** One chip per state. Open states show how many bills wait in them; finished ones would only count history. */
function StateChips({ of, list }: { of: AnyBill; list: ListModel }) {
  const t = useText()
  const chosen = list.state.filter.state?.split(',').filter(Boolean) ?? []
  const { state: _, ...others } = list.state.filter
  const states = Object.keys(of.flow.states)
  const counts = useStateCounts(of, others)
  const choose = (next: readonly string[]) =>
    list.setState({ filter: next.length > 0 ? { ...others, state: next.join(',') } : others })
  const toggle = (s: string) => choose(chosen.includes(s) ? chosen.filter((c) => c !== s) : [...chosen, s])
  return (
    <fieldset className="chips" aria-label={t(words.state)}>
      <button type="button" className="chip" aria-pressed={chosen.length === 0} onClick={() => choose([])}>
        {t(words.all)}
      </button>
      {states.map((s) => (
        <button key={s} type="button" className="chip" aria-pressed={chosen.includes(s)} onClick={() => toggle(s)}>
          {t(of.flow.states[s] ?? [s, s])}
          {counts[s] !== undefined && <span className="chip-count num">{grouped(String(counts[s]))}</span>}
        </button>
      ))}
    </fieldset>
  )
}

function useStateCounts(of: AnyBill, others: Readonly<Record<string, string>>): Readonly<Record<string, number>> {
  const open = Object.keys(of.flow.states).filter((s) => !of.flow.final.includes(s))
  const results = useQueries({
    queries: open.map((s) => {
      const filter = { ...filterOf(of.header, others), state: [s] }
      return {
        queryKey: [of.header.key, 'count', filter],
        queryFn: ({ signal }: { signal: AbortSignal }) => queryRows(of.header, { filter, pageSize: 1 }, signal),
        staleTime: 30_000,
      }
    }),
  })
  return Object.fromEntries(open.flatMap((s, i) => (results[i]?.data ? [[s, results[i].data.total ?? 0]] : [])))
}
