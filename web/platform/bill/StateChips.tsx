import { useQueries } from '@tanstack/react-query'
import { useText } from '../../client/text.ts'
import { filterOf } from '../../kernel/list/filters.ts'
import type { ListModel } from '../../kernel/list/useList.ts'
import { queryRows } from '../../kernel/records.ts'
import { words } from '../../kernel/words.ts'
import { grouped } from '../../ui/numbers.ts'
import type { Flowing } from './useFlowActions.ts'

/** One chip per state. Open states show how many bills wait in them; finished ones would only count history. */
export function StateChips({ of, list }: { of: Flowing; list: ListModel }) {
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

function useStateCounts(of: Flowing, others: Readonly<Record<string, string>>): Readonly<Record<string, number>> {
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
