import type { Text } from '@lading/contract/kernel/text.ts'
import { useText } from '../../client/text.ts'
import type { Tone } from '../../ui/Mark.tsx'
import './trip.css'

const looks: Readonly<Record<string, readonly [tone: Tone, title: Text]>> = {
  '○': ['idle', ['待到达', 'to come']],
  '◔': ['busy', ['到达', 'there']],
  '●': ['good', ['完成', 'done']],
  '▲': ['warn', ['晚点', 'late']],
  '✕': ['bad', ['有拒收', 'not all taken']],
}

/** A dot per stop of a trip, in their order; who cannot tell the colours tells the shapes. */
export function Dots({ of }: { of: string }) {
  const t = useText()
  if (of === '') return <span className="muted">–</span>
  const said = [...of].map((sign, i) => `${i + 1} ${t(looks[sign]?.[1] ?? [sign, sign])}`).join(', ')
  return (
    <span className="trip-dots" role="img" aria-label={said} title={said}>
      {[...of].map((sign, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stop is known by its place
        <i key={i} className={`tone-${looks[sign]?.[0] ?? 'idle'}`}>
          {sign}
        </i>
      ))}
    </span>
  )
}
