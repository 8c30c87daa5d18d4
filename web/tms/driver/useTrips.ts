import type { ExpenseType } from '@lading/contract/tms/driverExpense.ts'
import { myTrips, type RoadTrip, type ToldEvent } from '@lading/contract/tms/tripCalls.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, newKey } from '../../client/client.ts'
import { keepDraft, readDraft } from '../../client/drafts.ts'
import { asRefused, report } from '../../client/errors.ts'
import { queryClient } from '../../client/query.ts'
import { serverTime } from '../../client/serverTime.ts'
import { useText } from '../../client/text.ts'
import { feedback } from '../../platform/station/feedback.ts'
import type { Outcome } from '../../platform/station/queue.ts'
import type { Flash } from '../../platform/station/StationFrame.tsx'
import { applied, type Claimed, withClaims } from './apply.ts'
import { events } from './events.ts'
import { expenses } from './expenses.ts'

interface Mine {
  readonly driver: string
  readonly trips: readonly RoadTrip[]
  readonly expenses: readonly Claimed[]
}
const place = 'tms/driverTask'
const key = ['tms.shipPlanBill', 'mine'] as const
/** What waits on this device. */
const waiting = async () => ({
  told: (await events.waiting()).flatMap((one) => one.events),
  claims: await expenses.waiting(),
})
const withTold = (mine: Mine, told: readonly ToldEvent[]): Mine => ({
  ...mine,
  trips: mine.trips.map((trip) => told.reduce(applied, trip)),
})
const withClaimed = (mine: Mine, claims: Parameters<typeof withClaims>[1]): Mine => ({
  ...mine,
  expenses: withClaims(mine.expenses, claims),
})

/** A driver's trips as the server has them, or as this device kept them, with what waits to be sent. */
async function load(): Promise<Mine> {
  const before = await waiting()
  const fresh = await call(myTrips, {}).catch(async (error: unknown) => {
    if (asRefused(error).status !== 0) throw error
    // What stands there was put below.
    const kept = (await readDraft(place))?.draft as Mine | undefined
    if (!kept) throw error
    // An earlier version of the page kept none.
    return { ...kept, expenses: kept.expenses ?? [] }
  })
  const now = await waiting()
  // One that landed meanwhile is neither in the answer nor among those that wait.
  if (now.told.length < before.told.length || now.claims.length < before.claims.length) return load()
  keepDraft(place, fresh).catch(report)
  return withClaimed(withTold(fresh, now.told), now.claims)
}

/** The beginning of time, as long as the server was not heard: then the device's own clock has to do. */
const nowHere = (): Date => (serverTime.now().getTime() > 0 ? serverTime.now() : new Date())

/** What is told of a trip: a name of its own, and when. */
export type Said = Pick<ToldEvent, 'tripId' | 'kind'> &
  Partial<Pick<ToldEvent, 'stopId' | 'wayBillId' | 'lines' | 'reason' | 'odometerKm'>>

export interface Claim {
  readonly tripId: string
  readonly feeType: ExpenseType
  readonly amount: string
  readonly note?: string
  readonly again?: 'yes'
}
const newUid = (): string =>
  newKey()
    .replaceAll(/[^\w-]/g, '')
    .slice(0, 40)

export function useTrips() {
  const t = useText()
  const [flash, setFlash] = useState<Flash>()
  const query = useQuery({ queryKey: key, queryFn: load, retry: false, refetchOnMount: 'always' })
  // What waited and has landed is the server's now, with its state there.
  useEffect(() => {
    const ends = [events, expenses].map((one) =>
      one.useState.subscribe((now, before) => {
        if (now.waiting.length < before.waiting.length)
          void queryClient.invalidateQueries({ queryKey: key, exact: true })
      }),
    )
    return () => {
      for (const end of ends) end()
    }
  }, [])
  const say = (tone: Flash['tone'], text: string) => {
    feedback(tone === 'bad' ? 'bad' : 'good')
    setFlash({ tone, text })
  }
  /** Says how it went; what was taken, or waits, stands on the page at once. */
  const settle = async <O>(
    pushed: Promise<Outcome<O>>,
    title: string,
    shown: (mine: Mine) => Mine,
  ): Promise<boolean> => {
    const out = await pushed.catch((error: unknown) => {
      const { message, code } = asRefused(error)
      return { kind: 'refused' as const, message, code }
    })
    if (out.kind === 'refused') {
      say('bad', out.message)
      void query.refetch()
      return false
    }
    queryClient.setQueryData<Mine>(key, (mine) => mine && shown(mine))
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
  const tell = (said: Said, title: string): Promise<boolean> => {
    const event: ToldEvent = { ...said, uid: newUid(), at: nowHere().toISOString() }
    return settle(events.push({ events: [event] }, title), title, (mine) => withTold(mine, [event]))
  }
  const claim = (what: Claim, photo: File | undefined, title: string): Promise<boolean> => {
    const told = { ...what, uid: newUid() }
    return settle(expenses.push(told, title, photo), title, (mine) => withClaimed(mine, [told]))
  }
  return { query, flash, tell, claim }
}
