import { board, onDay } from '../kernel/board.ts'
import { abnormal, openStates } from './abnormal.ts'
import { shipPlanBill } from './shipPlanBill.ts'
import { truck } from './truck.ts'
import { wayBill } from './wayBill.ts'

const trips = shipPlanBill.header
const [bills, abnormals] = [wayBill.header, abnormal.header]
const today = { bizDate: { from: onDay, to: onDay } }
const open = { state: [...openStates] }

/** 车辆作业看板: the day of the trucks, and what asks for somebody. Of each figure the list is a press away. */
export const truckWorkDashboard = board('tms', 'truckWorkDashboard', {
  title: ['车辆作业看板', 'Truck work board'],
  module: 'dashboard.truckWork',
  tiles: {
    unplanned: { title: ['待排线运单', 'Waybills to plan'], of: bills, where: { ...today, state: ['CONFIRMED'] } },
    draft: { title: ['待发布', 'To release'], of: trips, where: { ...today, state: ['DRAFT'] } },
    released: {
      title: ['已发布待发车', 'To depart'],
      of: trips,
      where: { ...today, state: ['RELEASED', 'ACCEPTED', 'CHECKED_IN'] },
    },
    loading: { title: ['装车', 'Loading'], of: trips, where: { ...today, state: ['LOADING', 'LOADED'] } },
    onRoad: { title: ['在途', 'On the road'], of: trips, where: { state: ['IN_TRANSIT'] } },
    delivered: { title: ['配送完成待回场', 'To return'], of: trips, where: { state: ['DELIVERED'] } },
    done: { title: ['今日已完成', 'Done today'], of: trips, where: { ...today, state: ['RETURNED', 'CLOSED'] } },
    late: { title: ['晚点派车单', 'Late trips'], of: trips, where: { ...today, isLate: true }, warnOver: 0 },
    urgent: {
      title: ['一二级异常', 'Abnormals of level 1 and 2'],
      of: abnormals,
      where: { ...open, level: ['L1', 'L2'] },
      warnOver: 0,
    },
    abnormals: { title: ['未处理异常', 'Open abnormals'], of: abnormals, where: open },
    overdue: {
      title: ['超期异常', 'Overdue abnormals'],
      of: abnormals,
      where: { ...open, isOverdue: true },
      warnOver: 0,
    },
    unsigned: {
      title: ['待签收运单', 'Waybills to be signed'],
      of: bills,
      where: { ...today, state: ['IN_TRANSIT', 'ARRIVED'] },
    },
    refused: {
      title: ['今日拒收、部分签收', 'Refused today, or in part'],
      of: bills,
      where: { ...today, state: ['PARTIAL', 'REJECTED'] },
    },
    repair: { title: ['维修车辆', 'Trucks in repair'], of: truck, where: { disabled: false, inRepair: true } },
  },
  table: {
    title: ['今日派车单', "Today's trips"],
    of: trips,
    where: today,
    columns: [
      ...['billNo', 'state', 'truckId', 'driverId', 'carrierId', 'dots', 'planDepartAt', 'actDepartAt'],
      ...['loadRate', 'volumeRate', 'isLate'],
    ],
    orderBy: 'planDepartAt',
  },
  chart: { title: ['满载率', 'How full trucks are'], by: 'billNo', bars: ['loadRate'] },
})
