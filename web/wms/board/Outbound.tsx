import { dashboardOut, outboundProgress } from '@lading/contract/wms/dashboardOut.ts'
import { useCall } from '../../kernel/useCall.ts'
import { BoardRead } from '../../platform/Board.tsx'
import { BoardPage } from '../../platform/BoardPage.tsx'
import { Labels, Pace, Shorts } from './OutboundParts.tsx'
import { Stops } from './OutboundStops.tsx'
import { Waves } from './OutboundWaves.tsx'
import './board.css'

/** A truck comes nearer to its departure by the minute. */
const refreshMs = 60_000

/** 出库看板: what is to be sent, whether the trucks leave in time, and what keeps them. */
export const Outbound = () => (
  <BoardPage of={dashboardOut}>
    <Progress />
  </BoardPage>
)

function Progress() {
  const read = useCall(outboundProgress, {}, { refetchInterval: refreshMs })
  return (
    <BoardRead of={read}>
      {(data) => (
        <>
          <Waves data={data} />
          <Stops data={data} />
          <Shorts data={data} />
          <Pace data={data} />
          <Labels data={data} />
        </>
      )}
    </BoardRead>
  )
}
