import { parseQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { taskLineStates } from '@lading/contract/wms/task.ts'
import { undoLine, type WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { taskTypes } from '@lading/contract/wms/taskTypes.ts'
import { viewOf } from '@lading/contract/wms/taskViews.ts'
import { call } from '../../client/client.ts'
import { asRefused } from '../../client/errors.ts'
import { type Say, useText } from '../../client/text.ts'
import { useMay } from '../../kernel/permission.ts'
import { askUndo } from '../task/askUndo.ts'
import { baseText, countText, isOpen, nextOf, placeText } from '../task/lineText.ts'
import { NotGood } from '../task/NotGood.tsx'
import { confirms } from './confirms.ts'
import type { StationType } from './place.ts'

/** What came of a line that is closed. */
const doneText = (l: WorkLine, t: Say): string => {
  const short = parseQty(l.shortQty)
  const done = t(['已完成 {n}', '{n} done'], { n: baseText(parseQty(l.doneQty), l) })
  return short > 0n ? `${done} · ${t(['少 {n}', '{n} short'], { n: baseText(short, l) })}` : done
}
/** A line of what was done, which may be taken back. */
const isUndoable = (l: WorkLine): boolean => !isOpen(l) && parseQty(l.doneQty) > 0n

/** Lines of a task: an open one is chosen by a touch, one that is done is taken back. */
export function LineCards({
  type,
  lines,
  onTake,
  onUndone,
  onFail,
}: {
  type: StationType
  lines: readonly WorkLine[]
  onTake?: (id: string) => void
  onUndone: (l: WorkLine) => void
  onFail: (message: string) => void
}) {
  const t = useText()
  const mayUndo = useMay()(viewOf(type), 'cancel')
  const undo = async (l: WorkLine) => {
    if ((await askUndo()) === undefined) return
    if ((await confirms.waiting()).length > 0) return onFail(t(unsent))
    await call(undoLine, { taskLineId: l.id }).then(
      () => onUndone(l),
      (error) => onFail(asRefused(error).message),
    )
  }
  return (
    <ul className="station-cards">
      {lines.map((l) => (
        <li key={l.id}>
          <button
            type="button"
            className="station-card"
            disabled={isOpen(l) ? !onTake : !(mayUndo && isUndoable(l))}
            onClick={() => (isOpen(l) ? onTake?.(l.id) : void undo(l))}
          >
            <span className="station-card-head">
              <span>
                {l.product ? `${l.product.code} ${l.product.name}` : (l.fromContainer?.code ?? placeText(l.fromBin, t))}{' '}
                <NotGood of={l.stockType} />
              </span>
              <span className="num">
                {isOpen(l)
                  ? l.product && !taskTypes[type].counts
                    ? countText(nextOf(l), l)
                    : ''
                  : mayUndo && isUndoable(l)
                    ? undoText(t)
                    : '✓'}
              </span>
            </span>
            <span className="muted num">
              {[
                l.state === 'INHAND' && t(taskLineStates.INHAND),
                [placeText(l.fromBin, t), placeText(l.toBin, t)].filter(Boolean).join(' → '),
                l.product && (isOpen(l) ? baseText(nextOf(l), l) : doneText(l, t)),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
/** What the server has not heard of yet it cannot take back. */
const unsent: Text = [
  '还有未发送的记录，请联网后再撤销',
  'Some confirmations have not been sent yet: undo once you are online',
]
const undoText = (t: Say): string => `✓ ${t(['撤销', 'Undo'])}`
