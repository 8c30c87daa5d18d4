import type { Text } from './text.ts'

/** The closed list of what a permission can allow. A further button takes the nearest verb. */
export const actions = {
  view: ['查看', 'View'],
  create: ['新增', 'Create'],
  update: ['编辑', 'Edit'],
  remove: ['删除', 'Delete'],
  enable_disable: ['启用/停用', 'Enable or disable'],
  import: ['导入', 'Import'],
  export: ['导出', 'Export'],
  print: ['打印', 'Print'],
  cancel: ['作废', 'Cancel'],
  finish: ['完成', 'Finish'],
  permit: ['放行', 'Permit'],
  approve: ['审核', 'Approve'],
  release: ['下发', 'Release'],
  stop: ['终止', 'Stop'],
  give_up: ['放弃', 'Hand back or close short'],
  start: ['启动', 'Start'],
  run: ['执行', 'Run'],
  pay: ['付款', 'Pay'],
  bill: ['开单', 'Raise document'],
  trigger: ['触发', 'Trigger'],
  update_org: ['变更组织', 'Change organisation'],
  reset_pwd: ['重置密码', 'Reset password'],
  edit_role: ['编辑角色', 'Edit roles'],
  restart: ['重启', 'Restart'],
} as const satisfies Record<string, Text>
export type Action = keyof typeof actions

/** One line of the registry, for role editing. */
export interface Permission {
  readonly code: string
  readonly area: string
  /** What it is a permission on, in words. */
  readonly subject: Text
  readonly action: Action
}

/** Whether a right can be of use in an organisation of the kind: the channel's own pages are the platform's and its agents'. */
export const isOfUseAt = (orgType: string, code: string): boolean =>
  orgType === 'PLAT' || orgType === 'AGENT' || !/^saas(:|$)/.test(code)
