import { z } from 'zod'
import { get } from '../kernel/call.ts'
import { previewBill } from './previewBill.ts'

/** So many appointments of a day the board shows. */
export const appointmentsMax = 500

const appointment = z.object({
  id: z.string(),
  billNo: z.string(),
  state: z.string(),
  dockId: z.string().nullable(),
  slotAt: z.string(),
  /** So many slots it takes, or would take. */
  slots: z.number(),
  vendor: z.string(),
  orders: z.string(),
  cases: z.number().nullable(),
  vehicleNo: z.string().nullable(),
  arrivedAt: z.string().nullable(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
})
export type Appointment = z.output<typeof appointment>
// density: docks by slots are no list: when each is open, what is booked of it and what it still takes is worked out
/** 预约看板: the docks of a day by slots: what is booked, and what is free. */
export const appointmentBoard = get('/wms/api/dashboard/appointments', {
  title: ['预约看板', 'Appointment board'],
  permission: 'wms:data.appointment:view',
  input: z.object({ day: z.iso.date().optional() }),
  reads: [previewBill.header.key, 'wms.dock'],
  output: z.object({
    at: z.string(),
    day: z.string(),
    /** Beginnings of the slots that any dock has open or booked. */
    slots: z.array(z.string()),
    docks: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        name: z.string(),
        capVehicles: z.number(),
        capCases: z.number().nullable(),
        /** By slot: what is booked, and why it takes nothing. */
        cells: z.array(z.object({ vehicles: z.number(), cases: z.number(), closed: z.string().nullable() })),
      }),
    ),
    appointments: z.array(appointment),
  }),
})
