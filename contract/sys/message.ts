import { z } from 'zod'
import { get, id, pageOf, post, query } from '../kernel/call.ts'
import { entity } from '../kernel/entity.ts'
import { code, instant, json, ref, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'
import { unreadCount } from './unread.ts'

/** What a user is told, in words that are chosen when he reads them. */
export const messageKinds = {
  TOKEN_REUSE: {
    title: ['登录凭证被重复使用', 'One of your logins was used twice'],
    body: [
      '来自{ip}的请求使用了您已失效的登录凭证，该登录已结束。如果不是您本人操作，请立即修改密码。',
      'A request from {ip} used one of your expired login tokens. That session has ended. If it was not you, change your password now.',
    ],
  },
  PASSWORD_RESET: {
    title: ['密码已被管理员重置', 'An administrator reset your password'],
    body: ['{by}重置了您的密码，您在各处的登录均已结束。', '{by} reset your password. All your sessions have ended.'],
  },
  SECOND_FACTOR_RESET: {
    title: ['二次验证已被管理员重置', 'An administrator reset your two-step login'],
    body: [
      '{by}重置了您的二次验证，请在个人信息中重新启用。',
      '{by} reset your two-step login. Turn it on again under Personal information.',
    ],
  },
  RECOVERY_CODE: {
    title: ['使用了恢复码登录', 'You logged in with a recovery code'],
    body: [
      '来自{ip}的登录使用了一个恢复码，还剩{left}个。如果不是您本人操作，请立即修改密码。',
      'A login from {ip} used a recovery code. Recovery codes left: {left}. If it was not you, change your password now.',
    ],
  },
  STOCK_CHECK: {
    title: ['夜间库存核对不符', 'The nightly stock check found differences'],
    body: [
      '{org}有{count}处不符，请在当日作业总览中查看。',
      '{org}: {count} {count|difference|differences}. See the Today board.',
    ],
  },
  TASK_ASSIGNED: {
    title: ['有任务指派给您', 'You have been assigned a task'],
    body: ['{by}将任务{task}指派给您。', '{by} assigned task {task} to you.'],
  },
  SHORT_PICK: {
    title: ['拣货差异待处理', 'A short pick needs attention'],
    body: [
      '{by}在任务{task}中报告商品{product}少{qty}。请重新分配，或放弃缺货。',
      '{by} reported {qty} of {product} short in task {task}. Allocate again, or close it short.',
    ],
  },
  JOB_FAILED: {
    title: ['定时任务失败', 'A job failed'],
    body: ['定时任务[{job}]失败：{message}', 'Job [{jobEn}] failed: {message}'],
  },
  JOB_SLOW: {
    title: ['定时任务过慢', 'A job took long'],
    body: [
      '定时任务[{job}]用了{minutes}分钟，超过平时的两倍。',
      'Job [{jobEn}] took {minutes} {minutes|minute|minutes}, more than twice as long as usual.',
    ],
  },
  COUNT_DIFFERS: {
    title: ['盘点差异待审核', 'Count differences need your approval'],
    body: [
      '盘点单{no}已盘完，{bins}个货位有差异。请审核差异，或重盘。',
      'Stock count {no} is counted; bins that differ: {bins}. Approve the differences, or have them counted again.',
    ],
  },
  LOT_EXPIRY: {
    title: ['批次效期预警', 'Lots near expiry'],
    body: [
      '{org}货主{owner}有{count}个批次进入预警：临期{near}个，禁售{stopped}个，已过期{expired}个。请在批次库存看板中处理。',
      '{org}, owner {owner}: {count} {count|lot needs|lots need} attention. Near expiry: {near}, stop-sale: {stopped}, expired: {expired}. See the lot board.',
    ],
  },
  NO_AGREEMENT: {
    title: ['运输费用无协议', 'Transport without an agreement'],
    body: [
      '{no}未找到{party}的有效费用协议，没有计费。请维护协议后重新计费。',
      '{no} has no valid agreement with its {partyEn} and was not charged. Keep one, and rate it again.',
    ],
  },
  AUTO_PAUSED: {
    title: ['出库自动处理规则已暂停', 'An automation rule was paused'],
    body: [
      '规则[{rule}]连续失败，已暂停：{problem}。处理后请恢复或重试。',
      'Rule [{rule}] kept failing and was paused: {problem}. Resume or retry it once that is settled.',
    ],
  },
  EXPORT_DONE: {
    title: ['导出已完成', 'An export is ready'],
    body: [
      '[{file}]已生成，共{rows}行，请在我的导出中下载。',
      '[{file}] is ready with {rows} {rows|row|rows}. Download it under My exports.',
    ],
  },
  REPORT_SENT: {
    title: ['报表已向外部发送', 'A report was sent outside'],
    body: [
      '[{file}]已生成，共{rows}行，{until}前可下载。接收方：{to}。',
      '[{file}] is ready with {rows} {rows|row|rows}, and can be fetched until {until}. Sent to: {to}.',
    ],
  },
  EXPORT_FAILED: {
    title: ['导出失败', 'An export failed'],
    body: ['[{file}]未能生成：{message}', '[{file}] could not be written: {message}'],
  },
  IMPORT_DONE: {
    title: ['导入已完成', 'An import is done'],
    body: [
      '[{file}]已导入：新增{created}，更新{updated}，有错误未导入{wrong}行。',
      '[{file}] was imported: {created} new, {updated} changed; rows with errors, not imported: {wrong}.',
    ],
  },
  IMPORT_CHECKED: {
    title: ['导入文件校验通过', 'A file is ready to be imported'],
    body: [
      '[{file}]的{rows}行已校验，可导入{good}条。请在我的导入中确认。',
      '[{file}]: {rows} {rows|row|rows} checked, {good} can be imported. Confirm it under My imports.',
    ],
  },
  IMPORT_FAILED: {
    title: ['导入失败', 'An import failed'],
    body: ['[{file}]未能导入：{message}', '[{file}] could not be imported: {message}'],
  },
  APPROVAL: {
    title: ['有单据待您审核', 'A document is waiting for your approval'],
    body: ['{by}制作的{no}须由他人审核。', '{by} created {no}; someone else must approve it.'],
  },
  TRIP_RELEASED: {
    title: ['派车单已发布', 'A trip was released to you'],
    body: [
      '派车单{no}已发布：车辆{truck}，{at}发车，{stops}个站点。',
      'Trip {no}: truck {truck} departs at {at}, {stops} {stops|stop|stops}.',
    ],
  },
  TRIP_DEPARTED: {
    title: ['车辆已发车', 'A truck has departed'],
    body: ['车辆{truck}于{at}从{site}发车，派车单{no}。', 'Truck {truck} left {site} at {at}, trip {no}.'],
  },
  TRIP_ARRIVED: {
    title: ['车辆已到达', 'A truck has arrived'],
    body: ['车辆{truck}于{at}到达{site}，派车单{no}。', 'Truck {truck} arrived at {site} at {at}, trip {no}.'],
  },
  TRIP_ABNORMAL: {
    title: ['运输异常', 'Something is wrong on the road'],
    body: ['异常{no}（{kind}），派车单{trip}：{what}', 'Abnormal {no} ({kindEn}), trip {trip}: {what}'],
  },
  ABNORMAL_ASSIGNED: {
    title: ['有异常指派给您', 'An abnormal was assigned to you'],
    body: ['{by}将异常{no}指派给您：{what}', '{by} assigned abnormal {no} to you: {what}'],
  },
  APP_VERSION: {
    title: ['应用发布了新版本', 'A new version of an app was published'],
    body: ['{app} {version} 已发布。', '{app} {version} was published.'],
  },
  PLAN_QUOTA: {
    title: ['配额提醒', 'Quota'],
    body: [
      '配额[{unit}]已用{percent}%，余额{balance}。用尽后进入宽限期，请联系服务商续购。',
      'Quota [{unitEn}]: {percent}% is used, {balance} left. After it a grace period begins: ask your provider for more.',
    ],
  },
  PLAN_TERM: {
    title: ['到期提醒', 'Term'],
    body: [
      '{what}还剩{days}天，{day}后不可继续使用，请联系服务商。',
      '{whatEn}: {days} {days|day|days} left, until {day}. Ask your provider to go on.',
    ],
  },
  TEST: {
    title: ['测试消息', 'Test message'],
    body: ['{by}发送的测试：[{type}]会这样送达您。', 'A test by {by}: this is how [{typeEn}] reaches you.'],
  },
} as const satisfies Record<string, { readonly title: Text; readonly body: Text }>
export type MessageKind = keyof typeof messageKinds
/** What kinds of messages are called. Their keys stand in rows. */
export const messageTitles = Object.fromEntries(
  Object.entries(messageKinds).map(([key, { title }]) => [key, title]),
) as Record<MessageKind, Text>

/** 消息: one kind of message to one user. */
export const message = entity('sys', 'message', {
  title: ['消息', 'Message'],
  scope: 'tenant',
  fields: {
    userId: ref(['用户', 'User'], 'sys.user', { required: true, filter: true }),
    key: code(['消息类型', 'Kind'], { required: true, max: 48 }),
    args: json<Record<string, string>>(['内容', 'Content']),
    /** Where its subject is: a page, `#/app-wms/dashboardCurrent`, or what an entity calls so, `wms.pickTask?id=12`. */
    link: text(['链接', 'Link'], { max: 200 }),
    readAt: instant(['阅读时间', 'Read at']),
  },
  actions: [],
})

const record = z.object({
  id: z.string(),
  key: z.enum(Object.keys(messageKinds) as [MessageKind]),
  args: z.record(z.string(), z.string()),
  link: z.string().nullable(),
  isRead: z.boolean(),
  createTime: z.string(),
  /** The tenant's own words, by language; null: the product's. */
  own: z.object({ title: z.tuple([z.string(), z.string()]), body: z.tuple([z.string(), z.string()]) }).nullable(),
})
export type MessageRecord = z.output<typeof record>

const at = (verb: string) => `/fw/api/sys/message/${verb}`
/** Of the caller himself, each. */
export const messageCalls = {
  query: query(at('query'), {
    title: ['查询我的消息', 'List my messages'],
    permission: 'session',
    reads: ['sys.message', 'sys.messageTemplate'],
    input: z.strictObject({
      page: z.number().int().min(1).max(1_000).default(1),
      pageSize: z.number().int().min(1).max(100).default(20),
    }),
    output: pageOf(record),
  }),
  unreadCount,
  read: post(at('read'), {
    title: ['标为已读', 'Mark messages as read'],
    permission: 'session',
    input: z.union([z.object({ all: z.literal(true) }), z.object({ ids: z.array(id).min(1).max(100) })]),
    output: z.object({ count: z.number() }),
  }),
} as const

const mine = z.object({
  id: z.string(),
  title: z.string(),
  level: z.enum(['INFO', 'WARN', 'URGENT']),
  body: z.string(),
  publishedAt: z.string(),
  isRead: z.boolean(),
})
export type OwnAnnouncement = z.output<typeof mine>

const announced = (verb: string) => `/fw/api/sys/announcement/${verb}`
/** 公告, as everybody is shown them beside his messages. */
export const announcedCalls = {
  /** What is shown to the caller where he works, latest first. */
  mine: get(announced('mine'), {
    title: ['我的公告', 'My announcements'],
    permission: 'session',
    output: z.array(mine),
  }),
  read: post(announced('read'), {
    title: ['已阅读公告', 'Mark an announcement as read'],
    permission: 'session',
    input: z.object({ id }),
    output: z.null(),
  }),
} as const
