import { entity } from '../kernel/entity.ts'
import type { Refusal } from '../kernel/fault.ts'
import { code, json, ref, text } from '../kernel/field.ts'
import type { ListViewBody } from './listViewCalls.ts'

/** 列表视图: filters, columns, widths and order of a list under a name; somebody's own, or shared with a role. */
export const listView = entity('sys', 'listView', {
  title: ['列表视图', 'List view'],
  module: 'list_view',
  scope: 'tenant',
  fields: {
    /** The key of the entity that the list shows. */
    list: code(['列表', 'List'], { required: true, max: 64 }),
    name: text(['名称', 'Name'], { required: true, max: 40 }),
    /** Whose it is: a user's or a role's, never both. */
    userId: ref(['用户', 'User'], 'sys.user', { derived: true }),
    roleId: ref(['角色', 'Role'], 'sys.role', { derived: true }),
    body: json<ListViewBody>(['内容', 'What it shows']),
  },
  unique: [
    ['userId', 'list', 'name'],
    ['roleId', 'list', 'name'],
  ],
  label: { code: 'name', name: 'name' },
  actions: [],
  verbs: {
    share: ['共享给角色', 'Share with a role'],
    makeDefault: ['设为默认', 'Make it the default'],
    dropDefault: ['取消默认', 'No longer the default'],
  },
  found: false,
})

/** 默认视图: with which view a list opens for somebody. */
export const listDefault = entity('sys', 'listDefault', {
  title: ['默认视图', 'Default view'],
  scope: 'tenant',
  fields: {
    userId: ref(['用户', 'User'], 'sys.user', { required: true, derived: true }),
    list: code(['列表', 'List'], { required: true, max: 64 }),
    viewId: ref(['视图', 'View'], 'sys.listView', { required: true }),
  },
  unique: [['userId', 'list']],
  actions: [],
})

export const listViewFaults = {
  tooMany: {
    code: 42550,
    text: [
      '一个列表最多保存{max}个视图，请先删除不用的视图',
      'A list can have at most {max} views: delete one that is no longer needed',
    ],
  },
  readOnly: {
    code: 42551,
    text: [
      '视图[{name}]由角色[{role}]共享，您不能修改，可以另存为自己的视图',
      'View [{name}] is shared with role [{role}]: you cannot change it, but you can save a copy',
    ],
  },
} as const satisfies Record<string, Refusal>
