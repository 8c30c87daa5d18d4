import { ask } from '../../ui/ask.tsx'

/** Whether a confirm is really to be taken back; undefined when it is not. */
export const askUndo = (): Promise<string | undefined> =>
  ask({
    title: ['撤销该明细的确认？', 'Undo the confirmation of this line?'],
    detail: ['货物将退回原处。', 'The goods go back where they were.'],
    ok: ['撤销', 'Undo'],
    danger: true,
  })
