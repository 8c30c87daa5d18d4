import { z } from 'zod'
import { board, onDay, untilNow } from '../kernel/board.ts'
import { get } from '../kernel/call.ts'
import { orderBill } from './orderBill.ts'
import { previewBill } from './previewBill.ts'
import { qualityBill } from './qualityBill.ts'
import { viewOf } from './taskViews.ts'
import { warehouseRegister } from './warehouseRegister.ts'

const orders = orderBill.header
const expected = previewBill.header
const visits = warehouseRegister.header
const today = { from: onDay, to: onDay }

// density: the yard, docks, pace and vendors beside its tiles and table
/** 入库看板: what is to come in today, where the trucks are, and how far receiving is. */
export const dashboardIn = board('wms', 'dashboardIn', {
  title: ['入库看板', 'Inbound board'],
  module: 'data.in',
  tiles: {
    due: { title: ['今日订单', 'Orders due today'], of: orders, where: { bizDate: today } },
    requested: {
      title: ['待确认预约', 'Appointments to confirm'],
      of: expected,
      where: { state: ['SAVED'] },
      warnOver: 0,
    },
    booked: { title: ['今日已预约', 'Booked for today'], of: expected, where: { state: ['APPROVED'], slotAt: today } },
    late: {
      title: ['已过时段未到', 'Past their slot'],
      of: expected,
      where: { state: ['APPROVED'], slotAt: { to: untilNow } },
      warnOver: 0,
    },
    waiting: { title: ['排队车辆', 'Trucks waiting'], of: visits, where: { state: ['REGISTERED'] } },
    docked: { title: ['靠台车辆', 'Trucks at docks'], of: visits, where: { state: ['PERMITTED', 'DOCKED'] } },
    toInspect: {
      title: ['待检单据', 'Inspections to do'],
      of: qualityBill.header,
      where: { state: ['SAVED', 'INPROGRESS'] },
    },
    toStore: {
      title: ['未完成上架', 'Put-aways to do'],
      of: viewOf('PUTAWAY'),
      where: { state: ['READY', 'ASSIGNED', 'RUNNING'] },
    },
    overdue: {
      title: ['超时上架', 'Put-aways overdue'],
      of: viewOf('PUTAWAY'),
      where: { state: ['READY', 'ASSIGNED', 'RUNNING'], overdue: true },
      warnOver: 0,
    },
  },
  table: {
    title: ['今日订单', 'Orders due today'],
    of: orders,
    where: { bizDate: today },
    columns: ['billNo', 'state', 'vendorId', 'expectAt', 'planCases', 'doneCases', 'planQty', 'doneQty', 'sentQty'],
    orderBy: 'expectAt',
  },
  chart: { title: ['收货进度（数量）', 'Received (quantity)'], by: 'billNo', bars: ['planQty', 'doneQty'] },
})

/** So many trucks and vendors the board shows. */
export const trucksMax = 60
/** A truck that waits longer asks for somebody's attention. */
export const longWaitMinutes = 60

/** 入库进度: the trucks in the yard, the docks, how fast goods come in, and how vendors keep to what they booked. */
export const inboundProgress = get('/wms/api/dashboard/inbound', {
  title: ['入库进度', 'Inbound progress'],
  permission: 'wms:data.in:view',
  reads: ['wms.warehouseRegister', 'wms.previewBill', 'wms.task', 'wms.dock'],
  output: z.object({
    at: z.string(),
    day: z.string(),
    trucks: z.array(
      z.object({
        id: z.string(),
        billNo: z.string(),
        vehicleNo: z.string(),
        state: z.string(),
        vendor: z.string().nullable(),
        dock: z.string().nullable(),
        /** Until it stood at a dock, or until now. */
        waitMinutes: z.number(),
        /** At the dock, until it was released or until now; null: it is not there yet. */
        workMinutes: z.number().nullable(),
      }),
    ),
    docks: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        name: z.string(),
        state: z.string(),
        vehicleNo: z.string().nullable(),
      }),
    ),
    /** Minutes from the receipt of goods to their place, of what was put away today; null: nothing was. */
    dockToStock: z.object({ n: z.number(), p50: z.number().nullable(), p90: z.number().nullable() }),
    /** Of appointments of the last 30 days that had their turn. */
    vendors: z.array(
      z.object({ id: z.string(), name: z.string(), appointments: z.number(), onTime: z.number(), missed: z.number() }),
    ),
  }),
})
