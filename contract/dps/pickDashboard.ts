import { board, onDay } from '../kernel/board.ts'
import { controller } from './equipment.ts'
import { jobpoint } from './line.ts'
import { dpsPickTask, dpsTask } from './task.ts'

// density: the rack that it shows is the whole of picking by light, with its engine
const today = { from: onDay, to: onDay }
const tasks = dpsTask.header

// density: the racks themselves stand on it, and with them the engine of lights
/** 拣货看板: how far the lines are, where work waits, and the racks themselves. */
export const pickDashboard = board('dps', 'pickDashboard', {
  title: ['拣货看板', 'Picking board'],
  module: 'report.pickDashboard',
  tiles: {
    ready: { title: ['待绑箱任务', 'Tasks to bind'], of: tasks, where: { state: ['READY'] } },
    open: { title: ['在线任务', 'Tasks on the line'], of: tasks, where: { state: ['BOUND', 'PICKING', 'PICKED'] } },
    suspended: { title: ['挂起任务', 'Suspended'], of: tasks, where: { state: ['SUSPENDED'] }, warnOver: 0 },
    done: { title: ['今日完成任务', 'Tasks done today'], of: tasks, where: { state: ['DONE'], finishedAt: today } },
    toPick: { title: ['待拣行', 'Lines to pick'], of: dpsPickTask, where: { state: ['WAIT', 'LIT'] } },
    picked: {
      title: ['今日已拣行', 'Lines picked today'],
      of: dpsPickTask,
      where: { state: ['DONE'], closedAt: today },
    },
    short: {
      title: ['今日缺货行', 'Lines short today'],
      of: dpsPickTask,
      where: { state: ['SHORT'], closedAt: today },
      warnOver: 0,
    },
    offline: {
      title: ['离线控制器', 'Controllers offline'],
      of: controller,
      where: { state: ['OFFLINE', 'CONNECTING'], disabled: false },
      warnOver: 0,
    },
  },
  table: {
    title: ['作业点', 'Job points'],
    of: jobpoint,
    where: {},
    columns: ['lineId', 'seq', 'code', 'name', 'state', 'operators', 'queue', 'lit', 'slotCount'],
    orderBy: 'lineId,seq',
  },
})
