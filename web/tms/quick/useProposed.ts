import type { Call } from '@lading/contract/kernel/call.ts'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import type { Arranged, Visit } from '../plan/board.ts'
import type { Arrange } from '../plan/usePlan.ts'

interface Proposal {
  readonly trips: readonly (Omit<Arranged, 'locked' | 'visits'> & {
    readonly locked?: boolean | undefined
    readonly visits: readonly Visit[]
  })[]
}

/** Asks the engine for an arrangement, and takes it; it may be taken back as any other change. @returns what was proposed */
export function useProposed<I>(c: Call<I, Proposal>, arrange: Arrange) {
  const [isBusy, setBusy] = useState(false)
  const ask = async (input: I): Promise<Proposal['trips'] | undefined> => {
    setBusy(true)
    try {
      const { trips } = await call(c, input)
      arrange(() => trips.map((trip) => ({ ...trip, locked: trip.locked ?? false })))
      return trips
    } catch (error) {
      report(error)
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, ask }
}
