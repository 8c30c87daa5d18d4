import type { Qty } from '@lading/contract/kernel/qty.ts'
import type { LineOrder } from '@lading/contract/wms/taskConfig.ts'

/** A pick line as far as the size of a task goes. */
export type CutLine = {
  readonly id: string
  /** Lines of different groups never share a task. */
  readonly group: string
  readonly cases: Qty
  readonly volumeMl: Qty
  readonly weightGram: Qty
}

/** 任务上限 of a pick area; null for no limit. */
export type TaskLimits = {
  readonly maxLines: number | null
  readonly maxCases: Qty | null
  readonly maxVolumeMl: Qty | null
  readonly maxWeightGram: Qty | null
}

/**
 * Cuts lines, given in walk order, into tasks: each group by itself, in the order in which the walk meets them, and a new
 * task begins where the next line would exceed a limit. A line that exceeds a limit alone becomes a task of its own.
 * Source: wms.md 7.4 step 6.
 * @returns line ids per task, in walk order
 */
export const taskCut = (lines: readonly CutLine[], limits: TaskLimits): readonly (readonly string[])[] =>
  [...Map.groupBy(lines, (line) => line.group).values()].flatMap((group) => cutGroup(group, limits))

function cutGroup(lines: readonly CutLine[], limits: TaskLimits): readonly (readonly string[])[] {
  const tasks: string[][] = []
  let load = nothing
  for (const line of lines) {
    const more = add(load, line)
    const task = tasks.at(-1)
    if (task && within(more, limits)) {
      task.push(line.id)
      load = more
    } else {
      tasks.push([line.id])
      load = add(nothing, line)
    }
  }
  return tasks
}

type Load = { readonly lines: number; readonly cases: Qty; readonly volumeMl: Qty; readonly weightGram: Qty }

const nothing: Load = { lines: 0, cases: 0n, volumeMl: 0n, weightGram: 0n }

function add(load: Load, line: CutLine): Load {
  return {
    lines: load.lines + 1,
    cases: load.cases + line.cases,
    volumeMl: load.volumeMl + line.volumeMl,
    weightGram: load.weightGram + line.weightGram,
  }
}

function within(load: Load, limits: TaskLimits): boolean {
  return (
    (limits.maxLines === null || load.lines <= limits.maxLines) &&
    (limits.maxCases === null || load.cases <= limits.maxCases) &&
    (limits.maxVolumeMl === null || load.volumeMl <= limits.maxVolumeMl) &&
    (limits.maxWeightGram === null || load.weightGram <= limits.maxWeightGram)
  )
}

/** What a picker lifts at once for a line, a case or a piece, and what it is called. */
export type Lift = {
  readonly code: string
  readonly weightGram: Qty
  readonly volumeMl: Qty
}

/**
 * 行顺序: the lines of one task as they are done. What is alike stays in walk order.
 * @param walk in walk order
 * @param liftOf asked only where the order goes by it
 */
export function inLineOrder<L>(walk: readonly L[], order: LineOrder, liftOf: (line: L) => Lift): readonly L[] {
  const compare = comparisons[order]
  if (!compare) return walk
  return walk
    .map((line) => ({ line, lift: liftOf(line) }))
    .sort((a, b) => compare(a.lift, b.lift))
    .map(({ line }) => line)
}

const lessFirst = <T>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0)
const comparisons: Readonly<Record<LineOrder, ((a: Lift, b: Lift) => number) | null>> = {
  PICK_SEQ: null,
  // What crushes others goes below; of what weighs the same, what takes more room.
  HEAVY_FIRST: (a, b) => lessFirst(b.weightGram, a.weightGram) || lessFirst(b.volumeMl, a.volumeMl),
  PRODUCT: (a, b) => lessFirst(a.code, b.code),
}
