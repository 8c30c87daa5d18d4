import { childRows, entity } from '../kernel/entity.ts'
import { instant, int, ref, text } from '../kernel/field.ts'

/** A slot begins on the half hour, by the clocks of the centre; so long it is. */
export const slotMinutes = 30
/** An appointment takes no more slots than a day has. */
export const slotsMax = 48

/** 月台时段: how much of a dock is booked of a slot. Whoever books locks the row, so that nobody else does meanwhile. */
export const dockSlot = entity('wms', 'dockSlot', {
  title: ['月台时段', 'Dock slot'],
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    dockId: ref(['月台', 'Dock'], 'wms.dock', { required: true }),
    startAt: instant(['开始', 'From'], { required: true }),
    usedVehicles: int(['已约车辆', 'Vehicles booked'], { required: true, initial: 0 }),
    usedCases: int(['已约箱数', 'Cases booked'], { required: true, initial: 0 }),
  },
  unique: [['dockId', 'startAt']],
  label: { code: 'dockId', name: 'dockId' },
  actions: [],
})

/** 停用计划: when a dock takes no appointments, for maintenance or a holiday. */
export const dockClosure = childRows('wms', 'dockClosure', 'wms.dock', {
  title: ['停用计划', 'Planned closure'],
  scope: 'org',
  fields: {
    dockId: ref(['月台', 'Dock'], 'wms.dock', { required: true, derived: true }),
    fromAt: instant(['停用从', 'Closed from'], { required: true }),
    toAt: instant(['停用至', 'Closed until'], { required: true }),
    why: text(['原因', 'Reason'], { required: true, max: 64 }),
  },
})
