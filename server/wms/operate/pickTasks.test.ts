import { wholeQty } from '@lading/contract/kernel/qty.ts'
import { type LineOrder, type TaskGroup, taskGroups } from '@lading/contract/wms/taskConfig.ts'
import { expect, test } from 'vitest'
import type { ProductFacts } from '../masters/facts.ts'
import { type PickArea, type Picking, pickTasks } from './pickTasks.ts'

const area = (groupBy: readonly TaskGroup[], lineOrder: LineOrder = 'PICK_SEQ'): PickArea => ({
  ...{ id: '1', method: 'RF', pickMode: 'STORE', sowingSchemeId: null },
  ...{ maxLines: 60, maxCases: null, maxVolumeM3: null, maxWeightKg: null, groupBy, lineOrder },
})
const product = (id: string, more: Partial<ProductFacts> = {}): ProductFacts =>
  ({
    ...{ id, code: `P${id}`, qpc: wholeQty(12), isWeigh: false, temperature: 'AMBIENT', categoryId: '5' },
    ...{ weightKg: '0.5', volumeM3: '0.001' },
    ...more,
  }) as ProductFacts
const pick = (n: number, bin: Partial<Picking['bin']> = {}, more: Partial<Picking> = {}): Picking => ({
  ...{ taskLineId: `l${n}`, billLineId: `b${n}`, qty: wholeQty(12), pieces: null, ownerId: '1', productId: String(n) },
  ...{ qpcId: '1', stockType: 'GOOD', pickAreaId: '1', lotId: null, containerId: null, waits: false },
  bin: { id: `${n}`, code: `A-0${n}`, pickSeq: n, zoneId: 'Z', aisle: '01', ...bin },
  ...more,
})
const bill = { id: '1', billNo: 'CK1', ownerId: '1', storeId: '1', deadlineAt: null, priority: 50 }
const cut = (of: PickArea, picks: readonly Picking[], products: readonly ProductFacts[]) =>
  pickTasks(new Map([['1', of]]), bill, picks, new Map(products.map((p) => [p.id, p]))).map(({ lines }) =>
    lines.map((l) => `${l.id} ${l.seq}`).join(', '),
  )

interface Odd {
  readonly bin?: Partial<Picking['bin']>
  readonly product?: Partial<ProductFacts>
}
const odd: Readonly<Record<Exclude<TaskGroup, 'ROUTE'>, Odd>> = {
  AISLE: { bin: { aisle: '02' } },
  AREA: { bin: { zoneId: 'Y' } },
  CATEGORY: { product: { categoryId: null } },
  TEMPERATURE: { product: { temperature: 'FROZEN' } },
  WEIGHED: { product: { isWeigh: true } },
}
test.each(Object.entries(odd))('%s keeps apart what differs in it, and nothing else', (key, other) => {
  const picks = [pick(1), pick(2, other.bin), pick(3)]
  const products = [product('1'), product('2', other.product), product('3')]
  const by = (...groups: readonly TaskGroup[]) => cut(area(groups), picks, products)
  expect(by()).toEqual(['l1 1, l2 2, l3 3'])
  expect(by(key as TaskGroup)).toEqual(['l1 1, l3 2', 'l2 1'])
  // Aisles of two areas are called alike.
  const others = (Object.keys(taskGroups) as TaskGroup[]).filter((k) => k !== key && !(key === 'AREA' && k === 'AISLE'))
  expect(by(...others)).toEqual(['l1 1, l2 2, l3 3'])
})

test('several keys part what differs in any of them', () => {
  const picks = [pick(1), pick(2, { aisle: '02' }), pick(3, { aisle: '02' }), pick(4)]
  const products = ['1', '2', '3', '4'].map((id) => product(id, { isWeigh: id > '2' }))
  expect(cut(area(['AISLE', 'WEIGHED']), picks, products)).toEqual(['l1 1', 'l2 1', 'l3 1', 'l4 1'])
})

test('a task is cut along the walk, and its lines are done as its rule says', () => {
  const picks = [pick(1), pick(2), pick(3), pick(4, {}, { qty: wholeQty(3) })]
  // Of the last there is no whole case: it is lifted piece by piece.
  const products = [product('1'), product('2', { weightKg: '2' }), product('3'), product('4', { weightKg: '3' })]
  const halves = (order: LineOrder) => cut({ ...area([], order), maxLines: 2 }, picks, products)
  expect(halves('PICK_SEQ')).toEqual(['l1 1, l2 2', 'l3 1, l4 2'])
  expect(halves('HEAVY_FIRST')).toEqual(['l2 1, l1 2', 'l3 1, l4 2'])
  expect(cut(area([], 'HEAVY_FIRST'), picks, products)).toEqual(['l2 1, l1 2, l3 3, l4 4'])
  expect(cut(area([], 'PRODUCT'), [...picks].reverse(), products)).toEqual(['l1 1, l2 2, l3 3, l4 4'])
})
