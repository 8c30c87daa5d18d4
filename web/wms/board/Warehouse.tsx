import { dashboardWarehouse } from '@lading/contract/wms/dashboardWarehouse.ts'
import { useState } from 'react'
import { usePlace } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { useCall } from '../../kernel/useCall.ts'
import { Board, BoardActions, BoardOwner, BoardRead } from '../../platform/Board.tsx'
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
    <BoardActions of={board}>
      {board.data && (
        <span className="num">
          {t(['业务日期', 'Business day'])} {board.data.day}
        </span>
      )}
      <BoardOwner value={ownerId} onChange={setOwnerId} />
    </BoardActions>
  )
  return (
    <Board title={t(dashboardWarehouse.title)} actions={actions}>
      <BoardRead of={board}>{(data) => <Tiles data={data} owner={owner} />}</BoardRead>
      <div className="board-all">
        <WarehouseMap isLarge={false} />
      </div>
      {board.data && (
        <>
          <Types data={board.data} owner={owner} />
          <Ages data={board.data} owner={owner} />
          <Areas data={board.data} />
          <BinTypes data={board.data} />
        </>
      )}
      <WarehouseMonth ownerId={ownerId} />
      {board.data && <Near data={board.data} owner={owner} />}
    </Board>
  )
}
