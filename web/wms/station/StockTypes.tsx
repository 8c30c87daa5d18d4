import { type StockType as KeptAs, stockTypes } from '@lading/contract/wms/place.ts'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { ChoiceText } from '../../kernel/ChoiceText.tsx'
import { Big } from '../../platform/station/StationFrame.tsx'
import type { StockType } from './draft.ts'

interface Props {
  readonly types: readonly KeptAs[]
  readonly value: StockType | undefined
  /** What the goods are kept as when nobody says otherwise. */
  readonly usual: KeptAs | null
  readonly onChange: (type: StockType | undefined) => void
}

/** Goods that are not sold as they come: to be inspected, damaged, given away. */
export function StockTypes({ types, value, usual: usualType, onChange }: Props) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const title = t(['库存类型', 'Stock type'])
  const usual = <ChoiceText of={stockTypes[usualType ?? 'GOOD']} />
  const others = types.filter((type) => type !== (usualType ?? 'GOOD'))
  const choose = (type: StockType | undefined) => {
    onChange(type)
    setOpen(false)
  }
  if (!isOpen)
    return (
      <Big onClick={() => setOpen(true)}>
        {title} {value ? <ChoiceText of={stockTypes[value]} /> : usual}
      </Big>
    )
  return (
    <>
      <b>{title}</b>
      <div className="station-pairs">
        <Big onClick={() => choose(undefined)}>{usual}</Big>
        {others.map((type) => (
          <Big key={type} onClick={() => choose(type as StockType)}>
            <ChoiceText of={stockTypes[type]} />
          </Big>
        ))}
      </div>
    </>
  )
}
