import { z } from 'zod'
import { get, post, version } from '../kernel/call.ts'
import { entity } from '../kernel/entity.ts'
import { choices, code, flag, json, note, ref } from '../kernel/field.ts'
import { idText } from '../kernel/schema.ts'
import { languages, type Text } from '../kernel/text.ts'
import { type Display, display } from './display.ts'

/** What favourites and history may hold, as bytes of UTF-8. */
export const preferenceMaxBytes = 65_536

/** 用户偏好: what follows a person from device to device. One row per user, whose id is the user's own. */
export const userPreference = entity('sys', 'userPreference', {
  title: ['用户偏好', 'User preference'],
  scope: 'tenant',
  fields: {
    userId: ref(['用户', 'User'], 'sys.user', { required: true }),
    /** Serialized by the client, which alone reads them. */
    favourite: note(['收藏', 'Favourites'], { max: preferenceMaxBytes }),
    history: note(['历史', 'History'], { max: preferenceMaxBytes }),
    language: code(['语言', 'Language'], { max: 8 }),
    /** All other choices of how the client looks. */
    display: json<Omit<Display, 'language'>>(['外观', 'Appearance']),
  },
  unique: [['userId']],
  actions: [],
})

export const channels = {
  IN_APP: ['站内', 'In the app'],
  EMAIL: ['邮件', 'E-mail'],
  SMS: ['短信', 'Text message'],
  WEBHOOK: ['回调', 'Webhook'],
} as const satisfies Record<string, Text>
export type Channel = keyof typeof channels

/** What a user can ask to be told of. */
export const messageTypes = {
  TOKEN_REUSE: ['账号登录凭证被冒用', 'One of my logins was misused'],
  JOB_FAILED: ['定时任务失败', 'A job failed'],
  JOB_SLOW: ['定时任务过慢', 'A job took long'],
  STOCK_CHECK: ['夜间库存核对不符', 'The nightly stock check found differences'],
  TASK_ASSIGNED: ['有任务指派给我', 'I am given a task'],
  SHORT_PICK: ['拣货差异待处理', 'A short pick needs attention'],
  COUNT_DIFFERS: ['盘点差异待审核', 'Count differences need approval'],
  LOT_EXPIRY: ['批次效期预警', 'Lots are near expiry'],
  NO_AGREEMENT: ['运输费用无协议', 'Transport without an agreement'],
  AUTO_PAUSED: ['出库自动处理规则已暂停', 'An automation rule was paused'],
  PLAN_QUOTA: ['配额将用尽', 'Quota is running out'],
  PLAN_TERM: ['试用、宽限期或配额将到期', 'A trial, grace period or quota is about to end'],
  TRIP_RELEASED: ['派车单发布给我', 'A trip is released to me'],
  TRIP_DEPARTED: ['车辆已发车', 'A truck has departed'],
  TRIP_ARRIVED: ['车辆已到达', 'A truck has arrived'],
  TRIP_ABNORMAL: ['运输异常', 'Something is wrong on the road'],
  ABNORMAL_ASSIGNED: ['有异常指派给我', 'An abnormal is assigned to me'],
  APPROVAL: ['有单据待我审核', 'A document needs my approval'],
  EXPORT_DONE: ['导出已完成', 'An export is ready'],
  REPORT_SENT: ['报表已向外部发送', 'A report was sent outside'],
  EXPORT_FAILED: ['导出失败', 'An export failed'],
  IMPORT_DONE: ['导入已完成', 'An import is done'],
  IMPORT_CHECKED: ['导入文件校验通过', 'A file is ready to be imported'],
  IMPORT_FAILED: ['导入失败', 'An import failed'],
  APP_VERSION: ['应用发布新版本', 'A new version of an app was published'],
} as const satisfies Record<string, Text>

/** 消息订阅: by which channels a user hears of a kind of message. */
export const messageSubscription = entity('sys', 'messageSubscription', {
  title: ['消息订阅', 'Message subscription'],
  scope: 'tenant',
  fields: {
    userId: ref(['用户', 'User'], 'sys.user', { required: true }),
    key: code(['消息类型', 'Message type'], { required: true, max: 48 }),
    channels: choices(['渠道', 'Channels'], channels),
    /** Said on purpose, of what would come otherwise. */
    isOff: flag(['已关闭', 'Turned off']),
  },
  unique: [['userId', 'key']],
  actions: [],
})

const bytesOf = (s: string): number => {
  let bytes = 0
  for (const c of s) {
    const point = c.codePointAt(0) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}
const serialized = z
  .string()
  .refine((s) => bytesOf(s) <= preferenceMaxBytes, { params: { max: preferenceMaxBytes, of: 'bytes' } })
  .meta({ maxLength: preferenceMaxBytes })

/** The row as it was read: version 0 is that of a row which nobody has written yet. */
const own = z.object({ id: idText, version })
const favouriteChange = own.extend({ favourite: serialized })
const messageChange = z.object({
  type: z.literal('MESSAGE'),
  key: z.enum(Object.keys(messageTypes) as [keyof typeof messageTypes]),
  channels: z.array(z.enum(Object.keys(channels) as [Channel])).max(4),
})
/** The whole text of favourites after one was added or taken away, or one kind of message. */
const change = z.union([favouriteChange, messageChange])
export type PreferenceChange = z.output<typeof change>
const changed = z.object({ version: z.number() })

const at = (verb: string) => `/fw/api/sys/userPreference/${verb}`

/** What is asked here only changes by who asks: no news tell of it. */
export const preferenceCalls = {
  updateLanguage: post(at('updateLanguage'), {
    title: ['修改语言', 'Change the language'],
    permission: 'session',
    input: z.object({ language: z.enum(languages) }),
    output: z.null(),
  }),
  queryLanguage: get(at('queryLanguage'), {
    title: ['查询语言', 'Get the language'],
    permission: 'session',
    // The caller's own: his browser has it before the server.
    reads: [],
    /** Null when the user never chose one. */
    output: z.object({ language: z.enum(languages).nullable() }),
  }),
  /** What is named changes, the rest stays. What a person has chosen comes with `getLoginUser`. */
  updateDisplay: post(at('updateDisplay'), {
    title: ['修改外观', 'Change the appearance'],
    permission: 'session',
    input: display,
    output: z.null(),
  }),
  updateHistory: post(at('updateHistory'), {
    title: ['保存浏览历史', 'Keep the history'],
    permission: 'session',
    input: own.extend({ history: serialized }),
    output: changed,
  }),
  queryHistoryList: get(at('queryHistoryList'), {
    title: ['查询浏览历史', 'Get the history'],
    permission: 'session',
    // The caller's own: his browser has it before the server.
    reads: [],
    output: z.object({ id: z.string(), version: z.number(), history: z.string() }),
  }),
  subscribe: post(at('subscribe'), {
    title: ['收藏或订阅', 'Add a favourite or subscription'],
    permission: 'session',
    input: change,
    output: changed.nullable(),
  }),
  unSubscribe: post(at('unSubscribe'), {
    title: ['取消收藏或订阅', 'Remove a favourite or subscription'],
    permission: 'session',
    input: change,
    output: changed.nullable(),
  }),
  querySubscribeList: get(at('querySubscribeList'), {
    title: ['查询收藏与订阅', 'Get favourites and subscriptions'],
    permission: 'session',
    // The caller's own: his browser has it before the server.
    reads: [],
    output: z.object({
      id: z.string(),
      version: z.number(),
      favourite: z.string(),
      messages: z.array(z.object({ key: z.string(), title: z.string(), channels: z.array(z.string()) })),
    }),
  }),
} as const
