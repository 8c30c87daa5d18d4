import type { OptionDef, Options } from '../kernel/optionDef.ts'
import type { Text } from '../kernel/text.ts'
import { retentionOptions } from './retentionOptions.ts'
import { securityOptions } from './securityOptions.ts'

const groups = {
  security: ['安全', 'Security'],
  ui: ['界面', 'User interface'],
  'common-config': ['通用配置', 'General'],
  'map-config': ['地图配置', 'Maps'],
  mail: ['邮件', 'E-mail'],
  retention: ['保留期限', 'Retention'],
} as const satisfies Record<string, Text>
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
  'map.tile_url': {
    group: 'map-config',
    type: 'STRING',
    title: ['底图瓦片网址（空为不用底图）', 'Address of map tiles (empty: none)'],
    description: [
      '如 https://t0.example.cn/{z}/{x}/{y}.png；服务器须在 LADING_MAP_HOSTS 中放行该主机。用户的浏览器会直接读取，密钥写在网址中。',
      'As https://t0.example.com/{z}/{x}/{y}.png; the server has to name its host in LADING_MAP_HOSTS. Browsers of users read it themselves; a key stands in the address.',
    ],
    initial: '',
    level: 'TENANT',
    form: 'TILES',
  },
  'map.tile_system': {
    group: 'map-config',
    type: 'STRING',
    title: ['底图坐标系', 'Coordinates of the tiles'],
    description: [
      '高德、腾讯等为GCJ02，天地图为WGS84；选错会偏移数百米。',
      'Amap and Tencent draw in GCJ02, Tianditu in WGS84; the wrong one shifts all by some hundred metres.',
    ],
    initial: 'GCJ02',
    level: 'TENANT',
    choices: ['GCJ02', 'WGS84'],
  },
  'map.tile_attribution': {
    group: 'map-config',
    type: 'STRING',
    title: ['底图来源', 'Source of the tiles'],
    description: [
      '显示在地图上；没有来源和审图号时不显示底图。',
      'Shown on the map; without it and the approval number there are no tiles.',
    ],
    initial: '',
    level: 'TENANT',
  },
  'map.tile_approval': {
    group: 'map-config',
    type: 'STRING',
    title: ['审图号', 'Map approval number'],
    description: ['如 GS(2024)0650号，显示在地图上。', 'As GS(2024)0650, shown on the map.'],
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
} as const satisfies Record<string, OptionDef>
export type OptionKey = keyof typeof options

export const sysOptions: Options = { groups, defs: options }

/** With what a tenant begins; until then, and where a row is missing, the specification's own values count. */
export const optionSeed = { security_password_role: 'true', security_password_length: '8' } as const
