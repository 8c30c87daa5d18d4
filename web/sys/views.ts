import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { choice, choices, type Field, flag, ref } from '@lading/contract/kernel/field.ts'
import { orgTypes } from '@lading/contract/kernel/org.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { org, orgGroup } from '@lading/contract/sys/org.ts'
import { dataScopes, role } from '@lading/contract/sys/user.ts'
import { userView } from '@lading/contract/sys/userCalls.ts'

/*
 * The declared entities as the pages of this area show them: the same keys and calls, with columns that the server
 * answers beside the fields.
 */

const shown = (title: Text, to: string) => ref(title, to, { derived: true })
const ids = {
  roleIds: shown(['角色', 'Roles'], 'sys.role'),
  workingOrgIds: shown(['可用组织', 'Working organisations'], 'sys.org'),
  ownerIds: shown(['货主范围', 'Owners'], 'wms.owner'),
  carrierIds: shown(['承运商范围', 'Carriers'], 'tms.carrier'),
}

const { lastLoginTime, ...others } = userView.fields
/** Columns of child rows are named as an export names them. */
export const userList: AnyEntity = {
  ...userView,
  fields: {
    ...others,
    workNumber: { ...others.workNumber, filter: true },
    'roles.roleId': { ...ids.roleIds, filter: true },
    'orgs.orgId': { ...ids.workingOrgIds, title: ['可用组织', 'Works at'], filter: true },
    lastLoginTime: { ...lastLoginTime, filter: true },
    // Worked out for the list: found by, not sorted by.
    hasSecondFactor: { ...flag(['二次验证', 'Two-step login'], { derived: true, filter: true }), computed: true },
    hasConflict: { ...flag(['职责冲突', 'Conflict of duties'], { derived: true, filter: true }), computed: true },
  },
  list: [
    'username',
    'realName',
    'orgId',
    'roles.roleId',
    'hasConflict',
    'orgs.orgId',
    'mobile',
    'email',
    'workNumber',
    'position',
    'hasSecondFactor',
    'lastLoginTime',
    'lastLoginIp',
  ],
}

/** For whom numbers are masked: the server neither finds nor orders by them. */
export const maskedUserList: AnyEntity = {
  ...userList,
  fields: {
    ...userList.fields,
    mobile: { ...others.mobile, filter: false, computed: true },
    email: { ...others.email, filter: false, computed: true },
  },
}

/** The log names roles, organisations and owners by id. */
export const userDetail: AnyEntity = { ...userView, fields: { ...userView.fields, ...ids } }

const facts = ['username', 'realName', 'mobile', 'email', 'workNumber', 'position', 'validTo', 'remark']
/** Organisations, roles and owners have calls and permissions of their own. */
export const userForm: AnyEntity = { ...userView, form: facts }

/** A list of ids in a form; the page gives its control. */
const many = (title: Text, hint?: Text): Field => ({
  kind: 'json',
  title,
  required: false,
  initial: [],
  ...(hint && { hint }),
})
export const newUser: AnyEntity = {
  ...userForm,
  fields: {
    ...userForm.fields,
    roleIds: many(ids.roleIds.title),
    workingOrgIds: many(ids.workingOrgIds.title, ['所属组织始终可用', 'The home organisation is always included']),
    ownerIds: many(ids.ownerIds.title, ['不选表示全部货主', 'If none is selected: all owners']),
    carrierIds: many(ids.carrierIds.title, [
      '选了承运商的用户只能看到这些承运商的数据',
      'Whoever has carriers sees nothing but theirs',
    ]),
  },
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
    'roleIds',
    'workingOrgIds',
    'ownerIds',
    'carrierIds',
  ],
}

export const roleList: AnyEntity = {
  ...role,
  fields: {
    ...role.fields,
    sysDefault: { ...role.fields.sysDefault, filter: true },
    // Counted for the list: no column to sort by.
    userCount: choices(['用户数', 'Users'], {}, { derived: true }),
  },
  list: ['name', 'orgId', 'dataScope', 'needsSecondFactor', 'userCount', 'sysDefault', 'remark'],
}
export const roleForm: AnyEntity = {
  ...role,
  form: ['name', 'orgId', 'dataScope', 'scopeOrgIds', 'needsSecondFactor', 'remark'],
}
export const newRole: AnyEntity = {
  ...role,
  fields: {
    ...role.fields,
    copyFromId: ref(['复制自', 'Copy from'], 'sys.role', {
      hint: [
        '新角色得到所选角色的权限；数据范围、二次验证和备注未填时也与其相同',
        'The new role gets the permissions of the selected one, and its data scope, two-step login and remark where none is given',
      ],
    }),
    // Nothing is chosen beforehand: it would stand against that of the role that is copied.
    dataScope: choice(role.fields.dataScope.title, dataScopes, {
      hint: ['不选则与复制的角色相同，没有复制时为全部', 'None: that of the role that is copied, else all'],
    }),
  },
  form: ['name', 'orgId', 'copyFromId', 'dataScope', 'scopeOrgIds', 'needsSecondFactor', 'remark'],
}
export const roleDetail: AnyEntity = {
  ...role,
  fields: {
    ...role.fields,
    permissions: choices(['权限', 'Permissions'], {}, { derived: true }),
    added: choices(['增加权限', 'Granted'], {}, { derived: true }),
    removed: choices(['减少权限', 'Withdrawn'], {}, { derived: true }),
    userIds: shown(['用户', 'Users'], 'sys.user'),
  },
}

const dcTitle: Text = ['物流中心', 'Logistics centre']
const isDc = { ...choice(['类型', 'Type'], orgTypes, { required: true, frozen: true }), initial: 'DC' }
const parent = { ...org.fields.upperOrgId, required: true }
export const dcList: AnyEntity = {
  ...org,
  title: dcTitle,
  fields: { ...org.fields, upperOrgId: parent, timeZone: { ...org.fields.timeZone } },
  list: ['code', 'name', 'upperOrgId', 'timeZone', 'contact', 'phone', 'address'],
}
export const orgForm: AnyEntity = {
  ...org,
  title: dcTitle,
  fields: { ...org.fields, type: isDc, upperOrgId: parent },
  form: [
    'code',
    'name',
    'upperOrgId',
    'timeZone',
    'transportOrgId',
    'contact',
    'phone',
    'address',
    'longitude',
    'latitude',
    'note',
  ],
}

/** A new centre, which may begin as another one is. */
export const newDc: AnyEntity = {
  ...orgForm,
  fields: {
    ...orgForm.fields,
    copyFromId: ref(['从其他物流中心复制', 'Copy from another logistics centre'], 'sys.org', {
      hint: ['不选则使用默认设置', 'If none is selected: the usual settings'],
    }),
    parts: many(['复制内容', 'What is copied']),
  },
  form: [...orgForm.form, 'copyFromId', 'parts'],
}

const { DC: _dc, GROUP: _group, PLAT: _plat, ...centres } = orgTypes
/** What may be made: a logistics centre has a page of its own, the enterprise is made with its tenant. */
const madeType = choice(['类型', 'Type'], centres, { required: true, frozen: true })
export const groupForm: AnyEntity = {
  ...orgGroup,
  fields: { ...orgGroup.fields, type: madeType, upperOrgId: parent },
  form: ['code', 'name', 'type', 'upperOrgId', 'timeZone', 'contact', 'phone', 'address', 'note'],
}
