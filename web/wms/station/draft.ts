import type { confirmInput } from '@lading/contract/wms/taskCalls.ts'
import type { z } from 'zod'
export type StockType = NonNullable<z.output<typeof confirmInput>['stockType']>
/** What was scanned and typed for the line in work. */
export interface Draft {
  readonly bin?: string
  readonly goods?: string
  readonly qty?: string
  readonly isQtyDone?: boolean
  readonly target?: string
  readonly container?: string
  /** The container is another than the plan says, and is meant. */
  readonly replan?: boolean
  readonly productionDate?: string
  readonly expireDate?: string
  readonly batch?: string
  /** What the product asks of each lot, by name. */
  readonly attrs?: Readonly<Record<string, string>>
  readonly isAttrsDone?: boolean
  readonly pieces?: number
  readonly reason?: string
  /** What kind of stock arrives; without it the owner's usual one. */
  readonly stockType?: StockType
  readonly permit?: string
  readonly onPallets?: boolean
}
