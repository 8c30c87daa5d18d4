import { z } from 'zod'
import { id, post } from '../kernel/call.ts'
import { entityPermission } from '../kernel/entity.ts'
import { signedCalls } from '../kernel/signedCalls.ts'
import { previewBill } from './previewBill.ts'

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
