import { board, onDay } from '../kernel/board.ts'
import { controller, tag } from './equipment.ts'
import { deviceEvent, dpsException } from './light.ts'

// density: beside the figures it handles what is open and tells who pressed what, event by event
const today = { from: onDay, to: onDay }

/** 系统监控: what of the devices wants somebody, and how the day goes with them. */
export const systemMonitor = board('dps', 'systemMonitor', {
  title: ['系统监控', 'Device monitor'],
  module: 'device.monitor',
  tiles: {
    offline: {
      title: ['离线控制器', 'Controllers offline'],
      of: controller,
      where: { state: ['OFFLINE', 'CONNECTING'], disabled: false },
      warnOver: 0,
    },
    faulty: {
      title: ['异常标签', 'Faulty tags'],
      of: tag,
      where: { health: ['NO_RESPONSE', 'MALFUNCTION'], disabled: false },
      warnOver: 0,
    },
    open: { title: ['待处理异常', 'Open exceptions'], of: dpsException, where: { state: ['OPEN'] }, warnOver: 0 },
    notBooked: {
      title: ['未能记账', 'Not booked'],
      of: dpsException,
      where: { state: ['OPEN'], kind: ['NOT_BOOKED'] },
      warnOver: 0,
    },
    pressed: {
      title: ['今日生效按键', 'Presses that counted today'],
      of: deviceEvent,
      where: { outcome: ['APPLIED'], rxAt: today },
    },
    again: {
      title: ['今日重复按键', 'Pressed again today'],
      of: deviceEvent,
      where: { outcome: ['DUPLICATE'], rxAt: today },
    },
    orphans: {
      title: ['今日无对应亮灯', 'Pressed without a light today'],
      of: deviceEvent,
      where: { outcome: ['ORPHAN'], rxAt: today },
    },
    other: {
      title: ['今日数量不符', 'Other quantity today'],
      of: deviceEvent,
      where: { outcome: ['QTY_MISMATCH'], rxAt: today },
      warnOver: 0,
    },
  },
})
