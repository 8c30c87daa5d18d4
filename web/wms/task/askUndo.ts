import type { ReactNode } from 'react'
import { ask } from '../../ui/ask.tsx'

/** Whether all that was done of a task is really to be taken back. */
export const askUndoTask = (no: string, foreseen: () => Promise<ReactNode>): Promise<string | undefined> =>
  ask({
    title: ['撤销任务[{no}]的全部确认？', 'Undo all confirmations of task [{no}]?'],
    args: { no },
    detail: [
      '货物将逐行退回原处，任务重新打开。',
      'The goods go back where they were, line by line, and the task is open again.',
    ],
    ok: ['撤销', 'Undo'],
    danger: true,
    foreseen,
  })

/** Whether a confirm is really to be taken back; undefined when it is not. */
export const askUndo = (): Promise<string | undefined> =>
  ask({
    title: ['撤销该明细的确认？', 'Undo the confirmation of this line?'],
    detail: ['货物将退回原处。', 'The goods go back where they were.'],
    ok: ['撤销', 'Undo'],
    danger: true,
  })
