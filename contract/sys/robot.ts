import { z } from 'zod'
import { get, id, listQuery, pageOf, post, query, version } from '../kernel/call.ts'
import { entity, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { choice, choices, code, flag, instant, int, json, note, ref, text } from '../kernel/field.ts'
import { recordSchema } from '../kernel/schema.ts'
import type { Text } from '../kernel/text.ts'
import { type MessageKind, messageTitles } from './message.ts'
import { deliveryStates } from './openAccount.ts'
import { messageForce } from './subscription.ts'

/** How the other side wants to be spoken to. */
export const robotKinds = {
  WECOM: ['企业微信', 'WeCom'],
  DINGTALK: ['钉钉', 'DingTalk'],
  FEISHU: ['飞书', 'Feishu (Lark)'],
  GENERIC: ['通用HTTPS', 'Any HTTPS address'],
} as const satisfies Record<string, Text>
export type RobotKind = keyof typeof robotKinds
/** Whose messages may be signed with a secret of theirs. A WeCom address is its own secret. */
export const signs: Readonly<Record<RobotKind, boolean>> = { WECOM: false, DINGTALK: true, FEISHU: true, GENERIC: true }

/** What a group may hear of: what concerns the work. What is told somebody of his own account or files is his own. */
const forGroups = [
  'STOCK_CHECK',
  'TASK_ASSIGNED',
  'SHORT_PICK',
  'COUNT_DIFFERS',
  'LOT_EXPIRY',
  'NO_AGREEMENT',
  'AUTO_PAUSED',
  'JOB_FAILED',
  'JOB_SLOW',
  'PLAN_QUOTA',
  'PLAN_TERM',
  'APPROVAL',
  'TRIP_DEPARTED',
  'TRIP_ARRIVED',
  'TRIP_ABNORMAL',
  'APP_VERSION',
] as const satisfies readonly MessageKind[]
export type RobotMessage = (typeof forGroups)[number]
// The keys are those of the list above.
export const robotMessages = Object.fromEntries(forGroups.map((key) => [key, messageTitles[key]])) as Record<
  RobotMessage,
  Text
>
export const isForGroups = (kind: MessageKind): kind is RobotMessage => Object.hasOwn(robotMessages, kind)

const languages = { 'zh-CN': ['中文', 'Chinese'], 'en-US': ['英文', 'English'] } as const satisfies Record<string, Text>
/** A tenant has no more of them. */
export const robotsMax = 50

/** 消息机器人: a group of people elsewhere, or another system, that hears of messages at an address of its own. */
export const messageRobot = entity('sys', 'messageRobot', {
  title: ['消息机器人', 'Message robot'],
  module: 'subscribe_message',
  scope: 'tenant',
  fields: {
    name: text(['名称', 'Name'], { required: true, max: 64 }),
    kind: choice(['类型', 'Kind'], robotKinds, { required: true, initial: 'WECOM' }),
    /** Of what happens there it hears; of a group of companies: of all. */
    orgId: ref(['组织', 'Organisation'], 'sys.org', { required: true, loose: true }),
    /** Only of this owner's goods; none: of whatever happens. */
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { loose: true }),
    kinds: choices(['消息类型', 'Kinds of messages'], robotMessages),
    language: choice(['语言', 'Language'], languages, { required: true, initial: 'zh-CN' }),
    /** All of its address that anybody is shown: the rest may be a key. */
    host: text(['地址', 'Address'], { required: true, derived: true, max: 260 }),
    isSigned: flag(['加签', 'Signed']),
  },
  secrets: {
    sealedAddress: text(['地址', 'Address'], { max: 1_000 }),
    sealedSecret: text(['签名密钥', 'Signing secret'], { max: 500 }),
  },
  unique: [['name']],
  label: { code: 'name', name: 'name' },
  sort: 'name',
  actions: ['update', 'enable_disable', 'remove', 'run'],
  verbs: {
    test: ['测试发送', 'Send a test'],
    resend: ['重发消息', 'Send messages again'],
  },
  details: {
    addressChanged: flag(['更换地址', 'Address replaced']),
    signingChanged: flag(['更换签名密钥', 'Signing secret replaced']),
    count: int(['条数', 'Messages']),
  },
  found: false,
})

