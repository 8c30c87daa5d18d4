import type { CompareLine, CompareState } from '@lading/contract/tms/compareCalls.ts'
import { isNear, type Micro, moneyText, parseMicro } from '@lading/contract/tms/feeMoney.ts'
import type { Asked } from './theirFile.ts'

/** One of our charges, as far as another's file may name it. */
export interface Owed {
  readonly feeNo: string
  readonly tripNo: string | null
  readonly wayBillNo: string | null
  readonly feeType: string
  readonly amount: string
}
/** What two sides say of one thing. */
interface Pair {
  readonly no: string
  readonly feeType: string | null
  readonly ours: Owed[]
  readonly theirs: Asked[]
}

const sameNo = (no: string): string => no.trim().toUpperCase()
const sum = (amounts: readonly Micro[]): Micro => amounts.reduce((n, a) => n + a, 0n)

/** By what each number of a file is known to us: the charge itself, or the trip that it is about. */
function known(ours: readonly Owed[], trips: ReadonlyMap<string, string>) {
  const fees = new Map(ours.map((o) => [sameNo(o.feeNo), o]))
  const subjects = new Map<string, string>()
  for (const [wayBill, trip] of trips) subjects.set(sameNo(wayBill), trip)
  for (const o of ours) {
    const subject = subjectOf(o)
    for (const no of [o.tripNo, o.wayBillNo]) if (no) subjects.set(sameNo(no), subject)
  }
  return {
    fee: (a: Asked) => a.numbers.map((no) => fees.get(sameNo(no))).find(Boolean),
    subject: (a: Asked) => a.numbers.map((no) => subjects.get(sameNo(no))).find(Boolean) ?? a.numbers[0] ?? '',
  }
}
const subjectOf = (o: Owed): string => o.tripNo ?? o.wayBillNo ?? o.feeNo

function lineOf({ no, feeType, ours, theirs }: Pair, i: number): CompareLine {
  const [owed, asked] = [sum(ours.map((o) => parseMicro(o.amount))), sum(theirs.map((a) => a.amount))]
  const state: CompareState =
    theirs.length === 0 ? 'OURS' : ours.length === 0 ? 'THEIRS' : isNear(owed, asked) ? 'EQUAL' : 'DIFFERS'
  return {
    ...{ id: String(i), state, no, feeType, said: [...new Set(theirs.map((a) => a.said).filter(Boolean))].join(' ') },
    ours: ours.length > 0 ? moneyText(owed) : null,
    theirs: theirs.length > 0 ? moneyText(asked) : null,
    diff: moneyText(asked - owed),
    feeNos: ours.map((o) => o.feeNo),
    rows: theirs.map((a) => a.row),
  }
}

/**
 * A party's file beside its statement: by the charge where a row names it, else by trip and kind of charge; a trip of which
 * the file does not tell our kinds apart, as a whole. Each charge of ours and each row of theirs is in one line.
 * @param trips of way bills that are on our trips, by their numbers
 */
export function compared(
  ours: readonly Owed[],
  theirs: readonly Asked[],
  trips: ReadonlyMap<string, string> = new Map(),
): readonly CompareLine[] {
  const by = known(ours, trips)
  const named = new Set(theirs.flatMap((a) => by.fee(a) ?? []))
  const whole = new Set(theirs.filter((a) => !by.fee(a) && a.feeType === null).map((a) => by.subject(a)))
  const pairs = new Map<string, Pair>()
  const pairOf = (no: string, type: string | null, feeNo?: string): Pair => {
    const feeType = feeNo === undefined && whole.has(no) ? null : type
    const key = JSON.stringify([no, feeType, feeNo])
    const pair = pairs.get(key) ?? { no, feeType, ours: [], theirs: [] }
    pairs.set(key, pair)
    return pair
  }
  for (const o of ours) pairOf(subjectOf(o), o.feeType, named.has(o) ? o.feeNo : undefined).ours.push(o)
  for (const a of theirs) {
    const fee = by.fee(a)
    if (fee) pairOf(subjectOf(fee), fee.feeType, fee.feeNo).theirs.push(a)
    else pairOf(by.subject(a), a.feeType).theirs.push(a)
  }
  return [...pairs.values()].map(lineOf)
}
