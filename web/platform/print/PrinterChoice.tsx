import type { Text } from '@lading/contract/kernel/text.ts'
import { printerCalls } from '@lading/contract/sys/printerCalls.ts'
import { Select } from 'antd'
import { useText } from '../../client/text.ts'
import { useCall } from '../../kernel/useCall.ts'
import { setMyPrinter, useMyPrinter } from './toPrinter.ts'

const texts = {
  printer: ['标签打印机', 'Label printer'],
  none: ['不用标签打印机（PDF）', 'No label printer (PDF)'],
} as const satisfies Record<string, Text>

/** Where labels go that are printed at this desk. Nothing is asked where there are no printers. */
export function PrinterChoice() {
  const t = useText()
  const { id } = useMyPrinter()
  const { data = [] } = useCall(printerCalls.choices, {})
  if (data.length === 0) return null
  return (
    <Select<string>
      aria-label={t(texts.printer)}
      popupMatchSelectWidth={false}
      value={data.some((p) => p.id === id) ? (id ?? '') : ''}
      options={[{ value: '', label: t(texts.none) }, ...data.map((p) => ({ value: p.id, label: p.name }))]}
      onChange={(chosen) => setMyPrinter(chosen === '' ? null : chosen)}
    />
  )
}
