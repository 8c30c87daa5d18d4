import type { Touches } from '../kernel/touches.ts'

/** What changes with trips, positions, abnormals and materials. */
export const tmsTouches: Touches = {
  writes: {
    'tms.shipPlanBill': ['tms.wayBill', 'tms.takeDeliveryBill', 'tms.takeDeliveryTask'],
    'tms.abnormal': ['tms.wayBill'],
    'tms.guidance': ['sys.guidance'],
    // Positions come by a source.
    'tms.gpsConfig': ['tms.truckPos'],
  },
  shownBy: {
    'sys.guidance': ['tms.guidance'],
    'sys.messageForce': ['tms.messageSubscription'],
  },
}
