import { countOf } from '@lading/contract/mdm/units.ts'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { Keypad } from '../../platform/station/Keypad.tsx'
import { type PackedGoods, packOfLine } from '../task/lineText.ts'
import { entryOf, qtyOfEntry, turnedTo, typedInto } from './qtyEntry.ts'

/** Cases and loose pieces in a field each, both with their unit; goods without a case have the one field. */
export function QtyPad({
  line,
  value,
  onChange,
}: {
  line: PackedGoods
  value: string
  onChange: (qty: string) => void
}) {
  const t = useText()
  const pack = packOfLine(line)
  const [typed, setTyped] = useState(() => entryOf(value, pack))
  // A scan may have changed the quantity since something was typed.
  const entry = qtyOfEntry(typed, pack) === value ? typed : entryOf(value, pack)
  const { baseUnit = '' } = line.product ?? {}
  const fields = [
    ...(pack ? [{ at: 'cases' as const, unit: line.pack?.caseUnit ?? '' }] : []),
    { at: 'loose' as const, unit: baseUnit },
  ]
  const change = (next: typeof entry) => {
    setTyped(next)
    onChange(qtyOfEntry(next, pack))
  }
  return (
    <>
      <div className="station-row">
        {fields.map(({ at, unit }) => (
          <button
            key={at}
            type="button"
            className="station-value num"
            aria-pressed={entry.at === at}
            data-fresh={entry.fresh === 'all' || (entry.fresh === 'part' && entry.at === at)}
            onClick={() => setTyped(turnedTo(entry, at))}
          >
            {countOf(entry[at] || '0', unit)}
          </button>
        ))}
      </div>
      <Keypad
        value={entry[entry.at]}
        isFresh={entry.fresh !== 'none'}
        hasPoint={line.product?.isWeigh === true}
        plus={
          pack && {
            label: t(['加零散数量', 'Add loose {unit}'], { unit: baseUnit }),
            isDisabled: entry.at === 'loose',
            onClick: () => setTyped(turnedTo(entry, 'loose')),
          }
        }
        onChange={(text) => change(typedInto(entry, text))}
      />
    </>
  )
}
