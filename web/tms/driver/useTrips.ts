import { myTrips, type RoadTrip, type ToldEvent } from '@lading/contract/tms/tripCalls.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, newKey } from '../../client/client.ts'
import { keepDraft, readDraft } from '../../client/drafts.ts'
import { asRefused, report } from '../../client/errors.ts'
import { queryClient } from '../../client/query.ts'
import { serverTime } from '../../client/serverTime.ts'
import { useText } from '../../client/text.ts'
import { feedback } from '../../platform/station/feedback.ts'
import type { Flash } from '../../platform/station/StationFrame.tsx'
import { applied } from './apply.ts'
import { events } from './events.ts'

interface Mine {
  readonly driver: string
  readonly trips: readonly RoadTrip[]
}
const place = 'tms/driverTask'
const key = ['tms.shipPlanBill', 'mine'] as const
const waiting = async (): Promise<readonly ToldEvent[]> => (await events.waiting()).flatMap((one) => one.events)
const withTold = (mine: Mine, told: readonly ToldEvent[]): Mine => ({
  ...mine,
  trips: mine.trips.map((trip) => told.reduce(applied, trip)),
})

/** A driver's trips as the server has them, or as this device kept them, with what waits to be sent. */
async function load(): Promise<Mine> {
  const before = await waiting()
  const fresh = await call(myTrips, {}).catch(async (error: unknown) => {
    if (asRefused(error).status !== 0) throw error
    // What stands there was put below.
    const kept = (await readDraft(place))?.draft as Mine | undefined
    if (!kept) throw error
    return kept
  })
  const now = await waiting()
  // One that landed meanwhile is neither in the answer nor among those that wait.
  if (now.length < before.length) return load()
  keepDraft(place, fresh).catch(report)
  return withTold(fresh, now)
}

/** The beginning of time, as long as the server was not heard: then the device's own clock has to do. */
const nowHere = (): Date => (serverTime.now().getTime() > 0 ? serverTime.now() : new Date())

/** What is told of a trip: a name of its own, and when. */
export type Said = Pick<ToldEvent, 'tripId' | 'kind'> &
  Partial<Pick<ToldEvent, 'stopId' | 'wayBillId' | 'lines' | 'reason' | 'odometerKm'>>

export function useTrips() {
  const t = useText()
  const [flash, setFlash] = useState<Flash>()
  const query = useQuery({ queryKey: key, queryFn: load, retry: false, refetchOnMount: 'always' })
  const say = (tone: Flash['tone'], text: string) => {
    feedback(tone === 'bad' ? 'bad' : 'good')
    setFlash({ tone, text })
  }
  const tell = async (said: Said, title: string): Promise<boolean> => {
    const event: ToldEvent = {
      ...said,
      uid: newKey()
        .replaceAll(/[^\w-]/g, '')
        .slice(0, 40),
      at: nowHere().toISOString(),
    }
    const out = await events.push({ events: [event] }, title).catch((error: unknown) => {
      const { message, code } = asRefused(error)
      return { kind: 'refused' as const, message, code }
    })
    if (out.kind === 'refused') {
      say('bad', out.message)
      void query.refetch()
      return false
    }
    queryClient.setQueryData<Mine>(key, (mine) => mine && withTold(mine, [event]))
    if (out.kind === 'queued')
      say(
        'warn',
        t(['已记录，联网后自动发送：{what}', 'Saved, will be sent when the network is back: {what}'], { what: title }),
      )
    else {
      say('good', t(['已登记 {what}', 'Recorded: {what}'], { what: title }))
      void query.refetch()
    }
    return true
  }
  return { query, flash, tell }
}
