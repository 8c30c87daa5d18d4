import type { Touches } from '../kernel/touches.ts'

const orders = ['dps.operateBill', 'dps.waveBill'] as const
const masters = [
  'dps.warehouseProduct',
  'dps.warehouseOwner',
  'dps.warehouseStore',
  'dps.warehouseRouteScheme',
] as const

/** What changes with tags, tasks and picks. */
export const dpsTouches: Touches = {
  writes: {
    'dps.task': ['dps.pick', 'dps.pickTask', 'dps.sowPick'],
    // Whatever is lit, pressed or passed on is told of the job points.
    'dps.jobpoint': ['dps.task', 'dps.pick', 'dps.event', 'dps.light', 'dps.tag', 'dps.line'],
    'dps.warehouseBin': ['dps.jobpoint', 'dps.tag'],
    'dps.operateBill': ['wms.task', 'dps.task', 'dps.pick'],
    'dps.waveBill': ['wms.task', 'dps.task', 'dps.pick'],
  },
  shownBy: {
    'dps.task': ['dps.pick', 'dps.jobpoint', ...orders, ...masters, 'dps.warehouseBin'],
    'dps.pick': ['wms.container', 'dps.sowContainer', ...orders, ...masters, 'dps.warehouseBin'],
    'dps.light': ['dps.warehouseBin'],
    'dps.jobpoint': ['dps.warehouseBin', 'dps.warehouseProduct', 'dps.waveBill'],
    'dps.tag': ['dps.controller', 'dps.jobpoint', 'dps.warehouseBin', 'dps.warehouseProduct'],
    'wms.stock': ['dps.warehouseBin'],
    'wms.task': orders,
    'wms.container': ['dps.task'],
  },
}
