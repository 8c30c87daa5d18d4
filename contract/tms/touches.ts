import type { Touches } from '../kernel/touches.ts'

const agreements = ['tms.carrierFreightAgreement', 'tms.clientFeeAgreement', 'tms.employeeFeeAgreement'] as const
const fees = ['tms.carrierFeeBill', 'tms.clientFeeBill', 'tms.employeeFeeBill'] as const
const settlements = ['tms.carrierPayableBill', 'tms.clientReceivableBill', 'tms.employeePayableBill'] as const
const of = (keys: readonly string[], what: readonly string[]) => Object.fromEntries(keys.map((key) => [key, what]))

/** What changes with trips, positions, abnormals, materials and money. */
export const tmsTouches: Touches = {
  writes: {
    'tms.shipPlanBill': ['tms.wayBill', 'tms.takeDeliveryBill', 'tms.takeDeliveryTask'],
    'tms.abnormal': ['tms.wayBill'],
    'tms.guidance': ['sys.guidance'],
    ...of(agreements, ['tms.feeAgreement']),
    ...of(fees, ['tms.feeBill']),
    ...of(settlements, ['tms.settleBill', 'tms.feeBill']),
    // Positions come by a source.
    'tms.gpsConfig': ['tms.truckPos'],
  },
  shownBy: {
    'sys.guidance': ['tms.guidance'],
    'sys.messageForce': ['tms.messageSubscription'],
    'tms.feeAgreement': agreements,
    'tms.feeBill': fees,
    'tms.settleBill': settlements,
    'tms.feeClosing': ['tms.carrierPayableBill'],
    'tms.freightPart': ['tms.shipPlanBill'],
  },
}
