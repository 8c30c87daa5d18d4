import { childRows, entity } from '../kernel/entity.ts'
import {
  choice,
  choices,
  code,
  counted,
  date,
  dict,
  flag,
  instant,
  int,
  note,
  ref,
  refs,
  rows,
  text,
} from '../kernel/field.ts'
import type { Text } from '../kernel/text.ts'
import { messageTitles } from './message.ts'

/** How far a role's rows reach. */
export const dataScopes = {
  ALL: ['全部', 'All that the organisation sees'],
  ORG: ['本组织', 'The working organisation itself'],
  CUSTOM: ['指定组织', 'Named organisations'],
  OWNER_SET: ['指定货主', 'Named owners only'],
  SELF: ['仅本人', 'One’s own work'],
} as const satisfies Record<string, Text>

export const userOrg = childRows('sys', 'userOrg', 'sys.user', {
  title: ['可用组织', 'Working organisation'],
  scope: 'tenant',
  fields: {
    userId: ref(['用户', 'User'], 'sys.user', { required: true, derived: true }),
    orgId: ref(['组织', 'Organisation'], 'sys.org', { required: true }),
  },
  unique: [['userId', 'orgId']],
})
export const userRole = childRows('sys', 'userRole', 'sys.user', {
  title: ['角色', 'Role'],
  scope: 'tenant',
  fields: {
    userId: ref(['用户', 'User'], 'sys.user', { required: true, derived: true }),
    roleId: ref(['角色', 'Role'], 'sys.role', { required: true, filter: true }),
  },
  unique: [['userId', 'roleId']],
})
export const userOwner = childRows('sys', 'userOwner', 'sys.user', {
  title: ['货主范围', 'Owner'],
  scope: 'tenant',
  fields: {
    userId: ref(['用户', 'User'], 'sys.user', { required: true, derived: true }),
    ownerId: ref(['货主', 'Owner'], 'wms.owner', { required: true }),
  },
  unique: [['userId', 'ownerId']],
})

/** Of a user who works for carriers: he sees theirs, and of all else nothing. */
export const userCarrier = childRows('sys', 'userCarrier', 'sys.user', {
  title: ['承运商范围', 'Carrier'],
  scope: 'tenant',
  fields: {
    userId: ref(['用户', 'User'], 'sys.user', { required: true, derived: true }),
    carrierId: ref(['承运商', 'Carrier'], 'tms.carrier', { required: true }),
  },
  unique: [['userId', 'carrierId']],
})

/** A person who logs in. Without named owners he sees the goods of all. */
export const user = entity('sys', 'user', {
  title: ['用户', 'User'],
  scope: 'tenant',
  fields: {
    username: code(['用户名', 'User name'], { required: true, filter: true, frozen: true, max: 64 }),
    realName: text(['姓名', 'Name'], { required: true, filter: true }),
    mobile: text(['手机', 'Mobile'], { max: 20, filter: true }),
    email: text(['邮箱', 'E-mail'], { max: 254, filter: true }),
    /** When a code came back from the address; no mail goes to one that nobody has proved to be his. */
    emailConfirmedAt: instant(['邮箱验证时间', 'E-mail confirmed at'], { derived: true }),
    workNumber: text(['工号', 'Staff no.'], { max: 32 }),
    position: dict(['岗位', 'Position'], 'WORK_POSITION'),
    orgId: ref(['所属组织', 'Home organisation'], 'sys.org', { required: true, filter: true }),
    validTo: date(['有效期至', 'Valid to']),
    passwordTime: instant(['密码时间', 'Password set at'], { derived: true }),
    originalPassword: flag(['初始密码', 'Initial password'], { derived: true, initial: true }),
    failedCount: int(['失败次数', 'Failures'], { derived: true, required: true, initial: 0 }),
    failedAt: instant(['失败时间', 'Failed at'], { derived: true }),
    lastLoginTime: instant(['最近登录', 'Last login'], { derived: true }),
    lastLoginIp: text(['登录地址', 'Login address'], { max: 64, derived: true }),
    remark: note(['备注', 'Remark']),
    orgs: rows(['可用组织', 'Working organisations'], userOrg),
    roles: rows(['角色', 'Roles'], userRole),
    owners: rows(['货主范围', 'Owners'], userOwner),
    carriers: rows(['承运商范围', 'Carriers'], userCarrier),
  },
  secrets: {
    passwordHash: text(['密码', 'Password'], { max: 200 }),
    /** Hashes of those before, the latest first, a line each. */
    formerHashes: note(['曾用密码', 'Former passwords'], { max: 2_000 }),
  },
  list: ['username', 'realName', 'workNumber', 'mobile', 'email', 'position', 'orgId', 'lastLoginTime', 'lastLoginIp'],
  form: [
    'username',
    'realName',
    'mobile',
    'email',
    'workNumber',
    'position',
    'orgId',
    'validTo',
    'remark',
    'orgs',
    'roles',
    'owners',
    'carriers',
  ],
  unique: [['username'], ['workNumber']],
  label: { code: 'username', name: 'realName' },
  actions: ['create', 'update', 'enable_disable', 'import', 'export', 'update_org', 'reset_pwd', 'edit_role'],
  details: {
    roleIds: refs(['角色', 'Roles'], 'sys.role'),
    workingOrgIds: refs(['可用组织', 'Working organisations'], 'sys.org'),
    ownerIds: refs(['货主范围', 'Owners'], 'wms.owner'),
    carrierIds: refs(['承运商范围', 'Carriers'], 'tms.carrier'),
    count: int(['登录数', 'Sessions']),
    mailKinds: choices(['消息类型', 'Kinds'], messageTitles),
  },
  verbs: {
    modifyPassword: ['修改密码', 'Change password'],
    resetPassword: ['重置密码', 'Reset password'],
    endSessions: ['结束登录', 'End sessions'],
    enableSecondFactor: ['启用二次验证', 'Two-step login turned on'],
    disableSecondFactor: ['停用二次验证', 'Two-step login turned off'],
    resetSecondFactor: ['重置二次验证', 'Reset two-step login'],
    renewRecoveryCodes: ['重新生成恢复码', 'New recovery codes'],
    setEmail: ['修改邮箱', 'E-mail changed'],
    confirmEmail: ['验证邮箱', 'E-mail confirmed'],
    leaveMail: ['退订邮件', 'Unsubscribed from mail'],
    grantSupport: ['授权服务商支持', 'Let the provider look'],
    endSupport: ['结束服务商支持', 'End the support'],
    setPin: ['设置授权PIN', 'Override PIN set'],
    updateRoles: ['变更角色', 'Change roles'],
    updateWorkingOrgs: ['变更可用组织', 'Change working organisations'],
    updateOwners: ['变更货主范围', 'Change owners'],
    updateCarriers: ['变更承运商范围', 'Change carriers'],
    updateOrg: ['变更所属组织', 'Change home organisation'],
  },
  sort: 'username',
})

