import { z } from 'zod'
import { get, id, post } from '../kernel/call.ts'
import { entity, entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { choice, code, instant, int, note, ref, text } from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'
import { messageTitles } from './message.ts'

export const wsStates = {
  PENDING: ['待发送', 'Waiting'],
  SENT: ['已发送', 'Sent'],
  ACKED: ['已送达', 'Received'],
  FAILED: ['失败', 'Failed'],
  EXPIRED: ['已过期', 'Expired'],
} as const satisfies Record<string, Text>
export type WsState = keyof typeof wsStates

/** What of a payload is kept, as characters. */
export const wsPayloadMax = 8_000

/** 消息发送记录: that a person was to be told something at his screen, and how that went. */
export const wsRecord = entity('sys', 'wsRecord', {
  title: ['消息发送记录', 'Push record'],
  module: 'monitor_ws_log',
  scope: 'tenant',
  fields: {
    queuedAt: instant(['时间', 'Time'], { required: true, filter: true }),
    kind: choice(['消息类型', 'Kind'], messageTitles, { required: true, filter: true }),
    topic: code(['主题', 'Topic'], { required: true, max: 48, filter: true }),
    receiverId: ref(['接收人', 'Receiver'], 'sys.user', { required: true, loose: true, filter: true }),
    status: choice(['状态', 'Status'], wsStates, { required: true, initial: 'PENDING', filter: true }),
    tries: int(['发送次数', 'Tries'], { required: true, initial: 0 }),
    sentAt: instant(['发送时间', 'Sent at']),
    ackedAt: instant(['送达时间', 'Received at']),
    error: text(['错误', 'Error'], { max: 200 }),
    messageId: ref(['消息', 'Message'], 'sys.message', { required: true, loose: true }),
    payloadDigest: code(['内容摘要', 'Digest'], { required: true, max: 64 }),
  },
  /** Whoever looks is shown it masked. */
  secrets: { rawPayload: note(['内容', 'Payload'], { max: wsPayloadMax }) },
  list: ['queuedAt', 'kind', 'topic', 'receiverId', 'status', 'tries', 'sentAt', 'ackedAt', 'error'],
  label: { code: 'kind', name: 'kind' },
  actions: ['export', 'restart'],
  verbs: { resend: ['重发', 'Send again'] },
  sort: '-id',
  found: false,
})

export const frameTypes = {
  CHANGED: ['数据变更', 'Data changed'],
  MESSAGE: ['个人消息', 'Personal message'],
  RIGHTS: ['权限变更', 'Rights changed'],
} as const satisfies Record<string, Text>
export type FrameType = keyof typeof frameTypes

/** 推送计数: how many frames went out to a tenant's screens in a minute. */
export const wsRate = entity('sys', 'wsRate', {
  title: ['推送计数', 'Push rate'],
  scope: 'tenant',
  fields: {
    /** By UTC's clocks: `2026-11-25T08:03`. */
    minute: text(['分钟', 'Minute'], { required: true, max: 16 }),
    type: choice(['类别', 'Type'], frameTypes, { required: true }),
    frames: int(['帧数', 'Frames'], { required: true }),
  },
  unique: [['minute', 'type']],
  actions: [],
})

export const wsFaults = {
  notFailed: {
    code: 42889,
    text: ['只有失败或过期的消息可以重发', 'Only what has failed or expired can be sent again'],
  },
} as const satisfies Record<string, Refusal>

const at = (verb: string) => `${entityPath(wsRecord)}/${verb}`
export const wsCalls = {
  resend: post(at('resend'), {
    title: ['重发消息', 'Send messages again'],
    permission: entityPermission(wsRecord, 'restart'),
    input: z.object({ ids: z.array(id).min(1).max(100) }),
    output: z.object({ count: z.number() }),
  }),
  /** Names, addresses and secrets in it are not told. */
  payload: get(at('payload'), {
    title: ['消息内容', 'Payload of a message'],
    permission: entityPermission(wsRecord, 'view'),
    input: z.object({ id }),
    output: z.object({ payload: z.string() }),
  }),
  /** By hour, the last day. */
  rate: get(at('rate'), {
    title: ['推送速率', 'Push rate'],
    permission: entityPermission(wsRecord, 'view'),
    output: z.array(
      z.object({ at: z.string(), changed: z.number(), messages: z.number(), rights: z.number(), failed: z.number() }),
    ),
  }),
} as const
export type WsRateHour = z.output<typeof wsCalls.rate.output>[number]
