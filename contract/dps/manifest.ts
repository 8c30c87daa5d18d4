import type { Manifest } from '../kernel/manifest.ts'
import { agent, agentJournal } from './agent.ts'
import { command } from './command.ts'
import { controller, link, tag, tagStation, warehouseTag } from './equipment.ts'
import { deviceEvent, dpsException, light } from './light.ts'
import { jobpoint, line, operator } from './line.ts'
import { lightOrder } from './operateBill.ts'
import { pickDashboard } from './pickDashboard.ts'
import { dest, sowContainer, sowWork } from './sowing.ts'
import { systemMonitor } from './systemMonitor.ts'
import { containerTask, dasPickTask, dpsPick, dpsPickTask, dpsTask, taskPoint } from './task.ts'
import { dpsTouches } from './touches.ts'
import { warehouseBin } from './warehouseBin.ts'
import { warehouseOwner, warehouseProduct, warehouseRouteScheme, warehouseStore } from './warehouseMasters.ts'
import { lightWave } from './waveBill.ts'

/** 电子标签 */
export const dps: Manifest = {
  area: 'dps',
  codes: {
    business: [
      [42610, 42639],
      [43700, 43749],
    ],
    others: [80, 84],
  },
  offers: ['work'],
  nouns: [controller, tag, line, jobpoint, dpsTask, dpsException],
  kept: [link, agent, agentJournal, operator, taskPoint, dpsPick, light, deviceEvent, command, dest],
  boards: [pickDashboard, systemMonitor, sowWork],
  views: [
    tagStation,
    warehouseTag,
    dpsPickTask,
    dasPickTask,
    containerTask,
    warehouseBin,
    warehouseOwner,
    warehouseProduct,
    warehouseStore,
    warehouseRouteScheme,
    lightOrder,
    lightWave,
    sowContainer,
  ],
  touches: dpsTouches,
}