/** 机器人消息: a message on its way to a robot, come or not. What it says is put into words when it goes. */
export const robotDelivery = entity('sys', 'robotDelivery', {
  title: ['机器人消息', 'Message to a robot'],
  module: 'subscribe_message',
  scope: 'tenant',
  fields: {
    robotId: ref(['机器人', 'Robot'], 'sys.messageRobot', { required: true, filter: true }),
    kind: choice(['消息类型', 'Kind'], messageTitles, { required: true, filter: true }),
    /** What happened: a robot hears of it once. */
    eventId: code(['事件', 'Event'], { required: true, max: 24 }),
    args: json<Record<string, string>>(['参数', 'Arguments']),
    link: text(['链接', 'Link'], { max: 200 }),
    state: choice(['状态', 'State'], deliveryStates, { required: true, initial: 'PENDING', filter: true }),
    tries: int(['发送次数', 'Tries'], { required: true, initial: 0 }),
    nextAt: instant(['下次重试', 'Next try']),
    status: int(['HTTP状态', 'HTTP status']),
    error: text(['错误', 'Error'], { max: 300 }),
    answer: note(['应答', 'Answer'], { max: 1_000 }),
    doneAt: instant(['送达时间', 'Delivered at']),
  },
  list: ['robotId', 'kind', 'state', 'tries', 'status', 'error', 'nextAt', 'doneAt'],
  unique: [['robotId', 'eventId']],
  actions: [],
  sort: '-id',
})

export const robotFaults = {
  many: { code: 42591, text: ['最多{max}个消息机器人', 'There can be {max} message robots at most'] },
  notSecure: {
    code: 42592,
    text: ['机器人的地址须以https://开头', 'The address of a robot must begin with https://'],
  },
  off: { code: 42593, text: ['该机器人已停用，请先启用', 'This robot is turned off: turn it on first'] },
} as const satisfies Record<string, Refusal>

const may = (action: Parameters<typeof entityPermission>[1]) => entityPermission(messageForce, action)
const at = (verb: string) => `/fw/api/sys/messageRobot/${verb}`
const robot = z.object({
  id: z.string(),
  version: z.number(),
  name: z.string(),
  kind: z.enum(Object.keys(robotKinds) as [RobotKind]),
  orgId: z.string(),
  orgName: z.string(),
  ownerId: z.string().nullable(),
  ownerName: z.string().nullable(),
  kinds: z.array(z.enum(forGroups)),
  language: z.enum(['zh-CN', 'en-US']),
  host: z.string(),
  isSigned: z.boolean(),
  disabled: z.boolean(),
  /** Messages that nobody took, of those that are kept. */
  dead: z.number(),
})
export type RobotRecord = z.output<typeof robot>
const seen = z.object({ id, version })
const told = z.object({ id: z.string(), version: z.number() })
const said = {
  name: z.string().trim().min(1).max(64),
  kind: z.enum(Object.keys(robotKinds) as [RobotKind]),
  orgId: id,
  ownerId: id.nullable(),
  kinds: z.array(z.enum(forGroups)).max(forGroups.length),
  language: z.enum(['zh-CN', 'en-US']),
  /** Of signing; empty: none. Left out: as it was. */
  secret: z.string().trim().max(200).optional(),
}
const address = z.string().trim().min(1).max(500)

export const robotCalls = {
  list: get(at('list'), {
    title: ['消息机器人', 'Message robots'],
    permission: may('view'),
    reads: [messageRobot.key, robotDelivery.key],
    output: z.array(robot),
  }),
  add: post(at('add'), {
    title: ['新增消息机器人', 'Add a message robot'],
    permission: may('update'),
    input: z.object({ ...said, address }),
    output: told,
  }),
  /** An address that is left out stays; another host's forgets the secret that was given to the one before. */
  change: post(at('change'), {
    title: ['修改消息机器人', 'Change a message robot'],
    permission: may('update'),
    input: seen.extend({ ...said, address: address.optional() }),
    output: told,
  }),
  turn: post(at('turn'), {
    title: ['启用或停用消息机器人', 'Turn a message robot on or off'],
    permission: may('update'),
    input: seen.extend({ isOn: z.boolean() }),
    output: told,
  }),
  /** Its messages go with it. */
  remove: post(at('remove'), {
    title: ['删除消息机器人', 'Remove a message robot'],
    permission: may('update'),
    input: seen,
    output: z.null(),
  }),
  /** Puts a test down for it, which goes as every message does. */
  test: post(at('test'), {
    title: ['测试消息机器人', 'Send a message robot a test'],
    permission: may('run'),
    input: z.object({ id }),
    output: z.object({ id: z.string() }),
  }),
  deliveries: query(at('deliveries'), {
    title: ['查询机器人消息', 'List messages to robots'],
    permission: may('view'),
    reads: [robotDelivery.key],
    input: listQuery,
    output: pageOf(recordSchema(robotDelivery)),
  }),
  /** The text as it goes, in the words of now. */
  show: get(at('show'), {
    title: ['查看机器人消息', 'View a message to a robot'],
    permission: may('view'),
    reads: [robotDelivery.key],
    input: z.object({ id }),
    output: z.object({ text: z.string() }),
  }),
  resend: post(at('resend'), {
    title: ['重发机器人消息', 'Send messages to robots again'],
    permission: may('run'),
    input: z.object({ ids: z.array(id).min(1).max(100) }),
    output: z.object({ count: z.number() }),
  }),
} as const
