import { optionCalls } from '@lading/contract/sys/options.ts'
import { type ScaleReading, scaleCalls } from '@lading/contract/sys/scaleCalls.ts'
import { useRef } from 'react'
import { useCall } from '../../kernel/useCall.ts'
import { setMyScale, useMyScale } from './myScale.ts'

/** Nobody is told of weights: a field that is open asks for them, less often once nothing happens any more. */
const askMs = 500
const idleAskMs = 3_000
const idleAfter = 240

/** The scales of this place, the one at this desk, and what it shows now. */
export function useScale() {
  const choices = useCall(scaleCalls.choices, {})
  const manual = useCall(optionCalls.query, { keys: ['wms_scale_manual'] }, { staleTime: 60_000 })
  const mine = useMyScale((s) => s.id)
  const scales = choices.data ?? []
  const [only, ...others] = scales
  const scale = scales.find((s) => s.id === mine) ?? (others.length === 0 ? only : undefined)
  const last = useRef({ said: '', times: 0 })
  const reading = useCall(
    scaleCalls.current,
    { id: scale?.id ?? '0' },
    {
      enabled: scale !== undefined,
      gcTime: 0,
      retry: false,
      refetchInterval: ({ state: { data } }) => {
        const said = `${data?.state} ${data?.kg}`
        last.current = said === last.current.said ? { said, times: last.current.times + 1 } : { said, times: 0 }
        return last.current.times < idleAfter ? askMs : idleAskMs
      },
    },
  )
  const nothing: ScaleReading = { state: 'OFF', kg: null, isNet: false, at: null }
  return {
    isKnown: choices.data !== undefined && manual.data !== undefined,
    scales,
    scale,
    choose: setMyScale,
    /** Without an answer nothing is known of now. */
    reading: (reading.isError ? undefined : reading.data) ?? nothing,
    mayType: manual.data?.[0]?.value === 'true',
  }
}
export type ScaleModel = ReturnType<typeof useScale>
