import { entity } from '../kernel/entity.ts'
import { instant, ref } from '../kernel/field.ts'

/** A way bill that stands on a quick plan's card is kept for its planner for so long from the last saving. */
export const holdMinutes = 30

/**
 * 排线占用: who plans a way bill, and until when. A row whose time is over says nothing, and the next planner takes it: a
 * way bill has one at most, so that of two who press at once one comes second.
 */
export const planHold = entity('tms', 'planHold', {
  title: ['排线占用', 'Kept by a quick plan'],
  module: 'transportation.planHold',
  scope: 'org',
  worksAt: ['TC'],
  ownerThrough: 'wayBillId',
  found: false,
  fields: {
    wayBillId: ref(['运单', 'Waybill'], 'tms.wayBill', { required: true }),
    planId: ref(['排线单', 'Route plan'], 'tms.routePlan', { required: true }),
    userId: ref(['排线人', 'Planned by'], 'sys.user', { required: true }),
    heldUntil: instant(['占用至', 'Kept until'], { required: true }),
  },
  unique: [['wayBillId']],
  indexes: [['planId']],
  actions: [],
})
