import { operateFlow } from '@lading/contract/wms/operateBill.ts'
import { expect, test } from 'vitest'
import { saidOf } from './saidOf.ts'

const { approve, allocate, cancel, giveUpShort } = operateFlow.steps

test.each([
  [approve, '已审核', 'Approved'],
  [allocate, '已分配', 'Allocated'],
  [cancel, '已作废', 'Cancelled'],
  [giveUpShort, '已放弃缺货', 'Close short done'],
])('%o is told as what was done, not as the state the order is in', (step, zh, en) => {
  expect(saidOf(operateFlow, step)).toEqual([zh, en])
})
