import { dashboardOut, outboundProgress } from '@lading/contract/wms/dashboardOut.ts'
import { useText } from '../../client/text.ts'
import { NotFresh, NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { BoardPage } from '../../platform/BoardPage.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
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
  const t = useText()
  const read = useCall(outboundProgress, {}, { refetchInterval: refreshMs })
  const { data } = read
  if (!data)
    return (
      <div className="board-all card">
        {read.error ? <NotRead of={read} /> : <SkeletonRows label={t(words.loading)} />}
      </div>
    )
  return (
    <>
      {read.error && (
        <div className="board-all">
          <NotFresh of={read} />
        </div>
      )}
      <Waves data={data} />
      <Stops data={data} />
      <Shorts data={data} />
      <Pace data={data} />
      <Labels data={data} />
    </>
  )
}
