import { formatQty, isQtyText, parseQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { RoadItem } from '@lading/contract/tms/tripCalls.ts'

/** What became of a way bill at its stop, as somebody says it. */
export interface Outcome {
  readonly kind: 'NONE' | 'ALL' | 'PART' | 'REJECT' | 'FAIL'
  /** By line, where not all was taken. */
  readonly qty: Readonly<Record<string, string>>
  readonly reason: string
}
export const nothing: Outcome = { kind: 'NONE', qty: {}, reason: '' }

export const outcomes = {
  NONE: ['未登记', 'Not yet'],
  ALL: ['全部签收', 'All signed'],
  PART: ['部分签收', 'Signed in part'],
  REJECT: ['拒收', 'Rejected'],
  FAIL: ['提货失败', 'Not collected'],
} as const satisfies Record<Outcome['kind'], Text>
export const outcomesBack: Readonly<Record<Outcome['kind'], Text>> = {
  ...outcomes,
  ALL: ['全部提货', 'All collected'],
  PART: ['部分提货', 'Collected in part'],
}
export const kindsOf = ({ direction }: Pick<RoadItem, 'direction'>): readonly Outcome['kind'][] =>
  direction === 'BACK' ? ['ALL', 'PART', 'FAIL'] : ['ALL', 'PART', 'REJECT']

export const reasons: readonly Text[] = [
  ['破损', 'Damaged'],
  ['过期', 'Expired'],
  ['错送', 'Wrong goods'],
  ['超时', 'Too late'],
  ['门店无人', 'Nobody there'],
  ['其它', 'Other'],
]

/** What stands in the field of a line: all of it, until somebody writes another quantity. */
export const qtyOf = (o: Outcome, line: RoadItem['lines'][number]): string =>
  o.qty[line.id] ?? formatQty(parseQty(line.planQty))
const isPart = (o: Outcome, line: RoadItem['lines'][number]): boolean => {
  const text = qtyOf(o, line)
  return isQtyText(text) && parseQty(text) >= 0n && parseQty(text) <= parseQty(line.planQty)
}
/** Whether it can be sent: quantities that there are, and a reason for what was not taken. */
export function isComplete(o: Outcome, item: Pick<RoadItem, 'lines'>): boolean {
  if (o.kind === 'NONE' || o.kind === 'ALL') return true
  return o.reason.trim() !== '' && (o.kind !== 'PART' || item.lines.every((l) => isPart(o, l)))
}
/** As the server takes it. */
export function toldOf(o: Outcome, item: Pick<RoadItem, 'lines'>) {
  const lines = item.lines.map((l) => ({ lineId: l.id, qty: formatQty(parseQty(qtyOf(o, l))) }))
  return {
    ...(o.kind === 'PART' && { lines }),
    ...(o.kind === 'REJECT' && { lines: [] }),
    ...(o.kind !== 'ALL' && { reason: o.reason.trim() }),
  }
}
