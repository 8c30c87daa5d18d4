import { z } from 'zod'
import { get, id, post, query, version } from '../kernel/call.ts'
import type { OptionDef } from '../kernel/optionDef.ts'
import type { Text } from '../kernel/text.ts'
import { option, platformOption } from './option.ts'

/** What is wrong with a value, as the words that say what it should be. */
export function optionFault(def: OptionDef, value: string): Text | undefined {
  const { least = 0, most = 2_000_000_000, choices } = def
  if (def.type === 'BOOL') return value === 'true' || value === 'false' ? undefined : ['true或false', 'true or false']
  if (def.type === 'INT') {
    const n = /^-?\d{1,10}$/.test(value) ? Number(value) : Number.NaN
    return n >= least && n <= most ? undefined : [`${least}到${most}的整数`, `a whole number from ${least} to ${most}`]
  }
  if (def.type === 'JSON') return isJson(value) ? undefined : ['JSON', 'JSON']
  if (choices && !choices.includes(value)) return [`${choices.join('、')}之一`, `one of ${choices.join(', ')}`]
  if (def.form && value !== '' && !forms[def.form].is.test(value)) return forms[def.form].text
  return value.length <= 1000 ? undefined : ['不超过1000个字符', 'at most 1,000 characters']
}
const forms = {
  HOST: { is: /^[a-z0-9]([a-z0-9.:-]{0,251}[a-z0-9])?$/i, text: ['服务器名或地址', 'a host name or address'] },
  EMAIL: { is: /^[\w.+-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i, text: ['邮箱地址', 'an e-mail address'] },
  SITE: {
    is: /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/,
    text: ['网址，如 https://wms.example.cn', 'an address as https://wms.example.com'],
  },
  TILES: {
    is: /^(?=.*\{x\})(?=.*\{y\})(?=.*\{z\})https?:\/\/[a-z0-9.-]+(:\d{1,5})?\/[^\s"'<>]*$/i,
    text: ['含{x}、{y}、{z}的网址', 'an address with {x}, {y} and {z}'],
  },
} as const satisfies Record<string, { readonly is: RegExp; readonly text: Text }>
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return text.length <= 2000
  } catch {
    return false
  }
}

type Name = z.ZodType<string>
const changeOf = (key: Name) =>
  z.object({
    key,
    /** As text; null returns to what counts without it. */
    value: z.string().max(2000).nullable(),
    /** Of the row that is changed, as it was read; 0 when there is none. */
    version,
    /** Left out: for the whole tenant. */
    orgId: id.nullish(),
    /** For every tenant who has set nothing of his own; only the platform says so. */
    forAll: z.boolean().optional(),
  })
export type OptionChange = z.output<ReturnType<typeof changeOf>>
const shown = z.object({
  key: z.string(),
  /** What counts in the working organisation, or in the one asked for. Null: a secret, or none. */
  value: z.string().nullable(),
  type: z.enum(['BOOL', 'INT', 'STRING', 'JSON', 'SECRET']),
  groupName: z.string(),
  title: z.string(),
  description: z.string(),
  level: z.enum(['TENANT', 'ORG']),
  /** Where the value comes from: whose it is by name, or nobody's. */
  source: z.enum(['INITIAL', 'PLATFORM', 'TENANT', 'ORG']),
  orgName: z.string().nullable(),
  /** Whether it is set at the level asked for: only then there is something to take back. */
  isSetHere: z.boolean(),
  /** A secret that somebody has set. */
  isSet: z.boolean(),
  /** Whose value it is; null: the tenant's, the platform's, or nobody's. */
  orgId: z.string().nullable(),
  /** To change it at the level asked for. */
  version: z.number(),
  initial: z.string(),
  least: z.number().optional(),
  most: z.number().optional(),
  choices: z.array(z.string()).optional(),
})
export type ShownOption = z.output<typeof shown>

/** Whether the platform's own level is meant: what counts for every tenant who has set nothing. */
const forAll = z.enum(['true', 'false'])

const at = (verb: string) => `/fw/api/sys/options/${verb}`
const readCalls = (key: Name, group: Name) => ({
  query: query(at('query'), {
    title: ['查询系统参数', 'Read options'],
    permission: 'session',
    // Who may follow them hears of no rows; the frame asks again every few minutes.
    reads: [],
    input: z.object({
      groupNameEquals: group.optional(),
      keys: z.array(z.string().max(64)).max(200).optional(),
      orgId: id.nullish(),
    }),
    output: z.array(shown),
  }),
  getGroupOptions: get(at('getGroupOptions'), {
    title: ['查看参数分组', 'Read a group of options'],
    permission: 'sys:options:view',
    reads: [option.key, platformOption.key],
    input: z.object({ groupName: group, orgId: id.optional(), forAll: forAll.optional() }),
    output: z.object({ groupName: z.string(), title: z.string(), options: z.array(shown) }),
  }),
  groups: get(at('getGroups'), {
    title: ['参数分组', 'Groups of options'],
    permission: 'sys:options:view',
    reads: [option.key],
    input: z.object({ forAll: forAll.optional() }),
    output: z.array(z.object({ name: z.string(), title: z.string(), count: z.number() })),
  }),
  history: get(at('history'), {
    title: ['参数修改历史', 'History of an option'],
    permission: 'sys:options:view',
    reads: [option.key, platformOption.key],
    input: z.object({ key, forAll: forAll.optional() }),
    output: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        user: z.string().nullable(),
        /** Null: the whole enterprise. */
        orgName: z.string().nullable(),
        before: z.string().nullable(),
        after: z.string().nullable(),
      }),
    ),
  }),
})
const plainCalls = {
  /** By what their titles, descriptions or keys contain, in whichever language. */
  find: get(at('find'), {
    title: ['查找系统参数', 'Find options'],
    permission: 'sys:options:view',
    reads: [option.key, platformOption.key],
    input: z.object({ text: z.string().trim().min(1).max(64), orgId: id.optional(), forAll: forAll.optional() }),
    output: z.array(shown),
  }),
  /** All of them as a workbook, each with its value and where that comes from; no value of a secret. */
  exportAll: get(at('exportAll'), {
    title: ['导出系统参数', 'Export options'],
    permission: 'sys:options:view',
    input: z.object({ orgId: id.optional(), forAll: forAll.optional() }),
    binary: true,
  }),
}
const writeCalls = (change: ReturnType<typeof changeOf>) => ({
  update: post(at('update'), {
    title: ['修改系统参数', 'Change an option'],
    permission: 'sys:options:update',
    input: change,
    output: z.object({ version: z.number() }),
  }),
  batchUpdate: post(at('batchUpdate'), {
    title: ['批量修改系统参数', 'Change several options'],
    permission: 'sys:options:update',
    /** All of them or none; refused with all that is wrong, each as `items.3.value`. */
    input: z.object({ items: z.array(change).min(1).max(200) }),
    output: z.array(z.object({ key: z.string(), version: z.number() })),
  }),
})
/** With the names of options and groups as the server knows them of all areas; a client sends those that it was told. */
export const optionCallsOf = (key: Name, group: Name) => ({
  ...readCalls(key, group),
  ...plainCalls,
  ...writeCalls(changeOf(key)),
})
export const optionCalls = optionCallsOf(z.string().max(64), z.string().max(64))
