import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { expect, test } from 'vitest'
import { circleFrom, deviationOf, explode, type Part, type Recipe } from './recipe.ts'

const part = (productId: string, qty: string, more: Partial<Part> = {}): Part => ({
  ...{
    id: `l${productId}`,
    productId,
    qpcId: null,
    isWeigh: false,
    qty,
    lossPct: null,
    lotRule: 'FEFO',
    leastDays: null,
  },
  ...more,
})
const of = (kind: Recipe['kind'], parts: readonly Part[], outputQty = '1'): Recipe => ({
  ...{ kind, productId: 'G', qpcId: null, isWeigh: false, outputQty, parts },
})
const lines = (r: Recipe, qty: string) =>
  explode(r, parseQty(qty)).map((l) => `${l.role} ${l.productId} ${Number(formatQty(l.qty))}`)

test('ten gift sets take twenty of the one and ten of the other', () => {
  expect(lines(of('GIFT', [part('P1', '2'), part('P2', '1')]), '10')).toEqual(['IN P1 20', 'IN P2 10', 'OUT G 10'])
})

test('a batch is divided, losses are added, and pieces are whole', () => {
  const r = of('ASSEMBLY', [part('A', '5', { lossPct: '3' }), part('W', '0.35', { isWeigh: true, lossPct: '2' })], '4')
  // 5 · 6 / 4 = 7.5, a whole 8, and 3 % more is 9; 0.525 kg and 2 % more.
  expect(lines(r, '6')).toEqual(['IN A 9', 'IN W 0.536', 'OUT G 6'])
})

test('what is taken apart goes in, and its parts come out, never a part of a piece', () => {
  expect(lines(of('DISASSEMBLY', [part('A', '3'), part('B', '1')], '2'), '3')).toEqual(['IN G 3', 'OUT A 4', 'OUT B 1'])
})

test('more or less than the recipe and its losses is told with how much', () => {
  const r = of('ASSEMBLY', [part('A', '10', { lossPct: '5' })])
  const told = (real: string) => deviationOf(r, r.parts[0] as Part, parseQty('10'), parseQty(real))
  expect([told('100'), told('105'), told('106'), told('95'), told('94')]).toEqual([
    { is: 'FINE', pct: '0.00' },
    { is: 'FINE', pct: '5.00' },
    { is: 'MORE', pct: '6.00' },
    { is: 'FINE', pct: '-5.00' },
    { is: 'LESS', pct: '-6.00' },
  ])
  const apart = of('DISASSEMBLY', [part('A', '10', { lossPct: '5' })])
  const out = (real: string) => deviationOf(apart, apart.parts[0] as Part, parseQty('1'), parseQty(real))
  expect([out('10').is, out('11').is, out('9').is, out('9').pct]).toEqual(['FINE', 'MORE', 'FINE', '10.00'])
  expect(out('8').is).toBe('LESS')
})

test('products that lead back to where they begin are a circle', () => {
  const made = new Map([
    ['A', ['B', 'C']],
    ['B', ['D']],
    ['D', ['A']],
  ])
  expect(circleFrom('A', made)).toEqual(['A', 'B', 'D', 'A'])
  expect(circleFrom('C', made)).toBeUndefined()
  expect(circleFrom('A', new Map([['A', ['A']]]))).toEqual(['A', 'A'])
})
