import type { Fields } from '../kernel/entity.ts'
import { code, computed, text } from '../kernel/field.ts'
import type { Action } from '../kernel/permission.ts'
import type { Text } from '../kernel/text.ts'
import type { StockType } from './place.ts'

/** What a worker at a station does for one line; what a line has no use for is left out. */
export type WorkStep = 'bin' | 'goods' | 'dates' | 'attrs' | 'qty' | 'container'

export interface Station {
  /** What the work is called while one does it. */
  readonly title: Text
  /** By what a task is found. */
  readonly finds: Text
  /** In this order. Where goods are carried (`carries`), the bin that they are brought to comes last. */
  readonly steps: readonly WorkStep[]
}

export interface TaskTypeOptions {
  readonly title: Text
  /** Two letters before the date in its number. */
  readonly prefix: string
  /** Of the permissions of its own page. */
  readonly module: string
  /** Its page: noun of its calls, title, the menu entry, columns and those of its own. */
  readonly noun: string
  readonly page: Text
  readonly entry: string
  readonly list: readonly string[]
  readonly fields?: Fields
  /** What is typed when such a task is written down, where it does not begin with a bill or with stock that is ticked. */
  readonly form?: readonly string[]
  readonly actions?: readonly Action[]
  /** Filters that no task of the type can be told by. */
  readonly omits: readonly string[]
  /** The end of a line that says where the work is: the bin that goods come from, or go to. */
  readonly at: 'from' | 'to'
  /** What takes the goods, asked beside the quantity. */
  readonly asks?: 'toBin' | 'toContainer'
  /** Its lines are whole containers or trucks: nobody counts their goods. */
  readonly whole?: true
  /** Its lines are bins, or containers: what stands there is counted, and nothing moves. */
  readonly counts?: 'bin' | 'container'
  /** The goods of its open lines stand in the book and are promised to them. */
  readonly promised?: true
  /** Nobody works on it before somebody else than its maker has approved it. */
  readonly approved?: true
  /** Goods may be taken up first and put down later. */
  readonly carries?: true
  /** What it did stays done. */
  readonly noUndo?: true
  /** Its results may be entered from a printed sheet. */
  readonly sheet?: true
  /** What goods that come in may be received as; the first of them is usual. */
  readonly keptAs?: readonly StockType[]
  /** Why less than planned was moved. */
  readonly reasons: Readonly<Record<string, Text>>
  /** A handheld's screen for it; without one it is done at a desk. */
  readonly station?: Station
}

/** Declares one kind of work: name, page, permissions, station and paper. What it does with goods stands in server/wms/task/kinds. */
export const taskType = <const T extends TaskTypeOptions>(options: T): T => options

/** Filters that a list of one type has no use for, whatever the type. */
export const typeOmits = ['state', 'billId', 'queue', 'taskType'] as const
/** What is said of a task in any list after how far it is; what is done is told of what there is to do. */
const further = ['shortQty', 'startedAt', 'finishedAt', 'minutes', 'lineCount'] as const
/** How far a task is, in the list of any type. */
export const progress = ['doneCases', 'doneLines', 'assigneeId', ...further, 'planCases'] as const
/** The same of trucks and whole containers, whose goods nobody counts. */
export const truckProgress = ['cases', 'doneLines', 'assigneeId', ...further] as const
/** What is said of the truck that they are about. */
export const truckFields = {
  vehicleNo: computed(text(['车牌号', 'Vehicle'], { filter: true })),
  route: computed(code(['线路', 'Route'], { filter: true })),
  cases: computed(code(['件数', 'Cases'])),
}

/** What is said of work that must be approved, and what its list shows. */
export const asked = ['ownerId', 'cause', 'note', 'lines'] as const
export const approvedList = [
  'taskNo',
  'state',
  'cause',
  'goods',
  'bin',
  'ownerId',
  'planCases',
  'doneCases',
  'lineCount',
  'doneLines',
  'amount',
  'approvedAt',
  'approvedBy',
  'finishedAt',
  'note',
] as const
