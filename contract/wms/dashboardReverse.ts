import { board, onDay } from '../kernel/board.ts'
import { diffBill } from './diffBill.ts'
import { sjReturn } from './sjReturn.ts'
import { storeReturnBill } from './storeReturnBill.ts'
import { viewOf } from './taskViews.ts'
import { vendorReturnBill } from './vendorReturnBill.ts'

const today = { from: onDay, to: onDay }
const open = ['READY', 'ASSIGNED', 'RUNNING', 'WAIT', 'NEW', 'SUSPENDED']

/** 逆向看板: what comes back, what goes back, and what is disputed. */
export const dashboardReverseView = board('wms', 'dashboardReverseView', {
  title: ['逆向看板', 'Returns board'],
  module: 'data.reverse',
  tiles: {
    announced: {
      title: ['门店退货待收', 'Store returns to receive'],
      of: storeReturnBill.header,
      where: { state: ['APPROVED', 'INPROGRESS'] },
      warnOver: 20,
    },
    received: {
      title: ['今日完成退货', 'Returns finished today'],
      of: storeReturnBill.header,
      where: { state: ['FINISHED'], finishedAt: today },
    },
    onRoad: { title: ['司机退货在途', 'Driver returns on the road'], of: sjReturn.header, where: { state: ['SAVED'] } },
    home: {
      title: ['司机退货待收', 'Driver returns to receive'],
      of: sjReturn.header,
      where: { state: ['APPROVED', 'INPROGRESS'] },
    },
    toPick: {
      title: ['退供待下架', 'Vendor returns to pick'],
      of: vendorReturnBill.header,
      where: { state: ['APPROVED'] },
    },
    toHand: {
      title: ['退供待交接', 'Vendor returns to hand over'],
      of: viewOf('RETURN_HANDOVER'),
      where: { state: open },
      warnOver: 5,
    },
    toDecide: { title: ['差异待定责', 'To decide'], of: diffBill.header, where: { state: ['SAVED'] }, warnOver: 10 },
    toSettle: { title: ['差异待处理', 'To settle'], of: viewOf('OPERATE_DIFF'), where: { state: open }, warnOver: 10 },
  },
  table: {
    title: ['未结差异', 'Open discrepancies'],
    of: diffBill.header,
    where: { state: ['SAVED', 'APPROVED', 'INPROGRESS'] },
    columns: ['billNo', 'kind', 'state', 'storeId', 'occurredOn', 'product', 'planQty', 'doneQty', 'charged'],
    orderBy: 'occurredOn',
  },
  chart: { title: ['差异数量', 'Quantities disputed'], by: 'billNo', bars: ['planQty', 'doneQty'] },
})
