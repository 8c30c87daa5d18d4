import type { Text } from '@lading/contract/kernel/text.ts'

export type LoginField = 'tenant' | 'username' | 'password' | 'secondFactor'

/** What the log-in screen says. */
export const loginWords = {
  title: ['登录', 'Log in'],
  tenant: ['租户', 'Tenant'],
  username: ['用户名', 'User name'],
  password: ['密码', 'Password'],
  submit: ['登录', 'Log in'],
  busy: ['登录中…', 'Logging in…'],
  show: ['显示密码', 'Show password'],
  hide: ['隐藏密码', 'Hide password'],
  capsLock: ['大写锁定已打开', 'Caps Lock is on'],
  needed: ['{field}不能为空', '{field} is required'],
  noKeys: [
    '此浏览器无法保存登录密钥，请退出无痕模式或更换浏览器',
    'This browser cannot store the login key: leave private mode, or use another browser',
  ],
  help: ['如需帮助，请联系系统管理员', 'If you need help, ask your system administrator'],
  intro: ['仓储 · 运输 · 拣选 · 主数据，一个系统', 'Warehouse, transport, picking and master data in one system'],
  history: ['最近登录', 'Recent logins'],
  forget: ['清除本机登录记录', 'Forget this computer'],
  codeTitle: ['二次验证', 'Two-step login'],
  codeHint: [
    '请打开验证器应用，输入 {user} 的6位验证码',
    'Open your authenticator app and type the six digits it shows for {user}',
  ],
  recoveryHint: ['输入一个尚未使用的恢复码', 'Type one of your recovery codes that you have not used yet'],
  secondFactor: ['验证码', 'Code'],
  recoveryCode: ['恢复码', 'Recovery code'],
  useRecovery: ['手机不在身边？使用恢复码', 'No phone to hand? Use a recovery code'],
  useApp: ['使用验证器应用', 'Use the authenticator app'],
  goOn: ['继续', 'Continue'],
  back: ['返回', 'Back'],
} as const satisfies Record<string, Text>
