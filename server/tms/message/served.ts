import type { Page } from '@lading/contract/kernel/call.ts'
import type { MessageKind } from '@lading/contract/sys/message.ts'
import type { Subscriber, SubscriptionType } from '@lading/contract/sys/subscription.ts'
import {
  messageSubscriptionCalls as calls,
  messageSubscription,
  tripMessages,
} from '@lading/contract/tms/messageSubscription.ts'
import { crudServed } from '../../kernel/crudServed.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type Served, serve } from '../../kernel/http/serve.ts'

/** What transport asks of the administration, whose messages these are. */
export interface MessageNeeds {
  readonly messageTypes: (ctx: Ctx) => Promise<SubscriptionType[]>
  readonly messageSubscribers: (
    ctx: Ctx,
    asked: { key: MessageKind; which: 'ALL'; page: number; pageSize: number },
  ) => Promise<Page<Subscriber>>
  readonly forceMessage: (
    ctx: Ctx,
    asked: { key: MessageKind; roleIds: readonly string[] },
  ) => Promise<{ added: number; removed: number }>
  readonly testMessage: (ctx: Ctx, asked: { key: MessageKind }) => Promise<{ receiver: string; byMail: boolean }>
  readonly sentMessages: (
    ctx: Ctx,
    kinds: readonly MessageKind[],
  ) => Promise<readonly { key: string; sent: number; failed: number }[]>
}

const isOurs = (key: string): boolean => tripMessages.some((one) => one === key)

/** 消息订阅配置: the administration's own functions, for transport's kinds alone. */
export const messageServed = (o: MessageNeeds): Served[] => [
  ...crudServed(messageSubscription).filter(({ call }) => !call.writes),
  serve(calls.types, async (ctx) => {
    const sent = new Map((await o.sentMessages(ctx, tripMessages)).map((s) => [s.key, s]))
    const own = (await o.messageTypes(ctx)).filter(({ key }) => isOurs(key))
    return own.map((t) => ({ ...t, sent: sent.get(t.key)?.sent ?? 0, failed: sent.get(t.key)?.failed ?? 0 }))
  }),
  serve(calls.subscribers, (ctx, asked) => o.messageSubscribers(ctx, { ...asked, which: 'ALL' })),
  serve(calls.force, (ctx, asked) => o.forceMessage(ctx, asked)),
  serve(calls.testSend, (ctx, asked) => o.testMessage(ctx, asked)),
]
