import { entity } from '../kernel/entity.ts'
import { choice, instant, int, ref } from '../kernel/field.ts'
import { commandVerbs } from './equipment.ts'

/** 设备指令: what somebody wants a device to do, for whoever speaks to its controller. */
export const command = entity('dps', 'command', {
  title: ['设备指令', 'Device command'],
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    controllerId: ref(['控制器', 'Controller'], 'dps.controller', { required: true }),
    verb: choice(['指令', 'Command'], commandVerbs, { required: true }),
    bus: int(['总线', 'Bus'], {}),
    node: int(['节点', 'Node'], {}),
    qty: int(['数量', 'Quantity'], {}),
    doneAt: instant(['执行时间', 'Done at']),
  },
  actions: [],
})
