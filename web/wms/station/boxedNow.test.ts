import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { expect, test } from 'vitest'
import { boxedNow } from './boxedNow.ts'

const line = (doneQty: string, boxes: WorkLine['boxes']) => ({ doneQty, boxes }) as WorkLine
const box = (code: string, doneQty: string, planQty = '12') => ({ code, planQty, doneQty })

test.each([
  ['what was put into a box counts there', line('8', [box('A', '0'), box('B', '0')]), 'B', ['A 0', 'B 8']],
  ['what the server told is not counted again', line('8', [box('A', '8')]), 'A', ['A 8']],
  ['another box than those that were planned', line('8', [box('A', '4')]), 'C', ['A 4', 'C 4']],
  ['nothing was scanned', line('8', [box('A', '4')]), undefined, ['A 4']],
  ['a line that has no boxes', line('8', null), 'A', undefined],
] as const)('%s', (_, of, scanned, told) => {
  expect(boxedNow(of, scanned).boxes?.map((b) => `${b.code} ${b.doneQty}`)).toEqual(told)
})
