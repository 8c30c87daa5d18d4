import { z } from 'zod'
import { id, post } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { signedCalls } from '../kernel/signedCalls.ts'
import { wayBill } from './wayBill.ts'

/** So many days after the delivery day a receiver's address is good for. */
export const trackDays = 7
/** 收货人链接: an address by which a receiver follows his own delivery without an account. */
export const trackWayBill = post(`${entityPath(wayBill.header)}/track`, {
  title: ['生成收货人链接', 'Make a receiver link'],
  permission: entityPermission(wayBill.header, 'print'),
  input: z.object({ id }),
  output: z.object({ address: z.string(), until: z.string() }),
})
/** What a receiver opens: how far his delivery is, when it comes, and his stars for it. */
export const trackCalls = signedCalls('/tms/api/delivery', {
  show: ['收货人查看配送', 'A receiver looks at his delivery'],
  press: ['收货人评价配送', 'A receiver rates his delivery'],
})
