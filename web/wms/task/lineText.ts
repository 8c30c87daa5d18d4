import type { Pack } from '@lading/contract/kernel/caseText.ts'
import { toCaseText } from '@lading/contract/kernel/caseText.ts'
import { formatQty, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import { countOf } from '@lading/contract/mdm/units.ts'
import { netDeviation } from '@lading/contract/wms/catchWeight.ts'
import { binUsages } from '@lading/contract/wms/place.ts'
import { isSystemBin, systemBins } from '@lading/contract/wms/systemBins.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import type { TaskType } from '@lading/contract/wms/taskTypes.ts'
import type { Say } from '../../client/text.ts'
import { grouped } from '../../ui/numbers.ts'

/** A place as one is sent there: one that only stands for a stage has no label, and is called by what it is for. */
export const placeText = (place: { readonly code: string } | null | undefined, t: Say): string | undefined => {
  if (!place) return undefined
  const usage = Object.entries(systemBins).find(([code]) => code === place.code)?.[1]
  return usage ? t(binUsages[usage]) : place.code
}
/** The code of a place that has a label. */
export const labelOf = (place: { readonly code: string } | null | undefined): string | undefined =>
  place && !isSystemBin(place.code) ? place.code : undefined

/** What is still to do of a line. */
export const restOf = (line: Pick<WorkLine, 'planQty' | 'doneQty' | 'shortQty'>): Qty => {
  const rest = parseQty(line.planQty) - parseQty(line.doneQty) - parseQty(line.shortQty)
  return rest > 0n ? rest : 0n
}
/** What is in the worker's hands. */
export const handOf = (line: Pick<WorkLine, 'handQty'>): Qty => parseQty(line.handQty)
/** What the next confirm is about: to put down what is in hand, else to take what is still to do. */
export const nextOf = (line: WorkLine): Qty => (handOf(line) > 0n ? handOf(line) : restOf(line))
export const isOpen = (line: Pick<WorkLine, 'state'>): boolean => line.state === 'OPEN' || line.state === 'INHAND'

/** Whether what was weighed of a pick stands for all that is left of it: it is complete then, and nothing is short. */
export const isNet = (type: TaskType, line: WorkLine, qty: Qty): boolean =>
  type === 'PICK' && netDeviation({ ...line, catchPct: line.product?.catchPct }, { qty, isPart: false }) !== 0n

/** What of goods and their pack says how they are counted. */
export interface PackedGoods {
  readonly product: Pick<NonNullable<WorkLine['product']>, 'baseUnit' | 'isWeigh'> | null
  readonly pack: Pick<NonNullable<WorkLine['pack']>, 'qpc' | 'mid' | 'caseUnit'> | null
}

/** The pack of a line's goods, when it holds more than one. */
export function packOfLine({ pack, product }: PackedGoods): Pack | undefined {
  if (!pack || product?.isWeigh) return undefined
  const qpc = parseQty(pack.qpc)
  const mid = pack.mid === null ? qpc : parseQty(pack.mid)
  return qpc > 1000n && mid > 0n && mid <= qpc ? { qpc, mid } : undefined
}

/** `74 瓶` of goods that are counted one by one. */
export const baseText = (qty: Qty, line: Pick<PackedGoods, 'product'>): string =>
  line.product ? countOf(grouped(formatQty(qty)), line.product.baseUnit) : grouped(formatQty(qty))

/** 件数: `3+2`; none for goods without a pack. */
export function caseText(qty: Qty, line: PackedGoods): string | undefined {
  const pack = packOfLine(line)
  return pack && toCaseText(qty, pack)
}

/** `3 箱 + 2 瓶`: how a worker counts it. */
export function countText(qty: Qty, line: PackedGoods): string {
  const pack = packOfLine(line)
  if (!pack || !line.pack || qty < pack.qpc) return baseText(qty, line)
  const loose = qty % pack.qpc
  const cases = countOf(String(qty / pack.qpc), line.pack.caseUnit)
  return loose > 0n ? `${cases} + ${baseText(loose, line)}` : cases
}
