import { z } from 'zod'
import { get, post, seen } from '../kernel/call.ts'
import { entity, entityPath, entityPermission } from '../kernel/entity.ts'
import { code, flag, instant, int, text } from '../kernel/field.ts'
import { controller } from './equipment.ts'

/** 现场代理: the program in a centre that speaks to its controllers where the server cannot reach them. One row per centre. */
export const agent = entity('dps', 'agent', {
  title: ['现场代理', 'Site agent'],
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    /** One word for all: a centre has one. */
    code: code(['代码', 'Code'], { required: true, max: 20 }),
    /** Who speaks to the controllers of the centre: its agent, or else the server itself. */
    isOn: flag(['由代理连接', 'Controllers by agent']),
    /** Since when its key is good; none: there is no key, or it was revoked. */
    keyAt: instant(['密钥生成时间', 'Key made at']),
    /** While it is connected, not more than some seconds ago. */
    seenAt: instant(['最近在线', 'Last there']),
    address: text(['来源地址', 'From'], { max: 64 }),
  },
  secrets: { keyHash: text(['密钥', 'Key'], { max: 64 }) },
  unique: [['code']],
  actions: [],
  verbs: {
    agentOn: ['改由代理连接', 'Controllers by agent'],
    agentOff: ['改由服务器连接', 'Controllers by server'],
    newKey: ['生成代理密钥', 'Make a key of the agent'],
    revokeKey: ['吊销代理密钥', 'Revoke the key of the agent'],
  },
})

/** 代理日志: what an agent keeps on its disk, and how much of it is booked. A number that comes again is not booked again. */
export const agentJournal = entity('dps', 'agentJournal', {
  title: ['代理日志', 'Journal of an agent'],
  scope: 'org',
  worksAt: ['DC'],
  ownerThrough: 'everybody',
  fields: {
    journal: code(['日志', 'Journal'], { required: true, max: 40 }),
    lastSeq: int(['已记账序号', 'Booked up to'], { required: true, initial: 0 }),
    bookedAt: instant(['记账时间', 'Booked at']),
  },
  unique: [['journal']],
  actions: [],
})

/** How the agent of a centre is called. */
export const agentCode = 'AGENT'
/** Where agents knock, beside the calls. */
export const agentPath = '/dps/agent'
/** A program that sees its controllers through an agent says so within as long. */
export const agentSilentMs = 15_000

const at = (verb: string) => `${entityPath(controller)}/${verb}`
const change = entityPermission(controller, 'update')
const told = z.object({
  isOn: z.boolean(),
  keyAt: z.string().nullable(),
  seenAt: z.string().nullable(),
  isThere: z.boolean(),
  address: z.string().nullable(),
})
export type AgentTold = z.output<typeof told>
export const agentOf = get(at('agent'), {
  title: ['现场代理', 'Site agent'],
  permission: entityPermission(controller, 'view'),
  output: told,
  reads: [controller.key],
})
export const setAgent = post(at('agentMode'), {
  title: ['控制器连接方式', 'Who speaks to the controllers'],
  permission: change,
  input: z.object({ isOn: z.boolean() }),
  output: z.object({ isOn: z.boolean() }),
})
/** The key is told once; null to a repeat of the call. The one before is good no longer. */
export const agentKey = post(at('agentKey'), {
  title: ['生成代理密钥', 'Make a key of the agent'],
  permission: change,
  output: z.object({ key: z.string().nullable() }),
})
export const revokeAgentKey = post(at('agentRevoke'), {
  title: ['吊销代理密钥', 'Revoke the key of the agent'],
  permission: change,
  output: z.object({}),
})
/** With what tags of a controller log in to the product's own broker; the password is told once. */
export const tagLogin = post(at('tagLogin'), {
  title: ['生成MQTT登录', 'Make the MQTT log-in'],
  permission: change,
  input: seen,
  output: z.object({ username: z.string(), password: z.string().nullable() }),
})
