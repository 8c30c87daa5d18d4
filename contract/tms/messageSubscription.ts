import { z } from 'zod'
import { get, id, pageOf, post, query } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { choice } from '../kernel/field.ts'
import { view } from '../kernel/view.ts'
import { type MessageKind, messageTitles } from '../sys/message.ts'
import { messageForce, subscriberSchema, subscriptionTypeSchema } from '../sys/subscription.ts'

/** What transport tells people. How it reaches them is the administration's: who asked, his mail, robots, and words of one's own. */
export const tripMessages = [
  'TRIP_RELEASED',
  'TRIP_DEPARTED',
  'TRIP_ARRIVED',
  'TRIP_ABNORMAL',
  'ABNORMAL_ASSIGNED',
] as const satisfies readonly MessageKind[]
export type TripMessage = (typeof tripMessages)[number]
const titles = Object.fromEntries(tripMessages.map((key) => [key, messageTitles[key]]))

// density: kinds of messages, who hears of each, and how it went, under rights of transport's own
/** 消息订阅配置: transport's view of who must hear of what. */
export const messageSubscription = view(messageForce, 'tms', 'messageSubscription', {
  title: ['消息订阅', 'Message subscription'],
  module: 'message.subscription',
  fields: { ...messageForce.fields, key: choice(['消息类型', 'Kind'], titles, { required: true, filter: true }) },
  only: { key: [...tripMessages] },
  list: ['key', 'roleId'],
  form: [],
  actions: ['update', 'run'],
})

const path = entityPath(messageSubscription)
const may = (action: Parameters<typeof entityPermission>[1]) => entityPermission(messageSubscription, action)
const reads = [messageSubscription.key, messageForce.key, 'sys.message']
const key = z.enum(tripMessages)
const type = subscriptionTypeSchema.extend({
  /** Of the last seven days: to people, and what robots or mail could not bring. */
  sent: z.number(),
  failed: z.number(),
})
export type TripMessageType = z.output<typeof type>

export const messageSubscriptionCalls = {
  types: get(`${path}/types`, {
    title: ['运输消息类型', 'Messages of transport'],
    permission: may('view'),
    reads,
    output: z.array(type),
  }),
  subscribers: query(`${path}/subscribers`, {
    title: ['订阅情况', 'Who hears of a message'],
    permission: may('view'),
    reads,
    input: z.object({
      key,
      page: z.number().int().min(1).max(10_000).default(1),
      pageSize: z.number().int().min(1).max(200).default(20),
    }),
    output: pageOf(subscriberSchema),
  }),
  force: post(`${path}/force`, {
    title: ['设置强制订阅', 'Set which roles must hear of it'],
    permission: may('update'),
    reads,
    input: z.object({ key, roleIds: z.array(id).max(200) }),
    output: z.object({ added: z.number(), removed: z.number() }),
  }),
  testSend: post(`${path}/testSend`, {
    title: ['试发', 'Send oneself a test'],
    permission: may('run'),
    reads,
    input: z.object({ key }),
    output: z.object({ receiver: z.string(), byMail: z.boolean() }),
  }),
} as const