export const rolePermission = childRows('sys', 'rolePermission', 'sys.role', {
  title: ['权限', 'Permissions'],
  scope: 'tenant',
  fields: {
    roleId: ref(['角色', 'Role'], 'sys.role', { required: true, derived: true }),
    permission: code(['权限', 'Permission'], { required: true, max: 64 }),
  },
  unique: [['roleId', 'permission']],
})

/** Roles that come with a tenant, and with the demo company. */
const roleWords = {
  系统管理员: 'System administrator',
  仓库经理: 'Warehouse manager',
  上架员: 'Put-away worker',
  复核装车员: 'Checker and loader',
  盘点员: 'Counter',
  只读审计: 'Auditor (read only)',
  收货员: 'Receiver',
  拣货员: 'Picker',
  发运员: 'Dispatcher',
  查询员: 'Viewer',
  货主客服: 'Owner service',
}

/** What its holders may do while they work in the role's organisation or below it. */
export const role = entity('sys', 'role', {
  title: ['角色', 'Role'],
  scope: 'tenant',
  fields: {
    name: text(['名称', 'Name'], { required: true, filter: true, english: roleWords }),
    orgId: ref(['组织', 'Organisation'], 'sys.org', { required: true, filter: true, frozen: true }),
    sysDefault: flag(['系统内置', 'Built in'], { derived: true }),
    dataScope: choice(['数据范围', 'Data scope'], dataScopes, {
      required: true,
      initial: 'ALL',
      hint: [
        '多个角色合并计算。指定货主：未给用户指定货主时，看不到任何货主的数据；仅本人：自己建的单据，自己的和无人领取的任务，库存与资料不受限',
        'Several roles add up. Named owners: a user for whom none is named sees no goods. One’s own work: documents made, tasks taken or free; stock and masters stay in sight',
      ],
    }),
    scopeOrgIds: refs(['可见组织', 'Organisations in sight'], 'sys.org'),
    needsSecondFactor: flag(['必须二次验证', 'Two-step login required'], {
      filter: true,
      hint: [
        '持有该角色的用户须先设置二次验证才能办理业务',
        'Who holds the role sets up two-step login before he can do anything else',
      ],
    }),
    remark: note(['备注', 'Remark']),
  },
  list: ['name', 'orgId', 'dataScope', 'needsSecondFactor', 'sysDefault', 'remark'],
  form: ['name', 'orgId', 'needsSecondFactor', 'remark'],
  unique: [['orgId', 'name']],
  label: { code: 'name', name: 'name' },
  actions: ['create', 'update', 'enable_disable', 'remove', 'export'],
  details: {
    permissions: counted(['权限', 'Permissions']),
    added: counted(['新增权限', 'Permissions added']),
    removed: counted(['取消权限', 'Permissions taken away']),
    userIds: refs(['用户', 'Users'], 'sys.user'),
  },
  verbs: {
    updatePermission: ['修改权限', 'Change permissions'],
    addUsers: ['添加用户', 'Add users'],
    removeUsers: ['移除用户', 'Remove users'],
  },
  sort: 'name',
})
