import { z } from 'zod'
import { get, id, listQuery, pageOf, post, query, seen } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { createSchema, recordSchema, updateSchema } from '../kernel/schema.ts'
import { openAccount, openDelivery } from './openAccount.ts'
import type { PermissionNode } from './roleCalls.ts'

export const openAccountFaults = {
  scope: {
    code: 42880,
    text: ['接口权限[{scope}]不能授予开放账号', 'Permission [{scope}] cannot be given to an API account'],
  },
  noOrg: { code: 42885, text: ['至少选择一个可用组织', 'Choose at least one organisation'] },
  noOwner: { code: 42886, text: ['请选择指定货主', 'Choose the owners'] },
  publicKey: {
    code: 42887,
    text: ['公钥不正确：应为Ed25519公钥（PEM或Base64）', 'Not an Ed25519 public key as PEM or Base64'],
  },
  address: {
    code: 42888,
    text: ['[{line}]不是IP地址或网段', '[{line}] is neither an address nor a network'],
  },
  noDelivery: { code: 42520, text: ['消息不存在或已被清理', 'A message does not exist or has been cleared out'] },
  noCallback: {
    code: 42521,
    text: ['请先填写回调地址和推送事件', 'Fill in the webhook address and the events first'],
  },
  beyond: {
    code: 40334,
    text: ['该开放账号的权限超出您的权限，不能操作', 'This API account may do more than you: you cannot change it'],
  },
} as const satisfies Record<string, Refusal>

const at = (verb: string) => `${entityPath(openAccount)}/${verb}`
const may = (action: Parameters<typeof entityPermission>[1]) => entityPermission(openAccount, action)
const scopes = z.array(z.string().max(64)).max(5_000)
const changed = z.object({ id: z.string(), version: z.number() })
/** What the schemas of the entity are, whose type does not say so. */
const shape = (schema: z.ZodType) => schema as z.ZodObject
export const graceHoursMax = 168
export const openBodyMax = 100_000

export const openAccountCalls = {
  create: post(at('create'), {
    title: ['新增开放账号', 'Create an API account'],
    permission: may('create'),
    input: shape(createSchema(openAccount)).extend({ scopes: scopes.default([]) }),
    /** The secret is told once; null to a repeat of the call, and of an account with a key pair. */
    output: changed.extend({ appKey: z.string(), secret: z.string().nullable() }),
  }),
  update: post(at('update'), {
    title: ['编辑开放账号', 'Edit an API account'],
    permission: may('update'),
    input: shape(updateSchema(openAccount)).extend({ scopes: scopes.optional() }),
    output: changed,
  }),
  rotateSecret: post(at('rotateSecret'), {
    title: ['轮换密钥', 'Replace the secret'],
    permission: may('update'),
    /** An account with a key pair brings its new public key. */
    input: seen.extend({
      graceHours: z.number().int().min(0).max(graceHoursMax),
      publicKey: z.string().max(400).optional(),
    }),
    output: changed.extend({ secret: z.string().nullable(), previousValidTo: z.string().nullable() }),
  }),
  /** A new secret that signs messages, told once; the one before signs no more. */
  webhookSecret: post(at('webhook/secret'), {
    title: ['更换回调密钥', 'Replace the webhook secret'],
    permission: may('update'),
    input: seen,
    output: changed.extend({ secret: z.string().nullable() }),
  }),
  deliveries: query(at('webhook/query'), {
    title: ['查询消息推送', 'List webhook messages'],
    permission: may('view'),
    reads: [openAccount.key],
    input: listQuery.extend({ accountId: id }),
    output: pageOf(recordSchema(openDelivery)),
  }),
  resend: post(at('webhook/resend'), {
    title: ['重发消息', 'Send webhook messages again'],
    permission: may('run'),
    input: z.object({ accountId: id, deliveryIds: z.array(id).min(1).max(100) }),
    output: z.object({ count: z.number() }),
  }),
  /** Each kind of message, as a JSON Schema by which receivers check it. */
  eventSchemas: get(at('webhook/schemas'), {
    title: ['事件消息格式', 'Schemas of webhook messages'],
    permission: may('view'),
    output: z.array(z.object({ name: z.string(), schema: z.record(z.string(), z.unknown()) })),
  }),
  /** What an account can be given, as the caller may give it. */
  scopes: get(at('scopes'), {
    title: ['可授予的接口权限', 'Permissions for API accounts'],
    permission: may('view'),
    // Of the program and of rights, which have all of it read again.
    reads: [],
    output: z.array(z.custom<PermissionNode>()),
  }),
  usage: get(at('usage'), {
    title: ['调用统计', 'Usage of an API account'],
    permission: may('view'),
    input: z.object({ id }),
    output: z.object({
      days: z.array(z.object({ day: z.string(), calls: z.number(), refused: z.number() })),
      today: z.number(),
      quota: z.number(),
    }),
  }),
  openApi: get(at('openApi'), {
    title: ['接口文档', 'OpenAPI document of an account'],
    permission: may('view'),
    input: z.object({ id }),
    binary: true,
  }),
  /**
   * Sends a call as the account would. Of one with a key pair we have no key: the first answer is the text to sign, and
   * the call is sent with the signature, and the time and nonce it was made for.
   */
  test: post(at('test'), {
    title: ['测试调用', 'Try a call of an API account'],
    permission: may('run'),
    input: z.object({
      id,
      method: z.enum(['GET', 'POST', 'DELETE']),
      path: z.string().min(1).max(2_000),
      body: z.string().max(openBodyMax).default(''),
      time: z.string().max(13).optional(),
      nonce: z.string().max(64).optional(),
      signature: z.string().max(200).optional(),
    }),
    output: z.object({
      canonicalString: z.string(),
      headers: z.record(z.string(), z.string()),
      /** Null: it was not sent, since only its sender can sign it. */
      status: z.number().nullable(),
      body: z.string(),
    }),
  }),
} as const
export type OpenUsage = z.output<typeof openAccountCalls.usage.output>
export type OpenTest = z.output<typeof openAccountCalls.test.output>
