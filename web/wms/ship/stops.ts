import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'

/** What a load task has for one store. */
export interface Stop {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly seq: number | null
  readonly expected: number
  readonly loaded: number
  /** Left behind. */
  readonly kept: number
}

type Loaded = Pick<WorkLine, 'state' | 'store'>

/** The stops of a load task in the order in which they are loaded: the last one of the truck's way goes in first. */
export function stopsOf(lines: readonly Loaded[]): readonly Stop[] {
  const listed = lines.filter((l) => l.store !== null && l.state !== 'CANCELED')
  const stops = [...Map.groupBy(listed, (l) => l.store?.id ?? '')].flatMap(([id, own]): Stop[] => {
    const store = own[0]?.store
    if (!store) return []
    const count = (state: WorkLine['state']) => own.filter((l) => l.state === state).length
    const { code, name, stop } = store
    return [{ id, code, name, seq: stop ?? null, expected: own.length, loaded: count('DONE'), kept: count('SHORT') }]
  })
  return stops.sort((a, b) => (b.seq ?? 0) - (a.seq ?? 0))
}

const isWaiting = (stop: Stop): boolean => stop.loaded + stop.kept < stop.expected

/** Whose containers go in now, so that nothing stands before what is unloaded earlier. */
export const nextStop = (stops: readonly Stop[]): Stop | undefined => stops.find(isWaiting)
