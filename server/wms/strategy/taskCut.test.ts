import { wholeQty } from '@lading/contract/kernel/qty.ts'
import { expect, test } from 'vitest'
import { inLineOrder, taskCut } from './taskCut.ts'

const unlimited = { maxLines: null, maxCases: null, maxVolumeMl: null, maxWeightGram: null }
const lines = Array.from({ length: 45 }, (_, at) => ({
  id: `${at + 1}`,
  group: '',
  cases: wholeQty(1),
  volumeMl: wholeQty(10),
  weightGram: wholeQty(100),
}))

test.each([
  [{ maxLines: 20 }, [20, 20, 5]],
  [{}, [45]],
  [{ maxCases: wholeQty(30) }, [30, 15]],
  [{ maxVolumeMl: wholeQty(155) }, [15, 15, 15]],
  [{ maxWeightGram: wholeQty(4000), maxLines: 44 }, [40, 5]],
])('limits %# cut 45 lines in walk order', (limits, sizes) => {
  const tasks = taskCut(lines, { ...unlimited, ...limits })
  expect(tasks.map((task) => task.length)).toEqual(sizes)
  expect(tasks.flat()).toEqual(lines.map(({ id }) => id))
})

test('a line too large for any task stands alone', () => {
  const large = { id: '2', group: '', cases: wholeQty(50), volumeMl: 0n, weightGram: 0n }
  const small = { ...large, id: '1', cases: wholeQty(1) }
  expect(taskCut([small, large, { ...small, id: '3' }], { ...unlimited, maxCases: wholeQty(20) })).toEqual([
    ['1'],
    ['2'],
    ['3'],
  ])
})

test('no lines, no tasks', () => expect(taskCut([], unlimited)).toEqual([]))

test('groups are kept apart, and each is cut by itself', () => {
  const grouped = lines.slice(0, 6).map((line, at) => ({ ...line, group: at % 2 === 0 ? 'odd' : 'even' }))
  expect(taskCut(grouped, { ...unlimited, maxLines: 2 })).toEqual([['1', '3'], ['5'], ['2', '4'], ['6']])
  expect(taskCut(grouped, unlimited)).toEqual([
    ['1', '3', '5'],
    ['2', '4', '6'],
  ])
})

const lifts = {
  crate: { code: 'C', weightGram: wholeQty(12_000), volumeMl: wholeQty(20_000) },
  drum: { code: 'A', weightGram: wholeQty(12_000), volumeMl: wholeQty(40_000) },
  crisps: { code: 'B', weightGram: wholeQty(300), volumeMl: wholeQty(50_000) },
  second: { code: 'B', weightGram: wholeQty(300), volumeMl: wholeQty(50_000) },
}
test.each([
  ['PICK_SEQ', ['crisps', 'crate', 'drum', 'second']],
  ['HEAVY_FIRST', ['drum', 'crate', 'crisps', 'second']],
  ['PRODUCT', ['drum', 'crisps', 'second', 'crate']],
] as const)('%s: the lines of a task in this order', (order, expected) => {
  const walk = ['crisps', 'crate', 'drum', 'second'] as const
  expect(inLineOrder(walk, order, (name) => lifts[name])).toEqual(expected)
})
