import type { queryStock, StockDimension } from '@lading/contract/wms/board.ts'
import { Button } from 'antd'
import type { z } from 'zod'
import type { Query } from '../../client/location.ts'

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
export function called(g: Pick<Group, 'refs'>, d: StockDimension): string {
  const ref = g.refs[d]
  if (!ref) return '–'
  return ref.name === ref.code || d === 'stockType' || d === 'usage' ? ref.name : `${ref.code} ${ref.name}`
}

/** A group's name, which leads to what it consists of. */
export const Shows = ({ of, by, onShow }: { of: Group; by: StockDimension; onShow: GroupsProps['onShow'] }) => (
  <Button type="link" size="small" className="cell-link" onClick={() => onShow(of)}>
    {called(of, by)}
  </Button>
)
