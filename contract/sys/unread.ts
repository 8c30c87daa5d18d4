import { z } from 'zod'
import { get } from '../kernel/call.ts'

/** What the frame asks of itself; apart, so that it needs no words of messages before they are opened. */
export const unreadCount = get('/fw/api/sys/message/unreadCount', {
  title: ['未读消息数', 'Count my unread messages'],
  permission: 'session',
  reads: ['sys.message', 'sys.announcement', 'sys.guidance'],
  /**
   * `announcements`: how many more stand beside the messages. `guided`: entries of the menu for which something is written.
   * `support`: until when the provider may look in. `plan`: how the tenant stands with whoever sells it the product, where that concerns those who work.
   * They are asked together so that the frame sends one request.
   */
  output: z.object({
    count: z.number(),
    announcements: z.number(),
    guided: z.array(z.string()),
    support: z.string().nullable(),
    plan: z.object({ state: z.enum(['TRIAL', 'GRACE', 'SUSPENDED']), endsOn: z.string().nullable() }).nullable(),
  }),
})
