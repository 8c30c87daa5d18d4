import type { Text } from '@lading/contract/kernel/text.ts'
import { type queryStock, type StockDimension, stockDimensions } from '@lading/contract/wms/board.ts'
import { stockTypes } from '@lading/contract/wms/place.ts'
import { Button } from 'antd'
import type { z } from 'zod'
import type { Query } from '../../client/location.ts'
import { type Say, useText } from '../../client/text.ts'
import { besideOf, ChoiceText } from '../../kernel/ChoiceText.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'

/** One row of the stock board: stock that was summed up. */
export type Group = z.output<typeof queryStock.output>['records'][number]

/** How the board's groups are shown, whether as a table or as cards. */
export interface GroupsProps {
  readonly board: {
    readonly groupBy: readonly StockDimension[]
    readonly q: Query
    set(change: Readonly<Record<string, string>>): void
  }
  readonly rows: readonly Group[]
  /** Nothing where pieces and kilograms would have to be added up. */
  readonly sums: Readonly<Record<string, string>> | undefined
  /** The sums are at least so much. */
  readonly isCut: boolean | undefined
  readonly onShow: (g: Group) => void
}

export const figures = [
  ['qty', ['现存', 'On hand']],
  ['reservedQty', ['占用', 'Reserved']],
  ['availableQty', ['可用', 'Available']],
  ['incomingQty', ['在途', 'Incoming']],
] as const

/** The same in other measures; a group of which one is unknown says nothing of it. */
export const measures = [
  ['pallets', ['折算托数', 'Pallets']],
  ['volume', ['体积(m³)', 'Volume (m³)']],
  ['amount', ['金额', 'Amount']],
] as const

/** What a group is called by one of its dimensions. */
export function called(g: Pick<Group, 'refs' | 'keys'>, d: StockDimension, t: Say): string {
  const type = d === 'stockType' && typeOf(g)
  if (type) return t(type)
  const ref = g.refs[d]
  if (!ref) return '–'
  return ref.name === ref.code || d === 'usage' ? ref.name : `${ref.code} ${ref.name}`
}

const typeOf = (g: Pick<Group, 'keys'>): Text | undefined =>
  (stockTypes as Readonly<Record<string, Text>>)[g.keys.stockType ?? '']

/** The same where it is read: a type of stock with its mark. */
export function CalledBy({ of, by }: { of: Pick<Group, 'refs' | 'keys'>; by: StockDimension }) {
  const t = useText()
  const type = by === 'stockType' && typeOf(of)
  return type ? <ChoiceText of={type} /> : called(of, by, t)
}

/** One of the dimensions as a column. */
export const dimensionColumn = (d: StockDimension, width: number): ReadColumn<Pick<Group, 'refs' | 'keys'>> => ({
  name: d,
  title: stockDimensions[d],
  width,
  said: (g, t) => called(g, d, t),
  ...(d === 'stockType' && { render: (g) => <CalledBy of={g} by={d} />, beside: () => besideOf(stockTypes) }),
})

/** A group's name, which leads to what it consists of. */
export const Shows = ({ of, by, onShow }: { of: Group; by: StockDimension; onShow: GroupsProps['onShow'] }) => (
  <Button type="link" size="small" className="cell-link" onClick={() => onShow(of)}>
    <CalledBy of={of} by={by} />
  </Button>
)
