import { caseTotal, parseCaseText, toCaseText } from '@lading/contract/kernel/caseText.ts'
import { formatQty, parseQty, type Qty, qtySum, wholeQty } from '@lading/contract/kernel/qty.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFull } from '../testing/full.ts'
import { palletSplit, palletsMax } from '../wms/strategy/receiving.ts'
import { splitPack } from '../wms/strategy/splitPack.ts'

const numRuns = isFull ? 20_000 : 1_000
/** Up to 10^12 pieces, to the last thousandth. */
const anyQty = fc.bigInt({ min: 0n, max: 10n ** 15n })
/** 1*24, 1*2*6, cases of 2.5 kg, and whatever else divides. */
const anyPack = fc.oneof(
  fc.constantFrom({ qpc: 24_000n, mid: 24_000n }, { qpc: 12_000n, mid: 6_000n }, { qpc: 2_500n, mid: 500n }),
  fc
    .record({ mid: fc.bigInt({ min: 1n, max: 5_000_000n }), n: fc.bigInt({ min: 1n, max: 200n }) })
    .map(({ mid, n }) => ({ mid, qpc: mid * n })),
)

describe('T10 units', () => {
  test('T10 cases, inner packs and pieces of any pack are the whole again', () => {
    fc.assert(
      fc.property(anyQty, anyPack, (qty, pack) => {
        expect(parseCaseText(toCaseText(qty, pack), pack)).toBe(qty)
        expect(parseCaseText(toCaseText(-qty, pack), pack)).toBe(-qty)
        const { cases, loose } = caseTotal([{ qty, pack }])
        expect(cases * pack.qpc + loose).toBe(qty)
        expect(loose < pack.qpc).toBe(true)
      }),
      { numRuns },
    )
  })

  test('T10 pallets, cases and pieces of a quantity are the whole, whatever is divided how often', () => {
    fc.assert(
      fc.property(anyQty, anyPack, fc.bigInt({ min: 1n, max: 100n }), (qty, pack, layers) => {
        const palletQty = pack.qpc * layers
        const { pallets, cases, pieces } = splitPack(qty, { qpc: pack.qpc, palletQty })
        expect(pallets + cases + pieces).toBe(qty)
        expect([pallets % palletQty, cases % pack.qpc]).toEqual([0n, 0n])
        const parts = palletSplit(qty, palletQty)
        if (qty > palletQty * BigInt(palletsMax)) expect(parts).toHaveProperty('code')
        else expect(qtySum(parts as readonly Qty[])).toBe(qty)
      }),
      { numRuns },
    )
  })

  test('T10 texts add up where floating numbers drift', () => {
    const tenth = parseQty('0.1')
    expect(Array.from({ length: 10 }, () => 0.1).reduce((a, b) => a + b, 0)).not.toBe(1)
    expect(formatQty(qtySum(Array.from({ length: 10 }, () => tenth)))).toBe('1')
    fc.assert(
      fc.property(fc.array(anyQty, { maxLength: 50 }), (parts) => {
        expect(parseQty(formatQty(qtySum(parts)))).toBe(parts.reduce((a, b) => a + b, 0n))
        for (const part of parts) expect(parseQty(formatQty(part))).toBe(part)
      }),
      { numRuns: numRuns / 10 },
    )
    expect(wholeQty(1)).toBe(1000n)
  })
})
