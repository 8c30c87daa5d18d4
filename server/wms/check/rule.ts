import { type Qty, qtyScale } from '@lading/contract/kernel/qty.ts'
import type { CheckWhy } from '@lading/contract/wms/taskTypes/containerCheck.ts'
import type { CheckRow } from '../taskRule/policy.ts'

/** Which containers are checked. */
export type CheckRule = Pick<CheckRow, 'checkPct' | 'checkShort' | 'checkValue' | 'checkNewDays'>

/** What is known of a container that was picked. */
export interface Picked {
  readonly id: string
  /** How often it was used: the next time another sample is drawn. */
  readonly uses: number
  readonly isShort: boolean
  readonly value: string
  /** Days since the picker's account was made. */
  readonly pickerDays: number
}

/** Why a container is checked; nothing when it is not. Source: wms.md 7.6. */
export function whyChecked(rule: CheckRule, box: Picked): CheckWhy | undefined {
  if (rule.checkPct >= 100) return 'ALL'
  if (rule.checkShort && box.isShort) return 'SHORT'
  if (rule.checkValue !== null && Number(rule.checkValue) > 0 && Number(box.value) >= Number(rule.checkValue))
    return 'VALUE'
  if (rule.checkNewDays !== null && box.pickerDays < rule.checkNewDays) return 'NEW'
  return drawn(`${box.id}:${box.uses}`) < rule.checkPct ? 'SHARE' : undefined
}

/** A number from 0 to 99 that only the text decides: a repeat draws the same, and nobody can foresee it by the code. */
export function drawn(text: string): number {
  let hash = 2_166_136_261
  for (const c of text) hash = Math.imul(hash ^ (c.codePointAt(0) ?? 0), 16_777_619)
  hash ^= hash >>> 15
  return (Math.imul(hash, 2_246_822_519) >>> 0) % 100
}

/** Goods on the scales, in grams. */
export interface Weighed {
  readonly gross: Qty
  readonly tare: Qty
  readonly net: Qty
  /** The lightest piece in it: one that is missing must show. None where all is sold by weight. */
  readonly lightest: Qty | null
  readonly most: Qty
  /** In hundredths of a per cent of the net weight. */
  readonly pctHundredths: bigint
}

/** Whether a weight says that all is there: how far it is off, and how far it may be. Source: wms.md 7.6. */
export function weighed({ gross, tare, net, lightest, most, pctHundredths }: Weighed): {
  readonly off: Qty
  readonly allowed: Qty
  readonly passes: boolean
} {
  const off = gross > tare + net ? gross - tare - net : tare + net - gross
  const share = (net * pctHundredths) / 10_000n
  const wide = most > share ? most : share
  const half = lightest === null ? wide : lightest / 2n
  // Half of the lightest piece itself would not tell whether it is there.
  const allowed = half <= wide ? (half > 0n ? half - 1n : 0n) : wide
  return { off, allowed: lightest === null ? wide : allowed, passes: off <= (lightest === null ? wide : allowed) }
}

/** Grams of so many kilograms. */
export const inGrams = (kg: Qty): Qty => kg * 1000n
/** Grams of so many base units that weigh so much each. */
export const weightOf = (qty: Qty, eachKg: Qty): Qty => (qty * inGrams(eachKg)) / qtyScale
