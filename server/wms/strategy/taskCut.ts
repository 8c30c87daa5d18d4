import type { Qty } from '@lading/contract/kernel/qty.ts'

/** A pick line as far as the size of a task goes. */
export type CutLine = {
  readonly id: string
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
 * Cuts lines, given in walk order, into tasks: a new task begins where the next line would exceed a limit.
 * A line that exceeds a limit alone becomes a task of its own. Source: wms.md 7.4 step 6.
 * @returns line ids per task, in walk order
 */
export function taskCut(lines: readonly CutLine[], limits: TaskLimits): readonly (readonly string[])[] {
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
