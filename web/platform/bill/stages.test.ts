import { qty, text } from '@lading/contract/kernel/field.ts'
import { expect, test } from 'vitest'
import { type Stages, stagesOf } from './stages.ts'

const fields = {
  planQty: qty(['计划数量', 'Planned']),
  doneQty: qty(['完成数量', 'Done']),
  sentQty: qty(['发运数量', 'Sent']),
  planCases: text(['计划件数', 'Planned cases']),
  doneCases: text(['完成件数', 'Cases done']),
}
const stages: Stages = ['planQty', 'doneQty', 'sentQty']
const told = (row: Record<string, unknown>) =>
  stagesOf(fields, row, stages).map((s) => `${s.title[1]}: ${s.figure ?? '–'} ${Math.floor(s.share)}%`)

test.each([
  ['pieces', { planQty: '1200', doneQty: '600.000', planCases: '100', doneCases: '50' }, ['1,200 100%', '600 50%']],
  ['kilograms', { planQty: '4.5', doneQty: '1.5', planCases: '4.5 kg', doneCases: '1.5 kg' }, ['4.5 100%', '1.5 33%']],
])('%s alone are told as a quantity', (_, row, [whole, done]) => {
  expect(told(row)).toEqual([`Planned: ${whole}`, `Done: ${done}`, 'Sent: 0 0%'])
})

test('pieces and kilograms are never added up', () => {
  const row = { planQty: '121.5', doneQty: '115.5', planCases: '3+21 · 4.5 kg', doneCases: '3+15 · 4.5 kg' }
  expect(told(row)).toEqual(['Planned cases: 3+21 · 4.5 kg 100%', 'Cases done: 3+15 · 4.5 kg 95%', 'Sent: – 0%'])
})
