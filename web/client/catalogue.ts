import type { Text } from '@lading/contract/kernel/text.ts'

/** The specification's error catalogue (its section 8): said here and nowhere else, to the letter. */
export const catalogue = {
  status: ['{status} 服务器内部异常', '{status} Internal server error'],
  silent: ['服务内部异常!', 'Something went wrong on the server.'],
  noAnswer: ['请检查网络设置', 'Check your network connection'],
  forbiddenPage: ['您没有访问该页面的权限', 'You do not have permission for this page'],
  upgradeTitle: ['程序升级', 'A new version is available'],
  upgrade: ['程序已升级，请刷新后重试', 'Refresh to use the new version'],
  noPermissions: ['该账号没有系统查看权限，请联系管理员', 'This account has no permissions: ask your administrator'],
  noMenu: ['缺少权限，请联系系统管理员', 'You lack permission: ask your system administrator'],
  expired: ['登录过期,是否跳转到登录界面', 'The session has expired. Go to the login screen?'],
  otherAccount: [
    '同一个浏览器同一个环境，已登录其他账号，请刷新浏览器',
    'Another account has logged in in this browser: refresh the page',
  ],
  serviceVersionUnknown: ['版本号未知', 'Version unknown'],
  webVersionUnknown: ['版本未知', 'Version unknown'],
  passwordChanged: ['修改密码成功，您将重新登录', 'The password was changed: log in again'],
  logOut: ['是否确认注销当前账户?', 'Log out of the current account?'],
  initialPassword: [
    '当前账号的密码是初始密码，是否进行修改',
    'This account still has its initial password. Change it now?',
  ],
} as const satisfies Record<string, Text>

/** Our own words for what the specification leaves open. */
export const sessionTexts = {
  starting: ['系统初始化中，请稍候...', 'Starting…'],
  rightsTaken: ['您的权限已变更，已关闭：{titles}', 'Your permissions have changed. Closed: {titles}'],
  orgSwitched: ['组织已切换，页面将刷新', 'The organisation was switched: this page will refresh'],
} as const satisfies Record<string, Text>
