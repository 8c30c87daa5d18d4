import type { Text } from '@lading/contract/kernel/text.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { Button, Select } from 'antd'
import { useMemo } from 'react'
import { useText } from '../../client/text.ts'
import type { Arranging } from './useArranging.ts'

const moves = {
  up: ['上移', 'Move up'],
  down: ['下移', 'Move down'],
  start: ['移到最前', 'Move to the start'],
  end: ['移到最后', 'Move to the end'],
  before: ['移到此货位之前', 'Move before bin'],
  aisle: ['选择巷道', 'Select an aisle'],
  undo: ['撤销', 'Undo'],
} as const satisfies Record<string, Text>

/** Moves the bins that are ticked, without a mouse or on a screen that cannot drag. */
export function MoveTools({ of }: { of: Arranging }) {
  const t = useText()
  const { order, chosen, moveBy, moveBefore } = of
  const aisles = useMemo(() => {
    const all = [...new Set(order.flatMap((b) => b.aisle ?? []))]
    return all.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).map((value) => ({ value, label: value }))
  }, [order])
  const bins = useMemo(() => order.map(({ id, code }) => ({ value: id, label: code })), [order])
  const ids = new Set(chosen.map(({ id }) => id))
  const isNone = ids.size === 0
  return (
    <div className="walk-tools">
      <p className="muted" role="status">
        {isNone
          ? t([
              '拖动货位编码；或勾选后用按钮移动，行内按 Alt+↑ Alt+↓',
              'Drag a bin by its code; or tick bins and use the buttons, in a row Alt+↑ Alt+↓',
            ])
          : t(['已选{n}个货位', 'Bins selected: {n}'], { n: ids.size })}
      </p>
      <div className="walk-buttons">
        <Select
          className="walk-aisle"
          aria-label={t(moves.aisle)}
          placeholder={t(moves.aisle)}
          value={null}
          options={aisles}
          showSearch
          onChange={(aisle: string | null) => aisle !== null && of.tickAisle(aisle)}
        />
        <Button disabled={isNone} onClick={() => moveBy(ids, -1)}>
          {t(moves.up)}
        </Button>
        <Button disabled={isNone} onClick={() => moveBy(ids, 1)}>
          {t(moves.down)}
        </Button>
        <Button disabled={isNone} onClick={() => moveBefore(ids, order[0]?.id)}>
          {t(moves.start)}
        </Button>
        <Button disabled={isNone} onClick={() => moveBefore(ids, undefined)}>
          {t(moves.end)}
        </Button>
        <Select
          className="walk-before-bin"
          aria-label={`${t(moves.before)} ${t(bin.title)}`}
          placeholder={t(moves.before)}
          disabled={isNone}
          value={null}
          options={bins}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(id: string | null) => id !== null && moveBefore(ids, id)}
        />
        <Button disabled={!of.canUndo} onClick={of.undo}>
          {t(moves.undo)}
        </Button>
      </div>
    </div>
  )
}
