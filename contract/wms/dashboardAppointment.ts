import { z } from 'zod'
import { get, id, post } from '../kernel/call.ts'
import { entityPermission } from '../kernel/entity.ts'
import { signedCalls } from '../kernel/signedCalls.ts'
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

/** So many days a supplier's address is good for. */
export const inviteDays = 14
/** 供应商链接: an address by which a supplier asks for a slot without an account. */
export const inviteSupplier = post(`/wms/api/previewBill/invite`, {
  title: ['生成供应商链接', 'Make a supplier link'],
  permission: entityPermission(previewBill.header, 'create'),
  input: z.object({ ownerId: id, vendorId: id }),
  output: z.object({ address: z.string(), until: z.string() }),
})
/** What a supplier opens: his orders, a form, and what became of what he asked for. */
export const supplierCalls = signedCalls('/wms/api/supplierSlot', {
  show: ['供应商预约页面', 'The page on which a supplier asks for a slot'],
  press: ['供应商申请预约', 'A supplier asks for a slot'],
})
