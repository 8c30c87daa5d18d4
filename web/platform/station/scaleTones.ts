import type { ScaleState } from '@lading/contract/sys/scaleCalls.ts'
import type { Tone } from '../../ui/Mark.tsx'

/** How a scale stands, at a glance. */
export const scaleTones: Readonly<Record<ScaleState, Tone>> = {
  OFF: 'bad',
  SILENT: 'warn',
  OVER: 'bad',
  MOVING: 'busy',
  STABLE: 'good',
}
