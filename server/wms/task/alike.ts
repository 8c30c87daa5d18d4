import { formatQty, minQty, mulRatio, parseQty, type Qty, qtySum } from '@lading/contract/kernel/qty.ts'
import { boxesTogether } from '@lading/contract/wms/pickBoxes.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import type { LineRow, TaskRow } from './read.ts'

/**
 * 批拣: a pick for many stores at once. Each of its lines is of one order; those of the same goods in the same place are
 * one thing to do, which a worker sees and confirms as one.
 */
export const isBatch = (task: Pick<TaskRow, 'taskType' | 'storeId'>): boolean =>
  task.taskType === 'PICK' && task.storeId === null

/** Goods of one place, as one takes them. */
const keyOf = (l: LineRow): string =>
  [l.ownerId, l.productId, l.qpcId, l.lotId, l.stockType, l.fromBinId, l.fromContainerId].join('/')
/** Lines that are one thing to do with this one, itself among them, in the order in which stores are served. */
export const alikeOf = (lines: readonly LineRow[], line: LineRow): LineRow[] =>
  lines.filter((l) => keyOf(l) === keyOf(line))

/** How much is still to be taken of a line. */
export const restOf = (l: LineRow): Qty => parseQty(l.planQty) - parseQty(l.doneQty) - parseQty(l.shortQty)

/** A part of what was taken, for one line. */
export interface Share {
  readonly line: LineRow
  readonly qty: Qty
  readonly pieces: number | undefined
}
/** A weight that stands for all that lines want together, each by its share of it. */
export function dividedAsNet(lines: readonly LineRow[], qty: Qty, pieces: number | undefined): Share[] {
  const all = qtySum(lines.map(restOf))
  let [left, wanted, leftPieces] = [qty, all, pieces]
  return lines.map((line): Share => {
    const part = mulRatio(left, restOf(line), wanted, 'DOWN')
    const own = leftPieces === undefined ? undefined : shareOf(leftPieces, part, left)
    left -= part
    wanted -= restOf(line)
    if (own !== undefined && leftPieces !== undefined) leftPieces -= own
    return { line, qty: part, pieces: own }
  })
}
/**
 * Divides what was taken, never more than they want, among open lines: who comes first gets all, what is missing is missing at the last ones.
 * @param isFinal whether lines that get nothing are short; otherwise they wait for the rest
 * @param parts what each of them gets, where that follows another rule
 */
export function divided(
  lines: readonly LineRow[],
  qty: Qty,
  pieces: number | undefined,
  isFinal: boolean,
  parts?: ReadonlyMap<LineRow, Qty>,
): Share[] {
  let left = qty
  let leftPieces = pieces
  const shares = lines.map((line): Share => {
    const part = parts?.get(line) ?? minQty(left, restOf(line))
    const own = leftPieces === undefined || qty === 0n ? leftPieces : shareOf(leftPieces, part, left)
    left -= part
    if (leftPieces !== undefined && own !== undefined) leftPieces -= own
    return { line, qty: part, pieces: own }
  })
  return isFinal ? shares : shares.filter((s) => s.qty > 0n)
}
const shareOf = (pieces: number, part: Qty, of: Qty): number =>
  of === 0n ? 0 : part === of ? pieces : Number((BigInt(pieces) * part) / of)

const placeOf = (l: WorkLine): string =>
  [l.product?.id, l.pack?.name, l.lot?.lotNo, l.stockType, l.fromBin?.id, l.fromContainer?.id].join('/')
/** Lines of a batch pick as its worker sees them: one of each goods in each place, for so many stores. */
export function together(lines: readonly WorkLine[]): WorkLine[] {
  const real = lines.filter((l) => l.state !== 'CANCELED')
  return [...Map.groupBy(real, placeOf).values()].flatMap((group) => {
    // The same one however far they are: a handheld names it hours later.
    const [first] = group
    if (!first) return []
    const sum = (of: (l: WorkLine) => string): string => formatQty(group.reduce((n, l) => n + parseQty(of(l)), 0n))
    const isOpen = group.some((l) => l.state === 'OPEN')
    const isShort = group.some((l) => l.state === 'SHORT')
    return [
      {
        ...first,
        store: null,
        stores: new Set(group.map((l) => l.store?.id)).size,
        state: isOpen ? 'OPEN' : isShort ? 'SHORT' : 'DONE',
        planQty: sum((l) => l.planQty),
        doneQty: sum((l) => l.doneQty),
        shortQty: sum((l) => l.shortQty),
        boxes: boxesTogether(group.map((l) => l.boxes)),
      },
    ]
  })
}
