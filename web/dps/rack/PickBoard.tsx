import { rackOf } from '@lading/contract/dps/calls.ts'
import { pickDashboard } from '@lading/contract/dps/pickDashboard.ts'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { useCall } from '../../kernel/useCall.ts'
import { BoardRead } from '../../platform/Board.tsx'
import { BoardPage } from '../../platform/BoardPage.tsx'
import { Rack } from './Rack.tsx'

/** 拣货看板: how far the lines are, and the rack of one of them. */
export const PickBoard = () => (
  <BoardPage of={pickDashboard}>
    <Racks />
  </BoardPage>
)

function Racks() {
  const t = useText()
  const [chosen, setChosen] = useState<string>()
  const read = useCall(rackOf, chosen === undefined ? {} : { lineId: chosen }, { placeholderData: (last) => last })
  return (
    <BoardRead of={read}>
      {(data) => (
        <section className="card board-all rack-card">
          <h2 className="board-title">
            {t(['货架', 'Rack'])}
            {data.lines.length > 1 && (
              <Segmented
                className="names"
                value={data.lineId ?? ''}
                options={data.lines.map((l) => ({ value: l.id, label: l.name }))}
                onChange={setChosen}
              />
            )}
          </h2>
          <Rack data={data} again={() => void read.refetch()} />
        </section>
      )}
    </BoardRead>
  )
}
