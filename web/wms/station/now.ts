import type { confirmAnswer, WorkLine, WorkTask } from '@lading/contract/wms/taskCalls.ts'
import type { z } from 'zod'
import { isOpen } from '../task/lineText.ts'
import type { Draft } from './draft.ts'
import { applied, firstOpen, isLoose } from './steps.ts'

/** A task as the station has it. */
export interface Loaded {
  readonly task: WorkTask
  readonly lines: readonly WorkLine[]
}
/** The line in hand: what was scanned for it, and whether it waits for an answer. */
export interface Hand {
  readonly draft: Draft
  /** Chosen out of its turn. */
  readonly lineId?: string
  /** Scanned in the place of the instructed bin. */
  readonly otherBin?: string
  /** Scanned in the place of the container that the plan says. */
  readonly otherBox?: string
  /** Why the server said no to it, which a supervisor may overrule. */
  readonly refusedCode?: number
}
/** What a scan or a confirm meets. Told and not looked up: a scan that waited meets what the confirm before it has left. */
export interface Now {
  readonly work: Loaded
  readonly hand: Hand
}
export const lineOf = ({ work: { lines }, hand }: Now): WorkLine | undefined =>
  lines.find((l) => l.id === hand.lineId && isOpen(l)) ?? firstOpen(lines)

export type Answer = z.output<typeof confirmAnswer>

/** The answer's lines in the place of those that the station had; a pallet that moved as a whole closes its task. */
export function merged(lines: readonly WorkLine[], { task, line, next }: Answer): readonly WorkLine[] {
  const rest = (l: WorkLine) => (task.state === 'DONE' && isOpen(l) ? { ...l, state: 'DONE' } : l)
  const after = lines.map((l) => (l.id === next?.id ? next : l.id === line.id ? { ...l, ...line } : rest(l)))
  return next && !after.some((l) => l.id === next.id) ? [...after, next] : after
}

/** A pallet that goes up, or is taken up, takes lines along that the answer does not name. */
export const isMore = (after: readonly WorkLine[], of: WorkLine, { task, line }: Answer): boolean =>
  after.filter((l) => !isOpen(l)).length < task.doneLines ||
  (line.state === 'INHAND' &&
    after.some((l) => l.state === 'OPEN' && !isLoose(l) && l.fromContainer?.id === of.fromContainer?.id))

/** The task as it is for a worker whose confirm has not reached the server. */
export function locally(work: Loaded, input: Parameters<typeof applied>[1]): Loaded {
  const lines = applied(work.lines, input)
  const doneLines = lines.filter((l) => !isOpen(l)).length
  return { lines, task: { ...work.task, doneLines, state: doneLines >= work.task.lineCount ? 'DONE' : 'RUNNING' } }
}
