import { dashboardWarehouse } from '@lading/contract/wms/dashboardWarehouse.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { usePlace } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import { NotFresh, NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { Board } from '../../platform/Board.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { WarehouseMap } from '../map/WarehouseMap.tsx'
import { Ages, Areas, BinTypes, Near, Tiles, Types } from './WarehouseFigures.tsx'
import { WarehouseMonth } from './WarehouseMonth.tsx'
import './board.css'

/** Time passes without news: goods grow older within a minute. */
const refreshMs = 60_000

/** 库内看板: how full the warehouse is, of what, what slows down, and the warehouse itself as a map. */
export function Warehouse() {
  const t = useText()
  const isLarge = usePlace().query.map === 'large'
  const [ownerId, setOwnerId] = useState<string>()
  const asked = ownerId ? { ownerId } : {}
  const board = useCall(dashboardWarehouse, asked, { refetchInterval: refreshMs, enabled: !isLarge })
  const { data } = board
  const owner: Readonly<Record<string, string>> = asked
  if (isLarge)
    return (
      <Board title={t(dashboardWarehouse.title)}>
        <div className="board-all">
          <WarehouseMap isLarge />
        </div>
      </Board>
    )
  const actions = (
    <>
      {data && <span className="muted num">{shownTime(new Date(board.dataUpdatedAt).toISOString())}</span>}
      <div className="today-owner">
        <span className="muted">{t(['货主', 'Owner'])}</span>
        <RefSelect
          to="wms.owner"
          title={t(['货主', 'Owner'])}
          value={ownerId}
          onChange={(id) => setOwnerId(id ?? undefined)}
        />
      </div>
      <Button loading={board.isFetching} onClick={() => void board.refetch()}>
        {t(words.refresh)}
      </Button>
    </>
  )
  return (
    <Board title={t(dashboardWarehouse.title)} actions={actions}>
      {board.error && (
        <div className={data ? 'board-all' : 'board-all card'}>
          {data ? <NotFresh of={board} /> : <NotRead of={board} />}
        </div>
      )}
      {!data && !board.error && (
        <div className="board-all card">
          <SkeletonRows label={t(words.loading)} />
        </div>
      )}
      {data && <Tiles data={data} owner={owner} />}
      <div className="board-all">
        <WarehouseMap isLarge={false} />
      </div>
      {data && (
        <>
          <Types data={data} owner={owner} />
          <Ages data={data} owner={owner} />
          <Areas data={data} />
          <BinTypes data={data} />
        </>
      )}
      <WarehouseMonth ownerId={ownerId} />
      {data && <Near data={data} owner={owner} />}
    </Board>
  )
}
