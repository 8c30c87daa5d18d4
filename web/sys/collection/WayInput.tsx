import { type SourceKind, sourceKinds, waysOf } from '@lading/contract/sys/collection.ts'
import { Select } from 'antd'
import { useText } from '../../client/text.ts'
import type { InputProps } from '../../kernel/field/inputs.tsx'

/** By which way it comes or goes: those of its direction. */
export function WayInput(p: InputProps) {
  const t = useText()
  const ways = waysOf[p.record.direction === 'OUT' ? 'OUT' : 'IN']
  const isKnown = ways.includes(p.value as SourceKind)
  return (
    <Select
      id={p.id}
      className="wide"
      disabled={p.isDisabled ?? false}
      status={p.isInvalid || (p.value && !isKnown) ? 'error' : ''}
      aria-label={p.title}
      aria-invalid={p.isInvalid}
      aria-describedby={p.describedBy}
      // What the other direction alone has is not kept silently: it has to be chosen anew.
      value={isKnown ? String(p.value) : null}
      options={ways.map((way) => ({ value: way, label: t(sourceKinds[way]) }))}
      onChange={(way: string) => p.onChange(way)}
    />
  )
}
