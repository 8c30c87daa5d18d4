import type { Flow } from '@lading/contract/kernel/flow.ts'
import type { Tone } from '../../ui/Mark.tsx'

/** What a state looks like. A final state is good, unless its name says that the work was dropped. */
export function toneOf(flow: Flow, state: string): Tone {
  if (state === flow.initial) return 'idle'
  if (!flow.final.includes(state)) return 'busy'
  if (flow.fulfilled?.includes(state)) return 'good'
  return /CANCEL|CLOSE|STOP|REFUSE|ABOLISH|GIVE|NOSHOW/.test(state) ? 'bad' : 'good'
}
