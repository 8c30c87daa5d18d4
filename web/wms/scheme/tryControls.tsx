import { normaliseQtyText } from '@lading/contract/kernel/qty.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import { packOf, readCases, showCases } from '../../platform/bill/caseEntry.ts'
import { usePacks } from '../../platform/bill/usePacks.ts'

/**
 * Base units, or cases as `3+2` where the pack is known; beside them what they are in cases. What is meant is told while
 * it is typed: a figure that became good only on leaving would move the button that is just being pressed.
 */
export function CaseQty(p: InputProps) {
  const t = useText()
  const [typed, setTyped] = useState<string>()
  const packs = usePacks('mdm.product', p.record.productId)
  const pack = packOf(packs.find((r) => r.id === p.record.qpcId) ?? packs.find((r) => r.isDefault) ?? packs[0])
  const cases = pack ? showCases(p.value, pack) : ''
  const change = (entered: string) => {
    const plain = normaliseQtyText(entered)
    const read = plain.includes('+') && pack ? readCases(plain, pack) : undefined
    setTyped(entered)
    p.onChange(read && 'qty' in read ? read.qty : plain || null)
  }
  return (
    <Input
      id={p.id}
      className="figure"
      aria-label={p.title}
      aria-describedby={p.describedBy}
      placeholder={t(['基本单位，或件数 3+2', 'Base units, or cases 3+2'])}
      autoComplete="off"
      status={p.isInvalid ? 'error' : ''}
      value={typed ?? String(p.value ?? '')}
      // Always there: an input that gets one is another input, which has not the focus.
      suffix={<span className="muted">{cases}</span>}
      onChange={(e) => change(e.target.value)}
      onBlur={() => setTyped(undefined)}
    />
  )
}
