import type { Text } from '@lading/contract/kernel/text.ts'
import { feeStates } from '@lading/contract/tms/feeBill.ts'
import type { Explain } from '@lading/contract/tms/feeExplain.ts'
import { feeTypes } from '@lading/contract/tms/feeTerms.ts'
import { createElement } from 'react'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { Explained } from './Explained.tsx'

/** A charge wherever it stands. */
export interface Charge {
  readonly feeType: string
  readonly amount: string
  readonly explain: Explain | null
}
const word = (of: Readonly<Record<string, Text>>, key: string): Text => of[key] ?? [key, key]
/** Money with its cents, whatever digits it comes with. */
const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
export const cents = (amount: string): string => money.format(Number(amount))

export const typeColumn = <R extends Charge>(): ReadColumn<R> => ({
  name: 'feeType',
  title: ['费用类型', 'Charge'],
  width: 110,
  said: (row, t) => t(word(feeTypes, row.feeType)),
})
export const explainColumn = <R extends Charge>(): ReadColumn<R> => ({
  name: 'explain',
  title: ['计算过程', 'How it was reckoned'],
  width: 420,
  wraps: true,
  isFilled: (row) => row.explain !== null,
  render: (row) => createElement(Explained, { of: row.explain }),
})
export const amountColumn = <R extends Charge>(): ReadColumn<R> => ({
  name: 'amount',
  title: ['金额', 'Amount'],
  width: 110,
  isFigure: true,
  said: (row) => cents(row.amount),
})
export const stateWord = (state: string): Text => word(feeStates, state)
export const stateColumn = <R extends { readonly state: string }>(): ReadColumn<R> => ({
  name: 'state',
  title: ['状态', 'Status'],
  width: 90,
  said: (row, t) => t(stateWord(row.state)),
})
