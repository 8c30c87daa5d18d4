import { board, onDay, untilNow } from '../kernel/board.ts'
import { operateBill } from './operateBill.ts'
import { shipBill } from './shipBill.ts'

const orders = operateBill.header
const trucks = shipBill.header
const today = { from: onDay, to: onDay }
/** Trucks that still stand here. */
const here = ['APPROVED', 'INPROGRESS', 'LOADED']

/** 出库看板: what is to be sent, and whether the trucks leave in time. */
export const dashboardOut = board('wms', 'dashboardOut', {
  title: ['出库看板', 'Outbound board'],
  module: 'data.out',
  tiles: {
    toAllocate: { title: ['待配货订单', 'Orders to allocate'], of: orders, where: { state: ['APPROVED'] } },
    inProgress: { title: ['进行中订单', 'Orders in progress'], of: orders, where: { state: ['INPROGRESS'] } },
    short: { title: ['缺货订单', 'Orders with a shortage'], of: orders, where: { hasShortage: true }, warnOver: 0 },
    toLeave: {
      title: ['今日待发车', 'Trucks to leave today'],
      of: trucks,
      where: { state: here, planDepartAt: today },
    },
    left: { title: ['今日已发车', 'Trucks that left today'], of: trucks, where: { despatchedAt: today } },
    late: {
      title: ['已误发车时间', 'Trucks past departure time'],
      of: trucks,
      where: { state: here, planDepartAt: { to: untilNow } },
      warnOver: 0,
    },
  },
  table: {
    title: ['今日车辆', "Today's trucks"],
    of: trucks,
    where: { state: [...here, 'DESPATCHED', 'FINISHED'], planDepartAt: today },
    columns: [
      'billNo',
      'state',
      'vehicleNo',
      'route',
      'planDepartAt',
      'staged',
      'containers',
      'loaded',
      'despatchedAt',
    ],
    orderBy: 'planDepartAt',
  },
  chart: { title: ['装车进度（容器）', 'Loading (containers)'], by: 'vehicleNo', bars: ['containers', 'loaded'] },
})
