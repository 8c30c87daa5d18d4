import { line } from '@lading/contract/dps/line.ts'
import { pickDashboard } from '@lading/contract/dps/pickDashboard.ts'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { useCall } from '../../kernel/useCall.ts'
import { BoardPage } from '../../platform/BoardPage.tsx'
import { Rack } from './Rack.tsx'

interface Line {
  readonly id: string
  readonly code: string
  readonly name: string
}

/** 拣货看板: how far the lines are, and the rack of one of them. */
export const PickBoard = () => (
  <BoardPage of={pickDashboard}>
    <Racks />
  </BoardPage>
)

function Racks() {
  const t = useText()
  const read = useCall(crudCalls(line).query as never, { filter: { disabled: false }, pageSize: 0 } as never)
  const lines = ((read.data as { records?: readonly Line[] } | undefined)?.records ?? []) as readonly Line[]
  const [chosen, setChosen] = useState<string>()
  const own = lines.find((l) => l.id === chosen) ?? lines[0]
  if (!own) return null
  return (
    <section className="card board-all">
      <h2 className="board-title">
        {t(['货架', 'Rack'])}
        {lines.length > 1 && (
          <Segmented
            value={own.id}
            options={lines.map((l) => ({ value: l.id, label: l.name }))}
            onChange={(id) => setChosen(id)}
          />
        )}
      </h2>
      <Rack lineId={own.id} />
    </section>
  )
}
