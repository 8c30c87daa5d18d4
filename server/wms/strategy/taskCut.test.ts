import { wholeQty } from '@lading/contract/kernel/qty.ts'
import { expect, test } from 'vitest'
import { taskCut } from './taskCut.ts'

const unlimited = { maxLines: null, maxCases: null, maxVolumeMl: null, maxWeightGram: null }
const lines = Array.from({ length: 45 }, (_, at) => ({
  id: `${at + 1}`,
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
  const large = { id: '2', cases: wholeQty(50), volumeMl: 0n, weightGram: 0n }
  const small = { ...large, id: '1', cases: wholeQty(1) }
  expect(taskCut([small, large, { ...small, id: '3' }], { ...unlimited, maxCases: wholeQty(20) })).toEqual([
    ['1'],
    ['2'],
    ['3'],
  ])
})

test('no lines, no tasks', () => expect(taskCut([], unlimited)).toEqual([]))
