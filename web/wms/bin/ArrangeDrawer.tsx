import type { Text } from '@lading/contract/kernel/text.ts'
import { arrangeOrder, pickOrder, readWalk, type Walk, type WalkedBin } from '@lading/contract/wms/pickOrder.ts'
import { bin } from '@lading/contract/wms/place.ts'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { useAct } from '../../platform/ActDialog.tsx'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { ActProblem } from '../../platform/ActProblem.tsx'
import { ask } from '../../ui/ask.tsx'
import { useSize } from '../../ui/useSize.ts'
import { MoveTools } from './MoveTools.tsx'
import { type Arranging, useArranging } from './useArranging.ts'
import { useRowMoves } from './useRowMoves.ts'

/** The bins of one pick area in walking order: dragged, or moved by keys, and saved at once. */
export function ArrangeDrawer({ pickAreaId, onClose }: { pickAreaId: string; onClose: () => void }) {
  const t = useText()
  const walk = useCall(readWalk, { pickAreaId })
  const arranging = useArranging(walk.data)
  const act = useAct(pickOrder, arrangeOrder, onClose)
  const { isChanged } = arranging
  const close = async () => {
    if (isChanged && (await ask(leaving)) === undefined) return
    onClose()
  }
  const save = () => {
    const { seen, order } = arranging
    void act.run({ pickAreaId, seen, binIds: order.map(({ id }) => id) }, ({ changed }) =>
      t(['已调整{changed}个货位的顺序', 'Bins with a new place: {changed}'], { changed }),
    )
  }
  const again = () => {
    act.setProblem('')
    arranging.reset()
  }
  const extra = (
    <div className="walk-actions">
      <Button disabled={!isChanged || act.isBusy} onClick={again}>
        {t(['恢复', 'Start over'])}
      </Button>
      <Button type="primary" disabled={!isChanged} loading={act.isBusy} onClick={save}>
        {t(words.save)}
      </Button>
    </div>
  )
  const title = walk.data ? `${t(arrangeOrder.title)} · ${walk.data.code} ${walk.data.name}` : t(arrangeOrder.title)
  return (
    <ActDrawer<Walk> title={title} reads={walk} extra={extra} onClose={() => void close()}>
      {() => (
        <div className="walk">
          <ActProblem of={act.problem} />
          {arranging.isOutdated && (
            <p role="alert" className="walk-outdated">
              {t(['他人已调整此分区，请恢复后重新调整', 'Someone else has arranged this area: start over'])}
            </p>
          )}
          <MoveTools of={arranging} />
          <Bins of={arranging} />
        </div>
      )}
    </ActDrawer>
  )
}

const leaving = {
  title: ['放弃未保存的顺序？', 'Leave without saving the order?'],
  ok: ['放弃', 'Leave'],
  danger: true,
} as const satisfies { title: Text; ok: Text; danger: boolean }

const place = (name: 'bay' | 'level' | 'pos'): ReadColumn<WalkedBin> => ({
  name,
  title: bin.fields[name].title,
  width: 64,
  isFigure: true,
  said: (b) => (b[name] === null ? '' : String(b[name])),
})

const Grip = () => (
  <svg width="10" height="14" viewBox="0 0 10 14" fill="currentColor" aria-hidden="true">
    <path d="M2 1h2v2H2zM6 1h2v2H6zM2 6h2v2H2zM6 6h2v2H6zM2 11h2v2H2zM6 11h2v2H6z" />
  </svg>
)

function Bins({ of }: { of: Arranging }) {
  const t = useText()
  const { ref, height } = useSize()
  const { order, places, selection, tickAisle } = of
  const { box, rowClass, handlers } = useRowMoves(of)
  const columns = useMemo(
    (): readonly ReadColumn<WalkedBin>[] => [
      {
        name: 'place',
        title: ['次序', 'Place'],
        width: 72,
        isFigure: true,
        isFilled: () => true,
        render: (b) => (places.get(b.id) ?? 0) + 1,
      },
      {
        name: 'code',
        title: bin.title,
        width: 180,
        isFilled: () => true,
        render: (b) => (
          <span className="walk-grip" draggable>
            <Grip /> {b.code}
          </span>
        ),
      },
      {
        name: 'aisle',
        title: bin.fields.aisle.title,
        width: 90,
        isFilled: (b) => b.aisle !== null,
        render: (b) =>
          b.aisle !== null && (
            <Button
              type="link"
              size="small"
              className="cell-link"
              title={t(['选择整条巷道', 'Select the whole aisle'])}
              onClick={() => tickAisle(b.aisle)}
            >
              {b.aisle}
            </Button>
          ),
      },
      place('bay'),
      place('level'),
      place('pos'),
      {
        name: 'pickSeq',
        title: ['现顺序', 'Now'],
        width: 90,
        isFigure: true,
        render: (b) => b.pickSeq,
      },
    ],
    [places, tickAisle, t],
  )
  return (
    <div className="walk-bins" ref={ref} {...handlers}>
      <div ref={box}>
        <ReadTable
          label={t(readWalk.title)}
          rows={order}
          columns={columns}
          selection={selection}
          height={Math.max(200, height)}
          rowClass={rowClass}
        />
      </div>
    </div>
  )
}
