import type { DrawnTrip } from '@lading/contract/tms/planCalls.ts'
import { improveTrips } from '@lading/contract/tms/quickCalls.ts'
import { Button } from 'antd'
import { useText } from '../../client/text.ts'
import { keyOf } from '../plan/board.ts'
import type { Arrange } from '../plan/usePlan.ts'
import { useProposed } from './useProposed.ts'

interface Props {
  readonly trip: DrawnTrip
  readonly draftId: string
  readonly arrange: Arrange
  readonly isBusy: boolean
}
/** 优化本车顺序; an empty card may go. */
export function CardTools({ trip, draftId, arrange, isBusy }: Props) {
  const t = useText()
  const improve = useProposed(improveTrips, arrange)
  const { truckId, turn } = trip
  if (trip.stops.length === 0)
    return (
      <Button size="small" onClick={() => arrange((trips) => trips.filter((x) => keyOf(x) !== keyOf(trip)))}>
        {t(['移除空车', 'Remove'])}
      </Button>
    )
  if (trip.locked || trip.stops.length < 2) return null
  return (
    <Button
      size="small"
      loading={improve.isBusy}
      disabled={isBusy}
      onClick={() => void improve.ask({ id: draftId, trips: [{ truckId, turn }] })}
    >
      {t(['优化本车顺序', 'Improve the order'])}
    </Button>
  )
}
