import type { Refusal } from '../kernel/fault.ts'

const refusal = (code: number, zh: string, en: string): Refusal => ({ code, text: [zh, en] })

/** Refusals of the system administration. */
export const sysFaults = {
  needsHttps: refusal(
    40112,
    '连接未加密，不能登录，请使用 https 访问',
    'The connection is not encrypted: open the page by https to log in',
  ),
  address: refusal(40114, '不允许从地址[{ip}]登录', 'Nobody may log in from the address [{ip}]'),
  beyondOwn: refusal(40310, '不能授予超出自己权限的角色', 'You cannot grant permissions that you do not hold yourself'),
  roleBeyond: refusal(
    40313,
    '该角色包含您没有的权限，不能操作',
    'This role has permissions that you do not hold: you cannot change it',
  ),
  strongerUser: refusal(
    40311,
    '该用户的权限超出您的权限，不能操作',
    'This user has more permissions than you: you cannot change them',
  ),
  foreignUser: refusal(40312, '组织无权访问该数据', 'This record belongs to another organisation'),
  userNameTaken: refusal(40910, '用户名已存在', 'This user name already exists'),
  mobileTaken: refusal(40910, '手机号已被使用', 'This mobile number is in use'),
  ownSwitch: refusal(40911, '不能停用当前登录账号', 'You cannot disable your own account'),
  lastAdmin: refusal(40911, '至少保留一个启用的管理员', 'At least one enabled administrator must remain'),
  ownReset: refusal(40911, '请使用修改密码功能', 'To change your own password, use Change password'),
  ownFactor: refusal(
    40911,
    '请在个人信息中停用自己的二次验证',
    'Turn off your own two-step login under Personal information',
  ),
  ownSession: refusal(40911, '当前登录请使用注销退出', 'This is your own session: log out to end it'),
  noWorkingOrg: refusal(40911, '至少需要一个启用的可用组织', 'At least one enabled working organisation is needed'),
  initialExpired: refusal(
    40116,
    '初始密码已超过{days}天，请联系管理员重新发放',
    'The initial password is older than {days} days: ask your administrator for a new one',
  ),
  roleHasUsers: refusal(40912, '角色下存在用户，不能删除', 'The role has users and cannot be deleted'),
  roleBuiltIn: refusal(40912, '系统默认角色不能删除', 'A built-in role cannot be deleted'),
  noScopeOrg: refusal(42570, '数据范围为指定组织时，请选择组织', 'Name the organisations of the data scope'),
  unknownPermission: refusal(
    40912,
    '包含不存在的权限，请刷新后重试',
    'A permission does not exist: refresh and try again',
  ),
  orgBusy: refusal(
    40913,
    '组织下存在库存/未完成单据，不能停用',
    'The organisation has stock or open documents and cannot be disabled',
  ),
  orgOnly: refusal(
    40913,
    '组织是用户[{user}]唯一的可用组织，不能停用',
    'It is the only working organisation of user [{user}] and cannot be disabled',
  ),
  orgOwn: refusal(40913, '不能停用当前工作组织', 'You cannot disable the organisation you are working in'),
  orgCircle: refusal(40914, '不能移动到自己的下级组织', 'An organisation cannot be moved under itself'),
  orgParent: refusal(40914, '[{type}]不能位于[{upper}]之下', '[{type}] cannot be placed under [{upper}]'),
  orgRoot: refusal(40914, '每个租户只有一个企业组织', 'A tenant has exactly one enterprise organisation'),
  orgIsDc: refusal(40914, '物流中心请在物流中心管理中维护', 'Logistics centres are kept on their own page'),
  orgTransport: refusal(
    40914,
    '运输中心只能由物流中心指定，且须是启用的运输中心',
    'Only a logistics centre names a transport centre, which has to be one in use',
  ),
  planDcs: refusal(
    40915,
    '已超出授权的中心数量：最多{most}个',
    'Your plan allows no more than {most} {most|centre|centres}',
  ),
  planUsers: refusal(
    40916,
    '已超出授权的用户数量：最多{most}个',
    'Your plan allows no more than {most} {most|user|users}',
  ),
  planTags: refusal(
    40917,
    '已超出授权的电子标签数量：最多{most}个',
    'Your plan allows no more than {most} {most|tag|tags}',
  ),
  orgIsNoDc: refusal(
    40914,
    '这里只维护物流中心，其他组织请在组织管理中维护',
    'Only logistics centres are kept here: other organisations have a page of their own',
  ),
  orgDeep: refusal(40914, '{type}最多{max}级', '{type}: at most {max} levels'),
  orgUpperRefused: refusal(
    40914,
    '上级组织在同一文件中未通过校验',
    'The parent comes in the same file and is refused there',
  ),
  orgMovedWith: refusal(
    40914,
    '同一文件在其下新增了组织，不能同时移动，请分两个文件导入',
    'The same file adds organisations below it: move it by a file of its own',
  ),
  orgCopyDc: refusal(40914, '只能从物流中心复制', 'Only a logistics centre can be copied from'),
} as const satisfies Record<string, Refusal>

/** Refusals of the system options. */
export const optionFaults = {
  value: refusal(40010, '参数值不合法：应为{want}', 'The value is not valid: it should be {want}'),
  tenantOnly: refusal(40011, '[{title}]只能按企业统一设置', '[{title}] is set for the whole enterprise only'),
  lockOut: refusal(
    42839,
    '您的地址[{ip}]不在其中，保存后您将无法登录',
    'Your address [{ip}] is not among them: you could not log in any more',
  ),
  notGroup: refusal(
    40320,
    '企业参数请切换到企业组织后修改',
    'Switch to the enterprise organisation to change its options',
  ),
  notPlatform: refusal(40323, '只有平台才能设置所有租户的默认值', 'Only the platform sets what counts for all tenants'),
  notAll: refusal(
    40018,
    '[{title}]由各租户自行设置，没有平台默认值',
    '[{title}] is set by each tenant: the platform has no default',
  ),
} as const satisfies Record<string, Refusal>
