import { z } from 'zod'
import { get, id, pageOf, post, query } from '../kernel/call.ts'
import { entity, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { code, ref, text, time } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'
import { type MessageKind, messageKinds } from './message.ts'

/** How a kind of message comes to people while they say nothing: always, unless they turn it off, or if they ask. */
export type Manner = 'ALWAYS' | 'ON' | 'OFF'
export const manners = {
  ALWAYS: ['始终接收', 'Always'],
  ON: ['默认接收', 'On unless turned off'],
  OFF: ['订阅后接收', 'On request'],
} as const satisfies Record<Manner, Text>

/** What concerns somebody's own account cannot be turned off: whoever stole it would do that first. */
export const mannerOf: Readonly<Record<MessageKind, Manner>> = {
  TOKEN_REUSE: 'ALWAYS',
  PASSWORD_RESET: 'ALWAYS',
  SECOND_FACTOR_RESET: 'ALWAYS',
  RECOVERY_CODE: 'ALWAYS',
  TEST: 'ALWAYS',
  STOCK_CHECK: 'ON',
  TASK_ASSIGNED: 'ON',
  SHORT_PICK: 'ON',
  COUNT_DIFFERS: 'ON',
  LOT_EXPIRY: 'ON',
  NO_AGREEMENT: 'ON',
  AUTO_PAUSED: 'ON',
  EXPORT_DONE: 'ON',
  REPORT_SENT: 'ON',
  EXPORT_FAILED: 'ON',
  IMPORT_DONE: 'ON',
  IMPORT_CHECKED: 'ON',
  IMPORT_FAILED: 'ON',
  JOB_FAILED: 'ON',
  JOB_SLOW: 'ON',
  PLAN_QUOTA: 'ON',
  PLAN_TERM: 'ON',
  APPROVAL: 'ON',
  TRIP_RELEASED: 'ON',
  TRIP_DEPARTED: 'OFF',
  TRIP_ARRIVED: 'OFF',
  TRIP_ABNORMAL: 'ON',
  ABNORMAL_ASSIGNED: 'ON',
  APP_VERSION: 'OFF',
}

/** To whom each comes at all, before anybody turns anything on or off. */
export const audienceOf: Readonly<Record<MessageKind, Text>> = {
  TOKEN_REUSE: ['本人', 'The person concerned'],
  PASSWORD_RESET: ['本人', 'The person concerned'],
  SECOND_FACTOR_RESET: ['本人', 'The person concerned'],
  RECOVERY_CODE: ['本人', 'The person concerned'],
  TEST: ['所选用户', 'The chosen user'],
  STOCK_CHECK: ['管理用户的人，及订阅者', 'Who keeps users, and who asks for it'],
  TASK_ASSIGNED: ['被指派的人', 'To whom the task is given'],
  SHORT_PICK: ['能处理拣货差异的人', 'Who can settle short picks'],
  COUNT_DIFFERS: ['能审核盘点差异的人', 'Who can approve count differences'],
  LOT_EXPIRY: ['能查看批次库存的人', 'Who can see the lot board'],
  NO_AGREEMENT: ['维护费用单的人', 'Who keeps charges'],
  AUTO_PAUSED: ['维护自动处理规则的人', 'Who keeps automation rules'],
  EXPORT_DONE: ['导出的本人', 'Who asked for the export'],
  REPORT_SENT: ['订阅的本人', 'Who subscribed'],
  EXPORT_FAILED: ['导出的本人', 'Who asked for the export'],
  IMPORT_DONE: ['导入的本人', 'Who asked for the import'],
  IMPORT_CHECKED: ['导入的本人', 'Who asked for the import'],
  IMPORT_FAILED: ['导入的本人', 'Who asked for the import'],
  JOB_FAILED: ['能查看定时任务的人', 'Who can see jobs'],
  JOB_SLOW: ['能查看定时任务的人', 'Who can see jobs'],
  PLAN_QUOTA: ['能查看组织的人', 'Who can see organisations'],
  PLAN_TERM: ['能查看组织的人', 'Who can see organisations'],
  APPROVAL: ['能审核该单据的人', 'Who can approve the document'],
  TRIP_RELEASED: ['派车单的司机', 'The driver of the trip'],
  TRIP_DEPARTED: ['能看在途监控的订阅者', 'Who watches trucks, and asks for it'],
  TRIP_ARRIVED: ['能看在途监控的订阅者', 'Who watches trucks, and asks for it'],
  TRIP_ABNORMAL: ['能处理异常的人', 'Who can settle abnormals'],
  ABNORMAL_ASSIGNED: ['被指派的人', 'To whom it is assigned'],
  APP_VERSION: ['订阅者', 'Who asks for it'],
}

/** 订阅消息: that people of a role hear of a kind of message, whatever they have turned off. */
export const messageForce = entity('sys', 'messageForce', {
  title: ['强制订阅', 'Forced subscription'],
  module: 'subscribe_message',
  scope: 'tenant',
  fields: {
    key: code(['消息类型', 'Kind'], { required: true, max: 48 }),
    roleId: ref(['角色', 'Role'], 'sys.role', { required: true }),
  },
  unique: [['key', 'roleId']],
  actions: ['update', 'run'],
  verbs: {
    force: ['设为强制订阅', 'Must hear of it'],
    unforce: ['取消强制订阅', 'Need not hear of it'],
    test: ['测试发送', 'Send a test'],
  },
  details: { receiver: text(['接收人', 'Receiver']) },
  found: false,
})

/** 免打扰: within these hours nothing comes to somebody's screen; it stands among the messages and comes afterwards. */
export const messageQuiet = entity('sys', 'messageQuiet', {
  title: ['免打扰', 'Quiet hours'],
  scope: 'tenant',
  fields: {
    userId: ref(['用户', 'User'], 'sys.user', { required: true }),
    quietFrom: time(['开始', 'From'], { required: true }),
    quietTo: time(['结束', 'To'], { required: true }),
  },
  unique: [['userId']],
  actions: [],
})

export const subscriptionFaults = {
  always: { code: 42873, text: ['该消息不能关闭', 'This message cannot be turned off'] },
  noHours: {
    code: 42874,
    text: ['免打扰的开始和结束不能相同', 'Quiet hours must end at another time than they begin'],
  },
} as const satisfies Record<string, Refusal>

const keys = Object.keys(messageKinds) as [MessageKind]
const kind = z.enum(keys)
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const at = (verb: string) => `/fw/api/sys/subscribeMessage/${verb}`
const may = (action: Parameters<typeof entityPermission>[1]) => entityPermission(messageForce, action)

export const subscriptionTypeSchema = z.object({
  key: kind,
  title: z.string(),
  manner: z.enum(Object.keys(manners) as [Manner]),
  /** To whom it comes at all. */
  audience: z.string(),
  roles: z.array(z.object({ id: z.string(), name: z.string(), orgName: z.string() })),
  /** How many have said so themselves, of those within reach. */
  on: z.number(),
  off: z.number(),
  /** How many of them have it by mail, to an address that they have confirmed. */
  mailed: z.number(),
  /** Robots that hear of it, by their names. */
  robots: z.array(z.string()),
  /** The tenant says it in words of its own. */
  isOwn: z.boolean(),
})
export type SubscriptionType = z.output<typeof subscriptionTypeSchema>
export const subscriberSchema = z.object({
  userId: z.string(),
  username: z.string(),
  realName: z.string(),
  orgName: z.string(),
  /** What he has chosen; null: nothing. */
  choice: z.enum(['ON', 'OFF']).nullable(),
  isForced: z.boolean(),
  hears: z.boolean(),
  /** It comes by mail as well. */
  isMailed: z.boolean(),
  /** He has an address that is confirmed; without one nothing comes by mail. */
  hasAddress: z.boolean(),
})
export type Subscriber = z.output<typeof subscriberSchema>
const own = z.object({
  types: z.array(
    z.object({
      key: kind,
      title: z.string(),
      isOn: z.boolean(),
      isAlways: z.boolean(),
      isForced: z.boolean(),
      /** It comes by mail as well, once the address is confirmed. */
      isMailed: z.boolean(),
    }),
  ),
  quiet: z.object({ from: z.string(), to: z.string() }).nullable(),
})
export type OwnSubscriptions = z.output<typeof own>

export const subscriptionCalls = {
  types: get(at('types'), {
    title: ['消息类型', 'Kinds of messages'],
    permission: may('view'),
    reads: [messageForce.key, 'sys.messageRobot', 'sys.messageTemplate'],
    output: z.array(subscriptionTypeSchema),
  }),
  subscribers: query(at('subscribers'), {
    title: ['订阅情况', 'Who hears of a kind of message'],
    permission: may('view'),
    reads: [messageForce.key],
    input: z.object({
      key: kind,
      which: z.enum(['ALL', 'ON', 'OFF', 'FORCED', 'MAIL']).default('ALL'),
      page: z.number().int().min(1).max(10_000).default(1),
      pageSize: z.number().int().min(1).max(200).default(20),
    }),
    output: pageOf(subscriberSchema),
  }),
  force: post(at('force'), {
    title: ['设置强制订阅', 'Set which roles must hear of it'],
    permission: may('update'),
    input: z.object({ key: kind, roleIds: z.array(id).max(200) }),
    output: z.object({ added: z.number(), removed: z.number() }),
  }),
  testSend: post(at('testSend'), {
    title: ['测试发送', 'Send a test message'],
    permission: may('run'),
    /** Left out: to oneself. */
    input: z.object({ key: kind, userId: id.optional() }),
    /** `byMail`: he has a confirmed address, so that a mail goes as well. */
    output: z.object({ receiver: z.string(), byMail: z.boolean() }),
  }),
  /** What the caller hears of. */
  mine: get(at('mine'), {
    title: ['我的订阅', 'My subscriptions'],
    permission: 'session',
    reads: [messageForce.key],
    output: own,
  }),
  turn: post(at('turn'), {
    title: ['打开或关闭消息', 'Turn a kind of message on or off'],
    permission: 'session',
    input: z.object({ key: kind, isOn: z.boolean() }),
    output: z.null(),
  }),
  /** By mail beside the screen; what is wanted by mail is wanted. */
  turnMail: post(at('turnMail'), {
    title: ['打开或关闭邮件', 'Turn mail of a kind of message on or off'],
    permission: 'session',
    input: z.object({ key: kind, isOn: z.boolean() }),
    output: z.null(),
  }),
  /** Null: none. */
  setQuiet: post(at('setQuiet'), {
    title: ['设置免打扰', 'Set quiet hours'],
    permission: 'session',
    input: z.object({ quiet: z.object({ from: clock, to: clock }).nullable() }),
    output: z.null(),
  }),
} as const
