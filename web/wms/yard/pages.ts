import { previewBill } from '@lading/contract/wms/previewBill.ts'
import { registerIn, registerOut, registerRelease, warehouseRegister } from '@lading/contract/wms/warehouseRegister.ts'
import { type ComponentType, createElement } from 'react'
import type { Load, PageSet } from '../../kernel/page.ts'
import { billPage } from '../../platform/bill/billPage.ts'
import { later } from '../../platform/later.ts'
import { printings } from '../printings.ts'
import type { GateProps } from './GateList.tsx'
import { visitVain } from './visitVain.ts'

export const previewPages = billPage(previewBill, {
  Tools: later(async () => (await import('./InviteButton.tsx')).InviteButton),
  print: printings.previewBill,
})

const detail = { refuses: visitVain, print: printings.visitPass } as const
/** 登记 is an entry of the menu: the form of a new one is its page. */
const { Add: _form, ...views } = billPage(warehouseRegister, detail).views
export const registerPages: PageSet = { ...billPage(warehouseRegister, detail), views }

/** A list of visits that wait for one deed; each opens as all visits do. */
const gate = (o: GateProps): PageSet => ({
  entity: o.of,
  views: {
    List: async () => {
      const { GateList } = await import('./GateList.tsx')
      return { default: () => createElement(GateList as ComponentType<GateProps>, o) }
    },
    Dtl: registerPages.views.Dtl as NonNullable<PageSet['views']['Dtl']>,
  },
})
export const inPages = gate({
  of: registerIn,
  steps: ['call', 'dock', 'admit', 'back', 'refuse'],
  Above: later(async () => (await import('./DockStrip.tsx')).DockStrip),
  none: [
    ['没有等待的车辆', 'No trucks are waiting'],
    ['车辆在门岗登记后在此排队', 'Trucks that are registered at the gate wait here'],
  ],
})
export const releasePages = gate({
  of: registerRelease,
  steps: ['release'],
  none: [
    ['没有靠台的车辆', 'No truck stands at a dock'],
    ['叫号入场并靠台后，作业完成即可放行', 'Trucks called to a dock are released here when their work is done'],
  ],
})
export const outPages = gate({
  of: registerOut,
  steps: ['leave'],
  print: printings.visitPass,
  none: [
    ['没有待离场的车辆', 'No truck is about to leave'],
    ['放行后的车辆在此核对放行条与封签离场', 'Released trucks leave here, with their gate pass and seal checked'],
  ],
})

export const registerAdd: Load = async () => ({ default: (await import('./RegisterAdd.tsx')).RegisterAdd })
export const appointmentBoard: Load = async () => ({
  default: (await import('./AppointmentBoard.tsx')).AppointmentBoard,
})
export const inboundBoard: Load = async () => ({ default: (await import('../board/Inbound.tsx')).Inbound })
