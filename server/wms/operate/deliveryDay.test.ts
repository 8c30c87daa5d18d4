import { say } from '@lading/contract/kernel/text.ts'
import { expect, test } from 'vitest'
import { systemOrg } from '../../kernel/ctx.ts'
import { demandDeliveryDay } from './deliveryDay.ts'

const inShanghai = { org: systemOrg }
const bill = (more: object = {}) => ({ bizDate: '2026-11-21', expectAt: null, delivery: 'NORMAL', ...more })
const saturday = { code: 'S1', deliveryDays: ['SAT', 'MON'] }

test.each([
  ['a day of the store’s', bill(), saturday],
  ['no cycle', bill(), { code: 'S1', deliveryDays: [] }],
  ['urgent goods', bill({ bizDate: '2026-11-22', delivery: 'URGENT' }), saturday],
  ['the day of arrival, in the warehouse’s zone', bill({ expectAt: new Date('2026-11-22T18:00:00Z') }), saturday],
])('goods go out for %s', (_, b, to) => expect(() => demandDeliveryDay(inShanghai, b, to)).not.toThrow())

test.each([bill({ bizDate: '2026-11-22' }), bill({ expectAt: new Date('2026-11-21T18:00:00Z') })])(
  'a store gets nothing on another day %#',
  (b) => {
    try {
      demandDeliveryDay(inShanghai, b, saturday)
      expect.unreachable()
    } catch (error) {
      const { refusal, args } = error as { refusal: { text: [string, string] }; args: Record<string, unknown> }
      expect(say(refusal.text, 'zh-CN', args)).toBe(
        '门店[S1]2026-11-22（周日）不送货，送货日为周一、周六：请改预计时间，或改为加急',
      )
    }
  },
)

test('on which day goods arrive is told by the clocks of whoever sends them', () => {
  const org = { ...systemOrg, timeZone: 'America/New_York' }
  // Monday morning in Shanghai is still Sunday in New York.
  const b = bill({ expectAt: new Date('2026-11-22T18:00:00Z') })
  expect(() => demandDeliveryDay({ org }, b, saturday)).toThrow()
  expect(() => demandDeliveryDay({ org }, b, { code: 'S1', deliveryDays: ['SUN'] })).not.toThrow()
})
