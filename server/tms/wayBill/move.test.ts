import { takeDeliveryBill, takeDeliveryMoves } from '@lading/contract/tms/takeDeliveryBill.ts'
import {
  type WayBillMove,
  type WayBillState,
  wayBill,
  wayBillMoves,
  wayBillStates,
} from '@lading/contract/tms/wayBill.ts'
import { describe, expect, test } from 'vitest'
import { followUps, isDue, whyNotMoved } from './move.ts'
import { parted } from './rearrange.ts'

const moves = Object.keys(wayBillMoves) as WayBillMove[]
const states = Object.keys(wayBillStates) as WayBillState[]
const take = (move: WayBillMove, ...at: readonly WayBillState[]) =>
  whyNotMoved(
    wayBill,
    wayBillMoves[move],
    at.map((state, i) => ({ billNo: `YD${i + 1}`, state })),
  )

describe('moves of a way bill', () => {
  test.each([
    ['assign', 'CONFIRMED'],
    ['unassign', 'PLANNED'],
    ['dispatch', 'PLANNED'],
    ['recall', 'DISPATCHED'],
    ['takeOff', 'DISPATCHED'],
    ['load', 'DISPATCHED'],
    ['loaded', 'DISPATCHED LOADING'],
    ['unload', 'LOADING LOADED'],
    ['depart', 'DISPATCHED LOADED'],
    ['arrive', 'IN_TRANSIT'],
    ['sign', 'ARRIVED'],
    ['signPart', 'ARRIVED'],
    ['rejectAll', 'ARRIVED'],
    ['fail', 'ARRIVED'],
    ['resign', 'SIGNED PARTIAL REJECTED'],
    ['close', 'SIGNED PARTIAL REJECTED'],
  ] as const)('%s is taken from %s alone', (move, from) => {
    expect(states.filter((state) => !take(move, state))).toEqual(from.split(' '))
  })

  test('all of them are listed, none leads out of an end, and every end is reached', () => {
    expect(moves).toHaveLength(16)
    for (const end of wayBill.flow.final) expect(moves.filter((m) => !take(m, end))).toEqual([])
    const reached = new Set<string>(['DRAFT', 'CONFIRMED', 'CANCELLED'])
    for (let n = 0; n !== reached.size; ) {
      n = reached.size
      for (const { from, to } of Object.values(wayBillMoves)) if (from.some((s) => reached.has(s))) reached.add(to)
    }
    expect([...reached].sort()).toEqual([...states].sort())
  })

  test('one that stands elsewhere is told by its state, of several by their numbers', () => {
    expect(take('assign', 'PLANNED')).toMatchObject({
      refusal: { code: 42201 },
      args: { no: 'YD1', state: ['已排线', 'Planned'], action: ['排线', 'Plan'] },
    })
    expect(take('assign', 'CONFIRMED', 'PLANNED', 'DRAFT')).toMatchObject({
      refusal: { text: ['以下运单状态已变化，请移除后再确认：{nos}', expect.any(String)] },
      args: { nos: 'YD2, YD3' },
    })
  })

  test('a collection order goes along: whatever its way bill does can be followed from where it stands', () => {
    // Each way bill's state and the order's beside it, by any moves from the beginning.
    const pairs = new Set(['CONFIRMED APPROVED'])
    for (const pair of pairs)
      for (const move of moves) {
        const [state = '', paper = ''] = pair.split(' ')
        if (take(move, state as WayBillState)) continue
        const follow = followUps[move]
        const to = follow && isDue(paper, takeDeliveryMoves[follow]) ? follow : undefined
        if (to)
          expect(
            whyNotMoved(takeDeliveryBill, takeDeliveryMoves[to], [{ billNo: 'TH1', state: paper }]),
            pair,
          ).toBeUndefined()
        pairs.add(`${wayBillMoves[move].to} ${to ? takeDeliveryMoves[to].to : paper}`)
      }
    expect(pairs).toContain('CLOSED CLOSED')
    expect(pairs).toContain('CLOSED CANCELLED')
    expect(pairs).not.toContain('CLOSED TASKED')
  })
})

test.each([
  ['1', '3', '10', '1', ['3.333', '0.333333'], ['6.667', '0.666667']],
  ['3', '3', '10', '1', ['10.000', '1.000000'], ['0.000', '0.000000']],
  ['0.5', '2', '0.001', '0', ['0.000', '0.000000'], ['0.001', '0.000000']],
])('%s of %s: weight %s and volume %s are divided, and nothing is lost', (qty, planQty, weight, volume, gone, kept) => {
  const units = BigInt(Math.round(Number(qty) * 1000))
  const [a, b] = parted({ planQty, weight, volume }, units)
  expect([a.weight, a.volume]).toEqual(gone)
  expect([b.weight, b.volume]).toEqual(kept)
})
