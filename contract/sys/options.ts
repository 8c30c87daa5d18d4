import { z } from 'zod'
import { get, id, post, query, version } from '../kernel/call.ts'
import type { Text } from '../kernel/text.ts'
import { option, platformOption } from './option.ts'
import { type OptionDef, type OptionGroup, optionGroups } from './optionDef.ts'
import { retentionOptions } from './retentionOptions.ts'
import { securityOptions } from './securityOptions.ts'

export const options = {
  ...securityOptions,
  ...retentionOptions,
  ui_page_size: {
    group: 'ui',
    type: 'STRING',
    title: ['列表每页行数', 'Rows on a page of a list'],
    description: [
      '用户打开列表时的默认值，每人仍可在列表上自行选择。',
      'What lists begin with; each user can still choose otherwise.',
    ],
    initial: '20',
    level: 'ORG',
    choices: ['10', '20', '50', '100', '200'],
  },
  ui_max_tabs: {
    group: 'ui',
    type: 'INT',
    title: ['最多同时打开的页签', 'Maximum open tabs'],
    description: [
      '再多的页签，最久没看的会在再次查看时重新打开，以节省浏览器内存。',
      'Of more, those not looked at for longest are opened anew when they are: each takes memory of the browser.',
    ],
    initial: '20',
    level: 'ORG',
    least: 5,
    most: 50,
  },
  export_sync_rows: {
    group: 'common-config',
    type: 'INT',
    title: ['立即导出的最多行数（超过则转后台）', 'Rows that are exported at once (more: in the background)'],
    description: [
      '列表导出不超过该行数时立即下载，超过时转入导出中心，完成后在“我的导出”中下载。',
      'An export of at most so many rows is downloaded at once; a longer one is made in the background and fetched from “My exports”.',
    ],
    initial: '2000',
    level: 'TENANT',
    least: 100,
    most: 20_000,
  },
  'common.map_provider': {
    group: 'common-config',
    type: 'STRING',
    title: ['地图服务商', 'Map provider'],
    description: ['门店、线路等页面的底图；none为不显示地图。', 'The map behind stores and routes; none: no map.'],
    initial: 'none',
    level: 'TENANT',
    choices: ['none', 'amap', 'baidu', 'tencent', 'osm'],
  },
  'map.api_key': {
    group: 'map-config',
    type: 'SECRET',
    title: ['地图密钥', 'Map key'],
    description: ['向地图服务商申请，加密保存。', 'Issued by the map provider; kept encrypted.'],
    initial: '',
    level: 'TENANT',
  },
  mail_host: {
    group: 'mail',
    type: 'STRING',
    title: ['邮件服务器（SMTP），空为由平台代发', "Mail server (SMTP); empty: by the platform's, where it has one"],
    description: [
      '通知、密码邮件等由此服务器发出；填写后请用下方的测试邮件检查。',
      'Notices go out by this server; check it by the test mail below.',
    ],
    initial: '',
    level: 'TENANT',
    form: 'HOST',
  },
  mail_port: {
    group: 'mail',
    type: 'INT',
    title: ['端口', 'Port'],
    description: ['常用587（STARTTLS）或465（TLS）。', 'Usually 587 (STARTTLS) or 465 (TLS).'],
    initial: '587',
    level: 'TENANT',
    least: 1,
    most: 65_535,
  },
  mail_security: {
    group: 'mail',
    type: 'STRING',
    title: [
      '加密：starttls（587端口）、tls（465端口）、none（仅内网）',
      'Encryption: starttls (port 587), tls (port 465), none (inside only)',
    ],
    description: ['证书不正确时不会发送。', 'Nothing is sent where the certificate is wrong.'],
    initial: 'starttls',
    level: 'TENANT',
    choices: ['starttls', 'tls', 'none'],
  },
  mail_user: {
    group: 'mail',
    type: 'STRING',
    title: ['用户名（空为不登录）', 'User name (empty: no log-in)'],
    description: ['通常与发件人邮箱相同。', 'Often the same as the sender.'],
    initial: '',
    level: 'TENANT',
  },
  mail_password: {
    group: 'mail',
    type: 'SECRET',
    title: ['密码或授权码', 'Password'],
    description: [
      '加密保存，保存后不再显示；部分邮箱须使用授权码。',
      'Kept encrypted and never shown again; some providers want an app password.',
    ],
    initial: '',
    level: 'TENANT',
    isBlind: true,
  },
  mail_from: {
    group: 'mail',
    type: 'STRING',
    title: ['发件人邮箱', "Sender's address"],
    description: [
      '收件人看到的发件人；多数服务器只允许自己的邮箱。',
      'Whom mails are from; most servers allow only the account’s own.',
    ],
    initial: '',
    level: 'TENANT',
    form: 'EMAIL',
  },
  mail_site: {
    group: 'mail',
    type: 'STRING',
    title: ['邮件中链接的网址（空为不带链接）', 'Address of this product in mails (empty: no links)'],
    description: [
      '邮件中的按钮由此打开本系统，如 https://wms.example.cn。',
      'Buttons in mails open it, as https://wms.example.com.',
    ],
    initial: '',
    level: 'TENANT',
    form: 'SITE',
  },
  mail_hourly: {
    group: 'mail',
    type: 'INT',
    title: [
      '每人每小时最多几封（超过的合并到下一封）',
      'Mails per person and hour at most (what is more waits and comes in one)',
    ],
    description: ['避免突发大量通知被邮箱当作垃圾邮件。', 'So that a burst of notices is not taken for spam.'],
    initial: '20',
    level: 'TENANT',
    least: 1,
    most: 1000,
  },
  wms_sign_days: {
    group: 'wms',
    type: 'INT',
    title: ['发运后多少天视为已签收', 'Days until a shipment counts as signed for'],
    description: [
      '门店没有签收回单时，到期后发运单自动视为已签收。',
      'Without a receipt of the store a shipment counts as signed for after so long.',
    ],
    initial: '7',
    level: 'ORG',
    least: 1,
    most: 365,
  },
  wms_adjust_limit: {
    group: 'wms',
    type: 'INT',
    title: [
      '库存增减审核金额上限（0为不限；超过须有放行权限）',
      'Limit for approving stock adjustments (0: none; above it the override permission is needed)',
    ],
    description: [
      '按商品单价计算，没有单价的商品不计；超过上限须由有放行权限的人审核。',
      'By the unit prices of products; goods without one count nothing.',
    ],
    initial: '0',
    level: 'ORG',
  },
  wms_cycle_count_daily_bins: {
    group: 'wms',
    type: 'INT',
    title: ['每日循环盘点货位数（0为不自动盘点）', 'Bins of the daily cycle count (0: none)'],
    description: ['每日自动为最该盘点的货位生成盘点任务。', 'Each day the bins that are the most due get a count.'],
    initial: '0',
    level: 'ORG',
    least: 0,
    most: 2000,
  },
  wms_min_max_replenish: {
    group: 'wms',
    type: 'BOOL',
    title: ['按最高最低自动补货', 'Replenish pick faces by minimum and maximum'],
    description: [
      '拣货位低于最低量时，自动补货到最高量。',
      'A pick face below its minimum is filled up to its maximum.',
    ],
    initial: 'false',
    level: 'ORG',
  },
  wms_scale_manual: {
    group: 'wms',
    type: 'BOOL',
    title: ['允许手工输入重量（否则只能从电子秤读取）', 'Weights may be typed (otherwise they come from scales only)'],
    description: [
      '称重商品收货、拣货、复核时是否可以手工填写。',
      'Whether weights of catch-weight goods may be typed at receiving, picking and checking.',
    ],
    initial: 'true',
    level: 'ORG',
  },
  wms_label_reprint_reason: {
    group: 'wms',
    type: 'BOOL',
    title: ['补打标签须填写原因', 'Ask for a reason when labels are reprinted'],
    description: ['补打次数和原因记入打印日志。', 'How often and why is kept in the print log.'],
    initial: 'true',
    level: 'ORG',
  },
  wms_bin_code_separator: {
    group: 'wms',
    type: 'STRING',
    title: ['批量生成货位编码的分隔符（none为不分隔）', 'Separator in generated bin codes (none: no separator)'],
    description: [
      '如 A-01-02-03；只影响之后生成的编码。',
      'As in A-01-02-03; only codes generated later are concerned.',
    ],
    initial: '-',
    level: 'ORG',
    choices: ['-', '.', '_', '/', 'none'],
  },
} as const satisfies Record<string, OptionDef>
export type OptionKey = keyof typeof options
/** What a function that reads it gets. */
export type OptionValue<K extends OptionKey> = (typeof options)[K]['type'] extends 'BOOL'
  ? boolean
  : (typeof options)[K]['type'] extends 'INT'
    ? number
    : string

/** With what a tenant begins; until then, and where a row is missing, the specification's own values count. */
export const optionSeed = { security_password_role: 'true', security_password_length: '8' } as const

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
} as const satisfies Record<string, { readonly is: RegExp; readonly text: Text }>
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return text.length <= 2000
  } catch {
    return false
  }
}

const key = z.enum(Object.keys(options) as [OptionKey])
const group = z.enum(Object.keys(optionGroups) as [OptionGroup])
const change = z.object({
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
export type OptionChange = z.output<typeof change>
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
export const optionCalls = {
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
} as const
