import { owner } from '@lading/contract/mdm/owner.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import { expectTypeOf, test } from 'vitest'
import { documentRules, documentServed } from '../platform/document/served.ts'
import type { StepWorks } from '../platform/document/steps.ts'
import { masterServed } from '../platform/masterServed.ts'
import type { Rules } from './rules.ts'

const ofOwner: Rules<typeof owner> = {
  async beforeCreate(_, input) {
    expectTypeOf(input.code).toEqualTypeOf<string>()
    expectTypeOf(input.contact).toEqualTypeOf<string | null | undefined>()
  },
  async beforeUpdate(_, input, before) {
    expectTypeOf(input.code).toEqualTypeOf<string | undefined>()
    expectTypeOf(input.version).toEqualTypeOf<number>()
    expectTypeOf(before.code).toEqualTypeOf<string>()
    expectTypeOf(before.createdAt).toEqualTypeOf<Date>()
  },
}
const ofWave: StepWorks<typeof waveBill> = {
  start: {
    async effect(_, bill) {
      expectTypeOf(bill.dueAt).toEqualTypeOf<Date | null>()
      return undefined
    },
  },
}

test('rules and steps are those of what they are served with, and of anything', () => {
  expectTypeOf(masterServed<typeof owner>).toBeCallableWith(owner, ofOwner)
  expectTypeOf(ofOwner).toExtend<Rules>()
  expectTypeOf<Rules>().toExtend<Rules<typeof owner>>()
  expectTypeOf(ofOwner).not.toExtend<Rules<typeof store>>()
  expectTypeOf(documentRules(waveBill)).toEqualTypeOf<Rules<(typeof waveBill)['header']>>()
  expectTypeOf(ofWave).toExtend<StepWorks>()
  expectTypeOf(ofWave).not.toExtend<StepWorks<typeof operateBill>>()
  // @ts-expect-error rules of an owner are none of a store
  masterServed(store, ofOwner)
  // @ts-expect-error steps of a wave are none of an order
  documentServed(operateBill, ofWave)
})
