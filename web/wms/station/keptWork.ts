import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { dropDrafts, keepDraft, readDraft } from '../../client/drafts.ts'
import { report } from '../../client/errors.ts'
import { confirms } from './confirms.ts'
import type { Loaded } from './now.ts'
import { workKey } from './place.ts'
import { applied } from './steps.ts'

interface Kept {
  readonly work: Loaded
  /** Confirms that were on their way then, and are done in these lines. */
  readonly counted: readonly string[]
}
const placeOf = (taskId: string): string => workKey(taskId).join('/')

/** Keeps the task in hand on this device: one that is opened again without network goes on with it. */
export function keepWork(work: Loaded): void {
  const keep = async () => {
    const counted = (await confirms.waiting()).map((input) => JSON.stringify(input))
    await keepDraft(placeOf(work.task.id), { work, counted } satisfies Kept)
  }
  keep().catch(report)
}

/** The task as it was left on this device, with what waits to be sent done. */
export async function keptWork(taskId: string): Promise<Loaded | undefined> {
  // What stands there was put above.
  const kept = (await readDraft(placeOf(taskId)))?.draft as Kept | undefined
  if (!kept) return undefined
  const { work, counted } = kept
  const since = (await confirms.waiting()).filter((input) => !counted.includes(JSON.stringify(input)))
  return { ...work, lines: since.reduce<readonly WorkLine[]>(applied, work.lines) }
}

export const dropWork = (taskId: string): void => void dropDrafts([placeOf(taskId)]).catch(report)
