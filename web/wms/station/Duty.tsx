import { ownDuty, setOwnDuty } from '@lading/contract/wms/worker.ts'
import { call } from '../../client/client.ts'
import { useText } from '../../client/text.ts'
import { useCall } from '../../kernel/useCall.ts'
import { Big } from '../../platform/station/StationFrame.tsx'
import { deviceName } from './confirms.ts'

/** Who is not here yet comes to work on the spot, and goes on with what he was about to do. */
export function CheckIn({ onDone, onFail }: { onDone: () => void; onFail: (error: unknown) => void }) {
  const t = useText()
  const checkIn = () => void call(setOwnDuty, { onDuty: true, device: deviceName() }).then(onDone, onFail)
  return (
    <Big main onClick={checkIn}>
      {t(['签到', 'Check in'])}
    </Big>
  )
}

/** Coming to work and leaving it, for who is one of the workers here; nobody else is asked. */
export function Duty({ onFail }: { onFail: (error: unknown) => void }) {
  const t = useText()
  const own = useCall(ownDuty, {})
  if (!own.data?.isWorker) return null
  const { onDuty } = own.data
  const turn = () => void call(setOwnDuty, { onDuty: !onDuty, device: deviceName() }).then(() => own.refetch(), onFail)
  return (
    <Big main={!onDuty} onClick={turn}>
      {t(onDuty ? ['签退', 'Check out'] : ['签到，开始接单', 'Check in to take work'])}
    </Big>
  )
}
