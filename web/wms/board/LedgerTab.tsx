import type { FilterValue } from '@lading/contract/kernel/call.ts'
import { instant } from '@lading/contract/kernel/field.ts'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { FilterInput } from '../../kernel/field/filterInputs.tsx'
import { readRange } from '../../kernel/list/filters.ts'
import { ledgerColumns, Part } from './StockPart.tsx'

const period = instant(['日期', 'Period'], { filter: true })

/** What moved the goods, newest first, of a stretch of days. */
export function LedgerTab({ where }: { where: Record<string, FilterValue> }) {
  const t = useText()
  const [range, setRange] = useState('')
  // What every row has in common is no column.
  const fields = Object.fromEntries(Object.entries(ledgerColumns.fields).filter(([name]) => !(name in where)))
  return (
    <>
      <div className="filter filter-alone">
        <span className="filter-title">{t(period.title)}</span>
        <FilterInput name="createTime" field={period} title={t(period.title)} value={range} onChange={setRange} />
      </div>
      <Part of={{ ...ledgerColumns, fields }} where={{ ...where, ...(range && { createTime: readRange(range) }) }} />
    </>
  )
}
