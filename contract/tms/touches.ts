import type { Touches } from '../kernel/touches.ts'

/** What changes with trips, positions, abnormals and materials. */
export const tmsTouches: Touches = {
  writes: {
    'tms.shipPlanBill': ['tms.wayBill', 'tms.takeDeliveryBill', 'tms.takeDeliveryTask'],
    'tms.abnormal': ['tms.wayBill'],
    'tms.guidance': ['sys.guidance'],
  },
  shownBy: {
    'sys.guidance': ['tms.guidance'],
    'sys.messageForce': ['tms.messageSubscription'],
    'tms.truckPos': ['tms.gpsConfig'],
  },
}
